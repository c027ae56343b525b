#pragma once
/// \file Strict parser of the header of a safetensors file.
///
/// The bytes are not trusted. Anything that the format does not allow is an error with its
/// position: text that is not UTF-8 or not the JSON that the format needs, unknown or repeated
/// keys, element types unknown to the format, sizes whose product overflows or disagrees with the
/// data range, data that overlaps, leaves holes or does not end with the file. Memory and time are
/// linear in the header (but for a sort). Nothing recurses.

#include <algorithm>
#include <string>
#include <vector>

#include "tensor_view.h"

namespace weft_deploy {
inline namespace WEFT_HOST_SPACE {

/// One tensor of a weights file.
struct WeightsEntry {
  std::string name;
  int32_t dtype = -1;  ///< enum weft_dtype; -1 for types of the format that weft does not compute
  int32_t rank = 0;
  int64_t sizes[WEFT_MAX_RANK] = {};
  uint64_t begin = 0;  ///< bytes from the start of the data
  uint64_t end = 0;
  const void* data = nullptr;  ///< aligned for the element type; set when the file is opened
};

/// Parses the JSON text of `size` bytes; `data_size` bytes of data follow it in the file.
class WeightsHeaderParser {
 public:
  WeightsHeaderParser(const char* text, size_t size, uint64_t data_size)
      : begin_(text), at_(text), end_(text + size), data_size_(data_size) {}

  /// Entries sorted by name, or false and a message.
  bool parse(std::vector<WeightsEntry>* entries, std::string* error) {
    entries->clear();
    if (parse_text(entries) && check_names(entries) && check_ranges(*entries)) return true;
    entries->clear();
    *error = error_;
    return false;
  }

 private:
  bool fail(const std::string& what) {
    error_ = "weights header, byte " + std::to_string(at_ - begin_) + ": " + what;
    return false;
  }
  bool fail_tensor(const std::string& name, const std::string& what) {
    error_ = "weights tensor \"" + name + "\": " + what;
    return false;
  }

  bool parse_text(std::vector<WeightsEntry>* entries) {
    if (!check_utf8()) return false;
    if (at_ == end_ || *at_ != '{') return fail("expected { as the first byte");
    ++at_;
    skip_space();
    if (!take('}')) {
      bool metadata_seen = false;
      do {
        std::string name;
        skip_space();
        if (!parse_string(&name) || !expect(':')) return false;
        if (name == "__metadata__") {
          if (metadata_seen) return fail("__metadata__ occurs twice");
          metadata_seen = true;
          if (!parse_metadata()) return false;
        } else {
          entries->emplace_back();
          entries->back().name = std::move(name);
          if (!parse_tensor(&entries->back())) return false;
        }
        skip_space();
      } while (take(','));
      if (!expect('}')) return false;
    }
    skip_space();
    return at_ == end_ || fail("unexpected text after the closing }");
  }

  /// { "key": "text", ... }
  bool parse_metadata() {
    if (!expect('{')) return false;
    skip_space();
    if (take('}')) return true;
    std::vector<std::string> keys;
    do {
      std::string key, value;
      skip_space();
      if (!parse_string(&key) || !expect(':')) return false;
      skip_space();
      if (!parse_string(&value)) return false;
      keys.push_back(std::move(key));
      skip_space();
    } while (take(','));
    std::sort(keys.begin(), keys.end());
    if (std::adjacent_find(keys.begin(), keys.end()) != keys.end()) {
      return fail("a key of __metadata__ occurs twice");
    }
    return expect('}');
  }

  /// { "dtype": "F32", "shape": [2, 3], "data_offsets": [0, 24] } in any order.
  bool parse_tensor(WeightsEntry* entry) {
    bool have_dtype = false, have_shape = false, have_range = false;
    int64_t element_size = 0;
    if (!expect('{')) return false;
    skip_space();
    if (take('}')) return fail_tensor(entry->name, "dtype, shape and data_offsets are missing");
    do {
      std::string key;
      skip_space();
      if (!parse_string(&key) || !expect(':')) return false;
      skip_space();
      bool* have = key == "dtype"          ? &have_dtype
                   : key == "shape"        ? &have_shape
                   : key == "data_offsets" ? &have_range
                                           : nullptr;
      if (have == nullptr) return fail_tensor(entry->name, "unknown field \"" + key + "\"");
      if (*have) return fail_tensor(entry->name, "field \"" + key + "\" occurs twice");
      *have = true;
      if (key == "dtype") {
        std::string name;
        if (!parse_string(&name)) return false;
        element_size = set_dtype(entry, name);
        if (element_size == 0) return fail_tensor(entry->name, "unknown dtype \"" + name + "\"");
      } else if (key == "shape") {
        if (!parse_shape(entry)) return false;
      } else if (!parse_range(entry)) {
        return false;
      }
      skip_space();
    } while (take(','));
    if (!expect('}')) return false;
    if (!have_dtype) return fail_tensor(entry->name, "dtype is missing");
    if (!have_shape) return fail_tensor(entry->name, "shape is missing");
    if (!have_range) return fail_tensor(entry->name, "data_offsets is missing");
    return check_size(*entry, element_size);
  }

  static int64_t set_dtype(WeightsEntry* entry, const std::string& name) {
    static constexpr struct {
      const char* name;
      int32_t dtype;
      int64_t size;
    } kTypes[] = {{"BOOL", WEFT_BOOL, 1}, {"U8", WEFT_U8, 1},     {"I8", WEFT_I8, 1},
                  {"I16", WEFT_I16, 2},   {"I32", WEFT_I32, 4},   {"I64", WEFT_I64, 8},
                  {"F16", WEFT_F16, 2},   {"BF16", WEFT_BF16, 2}, {"F32", WEFT_F32, 4},
                  {"F64", WEFT_F64, 8},   {"U16", -1, 2},         {"U32", -1, 4},
                  {"U64", -1, 8},         {"F8_E5M2", -1, 1},     {"F8_E4M3", -1, 1}};
    for (const auto& type : kTypes) {
      if (name == type.name) {
        entry->dtype = type.dtype;
        return type.size;
      }
    }
    return 0;
  }

  bool parse_shape(WeightsEntry* entry) {
    if (!expect('[')) return false;
    skip_space();
    if (take(']')) return true;
    do {
      uint64_t size = 0;
      skip_space();
      if (!parse_number(&size)) return false;
      if (size > uint64_t{INT64_MAX}) return fail_tensor(entry->name, "a size is too large");
      if (entry->rank == WEFT_MAX_RANK) {
        return fail_tensor(entry->name, "more than 8 dimensions");
      }
      entry->sizes[entry->rank++] = static_cast<int64_t>(size);
      skip_space();
    } while (take(','));
    return expect(']');
  }

  bool parse_range(WeightsEntry* entry) {
    if (!expect('[')) return false;
    skip_space();
    if (!parse_number(&entry->begin) || !expect(',')) return false;
    skip_space();
    return parse_number(&entry->end) && expect(']');
  }

  /// Digits only: the format has no signs, fractions or exponents.
  bool parse_number(uint64_t* value) {
    if (at_ == end_ || *at_ < '0' || *at_ > '9') return fail("expected a non-negative integer");
    if (*at_ == '0' && end_ - at_ > 1 && at_[1] >= '0' && at_[1] <= '9') {
      return fail("a number begins with 0");
    }
    uint64_t v = 0;
    for (; at_ != end_ && *at_ >= '0' && *at_ <= '9'; ++at_) {
      if (__builtin_mul_overflow(v, uint64_t{10}, &v) ||
          __builtin_add_overflow(v, static_cast<uint64_t>(*at_ - '0'), &v)) {
        return fail("a number exceeds 64 bits");
      }
    }
    *value = v;
    return true;
  }

  bool parse_string(std::string* out) {
    if (at_ == end_ || *at_ != '"') return fail("expected a string");
    ++at_;
    while (at_ != end_ && *at_ != '"') {
      const char c = *at_;
      if (static_cast<unsigned char>(c) < 0x20) return fail("a control character in a string");
      if (c != '\\') {
        out->push_back(c);
        ++at_;
        continue;
      }
      ++at_;
      if (at_ == end_) break;
      const char escape = *at_++;
      static constexpr char kFrom[] = "\"\\/bfnrt", kTo[] = "\"\\/\b\f\n\r\t";
      const char* known = std::find(kFrom, kFrom + 8, escape);
      if (known != kFrom + 8) {
        out->push_back(kTo[known - kFrom]);
      } else if (escape != 'u') {
        return fail("an unknown escape in a string");
      } else if (!parse_unicode(out)) {
        return false;
      }
    }
    if (at_ == end_) return fail("a string does not end");
    ++at_;
    return true;
  }

  bool parse_hex4(uint32_t* code) {
    *code = 0;
    if (end_ - at_ < 4) return fail("a \\u escape is cut off");
    for (int i = 0; i < 4; ++i, ++at_) {
      const char c = *at_;
      const int digit = c >= '0' && c <= '9'   ? c - '0'
                        : c >= 'a' && c <= 'f' ? c - 'a' + 10
                        : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                               : -1;
      if (digit < 0) return fail("a \\u escape needs four hexadecimal digits");
      *code = *code * 16 + static_cast<uint32_t>(digit);
    }
    return true;
  }
  bool parse_unicode(std::string* out) {
    uint32_t code = 0, second = 0;
    if (!parse_hex4(&code)) return false;
    if (code == 0) return fail("a zero character in a string");
    if (code >= 0xD800 && code < 0xE000) {
      if (code >= 0xDC00 || end_ - at_ < 2 || at_[0] != '\\' || at_[1] != 'u') {
        return fail("half of a surrogate pair in a string");
      }
      at_ += 2;
      if (!parse_hex4(&second)) return false;
      if (second < 0xDC00 || second >= 0xE000) return fail("half of a surrogate pair in a string");
      code = 0x10000 + ((code - 0xD800) << 10) + (second - 0xDC00);
    }
    const auto add = [&](uint32_t byte) { out->push_back(static_cast<char>(byte)); };
    if (code < 0x80) {
      add(code);
    } else if (code < 0x800) {
      add(0xC0 | code >> 6), add(0x80 | (code & 0x3F));
    } else if (code < 0x10000) {
      add(0xE0 | code >> 12), add(0x80 | (code >> 6 & 0x3F)), add(0x80 | (code & 0x3F));
    } else {
      add(0xF0 | code >> 18), add(0x80 | (code >> 12 & 0x3F));
      add(0x80 | (code >> 6 & 0x3F)), add(0x80 | (code & 0x3F));
    }
    return true;
  }

  /// Shortest forms only, no surrogates, nothing above U+10FFFF.
  bool check_utf8() {
    const auto byte = [&](int i) { return static_cast<unsigned char>(at_[i]); };
    while (at_ != end_) {
      const unsigned c = byte(0);
      const int more = c < 0x80                ? 0
                       : c >= 0xC2 && c < 0xE0 ? 1
                       : c >= 0xE0 && c < 0xF0 ? 2
                       : c >= 0xF0 && c < 0xF5 ? 3
                                               : -1;
      if (more < 0 || end_ - at_ <= more) return fail("not UTF-8");
      for (int i = 1; i <= more; ++i) {
        if ((byte(i) & 0xC0) != 0x80) return fail("not UTF-8");
      }
      if ((c == 0xE0 && byte(1) < 0xA0) || (c == 0xED && byte(1) >= 0xA0) ||
          (c == 0xF0 && byte(1) < 0x90) || (c == 0xF4 && byte(1) >= 0x90)) {
        return fail("not UTF-8");
      }
      at_ += more + 1;
    }
    at_ = begin_;
    return true;
  }

  void skip_space() {
    while (at_ != end_ && (*at_ == ' ' || *at_ == '\t' || *at_ == '\n' || *at_ == '\r')) ++at_;
  }
  bool take(char c) {
    if (at_ == end_ || *at_ != c) return false;
    ++at_;
    return true;
  }
  bool expect(char c) {
    skip_space();
    return take(c) || fail(std::string("expected ") + c);
  }

  bool check_size(const WeightsEntry& entry, int64_t element_size) {
    if (entry.begin > entry.end) return fail_tensor(entry.name, "data_offsets run backwards");
    if (entry.end > data_size_) return fail_tensor(entry.name, "data_offsets leave the file");
    uint64_t bytes = static_cast<uint64_t>(element_size);
    bool overflow = false;
    for (int32_t i = 0; i < entry.rank; ++i) {
      overflow =
          __builtin_mul_overflow(bytes, static_cast<uint64_t>(entry.sizes[i]), &bytes) || overflow;
    }
    if (overflow) return fail_tensor(entry.name, "the product of the sizes overflows");
    if (bytes != entry.end - entry.begin) {
      return fail_tensor(entry.name, "dtype and shape need " + std::to_string(bytes) +
                                         " bytes, data_offsets span " +
                                         std::to_string(entry.end - entry.begin));
    }
    return true;
  }

  bool check_names(std::vector<WeightsEntry>* entries) {
    const auto less = [](const WeightsEntry& a, const WeightsEntry& b) { return a.name < b.name; };
    std::sort(entries->begin(), entries->end(), less);
    for (size_t i = 1; i < entries->size(); ++i) {
      if ((*entries)[i - 1].name == (*entries)[i].name) {
        return fail_tensor((*entries)[i].name, "the name occurs twice");
      }
    }
    return true;
  }

  bool check_ranges(const std::vector<WeightsEntry>& entries) {
    std::vector<const WeightsEntry*> order;
    order.reserve(entries.size());
    for (const WeightsEntry& entry : entries) order.push_back(&entry);
    std::sort(order.begin(), order.end(), [](const WeightsEntry* a, const WeightsEntry* b) {
      return a->begin != b->begin ? a->begin < b->begin : a->end < b->end;
    });
    uint64_t expected = 0;
    for (const WeightsEntry* entry : order) {
      if (entry->begin != expected) {
        return fail_tensor(
            entry->name,
            (entry->begin < expected ? "data overlaps another tensor's" : "unused data before it") +
                std::string(": begins at ") + std::to_string(entry->begin) + ", expected " +
                std::to_string(expected));
      }
      expected = entry->end;
    }
    if (expected != data_size_) {
      at_ = end_;
      return fail("tensors end at byte " + std::to_string(expected) + " of the data, the file at " +
                  std::to_string(data_size_));
    }
    return true;
  }

  const char* begin_;
  const char* at_;
  const char* end_;
  uint64_t data_size_;
  std::string error_;
};

}  // namespace WEFT_HOST_SPACE
}  // namespace weft_deploy
