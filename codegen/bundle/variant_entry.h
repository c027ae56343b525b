/// \file The parts of a bundle with several variants of a model.
#pragma once

#include <string>
#include <vector>

#include <weft/codegen/bundle/parts.h>
#include <weft/codegen/bundle/variants.h>

namespace weft::codegen::bundle {

/// Prefix of the files and symbols of a variant: "net_v0".
std::string variant_name(const std::string& name, std::size_t variant);

/// What a variant is for, in words.
std::string variant_text(const Variant& variant);

/// The entry that chooses a variant for each call. `whole.program` is the common interface.
std::string variant_entry_file(const Context& whole);

/// A function that says whether a variant takes inputs, as far as types and shapes tell: its
/// declaration, and its definition in the entry of the variant.
std::string input_check_declaration(const Context& variant);
std::string input_check_function(const Context& variant);

/// The manifest of all variants.
std::string variant_manifest_file(const Context& whole, const std::vector<Context>& variants,
                                  const std::vector<std::string>& entries,
                                  const std::vector<KernelFile>& kernels);

// What the header of the common interface says of variants: functions of the C interface, and
// members of the class.
std::string variant_functions(const Context& whole);
std::string variant_member(const Context& whole);
/// Asks for the shapes of results in the class's `run`.
std::string variant_shapes_call(const Context& whole);
/// "float32[1, 10] or float32[N, 10]": a result in all variants.
std::string variant_output_type(const Context& whole, std::size_t output);

}  // namespace weft::codegen::bundle
