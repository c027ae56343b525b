#include <weft/runtime/weights/header.h>

#include <algorithm>
#include <optional>
#include <unordered_set>
#include <utility>

#include <weft/runtime/diagnostics.h>
#include <weft/runtime/weights/json_text.h>

namespace weft::weights {

namespace {

/// Names of element types that the format has.
std::optional<DType> dtype_of_name(std::string_view name) {
  for (int i = 0; i < kDTypeCount; ++i) {
    const auto type = static_cast<DType>(i);
    if (ir::dtype_safetensors_name(type) == name) return type;
  }
  return std::nullopt;
}

bool is_foreign_dtype(std::string_view name) {
  static constexpr std::string_view kForeign[] = {"F4",      "F6_E2M3", "F6_E3M2",  "F8_E5M2",
                                                  "F8_E4M3", "F8_E8M0", "F8_E4M3FNUZ",
                                                  "F8_E5M2FNUZ", "U16", "U32", "U64", "C64"};
  return std::find(std::begin(kForeign), std::end(kForeign), name) != std::end(kForeign);
}

/// The text with its control characters written out, cut where it is long.
std::string printable(const std::string& text) {
  constexpr std::size_t kLongest = 200;
  static constexpr char kHex[] = "0123456789abcdef";
  std::string result;
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    if (code >= 0x20 && code != 0x7F) {
      result += c;
    } else {
      result += "\\x";
      result += kHex[code >> 4];
      result += kHex[code & 15];
    }
    if (result.size() >= kLongest) return result + "...";
  }
  return result;
}

class HeaderReader {
 public:
  HeaderReader(std::string_view text, std::uint64_t data_size, const FileName& file)
      : json_(text, file), data_size_(data_size), file_(file) {
    if (text.empty() || text.front() != '{') json_.fail("expected `{` as the first byte");
    if (!is_utf8(text)) json_.fail("the header is not UTF-8");
  }

  std::vector<Entry> read() {
    json_.expect('{');
    if (!json_.take('}')) {
      do {
        read_item();
      } while (json_.take(','));
      json_.expect('}');
    }
    if (!json_.at_end()) json_.fail("text after the end of the header");
    check_ranges();
    return std::move(entries_);
  }

 private:
  [[noreturn]] void fail_entry(const DiagnosticKind& kind, const std::string& name,
                               const std::string& what) const {
    weft::fail(kind, file_.where,
               {file_.name, printable(name), std::to_string(json_.position()), what});
  }

  void read_item() {
    std::string name = json_.string();
    json_.expect(':');
    if (!names_.insert(name).second) {
      fail_entry(diag::WeightsEntryWrong, name, "the name occurs twice");
    }
    if (name == "__metadata__") return read_metadata();
    if (const std::string fault = fault_of_name(name); !fault.empty()) {
      fail_entry(diag::WeightsEntryWrong, name, fault);
    }
    if (entries_.size() == kMostTensors) {
      fail_entry(diag::WeightsEntryWrong, name,
                 "more than " + std::to_string(kMostTensors) + " tensors in one file");
    }
    entries_.push_back(read_entry(std::move(name)));
  }

  void read_metadata() {
    json_.expect('{');
    if (json_.take('}')) return;
    std::unordered_set<std::string> keys;
    do {
      if (!keys.insert(json_.string()).second) json_.fail("a key of `__metadata__` occurs twice");
      json_.expect(':');
      json_.string();
    } while (json_.take(','));
    json_.expect('}');
  }

  Entry read_entry(std::string name) {
    Entry entry;
    entry.name = std::move(name);
    bool has_dtype = false;
    bool has_shape = false;
    bool has_range = false;
    json_.expect('{');
    if (!json_.take('}')) {
      do {
        const std::string key = json_.string();
        json_.expect(':');
        bool* const seen = key == "dtype"          ? &has_dtype
                           : key == "shape"        ? &has_shape
                           : key == "data_offsets" ? &has_range
                                                   : nullptr;
        if (!seen) fail_entry(diag::WeightsEntryWrong, entry.name, "unknown key `" + printable(key) + "`");
        if (std::exchange(*seen, true)) {
          fail_entry(diag::WeightsEntryWrong, entry.name, "`" + key + "` occurs twice");
        }
        if (seen == &has_dtype) read_dtype(entry);
        if (seen == &has_shape) read_shape(entry);
        if (seen == &has_range) read_range(entry);
      } while (json_.take(','));
      json_.expect('}');
    }
    if (!has_dtype || !has_shape || !has_range) {
      fail_entry(diag::WeightsEntryWrong, entry.name,
                 std::string("`") + (!has_dtype ? "dtype" : !has_shape ? "shape" : "data_offsets") +
                     "` is missing");
    }
    check_size(entry);
    return entry;
  }

  void read_dtype(Entry& entry) {
    const std::string name = json_.string();
    const std::optional<DType> type = dtype_of_name(name);
    if (!type && is_foreign_dtype(name)) {
      weft::fail(diag::WeightsDTypeUnsupported, file_.where, {file_.name, printable(entry.name), printable(name)});
    }
    if (!type) fail_entry(diag::WeightsEntryWrong, entry.name, "unknown dtype `" + printable(name) + "`");
    entry.dtype = *type;
  }

  void read_shape(Entry& entry) {
    json_.expect('[');
    if (json_.take(']')) return;
    do {
      entry.sizes.push_back(static_cast<std::int64_t>(json_.number()));
      if (entry.sizes.size() > kMostDimensions) {
        fail_entry(diag::WeightsEntryWrong, entry.name,
                   "more than " + std::to_string(kMostDimensions) + " dimensions");
      }
    } while (json_.take(','));
    json_.expect(']');
  }

  void read_range(Entry& entry) {
    json_.expect('[');
    entry.begin = json_.number();
    json_.expect(',');
    entry.end = json_.number();
    json_.expect(']');
  }

  /// The range holds exactly the elements of the shape.
  void check_size(const Entry& entry) const {
    if (entry.begin > entry.end) {
      fail_entry(diag::WeightsRangeWrong, entry.name,
                 "the data begins at " + std::to_string(entry.begin) + " and ends before, at " +
                     std::to_string(entry.end));
    }
    // Extents are multiplied with an extent of 0 last, so that it hides no overflow.
    std::uint64_t bytes = ir::size_of(entry.dtype);
    bool empty = false;
    for (const std::int64_t size : entry.sizes) {
      empty = empty || size == 0;
      if (size == 0) continue;
      if (__builtin_mul_overflow(bytes, static_cast<std::uint64_t>(size), &bytes) ||
          bytes > static_cast<std::uint64_t>(INT64_MAX)) {
        fail_entry(diag::WeightsRangeWrong, entry.name, "the shape has too many elements");
      }
    }
    if (empty) bytes = 0;
    if (bytes != entry.end - entry.begin) {
      fail_entry(diag::WeightsRangeWrong, entry.name,
                 "dtype and shape need " + std::to_string(bytes) + " bytes, the range has " +
                     std::to_string(entry.end - entry.begin));
    }
  }

  /// The ranges follow each other from the first byte of the data to the last.
  void check_ranges() const {
    std::vector<const Entry*> order;
    order.reserve(entries_.size());
    for (const Entry& entry : entries_) order.push_back(&entry);
    std::stable_sort(order.begin(), order.end(), [](const Entry* a, const Entry* b) {
      return a->begin != b->begin ? a->begin < b->begin : a->end < b->end;
    });
    std::uint64_t covered = 0;
    for (const Entry* entry : order) {
      if (entry->begin != covered) {
        fail_entry(diag::WeightsRangeWrong, entry->name,
                   entry->begin < covered
                       ? "the data overlaps that of another tensor at byte " +
                             std::to_string(entry->begin)
                       : "there is a gap in the data from byte " + std::to_string(covered) +
                             " to " + std::to_string(entry->begin));
      }
      covered = entry->end;
    }
    if (covered != data_size_) {
      weft::fail(diag::WeightsDataSize, file_.where,
                 {file_.name, std::to_string(data_size_), std::to_string(covered)});
    }
  }

  JsonText json_;
  std::uint64_t data_size_;
  const FileName& file_;
  std::vector<Entry> entries_;
  std::unordered_set<std::string> names_;
};

/// Bytes that follow the first one of a UTF-8 sequence, and the least code it may stand for.
struct Utf8Lead {
  int following;
  std::uint32_t bits;
  std::uint32_t least;
};

std::optional<Utf8Lead> utf8_lead(unsigned char c) {
  if (c < 0x80) return Utf8Lead{0, c, 0};
  if (c >= 0xC2 && c < 0xE0) return Utf8Lead{1, c & 0x1Fu, 0x80};
  if (c >= 0xE0 && c < 0xF0) return Utf8Lead{2, c & 0x0Fu, 0x800};
  if (c >= 0xF0 && c < 0xF5) return Utf8Lead{3, c & 0x07u, 0x10000};
  return std::nullopt;
}

}  // namespace

bool is_utf8(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::optional<Utf8Lead> lead = utf8_lead(static_cast<unsigned char>(text[i]));
    if (!lead) return false;
    std::uint32_t code = lead->bits;
    for (int k = 0; k < lead->following; ++k) {
      if (++i == text.size()) return false;
      const auto c = static_cast<unsigned char>(text[i]);
      if ((c & 0xC0) != 0x80) return false;
      code = code << 6 | (c & 0x3F);
    }
    const bool surrogate = code >= 0xD800 && code < 0xE000;
    if (code < lead->least || surrogate || code > 0x10FFFF) return false;
  }
  return true;
}

std::string fault_of_name(std::string_view name) {
  if (name.empty()) return "the name is empty";
  for (const char c : name) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) return "a control character in the name";
  }
  for (std::size_t i = 0; i <= name.size();) {
    const std::size_t end = std::min(name.find_first_of("/\\", i), name.size());
    if (name.substr(i, end - i) == "..") return "`..` in the name";
    i = end + 1;
  }
  return {};
}

void check_header_length(std::uint64_t length, std::uint64_t file_size, const FileName& file) {
  const auto refuse = [&](const std::string& what) {
    fail(diag::WeightsHeaderLength, file.where, {file.name, what});
  };
  if (length > kLongestHeader) {
    refuse("a header of " + std::to_string(length) + " bytes, above the limit of " +
           std::to_string(kLongestHeader));
  }
  if (length > file_size - 8) {
    refuse("a header of " + std::to_string(length) + " bytes in a file of " +
           std::to_string(file_size));
  }
}

std::vector<Entry> parse_header(std::string_view text, std::uint64_t data_size,
                                const FileName& file) {
  return HeaderReader(text, data_size, file).read();
}

}  // namespace weft::weights
