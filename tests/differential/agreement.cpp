#include "tests/differential/agreement.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>

#include <fmt/format.h>

#include <weft/frontend/trace/result_tensors.h>
#include <weft/ir/interpreter.h>
#include <weft/ir/passes/pipeline.h>
#include <weft/runtime/dispatch.h>
#include <weft/runtime/eager/copy.h>
#include <weft/runtime/tensor/factories.h>
#include <weft/runtime/tensor/tensor_impl.h>

namespace weft::differential {

namespace {

using Tensors = std::vector<ir::TensorHandle>;

void collect(const ir::Value& value, Tensors& tensors) {
  if (const ir::TensorHandle* tensor = value.tensor()) tensors.push_back(*tensor);
  if (const std::vector<ir::Value>* list = value.list()) {
    for (const ir::Value& item : *list) collect(item, tensors);
  }
}

/// Random numbers begin where those of the generated code do.
Tensors interpret(const ir::GraphModule& module, const Tensors& inputs) {
  manual_seed(0);
  ir::Interpreter interpreter(module, eager_executor());
  Tensors results;
  collect(interpreter.run(std::vector<ir::Value>(inputs.begin(), inputs.end())), results);
  write_back(module.graph, inputs, results);
  return results;
}

/// A graph under test with its results by eager execution.
struct Case {
  std::uint64_t seed = 0;
  RandomGraph random;
  ir::GraphModule core;
  std::vector<Tensors> inputs;
  std::vector<std::optional<Tensors>> expected;
  /// The graph after one pass alone, and the core graph without one.
  std::map<std::string, ir::GraphModule> variants;
  std::optional<std::size_t> position;  ///< in the batch
  std::string refused;                  ///< why there is no core graph or no code
};

Tensors copies(const Tensors& tensors) { return copies_with_strides(tensors); }

/// Runs passes on a copy of the module; nothing where one of them refuses it.
std::optional<ir::GraphModule> after(const ir::GraphModule& module,
                                     const std::vector<ir::PassInfo>& passes,
                                     const std::string& without) {
  ir::GraphModule copy = module.clone();
  ir::PassContext context;
  context.strict = true;
  if (!without.empty()) context.disabled.insert(without);
  try {
    ir::PassManager(passes).run(copy, context);
    return copy;
  } catch (const Error& error) {
    // What a pass refuses is the user's to know; a pass that breaks a graph is not.
    if (error.id() == "W1320" || error.id() == "W1302" || error.id() == "W1323") throw;
    return std::nullopt;
  }
}

void add_variants(Case& c) {
  const std::vector<ir::PassInfo> all = ir::core_passes(ir::level::kRounding);
  std::vector<ir::PassInfo> each;
  for (const ir::PassInfo& pass : all) {
    each.push_back(pass);
    each.insert(each.end(), pass.inner.begin(), pass.inner.end());
  }
  std::set<std::string> seen;
  for (const ir::PassInfo& pass : each) {
    if (!seen.insert(pass.name).second) continue;
    // Shapes are what passes need before anything else.
    if (auto alone = after(c.random.module, {all.front(), pass}, "")) {
      c.variants["pass " + pass.name] = std::move(*alone);
    }
    // Others build on these.
    static const std::set<std::string> kNeeded = {"shape_propagation", "decompose_operators",
                                                  "functionalize"};
    if (kNeeded.count(pass.name) != 0) continue;
    if (auto rest = after(c.random.module, all, pass.name)) {
      c.variants["without " + pass.name] = std::move(*rest);
    }
  }
}

void prepare(Case& c, const AgreementOptions& options, CompiledBatch& batch) {
  for (int k = 0; k < options.inputs; ++k) {
    if (c.inputs.size() <= static_cast<std::size_t>(k)) {
      const bool special = k > 0 && k + 1 == options.inputs;
      c.inputs.push_back(
          random_inputs(c.random.module, c.seed * 31 + static_cast<std::uint64_t>(k), special));
    }
    try {
      c.expected.push_back(copies(interpret(c.random.module, copies(c.inputs.back()))));
    } catch (const Error&) {
      c.expected.push_back(std::nullopt);
    }
  }
  if (options.passes) add_variants(c);
  try {
    c.core = c.random.module.clone();
    ir::lower_to_core(c.core);
    if (options.bundles) c.position = batch.add(c.core);
  } catch (const Error& error) {
    c.refused = error.id();
  }
}

/// What is wrong with one mode on one set of inputs; empty if nothing is.
std::string judge(const Case& c, std::size_t k, const std::string& mode, const CompiledBatch& batch,
                  int inputs) {
  if (!c.expected[k]) return {};
  Tensors got;
  try {
    if (mode == "bundle") {
      got = batch.run(*c.position, copies(c.inputs[k]));
    } else {
      got = interpret(mode == "core" ? c.core : c.variants.at(mode), copies(c.inputs[k]));
    }
  } catch (const std::exception& error) {
    return fmt::format("threw: {}", error.what());
  }
  const bool special = k > 0 && static_cast<int>(k) + 1 == inputs;
  Tensors want = *c.expected[k];
  std::vector<bool> exact = c.random.exact;
  if (special) {  // what sums of huge numbers give depends on their order
    for (std::size_t r = exact.size(); r-- > 0;) {
      if (exact[r] || r >= got.size()) continue;
      const auto at = static_cast<std::ptrdiff_t>(r);
      got.erase(got.begin() + at);
      want.erase(want.begin() + at);
      exact.erase(exact.begin() + at);
    }
  }
  std::string problem = difference(got, want, exact);
  if (!problem.empty() || special) return problem;
  for (const auto& [a, b] : c.random.equal) {
    if (a >= got.size() || b >= got.size()) continue;
    problem = difference({got[b]}, {got[a]}, {exact[a]});
    if (!problem.empty())
      return fmt::format("results {} and {} should be equal: {}", a, b, problem);
  }
  return {};
}

std::string first_problem(const Case& c, const std::string& mode, const CompiledBatch& batch,
                          int inputs) {
  if (mode == "core" && !c.refused.empty() && c.core.graph.empty()) return {};
  if (mode == "bundle" && !c.position) return {};
  if (mode != "core" && mode != "bundle" && c.variants.count(mode) == 0) return {};
  for (std::size_t k = 0; k < c.inputs.size(); ++k) {
    std::string problem = judge(c, k, mode, batch, inputs);
    if (!problem.empty()) return fmt::format("inputs {}: {}", k, problem);
  }
  return {};
}

/// Copies of the case that are smaller by one step: one result only, no writes that nobody reads,
/// or one node made an input with the value that it has in eager execution.
std::vector<Case> smaller(const Case& c) {
  std::vector<Case> result;
  const ir::Node* output = c.random.module.graph.output_node();
  const std::size_t results = output->args()[0].list()->items().size();
  const auto variant = [&](const std::function<void(Case&)>& change) {
    Case made;
    made.seed = c.seed;
    made.random.module = c.random.module.clone();
    made.random.exact = c.random.exact;
    made.random.equal = c.random.equal;
    for (const Tensors& inputs : c.inputs) made.inputs.push_back(copies(inputs));
    change(made);
    made.random.module.graph.eliminate_dead_code();
    result.push_back(std::move(made));
  };
  if (results > 1) {
    for (std::size_t r = 0; r < results; ++r) {
      variant([&](Case& made) {
        ir::Node* end = made.random.module.graph.output_node();
        const ir::Argument kept = end->args()[0].list()->items()[r];
        end->set_args({ir::Argument(std::vector<ir::Argument>{kept})});
        made.random.exact = {c.random.exact[r]};
        made.random.equal.clear();
      });
    }
  }
  // Writes and draws whose results nobody uses, all of them and one at a time.
  std::vector<std::string> unused;
  for (const ir::Node* node : c.random.module.graph) {
    const bool call = node->opcode() == ir::OpCode::kCallFunction;
    if (call && node->users().empty()) unused.push_back(node->name());
  }
  const auto without = [&](const std::vector<std::string>& names) {
    variant([&](Case& made) {
      ir::Graph& graph = made.random.module.graph;
      for (const std::string& name : names) graph.erase_node(graph.find_by_name(name));
    });
  };
  if (!unused.empty()) without(unused);
  for (const std::string& name : unused) without({name});
  std::vector<std::string> names;
  for (const ir::Node* node : c.random.module.graph) {
    const bool call = node->opcode() == ir::OpCode::kCallFunction;
    if (call && node->meta.value.tensor()) names.push_back(node->name());
  }
  // Nodes near the results first: they cut away most.
  std::reverse(names.begin(), names.end());
  for (const std::string& name : names) {
    variant([&](Case& made) {
      ir::Graph& graph = made.random.module.graph;
      ir::Node* node = graph.find_by_name(name);
      // The value of the node, as a result of its own.
      for (std::size_t k = 0; k < made.inputs.size(); ++k) {
        ir::GraphModule probe = c.random.module.clone();
        ir::Node* end = probe.graph.output_node();
        end->set_args({ir::Argument(std::vector<ir::Argument>{probe.graph.find_by_name(name)})});
        probe.graph.eliminate_dead_code();
        Tensors values;
        try {
          values = copies(interpret(probe, copies(made.inputs[k])));
        } catch (const Error&) {
          const ir::TensorMeta& meta = *node->meta.value.tensor();
          std::vector<std::int64_t> sizes;
          for (const ir::IntExpr& size : meta.sizes) sizes.push_back(size.value());
          values = {zeros(sizes, meta.dtype).handle()};
        }
        // Inputs are dense where their metas say so: a value of overlapping or permuted elements is
        // none that the graph may be called with.
        made.inputs[k].push_back(eager::contiguous(values[0]));
      }
      ir::Node* last = graph.placeholders().back();
      ir::Node* input = nullptr;
      {
        const auto scope = ir::InsertionScope::after(last);
        input = graph.placeholder("cut");
      }
      const ir::TensorMeta& meta = *node->meta.value.tensor();
      input->meta.value = {ir::dense(meta.dtype, meta.sizes)};
      node->replace_all_uses_with(input);
    });
  }
  return result;
}

Reproducer reproducer_of(const Case& c) {
  return {c.random.module.clone(), c.inputs, c.random.exact};
}

/// Smaller graphs count only where they go wrong in the same way.
Disagreement shrink(Case c, const std::string& mode, std::string what,
                    const AgreementOptions& options) {
  const ProblemKind kind = kind_of(what);
  Disagreement found{c.seed, mode, std::move(what), c.random.module.graph.str(), {}, {}};
  for (int round = 0; round < 8; ++round) {
    BatchOptions batch_options = options.batch;
    CompiledBatch batch(batch_options);
    std::vector<Case> candidates = smaller(c);
    for (Case& candidate : candidates) prepare(candidate, options, batch);
    if (mode == "bundle") batch.build();
    Case* best = nullptr;
    std::string best_what;
    for (Case& candidate : candidates) {
      if (candidate.random.module.graph.size() >= c.random.module.graph.size()) continue;
      const std::string problem = first_problem(candidate, mode, batch, options.inputs);
      if (problem.empty() || kind_of(problem) != kind) continue;
      if (best && best->random.module.graph.size() <= candidate.random.module.graph.size())
        continue;
      best = &candidate;
      best_what = problem;
    }
    if (!best) break;
    c = std::move(*best);
    c.expected.clear();
    found.what = best_what;
  }
  found.graph = c.random.module.graph.str();
  found.reproducer = to_text(reproducer_of(c));
  for (std::size_t k = 0; k < c.random.exact.size(); ++k) {
    found.graph += fmt::format("# result {} is {}\n", k, c.random.exact[k] ? "exact" : "a sum");
  }
  try {
    CompiledBatch batch(options.batch);
    c.core = c.random.module.clone();
    ir::lower_to_core(c.core);
    found.source = batch.source(batch.add(c.core));
  } catch (const Error& error) {
    found.source = error.what();
  }
  return found;
}

}  // namespace

void compare_modes(std::uint64_t first, std::size_t count, const AgreementOptions& options,
                   Agreement& result) {
  CompiledBatch batch(options.batch);
  std::vector<std::unique_ptr<Case>> cases;
  for (std::size_t k = 0; k < count; ++k) {
    auto c = std::make_unique<Case>();
    c->seed = first + k;
    c->random = options.make(c->seed);
    prepare(*c, options, batch);
    ++result.graphs;
    if (!c->refused.empty()) ++result.refused[c->refused];
    cases.push_back(std::move(c));
  }
  batch.build();
  for (auto& c : cases) {
    for (const auto& expected : c->expected) ++(expected ? result.runs : result.undefined);
    std::vector<std::string> modes = {"core", "bundle"};
    for (const auto& [name, graph] : c->variants) modes.push_back(name);
    for (const std::string& mode : modes) {
      std::string what = first_problem(*c, mode, batch, options.inputs);
      if (what.empty()) continue;
      if (result.found.size() < options.shrunk) {
        result.found.push_back(shrink(std::move(*c), mode, std::move(what), options));
      } else {
        result.found.push_back(
            {c->seed, mode, what, c->random.module.graph.str(), {}, to_text(reproducer_of(*c))});
      }
      break;
    }
  }
}

}  // namespace weft::differential
