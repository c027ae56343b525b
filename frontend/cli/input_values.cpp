#include <weft/frontend/cli/input_values.h>

#include <map>

#include <fmt/format.h>

#include <weft/frontend/cli/diagnostics.h>
#include <weft/frontend/cli/tensor_file.h>
#include <weft/runtime/eager/copy.h>
#include <weft/runtime/tensor/tensor_impl.h>

namespace weft::cli {
namespace {

/// Values of the symbols in the specs, by id.
using Extents = std::map<std::uint64_t, std::int64_t>;

/// True if the tensor fits the spec, and binds the spec's symbols to its extents.
bool fits(const TensorImpl& tensor, const TensorSpec& spec, Extents& extents) {
  if (tensor.dtype != spec.dtype || tensor.sizes.size() != spec.sizes.size()) return false;
  for (std::size_t d = 0; d < spec.sizes.size(); ++d) {
    std::int64_t wanted = tensor.sizes[d];
    if (const ir::Symbol symbol = spec.sizes[d].as_symbol()) {
      wanted = extents.emplace(symbol->id, tensor.sizes[d]).first->second;
    } else {
      wanted = spec.sizes[d].value();
    }
    if (wanted != tensor.sizes[d]) return false;
  }
  return true;
}

std::uint64_t fnv1a(const std::string& text) {
  std::uint64_t hash = 14695981039346656037ULL;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
  return hash;
}

std::uint64_t splitmix64(std::uint64_t x) {
  x += 0x9E3779B97F4A7C15ULL;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL;
  return x ^ (x >> 31);
}

ir::TensorHandle make_input(const TensorSpec& spec, const std::vector<std::int64_t>& sizes) {
  const ir::TensorHandle values = make_tensor(DType::kFloat64, sizes);
  const std::uint64_t seed = fnv1a("input:" + spec.name);
  const auto count = static_cast<std::uint64_t>(values->numel());
  for (std::uint64_t k = 0; k < count; ++k) {
    const double unit = static_cast<double>(splitmix64(seed + k) >> 40) / 16777216.0;
    values->data_as<double>()[k] = ir::is_floating(spec.dtype) ? 2 * unit - 1 : unit < 0.5 ? 0 : 1;
  }
  const ir::TensorHandle input = make_tensor(spec.dtype, sizes);
  eager::copy_into(values, input);
  return input;
}

}  // namespace

std::vector<ir::TensorHandle> read_inputs(const std::string& path,
                                          const std::vector<TensorSpec>& specs) {
  const TensorFile file(path);
  std::vector<ir::TensorHandle> inputs;
  Extents extents;
  for (const TensorSpec& spec : specs) {
    ir::TensorHandle tensor = file.find("input." + spec.name);
    if (!tensor) tensor = file.find(spec.name);
    if (!tensor) {
      fail(diag::InputDoesNotFit, {},
           {path, fmt::format("there is no tensor \"input.{0}\" or \"{0}\"", spec.name)});
    }
    if (!fits(*tensor, spec, extents)) {
      fail(diag::InputDoesNotFit, {},
           {path, fmt::format("tensor \"{}\" is {}, and the spec says {}", spec.name,
                              describe(*tensor), spec.meta().str())});
    }
    inputs.push_back(std::move(tensor));
  }
  return inputs;
}

std::vector<ir::TensorHandle> make_inputs(const std::vector<TensorSpec>& specs) {
  std::vector<ir::TensorHandle> inputs;
  Extents extents;
  for (const TensorSpec& spec : specs) {
    std::vector<std::int64_t> sizes;
    for (const ir::IntExpr& size : spec.sizes) {
      const ir::Symbol symbol = size.as_symbol();
      const auto next = static_cast<std::int64_t>(extents.size()) + 3;
      sizes.push_back(symbol ? extents.emplace(symbol->id, next).first->second : size.value());
    }
    inputs.push_back(make_input(spec, sizes));
  }
  return inputs;
}

std::vector<ir::TensorHandle> copies_of(const std::vector<ir::TensorHandle>& tensors) {
  std::vector<ir::TensorHandle> copies;
  for (const ir::TensorHandle& tensor : tensors) {
    copies.push_back(make_tensor(tensor->dtype, tensor->sizes));
    eager::copy_into(tensor, copies.back());
  }
  return copies;
}

}  // namespace weft::cli
