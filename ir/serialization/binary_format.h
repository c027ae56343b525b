/// \file The layout of the binary form, as its writer and its reader know it.
///
/// | part      | content                                                              |
/// |-----------|----------------------------------------------------------------------|
/// | magic     | 8 bytes, with the version                                            |
/// | texts     | count; each: length, bytes                                           |
/// | symbols   | count; each: text, kind, then bounds or the extent                   |
/// | values    | count; each: a meta                                                  |
/// | stacks    | count; each: count of frames, two texts for each                     |
/// | locations | count; each: text of the file, line, column, text of the function    |
/// | nodes     | count; each: opcode and fields, name, target, arguments, then fields |
///
/// Numbers are LEB128; signed ones are folded (0, -1, 1, -2, ...). Floats are 8 bytes, low first.
/// Texts, values, stacks and locations are given by their number; operands by the distance back.
#pragma once

#include <cstdint>
#include <string_view>

namespace weft::ir::serialization {

inline constexpr std::string_view kBinaryMagic = "weftgrf1";

/// What an argument is. The numbers are part of the form.
enum class ArgumentTag : std::uint8_t {
  kNone = 0,
  kNode = 1,
  kFalse = 2,
  kTrue = 3,
  kInteger = 4,
  kFloat = 5,
  kText = 6,
  kDType = 7,
  kDevice = 8,
  kEnum = 9,
  kEllipsis = 10,
  kSlice = 11,
  kList = 12,
  kDict = 13,
};

/// What a meta is.
enum class ValueTag : std::uint8_t { kUnknown, kDense, kStrided, kInteger, kNumber, kList };

/// Which fields a node has; they follow in this order. The low three bits hold the opcode.
enum NodeField : std::uint8_t {
  kOpcodeBits = 0x07,
  kHasKwargs = 0x08,
  kHasValue = 0x10,
  kHasLocation = 0x20,
  kHasModules = 0x40,
  kHasOthers = 0x80,  ///< type and attachments
};

}  // namespace weft::ir::serialization
