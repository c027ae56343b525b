#include <weft/frontend/cli/input_values.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <sstream>

#include <fmt/format.h>

#include <weft/frontend/cli/diagnostics.h>
#include <weft/frontend/cli/tensor_file.h>
#include <weft/runtime/eager/copy.h>
#include <weft/runtime/tensor/tensor_impl.h>

namespace weft::cli {
namespace {

/// Values of the symbols in the specs, by id.
using Extents = std::map<std::uint64_t, std::int64_t>;

/// The declared name of a symbol, and what the symbol stands for: `N/8` is an eighth of N.
std::pair<std::string, std::int64_t> declaration(const ir::SymbolInfo& symbol) {
  const std::size_t slash = symbol.name.find('/');
  if (slash == std::string::npos) return {symbol.name, 1};
  return {symbol.name.substr(0, slash), std::stoll(symbol.name.substr(slash + 1))};
}

/// Binds the symbols that one size of the spec decides to the tensor's extents.
void bind_extents(const TensorImpl& tensor, const TensorSpec& spec, Extents& extents) {
  for (std::size_t d = 0; d < spec.sizes.size() && d < tensor.sizes.size(); ++d) {
    const std::vector<ir::Symbol> symbols = spec.sizes[d].symbols();
    if (symbols.size() != 1) continue;
    const auto factor = spec.sizes[d].coefficient(symbols[0]);
    if (!factor || !factor->is_constant()) continue;
    const std::int64_t rest = tensor.sizes[d] - spec.sizes[d].constant_term();
    extents.emplace(symbols[0]->id, rest / factor->value());
  }
}

std::optional<std::int64_t> value_of(const ir::IntExpr& size, const Extents& extents) {
  for (const ir::Symbol& symbol : size.symbols()) {
    const auto found = extents.find(symbol->id);
    if (found == extents.end()) return std::nullopt;
    if (found->second < symbol->lower || found->second > symbol->upper) return std::nullopt;
  }
  return size.evaluate([&](const ir::SymbolInfo& symbol) { return extents.at(symbol.id); });
}

bool fits(const TensorImpl& tensor, const TensorSpec& spec, const Extents& extents) {
  if (tensor.dtype != spec.dtype || tensor.sizes.size() != spec.sizes.size()) return false;
  for (std::size_t d = 0; d < spec.sizes.size(); ++d) {
    if (value_of(spec.sizes[d], extents) != tensor.sizes[d]) return false;
  }
  return true;
}

/// The symbols in the specs, each once.
std::vector<ir::Symbol> symbols_of(const std::vector<TensorSpec>& specs) {
  std::vector<ir::Symbol> result;
  for (const TensorSpec& spec : specs) {
    for (const ir::IntExpr& size : spec.sizes) {
      for (const ir::Symbol& symbol : size.symbols()) {
        const bool known = std::any_of(result.begin(), result.end(),
                                       [&](const ir::Symbol& s) { return s->id == symbol->id; });
        if (!known) result.push_back(symbol);
      }
    }
  }
  return result;
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
  for (const TensorSpec& spec : specs) {
    ir::TensorHandle tensor = file.find("input." + spec.name);
    if (!tensor) tensor = file.find(spec.name);
    if (!tensor) {
      fail(diag::InputDoesNotFit, {},
           {path, fmt::format("there is no tensor \"input.{0}\" or \"{0}\"", spec.name),
            file.contents()});
    }
    inputs.push_back(std::move(tensor));
  }
  Extents extents;
  for (std::size_t k = 0; k < specs.size(); ++k) bind_extents(*inputs[k], specs[k], extents);
  for (std::size_t k = 0; k < specs.size(); ++k) {
    if (fits(*inputs[k], specs[k], extents)) continue;
    fail(diag::InputDoesNotFit, {},
         {path,
          fmt::format("tensor \"{}\" is {}, and the spec says {}", specs[k].name,
                      describe(*inputs[k]), specs[k].meta().str()),
          ""});
  }
  return inputs;
}

std::vector<ir::TensorHandle> make_inputs(const std::vector<TensorSpec>& specs,
                                          const NamedExtents& named) {
  Extents extents;
  for (const ir::Symbol& symbol : symbols_of(specs)) {
    const auto [name, divisor] = declaration(*symbol);
    for (const auto& [given, value] : named) {
      if (given != name) continue;
      if (value % divisor != 0 || value / divisor < symbol->lower ||
          value / divisor > symbol->upper) {
        fail(diag::ExtentNotAllowed, {}, {name, std::to_string(value)});
      }
      extents[symbol->id] = value / divisor;
    }
  }
  std::vector<ir::TensorHandle> inputs;
  for (const TensorSpec& spec : specs) {
    std::vector<std::int64_t> sizes;
    for (const ir::IntExpr& size : spec.sizes) {
      const std::optional<std::int64_t> value = value_of(size, extents);
      if (!value || *value < 0) {
        const std::string given = extents_text(named);
        fail(diag::ExtentNotAllowed, {},
             {size.str(), value ? fmt::format("{}, with {}", *value, given) : given});
      }
      sizes.push_back(*value);
    }
    inputs.push_back(make_input(spec, sizes));
  }
  return inputs;
}

std::vector<std::string> extent_names(const std::vector<TensorSpec>& specs) {
  std::vector<std::string> names;
  for (const ir::Symbol& symbol : symbols_of(specs)) names.push_back(declaration(*symbol).first);
  return names;
}

NamedExtents read_extents(const std::string& text, const std::vector<TensorSpec>& specs) {
  const auto complain = [&](const std::string& what) {
    fail(diag::CommandLineWrong, {}, {fmt::format("--at `{}`: {}", text, what), "verify "});
  };
  std::map<std::string, std::int64_t> values;
  std::stringstream items(text);
  for (std::string item; std::getline(items, item, ',');) {
    std::erase(item, ' ');
    const std::size_t equals = item.find('=');
    std::int64_t value = 0;
    const char* begin = item.data() + std::min(equals, item.size() - 1) + 1;
    const char* end = item.data() + item.size();
    const auto [stop, error] = std::from_chars(begin, end, value);
    if (equals == std::string::npos || error != std::errc() || stop != end || value < 0) {
      complain(fmt::format("`{}` is not of the form NAME=NUMBER", item));
    }
    values[item.substr(0, equals)] = value;
  }
  NamedExtents result;
  for (const std::string& name : extent_names(specs)) {
    const auto found = values.find(name);
    if (found == values.end()) complain(fmt::format("it gives no value for `{}`", name));
    result.emplace_back(name, found->second);
    values.erase(found);
  }
  if (!values.empty()) complain(fmt::format("no input has an extent `{}`", values.begin()->first));
  return result;
}

std::vector<NamedExtents> default_extents(const std::vector<TensorSpec>& specs) {
  const std::vector<ir::Symbol> symbols = symbols_of(specs);
  if (symbols.empty()) return {{}};
  std::vector<NamedExtents> calls(3);
  constexpr std::int64_t kPrimes[] = {7, 11, 13};
  for (std::size_t k = 0; k < symbols.size(); ++k) {
    const auto [name, divisor] = declaration(*symbols[k]);
    const std::int64_t wanted[] = {1, static_cast<std::int64_t>(k) + 3, kPrimes[k % 3]};
    for (std::size_t c = 0; c < calls.size(); ++c) {
      const std::int64_t part = (wanted[c] + divisor - 1) / divisor;
      calls[c].emplace_back(name, std::clamp(part, symbols[k]->lower, symbols[k]->upper) * divisor);
    }
  }
  calls.erase(std::unique(calls.begin(), calls.end()), calls.end());
  return calls;
}

std::string extents_text(const NamedExtents& extents) {
  std::string text;
  for (const auto& [name, value] : extents) {
    text += fmt::format("{}{}={}", text.empty() ? "" : ", ", name, value);
  }
  return text;
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
