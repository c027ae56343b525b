/// \file Running graphs operator by operator.
#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <map>
#include <set>

#include <weft/ir/operators/operator.h>

#include "evaluate.h"

namespace weft::codegen::test {
namespace {

using ir::Node;

std::int64_t position(const std::vector<std::int64_t>& index,
                      const std::vector<std::int64_t>& sizes) {
  std::int64_t p = 0;
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    if (index.at(d) < 0 || index[d] >= sizes[d]) {
      throw Violation(fmt::format("index {} outside of extent {}", index[d], sizes[d]));
    }
    p = p * sizes[d] + index[d];
  }
  return p;
}

std::vector<std::int64_t> constants(const std::vector<ir::IntExpr>& values) {
  std::vector<std::int64_t> result;
  for (const ir::IntExpr& v : values) result.push_back(v.value());
  return result;
}

/// Calls `f` with the symbols bound to every point of the sizes, row-major.
void for_each_point(const std::vector<ir::Symbol>& vars, const std::vector<std::int64_t>& sizes,
                    std::map<std::uint64_t, std::int64_t>& symbols, std::size_t d,
                    const std::function<void()>& f) {
  if (d == sizes.size()) return f();
  for (std::int64_t k = 0; k < sizes[d]; ++k) {
    symbols[vars[d]->id] = k;
    for_each_point(vars, sizes, symbols, d + 1, f);
  }
}

Array run_compute(const ir::Compute& compute, const std::vector<const Array*>& inputs) {
  Array out = make_array(ir::dense(compute.dtype, compute.sizes));
  std::map<std::uint64_t, std::int64_t> symbols;
  Element accumulated;
  Tape::Environment environment;
  environment.symbol = [&](const ir::SymbolInfo& s) { return symbols.at(s.id); };
  environment.load = [&](int input, const std::vector<std::int64_t>& index) {
    const Array& array = *inputs.at(static_cast<std::size_t>(input));
    return array.elements[static_cast<std::size_t>(position(index, array.sizes))];
  };
  environment.accumulator = [&](int) { return accumulated; };
  const Tape body(compute.body);
  const Tape finalize(compute.finalize ? compute.finalize : ir::accumulator(compute.dtype));
  std::vector<Tape> indirect;
  for (const ir::IndirectIndex& index : compute.indirect) indirect.emplace_back(index.value);
  const auto bind_indirect = [&] {
    for (std::size_t k = 0; k < indirect.size(); ++k) {
      symbols[compute.indirect[k].symbol->id] = indirect[k].evaluate(environment).i;
    }
  };
  std::size_t next = 0;
  for_each_point(compute.vars, out.sizes, symbols, 0, [&] {
    if (compute.combine == ir::Combine::kNone) {
      bind_indirect();
      out.elements[next++] = body.evaluate(environment);
      return;
    }
    Accumulation sum(compute.combine, compute.body.type());
    for_each_point(compute.reduce_vars, constants(compute.reduce_sizes), symbols, 0, [&] {
      bind_indirect();
      sum.add(body.evaluate(environment));
    });
    accumulated = sum.result();
    out.elements[next++] = finalize.evaluate(environment);
  });
  return out;
}

Array run_view(const ir::ViewMap& view, const Array& input) {
  Array out;
  out.dtype = input.dtype;
  out.sizes = constants(view.sizes);
  std::map<std::uint64_t, std::int64_t> symbols;
  for_each_point(view.vars, out.sizes, symbols, 0, [&] {
    std::vector<std::int64_t> index;
    for (const ir::IntExpr& e : view.index) {
      index.push_back(e.evaluate([&](const ir::SymbolInfo& s) { return symbols.at(s.id); }));
    }
    out.elements.push_back(input.elements[static_cast<std::size_t>(position(index, input.sizes))]);
  });
  return out;
}

}  // namespace

Array make_array(const ir::TensorMeta& meta) {
  Array array;
  array.dtype = meta.dtype;
  std::size_t count = 1;
  for (const ir::IntExpr& size : meta.sizes) {
    array.sizes.push_back(size.value());
    count *= static_cast<std::size_t>(size.value());
  }
  array.elements.resize(count);
  return array;
}

Array random_array(const ir::TensorMeta& meta, std::mt19937& random) {
  Array array = make_array(meta);
  for (Element& e : array.elements) {
    const auto draw = random();
    if (ir::is_floating(meta.dtype)) {
      e = convert({static_cast<double>(draw % 4096) / 1024 - 2, 0, true}, DType::kFloat64,
                  meta.dtype);
    } else if (meta.dtype == DType::kBool || meta.dtype == DType::kUInt8) {
      e.i = meta.dtype == DType::kBool ? draw % 2 : draw % 4;
    } else {
      e.i = static_cast<std::int64_t>(draw % 7) - 3;
    }
  }
  return array;
}

Inputs random_inputs(const ir::GraphModule& module, unsigned seed) {
  std::mt19937 random(seed);
  Inputs inputs;
  std::set<std::string> seen;
  for (const Node* node : module.graph) {
    const ir::TensorMeta* meta = node->meta.value.tensor();
    if (meta == nullptr) continue;
    if (node->opcode() == ir::OpCode::kPlaceholder) {
      inputs.placeholders.push_back(random_array(*meta, random));
    } else if (node->opcode() == ir::OpCode::kGetAttr && seen.insert(node->target()).second) {
      inputs.weights.emplace_back(node->target(), random_array(*meta, random));
    }
  }
  return inputs;
}

std::vector<Array> run_graph(const ir::GraphModule& module, const Inputs& inputs) {
  std::map<const Node*, std::vector<Array>> values;
  std::vector<Array> outputs;
  std::size_t next_input = 0;
  for (const Node* node : module.graph) {
    if (node->opcode() == ir::OpCode::kPlaceholder) {
      values[node] = {inputs.placeholders.at(next_input++)};
    } else if (node->opcode() == ir::OpCode::kGetAttr) {
      for (const auto& [path, array] : inputs.weights) {
        if (path == node->target()) values[node] = {array};
      }
    } else if (node->opcode() == ir::OpCode::kOutput) {
      ir::for_each_node(node->args()[0], [&](const Node* result) {
        for (const Array& array : values.at(result)) outputs.push_back(array);
      });
    } else if (node->target() == "getitem") {
      const auto k = static_cast<std::size_t>(node->args()[1].number()->as_int());
      values[node] = {values.at(node->args()[0].node()).at(k)};
    } else {
      const auto call = ir::call_of_node(*node);
      std::vector<const Array*> operands;
      for (const ir::Argument& argument :
           ir::bind_arguments(call->op().schema, node->args(), node->kwargs())) {
        ir::for_each_node(argument, [&](const Node* operand) {
          for (const Array& array : values.at(operand)) operands.push_back(&array);
        });
      }
      std::vector<Array> results;
      if (call->op().is_view()) {
        for (const ir::ViewMap& view : ir::view_of(*call)) {
          results.push_back(run_view(view, *operands.at(0)));
        }
      } else {
        for (const ir::Compute& compute : ir::compute_of(*call)) {
          results.push_back(run_compute(compute, operands));
        }
      }
      values[node] = std::move(results);
    }
  }
  return outputs;
}

std::string difference(const std::vector<Array>& expected, const std::vector<Array>& actual,
                       double tolerance) {
  if (expected.size() != actual.size()) return "different numbers of results";
  for (std::size_t k = 0; k < expected.size(); ++k) {
    const Array& e = expected[k];
    const Array& a = actual[k];
    if (e.dtype != a.dtype || e.sizes != a.sizes) return fmt::format("result {}: other type", k);
    for (std::size_t i = 0; i < e.elements.size(); ++i) {
      const double x = as_double(e.elements[i], e.dtype);
      const double y = as_double(a.elements[i], a.dtype);
      if (std::isnan(x) && std::isnan(y)) continue;
      if (x == y || std::abs(x - y) <= tolerance * std::max(1.0, std::abs(x))) continue;
      return fmt::format("result {}, element {}: expected {}, got {}", k, i, x, y);
    }
  }
  return {};
}

}  // namespace weft::codegen::test
