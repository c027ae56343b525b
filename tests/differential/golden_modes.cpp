#include "tests/differential/golden_modes.h"

#include <exception>
#include <stdexcept>

#include <weft/ir/interpreter.h>
#include <weft/ir/passes/pipeline.h>
#include <weft/runtime/dispatch.h>

#include "tests/differential/compiled_batch.h"
#include "tests/runtime/oracle_values.h"

namespace weft::differential {

using weft_oracle::GoldenCase;
using weft_oracle::OracleTensor;

namespace {

class EagerMode : public weft_oracle::OperatorMode {
 public:
  std::string name() const override { return "eager"; }
  std::vector<OracleTensor> run(const GoldenCase& golden) override {
    return testing::run_operator(golden.op, golden.args);
  }
};

class GraphMode : public weft_oracle::OperatorMode {
 public:
  std::string name() const override { return "graph"; }
  std::vector<OracleTensor> run(const GoldenCase& golden) override {
    const GraphCase made = case_graph(golden, true);
    ir::Interpreter interpreter(made.module, eager_executor());
    const std::vector<ir::Value> inputs(made.inputs.begin(), made.inputs.end());
    return testing::to_oracle(interpreter.run(inputs));
  }
};

class BundleMode : public weft_oracle::OperatorMode {
 public:
  explicit BundleMode(const std::vector<GoldenCase>& cases) {
    for (const GoldenCase& golden : cases) {
      Entry& entry = entries_[golden.id];
      try {
        GraphCase made = case_graph(golden, true);
        entry.inputs = std::move(made.inputs);
        entry.position = batch_.add(made.module);
      } catch (...) {
        entry.error = std::current_exception();
      }
    }
    batch_.build();
  }
  std::string name() const override { return "bundle"; }
  std::vector<OracleTensor> run(const GoldenCase& golden) override {
    const Entry& entry = entries_.at(golden.id);
    if (entry.error) std::rethrow_exception(entry.error);
    std::vector<OracleTensor> results;
    for (const ir::TensorHandle& tensor : batch_.run(entry.position, entry.inputs)) {
      results.push_back(testing::to_oracle(Tensor(tensor)));
    }
    return results;
  }

 private:
  struct Entry {
    std::size_t position = 0;
    std::vector<ir::TensorHandle> inputs;
    std::exception_ptr error;
  };
  CompiledBatch batch_;
  std::map<std::string, Entry> entries_;
};

}  // namespace

GraphCase case_graph(const GoldenCase& golden, bool core) {
  GraphCase result;
  ir::Node* call = testing::add_call(result.module.graph, golden.op, golden.args, result.inputs);
  result.module.graph.output(call);
  if (core) ir::lower_to_core(result.module);
  return result;
}

std::unique_ptr<weft_oracle::OperatorMode> make_mode(const std::string& name,
                                                     const std::vector<GoldenCase>& cases) {
  if (name == "eager") return std::make_unique<EagerMode>();
  if (name == "graph") return std::make_unique<GraphMode>();
  if (name == "bundle") return std::make_unique<BundleMode>(cases);
  throw std::runtime_error("unknown mode " + name);
}

}  // namespace weft::differential
