/// \file What the forms of a graph module have in common.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <weft/ir/serialization/stored_module.h>
#include <weft/ir/source_location.h>

namespace weft::ir::serialization {

inline constexpr std::string_view kModuleMagic = "weftmod1";

/// Checks a tensor that has been read: elements, strides and bytes fit together, and the memory
/// that it would take is in proportion.
/// \error W1405
void check_tensor(const StoredTensor& tensor, SourceLocation where);
/// \error W1404 for a tensor that does not exist
void add_attribute(const StoredGraphModule& whole, StoredModule& module, std::string path,
                   std::int64_t tensor, SourceLocation where);
/// Refuses two attributes or modules at one path.
/// \error W1402
void check_paths(const StoredModule& module, SourceLocation where);
/// \error W1409 for modules in modules in modules
void check_module_depth(int depth, SourceLocation where);

std::vector<std::int64_t> dense_strides(const std::vector<std::int64_t>& sizes);
/// Bytes as pairs of hexadecimal digits.
std::string to_hex(std::string_view bytes);
/// \error W1405
std::string from_hex(std::string_view digits, SourceLocation where);

StoredGraphModule module_from_text(std::string_view text, const std::string& file);
StoredGraphModule module_from_json(std::string_view text);
StoredGraphModule module_from_binary(std::string_view data);

}  // namespace weft::ir::serialization
