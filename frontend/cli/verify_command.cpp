#include <functional>
#include <map>
#include <memory>
#include <optional>

#include <fmt/format.h>

#include <weft/frontend/cli/bundle_library.h>
#include <weft/frontend/cli/bundle_writer.h>
#include <weft/frontend/cli/capture_session.h>
#include <weft/frontend/cli/commands.h>
#include <weft/frontend/cli/comparison.h>
#include <weft/frontend/cli/diagnostics.h>
#include <weft/frontend/cli/input_values.h>
#include <weft/frontend/cli/progress.h>
#include <weft/frontend/cli/segmented_model.h>
#include <weft/frontend/cli/temporary_folder.h>
#include <weft/frontend/cli/tensor_file.h>
#include <weft/ir/interpreter.h>
#include <weft/runtime/dispatch.h>
#include <weft/runtime/tensor/tensor_impl.h>

namespace weft::cli {
namespace {

using Tensors = std::vector<ir::TensorHandle>;

/// What one mode gave in one call.
struct Outcome {
  std::string name;
  Tensors results;
  Tensors inputs;  ///< after the call, which may have written them
};

Tensors interpret(const ir::GraphModule& module, const Tensors& inputs) {
  std::vector<ir::Value> values(inputs.begin(), inputs.end());
  ir::Interpreter interpreter(module, eager_executor());
  restart_random();
  Tensors results = result_tensors(interpreter.run(std::move(values)));
  write_back(module.graph, inputs, results);
  return results;
}

struct Captured {
  ir::GraphModule graph;
  ir::GraphModule core;
};

/// All ways of running the model: captured and compiled once, run for every call.
class Modes {
 public:
  Modes(CaptureSession& session, const VerifyOptions& options)
      : session_(session), variants_(options.model.variants), eager_only_(options.eager) {
    const bool may_be_cut = !options.eager && !options.full_graph && options.model.variants.empty();
    if (options.segments || (may_be_cut && !session.is_one_graph())) {
      segmented_ = std::make_unique<SegmentedModel>(options.model);
    }
  }

  std::string segment_report() const { return segmented_ ? segmented_->report() : ""; }

  /// `call` is what the rows of the table say of the call.
  std::vector<Outcome> run(const Tensors& inputs, const std::string& call) {
    std::vector<Outcome> outcomes;
    const auto add = [&](const char* mode, const std::function<Tensors(const Tensors&)>& function) {
      const std::string name = mode + (call.empty() ? "" : " at " + call);
      const Progress progress("running mode " + name);
      // A model may write into its inputs, and may return one of them.
      Tensors given = copies_of(inputs);
      Tensors results = copies_of(function(given));
      outcomes.push_back({name, std::move(results), std::move(given)});
    };
    add("eager", [&](const Tensors& tensors) { return session_.call(tensors); });
    if (eager_only_) return outcomes;
    if (segmented_) {
      segmented_->explore(inputs);
      segmented_->compile();
      add("transformed", [&](const Tensors& tensors) { return segmented_->call(tensors); });
      return outcomes;
    }
    if (const Captured* captured = captured_for(inputs)) {
      add("graph", [&](const Tensors& tensors) { return interpret(captured->graph, tensors); });
      add("core", [&](const Tensors& tensors) { return interpret(captured->core, tensors); });
    }
    if (!bundle_) {
      const std::string name = "model";
      if (variants_.empty()) {
        generate_bundle(captured_.at("").core, session_.paths(), name, folder_.path() / name);
      } else {
        generate_variants(session_, variants_, name, folder_.path() / name);
      }
      bundle_ = std::make_unique<BundleLibrary>(folder_.path() / name);
    }
    add("bundle", [&](const Tensors& tensors) { return bundle_->run(tensors); });
    return outcomes;
  }

 private:
  /// The graphs of the variant that is for these inputs, or of the only one; null if there is none,
  /// so that the bundle has to refuse the call.
  const Captured* captured_for(const Tensors& inputs) {
    std::string conditions;
    if (!variants_.empty()) {
      const auto chosen = choose_variant(session_.arguments().tensors, variants_, inputs);
      if (!chosen) return nullptr;
      conditions = variants_[*chosen];
    }
    const auto known = captured_.find(conditions);
    if (known != captured_.end()) return &known->second;
    session_.narrow(conditions);
    ir::GraphModule graph = session_.capture();
    ir::GraphModule core = session_.lower(graph);
    session_.narrow("");
    return &captured_.emplace(conditions, Captured{std::move(graph), std::move(core)})
                .first->second;
  }

  CaptureSession& session_;
  const std::vector<std::string>& variants_;
  bool eager_only_;
  TemporaryFolder folder_;
  std::map<std::string, Captured> captured_;  ///< by the conditions of the variant
  std::unique_ptr<BundleLibrary> bundle_;
  std::unique_ptr<SegmentedModel> segmented_;
};

std::string results_text(std::size_t count) {
  return count == 1 ? "one result" : fmt::format("{} results", count);
}

Tensors read_expected(const std::string& path, std::size_t count) {
  const TensorFile file(path);
  Tensors expected;
  for (std::size_t k = 0; k < count; ++k) {
    const std::string name = fmt::format("output.{}", k);
    expected.push_back(file.find(name));
    if (!expected.back()) {
      fail(diag::ExpectedDoesNotFit, {},
           {path, fmt::format("there is no tensor \"{}\"; the model has {}, and the file: {}", name,
                              results_text(count), file.contents())});
    }
  }
  if (file.find(fmt::format("output.{}", count))) {
    fail(diag::ExpectedDoesNotFit, {},
         {path, fmt::format("it has a tensor \"output.{}\", and the model has {}", count,
                            results_text(count))});
  }
  return expected;
}

void compare_with(const std::string& against, const Tensors& wanted, const Outcome& mode,
                  const Tolerance& tolerance, std::vector<ComparisonRow>& rows) {
  if (mode.results.size() != wanted.size()) {
    Difference difference;
    difference.problem =
        fmt::format("there are {} results and should be {}", mode.results.size(), wanted.size());
    rows.push_back({mode.name, against, "all", "-", difference});
    return;
  }
  for (std::size_t k = 0; k < wanted.size(); ++k) {
    rows.push_back({mode.name, against, fmt::format("output.{}", k), describe(*mode.results[k]),
                    compare(mode.results[k], wanted[k], tolerance)});
  }
}

/// The inputs after the call, as far as `eager` or the mode has written them.
void compare_inputs(const std::vector<TensorSpec>& specs, const Tensors& before,
                    const Outcome& eager, const Outcome& mode, const Tolerance& tolerance,
                    std::vector<ComparisonRow>& rows) {
  const Tolerance none{0, 0};
  for (std::size_t k = 0; k < before.size(); ++k) {
    const bool written = !compare(eager.inputs[k], before[k], none).agrees ||
                         !compare(mode.inputs[k], before[k], none).agrees;
    if (!written) continue;
    rows.push_back({mode.name, "eager", "input." + specs[k].name, describe(*mode.inputs[k]),
                    compare(mode.inputs[k], eager.inputs[k], tolerance)});
  }
}

}  // namespace

int run_verify(const VerifyOptions& options) {
  CaptureSession session(options.model, {.capture = !options.eager && !options.segments,
                                         .segments = !options.full_graph && !options.eager});
  const std::vector<TensorSpec>& specs = session.arguments().tensors;
  std::vector<NamedExtents> calls;
  for (const std::string& text : options.at) calls.push_back(read_extents(text, specs));
  if (calls.empty()) calls = default_extents(specs);
  // Values in a file belong to one call.
  if (!options.inputs.empty()) calls = {{}};
  if (!options.expected.empty() && options.at.empty()) calls.resize(1);

  const Tolerance tolerance{options.rtol, options.atol};
  std::vector<ComparisonRow> rows;
  Modes modes(session, options);
  for (const NamedExtents& call : calls) {
    const Tensors inputs =
        options.inputs.empty() ? make_inputs(specs, call) : read_inputs(options.inputs, specs);
    const std::vector<Outcome> outcomes = modes.run(inputs, extents_text(call));
    const Tensors& eager = outcomes.front().results;
    for (std::size_t m = 1; m < outcomes.size(); ++m) {
      compare_with("eager", eager, outcomes[m], tolerance, rows);
      compare_inputs(specs, inputs, outcomes.front(), outcomes[m], tolerance, rows);
    }
    if (!options.expected.empty()) {
      const Tensors expected = read_expected(options.expected, eager.size());
      for (const Outcome& outcome : outcomes) {
        compare_with("expected", expected, outcome, tolerance, rows);
      }
    }
  }
  fmt::print("{}", comparison_table(rows));
  fmt::print("{}", modes.segment_report());
  std::size_t failed = 0;
  for (const ComparisonRow& row : rows) failed += row.difference.agrees ? 0 : 1;
  if (failed == 0) {
    fmt::print("ok\n");
  } else {
    fmt::print("FAILED: {} of {} comparisons differ by more than {} + {} * |value|\n", failed,
               rows.size(), options.atol, options.rtol);
  }
  return failed == 0 ? 0 : 1;
}

}  // namespace weft::cli
