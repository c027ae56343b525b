/// \file The checks that the entry of a compiled program makes at every call.
#include <weft/codegen/loop/guards.h>

#include <fmt/format.h>

#include <algorithm>

namespace weft::codegen {
namespace {

const char* const kSpec = "input spec";

std::string dimensions(std::size_t rank) {
  return rank == 1 ? "1 dimension" : fmt::format("{} dimensions", rank);
}

/// The ranges of the extents that are read at an input.
void add_ranges(const Program& program, int input, std::vector<Guard>& guards) {
  for (const Extent& extent : program.extents) {
    if (extent.input != input) continue;
    const std::int64_t lower = extent.symbol->lower * extent.divisor;
    if (extent.symbol->upper != INT64_MAX) {
      const std::int64_t upper = extent.symbol->upper * extent.divisor;
      guards.push_back({"range",
                        extent.name,
                        fmt::format("{} in [{}, {}]", extent.name, lower, upper),
                        kSpec,
                        {}});
    } else {
      guards.push_back(
          {"range", extent.name, fmt::format("{} >= {}", extent.name, lower), kSpec, {}});
    }
    if (extent.divisor == 1) continue;
    guards.push_back({"multiple",
                      extent.name,
                      fmt::format("{} % {} == 0", extent.name, extent.divisor),
                      kSpec,
                      {}});
  }
}

/// True where the size is read as an extent and so cannot be wrong.
bool decides(const Program& program, int input, std::size_t dimension) {
  return std::any_of(program.extents.begin(), program.extents.end(), [&](const Extent& extent) {
    return extent.input == input && extent.dimension == static_cast<int>(dimension) &&
           extent.factor == 1 && extent.offset == 0;
  });
}

void add_sizes(const Program& program, const std::vector<Port>& ports, bool is_input,
               std::vector<Guard>& guards) {
  for (std::size_t k = 0; k < ports.size(); ++k) {
    for (std::size_t d = 0; d < ports[k].meta.sizes.size(); ++d) {
      if (is_input && decides(program, static_cast<int>(k), d)) continue;
      guards.push_back(
          {"size",
           ports[k].name,
           fmt::format("{}.size({}) == {}", ports[k].name, d, ports[k].meta.sizes[d].str()),
           is_input ? kSpec : "the shapes of the results",
           {}});
    }
  }
}

void add_type(const Port& port, const char* reason, std::vector<Guard>& guards) {
  guards.push_back(
      {"type",
       port.name,
       fmt::format("{} is {} with {}", port.name, ir::dtype_short_name(port.meta.dtype),
                   dimensions(port.meta.rank())),
       reason,
       {}});
}

void add_memory(const std::vector<Port>& ports, std::vector<Guard>& guards) {
  for (const Port& port : ports) {
    guards.push_back({"memory",
                      port.name,
                      port.name + " is dense, row-major and aligned",
                      "kernels compute addresses for that",
                      {}});
  }
}

}  // namespace

std::vector<Guard> list_guards(const Program& program) {
  std::vector<Guard> guards;
  for (std::size_t k = 0; k < program.inputs.size(); ++k) {
    add_type(program.inputs[k], kSpec, guards);
    add_ranges(program, static_cast<int>(k), guards);
  }
  add_sizes(program, program.inputs, true, guards);
  for (const Condition& condition : program.conditions) {
    const bool found = depends_on_data(condition.value, program.extents);
    // An equality is two conditions of one text.
    const Guard& last = guards.back();
    if (last.text == condition.text && last.where.str() == condition.where.str()) continue;
    guards.push_back(
        {found ? "found" : "condition", "", condition.text, condition.reason, condition.where});
  }
  add_memory(program.inputs, guards);
  for (const Port& port : program.outputs) add_type(port, "the types of the results", guards);
  add_sizes(program, program.outputs, false, guards);
  add_memory(program.outputs, guards);
  guards.push_back({"overlap",
                    "",
                    "no output shares memory with an input or another output",
                    "kernels write results before all inputs are read",
                    {}});
  for (const WrittenInput& written : program.written) {
    const std::string& name = program.inputs[static_cast<std::size_t>(written.input)].name;
    guards.push_back({"overlap",
                      name,
                      name + ", which the model writes, shares memory with no other input",
                      "other inputs are taken to keep their values",
                      {}});
  }
  return guards;
}

}  // namespace weft::codegen
