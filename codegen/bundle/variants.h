/// \file A bundle that holds a model several times, each compiled for part of its extents.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <weft/codegen/bundle/bundle.h>

namespace weft::codegen {

/// What a variant asks of one extent of the inputs.
struct VariantField {
  std::string extent;  ///< as declared in the input specs
  std::int64_t lower = 0;
  std::int64_t upper = INT64_MAX;
  std::int64_t divisor = 1;
};

/// One compiled version of a model.
struct Variant {
  std::string conditions;  ///< as the user gave them: "N in [2,64]"; empty: as the inputs say
  std::vector<VariantField> fields;
  Program program;
  const ir::GraphModule* module = nullptr;
};

/// \error W5013 for a variant with a field of an extent that is not among `extents`
/// \error W5017 for a variant whose calls are all for one before it
void require_open_extents(const std::vector<Extent>& extents, const std::vector<Variant>& variants);

/// A bundle with the interface of a model whose inputs are `inputs`. Each call runs the first
/// variant whose fields its inputs meet, and what the variants hold alike of weights is stored
/// once.
/// \error W5011 as make_bundle
/// \error W5013, W5017 as require_open_extents
/// \error W5015 for a fallback where no input leaves an extent open
/// \error W5014 where variants cannot share one interface: other results, or a workspace that keeps
///        random numbers or numbers found in data
BundleFiles make_variant_bundle(const std::vector<Port>& inputs, std::vector<Variant> variants,
                                const BundleOptions& options);

}  // namespace weft::codegen
