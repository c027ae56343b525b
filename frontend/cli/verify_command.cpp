#include <functional>

#include <fmt/format.h>

#include <weft/frontend/cli/bundle_library.h>
#include <weft/frontend/cli/bundle_writer.h>
#include <weft/frontend/cli/capture_session.h>
#include <weft/frontend/cli/commands.h>
#include <weft/frontend/cli/comparison.h>
#include <weft/frontend/cli/diagnostics.h>
#include <weft/frontend/cli/input_values.h>
#include <weft/frontend/cli/progress.h>
#include <weft/frontend/cli/temporary_folder.h>
#include <weft/frontend/cli/tensor_file.h>
#include <weft/ir/interpreter.h>
#include <weft/runtime/dispatch.h>
#include <weft/runtime/tensor/tensor_impl.h>

namespace weft::cli {
namespace {

using Tensors = std::vector<ir::TensorHandle>;

/// A way of running the model.
struct Mode {
  std::string name;
  Tensors results;
};

Tensors interpret(const ir::GraphModule& module, const Tensors& inputs) {
  std::vector<ir::Value> values(inputs.begin(), inputs.end());
  ir::Interpreter interpreter(module, eager_executor());
  restart_random();
  return result_tensors(interpreter.run(std::move(values)));
}

std::vector<Mode> run_modes(CaptureSession& session, const Tensors& inputs) {
  std::vector<Mode> modes;
  const auto add = [&](const std::string& name, const std::function<Tensors(const Tensors&)>& run) {
    const Progress progress("running mode " + name);
    // A model may write into its inputs, and may return one of them.
    modes.push_back({name, copies_of(run(copies_of(inputs)))});
  };
  add("eager", [&](const Tensors& tensors) { return session.call(tensors); });
  const ir::GraphModule captured = session.capture();
  add("graph", [&](const Tensors& tensors) { return interpret(captured, tensors); });
  const ir::GraphModule core = session.lower(captured);
  add("core", [&](const Tensors& tensors) { return interpret(core, tensors); });
  const TemporaryFolder folder;
  const std::string name = "model";
  generate_bundle(core, session.paths(), name, folder.path() / name);
  const BundleLibrary bundle(folder.path() / name);
  add("bundle", [&](const Tensors& tensors) { return bundle.run(tensors); });
  return modes;
}

Tensors read_expected(const std::string& path, std::size_t count) {
  const TensorFile file(path);
  Tensors expected;
  for (std::size_t k = 0; k < count; ++k) {
    const std::string name = fmt::format("output.{}", k);
    expected.push_back(file.find(name));
    if (!expected.back()) {
      fail(diag::ExpectedDoesNotFit, {},
           {path, fmt::format("there is no tensor \"{}\"; the model has {} results", name, count)});
    }
  }
  if (file.find(fmt::format("output.{}", count))) {
    fail(diag::ExpectedDoesNotFit, {},
         {path, fmt::format("it has a tensor \"output.{}\", and the model has {} results", count,
                            count)});
  }
  return expected;
}

void compare_with(const std::string& against, const Tensors& wanted, const Mode& mode,
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

}  // namespace

int run_verify(const VerifyOptions& options) {
  CaptureSession session(options.model);
  const std::vector<TensorSpec>& specs = session.arguments().tensors;
  const Tensors inputs =
      options.inputs.empty() ? make_inputs(specs) : read_inputs(options.inputs, specs);
  const std::vector<Mode> modes = run_modes(session, inputs);
  const Tensors& eager = modes.front().results;

  const Tolerance tolerance{options.rtol, options.atol};
  std::vector<ComparisonRow> rows;
  for (std::size_t m = 1; m < modes.size(); ++m) {
    compare_with("eager", eager, modes[m], tolerance, rows);
  }
  if (!options.expected.empty()) {
    const Tensors expected = read_expected(options.expected, eager.size());
    for (const Mode& mode : modes) compare_with("expected", expected, mode, tolerance, rows);
  }
  fmt::print("{}", comparison_table(rows));
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
