/// \file The header of a safetensors file.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <weft/ir/dtype.h>
#include <weft/ir/source_location.h>

namespace weft::weights {

/// Longest header that is accepted, in bytes, as in the reference implementation.
inline constexpr std::uint64_t kLongestHeader = 100'000'000;
/// Most tensors of one file: keeps the memory for their descriptions in proportion to the file.
inline constexpr std::size_t kMostTensors = std::size_t{1} << 17;
/// Most dimensions of one tensor.
inline constexpr std::size_t kMostDimensions = 64;

/// One tensor of the file.
struct Entry {
  std::string name;
  DType dtype = DType::kFloat32;
  std::vector<std::int64_t> sizes;
  std::uint64_t begin = 0;  ///< bytes from the start of the data
  std::uint64_t end = 0;
};

/// The file that a header belongs to, for messages.
struct FileName {
  std::string name;
  SourceLocation where;
};

/// Checks the length that the first eight bytes give. \error W3102
void check_header_length(std::uint64_t length, std::uint64_t file_size, const FileName& file);

/// Reads the header's text, which `data_size` bytes of data follow. Entries come in the order of the
/// text; together they cover the data without gap or overlap.
/// \error W3103 to W3107
std::vector<Entry> parse_header(std::string_view text, std::uint64_t data_size,
                                const FileName& file);

/// True for UTF-8 without overlong forms and surrogates.
bool is_utf8(std::string_view text);
/// What is wrong with the name of a tensor; empty for nothing.
std::string fault_of_name(std::string_view name);

}  // namespace weft::weights
