#include <weft/runtime/weights/pickle_writer.h>

#include <limits>

namespace weft::weights {

void PickleWriter::number(std::uint64_t value, int width) {
  for (int i = 0; i < width; ++i) bytes_ += static_cast<char>(value >> (8 * i) & 0xff);
}

void PickleWriter::integer(std::int64_t value) {
  const auto bits = static_cast<std::uint64_t>(value);
  if (value >= 0 && value <= 0xff) {
    bytes_ += 'K';
    number(bits, 1);
  } else if (value >= 0 && value <= 0xffff) {
    bytes_ += 'M';
    number(bits, 2);
  } else if (value >= std::numeric_limits<std::int32_t>::min() &&
             value <= std::numeric_limits<std::int32_t>::max()) {
    bytes_ += 'J';
    number(bits, 4);
  } else {
    bytes_ += "\x8a\x08";
    number(bits, 8);
  }
}

void PickleWriter::text(std::string_view value) {
  bytes_ += 'X';
  number(value.size(), 4);
  bytes_ += value;
}

void PickleWriter::integers(const std::vector<std::int64_t>& values) {
  mark();
  for (const std::int64_t value : values) integer(value);
  tuple();
}

void PickleWriter::name(std::string_view module, std::string_view name) {
  bytes_ += 'c';
  bytes_ += module;
  bytes_ += '\n';
  bytes_ += name;
  bytes_ += '\n';
}

void PickleWriter::object(std::string_view module, std::string_view class_name) {
  name(module, class_name);
  bytes_ += ")\x81";
}

std::uint32_t PickleWriter::remember() {
  bytes_ += 'r';
  number(remembered_, 4);
  return remembered_++;
}

void PickleWriter::recall(std::uint32_t number_of_value) {
  bytes_ += 'j';
  number(number_of_value, 4);
}

}  // namespace weft::weights
