/// \file Many small graphs as bundles that are compiled and loaded together.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <weft/codegen/bundle/bundle.h>
#include <weft/codegen/loop/lower.h>
#include <weft/ir/graph_module.h>
#include <weft/ir/value.h>
#include <weft/runtime/deploy/tensor_view.h>

namespace weft::differential {

struct BatchOptions {
  codegen::LowerOptions lower;
  /// Bundles in one translation unit: headers cost as much as about ten small bundles.
  std::size_t per_unit = 40;
  /// "baseline", "avx2", "avx512"; empty: the widest of this machine. One for the whole process.
  std::string instruction_set;
  std::string flags;  ///< more flags of the compiler, after those of bundles
  int threads = 2;    ///< of a running bundle
  /// Changes the text of kernels before they are compiled: tests put faults in, to be found.
  std::function<std::string(std::string)> alter;
};

/// A call as it crosses the C interface of a bundle, right or wrong.
struct BundleCall {
  std::vector<weft_tensor_view> inputs;
  std::vector<weft_tensor_view> outputs;
  std::int32_t input_count = 0;
  std::int32_t output_count = 0;
  void* workspace = nullptr;
  std::size_t workspace_bytes = 0;
};

/// Bundles as `weft compile` writes them, but several in one translation unit and for one
/// instruction set, with the compiler flags of their build files.
class CompiledBatch {
 public:
  explicit CompiledBatch(BatchOptions options = {});
  ~CompiledBatch();
  CompiledBatch(const CompiledBatch&) = delete;
  CompiledBatch& operator=(const CompiledBatch&) = delete;

  /// Generates the code of a core graph. Returns its position in the batch.
  /// \error W50xx where no code can be generated
  std::size_t add(const ir::GraphModule& core);
  std::size_t size() const { return members_.size(); }

  /// Compiles and loads everything, with as many compilers at once as there are processors.
  void build();

  /// Runs one member on tensors of any strides; the results are dense. `seed` starts its random
  /// numbers.
  /// \throws std::runtime_error with what the compiler said of this member alone, or with the
  /// bundle's own message
  std::vector<ir::TensorHandle> run(std::size_t position,
                                    const std::vector<ir::TensorHandle>& inputs,
                                    std::uint64_t seed = 0) const;

  /// A model of one member, with the memory that it holds.
  /// \throws std::runtime_error as `run` does
  std::shared_ptr<void> create(std::size_t position) const;
  /// Bytes of workspace for inputs of these types and shapes; 0 if they are refused.
  std::size_t workspace_size(std::size_t position, const void* model,
                             const std::vector<weft_tensor_view>& inputs) const;
  /// Runs or, with `check_only`, only checks a call on a model that `create` made.
  std::int32_t call(std::size_t position, const void* model, const BundleCall& call,
                    weft_status* status, bool check_only = false) const;

  /// The generated kernels of one member.
  std::string source(std::size_t position) const;
  /// The generated entry of one member.
  std::string entry(std::size_t position) const;

 private:
  struct Member;
  struct Unit;
  const Member& built(std::size_t position) const;
  void compile(Unit& unit, const std::vector<std::size_t>& members);

  BatchOptions options_;
  std::filesystem::path folder_;
  std::vector<std::unique_ptr<Member>> members_;
};

}  // namespace weft::differential
