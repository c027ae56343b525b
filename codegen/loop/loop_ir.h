/// \file The loop IR: buffers, kernels and their statements, free of any target's syntax.
///
/// A Program is what the printers print: buffers with places in memory, and kernels in the order in
/// which they run. Views do not occur; they have become offsets. All offsets and extents are
/// IntExpr over the loop variables and the program's extents.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <weft/codegen/loop/extents.h>
#include <weft/ir/graph_module.h>
#include <weft/ir/int_expr.h>
#include <weft/ir/scalar_expr.h>
#include <weft/ir/tensor_meta.h>

namespace weft::codegen {

/// Where a buffer lives.
enum class Storage : std::uint8_t {
  kInput,    ///< given by the caller, which kernels only read
  kOutput,   ///< given by the caller, written
  kWeight,   ///< in the weights file, read only
  kArena,    ///< at an offset of the caller's arena, which may depend on the extents
  kScratch,  ///< private to one task of a parallel loop (a row, a packed panel)
};

struct Buffer {
  std::string name;  ///< the user's name where there is one; unique in the program
  DType dtype = DType::kFloat32;
  std::vector<ir::IntExpr> sizes;
  Storage storage = Storage::kArena;
  int ordinal = 0;           ///< kInput, kOutput, kWeight: position in the program's list
  ir::IntExpr arena_offset;  ///< kArena: bytes, a multiple of 64
  ir::IntExpr elements() const { return ir::product(sizes); }
};

using BufferId = int;  ///< index into Program::buffers

/// `buffer[offset] = value`, offset in elements.
struct Store {
  BufferId buffer = 0;
  ir::IntExpr offset;
  ir::ScalarExpr value;
};

// Scalar expressions in statements: kLoad has `input` = BufferId and exactly one index, the offset
// in elements; kAccumulator has `input` = id of a Reduce or Let of an enclosing or earlier
// statement, or kHotTile inside the epilogue of a contraction.
inline constexpr int kHotTile = -1;

struct Statement;

enum class LoopKind : std::uint8_t {
  kSerial,
  kParallel,  ///< iterations are independent; distributed over threads in chunks
  kVector,  ///< iterations are independent; consecutive ones share vector instructions. Where it is
            ///< not the innermost loop, its body holds Let, Reduce, Store and serial loops, each
            ///< of which works on all lanes at once
};

struct Loop {
  ir::Symbol var;
  ir::IntExpr extent;
  LoopKind kind = LoopKind::kSerial;
  std::vector<Statement> body;
};

/// A variable that runs over [0, extent).
struct Axis {
  ir::Symbol var;
  ir::IntExpr extent;
};

/// Accumulator `id` = combination of `body` over all loops, outermost first. `stores` happen in the
/// same innermost loop, so that a value which is also needed later is computed once: their values
/// share expression nodes with `body`. Without axes the body is combined once.
struct Reduce {
  int id = 0;  ///< unique in the kernel, together with those of Let
  ir::Combine combine = ir::Combine::kSum;
  DType dtype =
      DType::kFloat32;  ///< of the accumulator: that of the body, int64 for kArgMin, kArgMax
  using Axis = codegen::Axis;
  std::vector<Axis> axes;
  bool vector = false;  ///< the innermost axis may be split over lanes
  ir::ScalarExpr body;
  std::vector<Store> stores;
};

/// A named scalar, computed once per iteration of the enclosing loops.
struct Let {
  int id = 0;
  ir::ScalarExpr value;
};

/// Data-dependent index: `symbol` takes the (int64) value for the rest of the enclosing body.
struct LetIndex {
  ir::Symbol symbol;
  ir::ScalarExpr value;
};

/// C[m, n] = sum over k of A[m, k] * B[k, n] in float32 or float64, then `epilogue` on each element
/// with kAccumulator(kHotTile) for the sum and `m`, `n` as loop variables.
struct Matmul {
  ir::Symbol m, n;
  ir::IntExpr rows, columns, depth;
  BufferId a = 0, b = 0;
  ir::IntExpr a_offset, a_stride_m, a_stride_k;
  ir::IntExpr b_offset, b_stride_k, b_stride_n;
  DType dtype = DType::kFloat32;
  bool b_constant = false;  ///< b is a weight: the bundle may hold it packed
  std::vector<Store> epilogue;
};

/// Convolution of one image (batch is an enclosing loop): input [channels, in_height, in_width]
/// dense at `input_offset`, weight [out_channels, channels / groups, kernel_h, kernel_w] dense;
/// `epilogue` per element with variables `channel` and `pixel` = y * out_width + x.
struct Convolution {
  ir::Symbol channel, pixel;
  BufferId input = 0, weight = 0;
  ir::IntExpr input_offset, weight_offset;
  std::int64_t channels = 0, out_channels = 0, groups = 1;
  ir::IntExpr in_height, in_width, out_height, out_width;
  std::int64_t kernel_h = 1, kernel_w = 1, stride_h = 1, stride_w = 1;
  std::int64_t pad_h = 0, pad_w = 0, dilation_h = 1, dilation_w = 1;
  std::vector<Store> epilogue;
};

/// A kernel of its own that is no loop nest (sort, scan): printed as a call of the support library.
/// Inputs and outputs are dense. `parameters` are the arguments that are no tensors, as
/// library_parameters.h says.
struct LibraryCall {
  std::string operator_name;
  const ir::Operator* custom = nullptr;  ///< an operator of the user's with C++ source of its own
  std::vector<BufferId> inputs, outputs;
  std::vector<std::pair<std::string, std::int64_t>> parameters;
  ir::Symbol found;        ///< the number of results, where the data says it; else null
  ir::IntExpr first_draw;  ///< of random operators: how many draws of the run come before
};

struct Statement {
  std::variant<Loop, Store, Reduce, Let, LetIndex, Matmul, Convolution, LibraryCall> node;
};

/// One function of the generated source.
struct Kernel {
  std::string name;                     ///< "conv1_bn1_relu": the fused operators, unique
  std::vector<std::string> operators;   ///< full names, in graph order
  std::vector<std::string> comments;    ///< "model.h:42 relu(linear1(x))", in order
  std::vector<BufferId> reads, writes;  ///< kScratch not included
  std::vector<BufferId> scratch;
  std::vector<Statement> body;
  /// It reads weights and results of such kernels only, so its results are the same in every run:
  /// they lie in the first `Program::constant_bytes` of the arena, which no other kernel writes.
  /// These kernels come first. A caller that keeps the arena may run them once.
  bool weights_only = false;
  std::int64_t flops = 0;  ///< estimates for reports; 0 where unknown
  std::int64_t bytes = 0;
};

/// Kernels of which a run takes one part or the other: those from `begin` if the first element of
/// `predicate` is not 0, else those from `otherwise`. Branches of one program lie inside or behind
/// one another.
struct Branch {
  BufferId predicate = 0;
  std::size_t begin = 0, otherwise = 0, end = 0;  ///< positions in Program::kernels
  std::string comment;                            ///< "model.cpp:14"
};

/// A value that crosses the border of the program.
struct Port {
  std::string name;
  BufferId buffer = 0;
  ir::TensorMeta meta;
};

/// An input that the model writes: it holds what is in the buffer at the end of a run.
struct WrittenInput {
  int input = 0;  ///< position among the inputs
  BufferId buffer = 0;
};

/// A compiled graph. A result that is an input or a weight unchanged is copied by a kernel.
struct Program {
  std::string name;
  std::vector<Buffer> buffers;
  std::vector<Kernel> kernels;
  std::vector<Branch> branches;  ///< by begin, outer ones first
  std::vector<Port> inputs;
  std::vector<Port> outputs;          ///< flattened results; each has a buffer of its own
  std::vector<WrittenInput> written;  ///< after all kernels, in this order
  std::vector<Port> weights;          ///< name = path in the graph module
  std::vector<Extent> extents;        ///< empty: all sizes are constants
  std::vector<Condition> conditions;  ///< on the extents, beyond the types of the inputs
  std::optional<ir::IntExpr> draws;   ///< random draws of one run, where it has random operators
  ir::IntExpr arena_bytes;
  std::int64_t constant_bytes = 0;  ///< of the arena, from its beginning: see Kernel::weights_only
  std::vector<std::string> notes;   ///< for reports
};

/// Text form for tests and `--dump`, one line a statement.
std::string print(const Program& program);

}  // namespace weft::codegen
