// What compiled models say of calls that they refuse, word for word.
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <torch/torch.h>

#include <weft/frontend/trace/trace.h>
#include <weft/ir/passes/pipeline.h>

#include "tests/differential/compiled_batch.h"

namespace weft::differential {
namespace {

constexpr std::size_t kRoom = 1 << 16;

weft_tensor_view view_of(void* data, std::int32_t dtype, const std::vector<std::int64_t>& sizes) {
  weft_tensor_view view = {};
  view.data = data;
  view.dtype = dtype;
  view.rank = static_cast<std::int32_t>(sizes.size());
  std::int64_t stride = 1;
  for (std::size_t d = sizes.size(); d-- > 0;) {
    view.sizes[d] = sizes[d];
    view.strides[d] = stride;
    stride *= sizes[d];
  }
  return view;
}

/// Models that are compiled once for all tests of this file.
enum Model { kProduct, kMasked, kOpen, kRows };

class GuardMessages : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    batch_ = new CompiledBatch;
    const auto add = [](ir::GraphModule graph) {
      ir::lower_to_core(graph);
      batch_->add(graph);
    };
    SpecParser product;
    add(trace([](Tensor a, Tensor b) { return a.matmul(b); },
              {product.tensor("a: f32[4,4]"), product.tensor("b: f32[4,3]")}));
    SpecParser masked;
    add(trace(
        [](Tensor x, Tensor mask) {
          return x.matmul(x.transpose(1, 2)).unsqueeze(1).masked_fill(mask, -1.0);
        },
        {masked.tensor("x: f32[B,T,8]"), masked.tensor("mask: bool[B,1,T,T]")}));
    SpecParser open;
    add(trace([](Tensor x, Tensor y) { return x.narrow(1, 0, 6).sum() + y; },
              {open.tensor("x: f32[N,K], N in [1,64], K % 2 == 0"), open.tensor("y: f32[2*N]")}));
    SpecParser rows;
    add(trace([](Tensor x, Tensor rows) { return x.index_select(0, rows); },
              {rows.tensor("x: f32[4,2]"), rows.tensor("rows: i64[3]")}));
    batch_->build();
  }
  static void TearDownTestSuite() {
    delete batch_;
    batch_ = nullptr;
  }

  /// A right call of a model.
  BundleCall right(Model model) {
    BundleCall call;
    const auto in = [&](std::int32_t dtype, const std::vector<std::int64_t>& sizes) {
      call.inputs.push_back(view_of(memory(call.inputs.size()), dtype, sizes));
    };
    const auto out = [&](const std::vector<std::int64_t>& sizes) {
      call.outputs.push_back(view_of(memory(4), WEFT_F32, sizes));
    };
    switch (model) {
      case kProduct:
        in(WEFT_F32, {4, 4});
        in(WEFT_F32, {4, 3});
        out({4, 3});
        break;
      case kMasked:
        in(WEFT_F32, {2, 16, 8});
        in(WEFT_BOOL, {2, 1, 16, 16});
        out({2, 1, 16, 16});
        break;
      case kOpen:
        in(WEFT_F32, {1, 8});
        in(WEFT_F32, {2});
        out({2});
        break;
      case kRows:
        in(WEFT_F32, {4, 2});
        in(WEFT_I64, {3});
        out({3, 2});
        break;
    }
    call.input_count = static_cast<std::int32_t>(call.inputs.size());
    call.output_count = static_cast<std::int32_t>(call.outputs.size());
    call.workspace = memory(5);
    call.workspace_bytes = kRoom;
    return call;
  }

  /// The message for a right call that `spoil` has changed. Nothing may have been written.
  std::string refused(Model model, const std::function<void(BundleCall&)>& spoil) {
    BundleCall call = right(model);
    spoil(call);
    const std::vector<unsigned char> before = memory_;
    const std::shared_ptr<void> loaded = batch_->create(model);
    weft_status checked = {};
    batch_->call(model, loaded.get(), call, &checked, /*check_only=*/true);
    weft_status status = {};
    const std::int32_t code = batch_->call(model, loaded.get(), call, &status);
    EXPECT_NE(code, WEFT_OK);
    EXPECT_EQ(code, status.code);
    EXPECT_EQ(std::string(checked.message), status.message);
    EXPECT_EQ(checked.reason, status.reason);
    EXPECT_TRUE(memory_ == before);
    const std::string id = "[W" + std::to_string(status.reason) + "]";
    const std::string message = status.message;
    EXPECT_TRUE(message.ends_with(id)) << message;
    return message;
  }

  /// Memory that every call of a test uses, in pieces of kRoom bytes.
  unsigned char* memory(std::size_t piece) {
    if (memory_.empty()) memory_.resize(6 * kRoom + 64);
    const auto address = reinterpret_cast<std::uintptr_t>(memory_.data());
    return memory_.data() + (64 - address % 64) % 64 + piece * kRoom;
  }

  static CompiledBatch* batch_;
  std::vector<unsigned char> memory_;
};

CompiledBatch* GuardMessages::batch_ = nullptr;

TEST_F(GuardMessages, RightCallsAreAccepted) {
  for (const Model model : {kProduct, kMasked, kOpen, kRows}) {
    const std::shared_ptr<void> loaded = batch_->create(model);
    const BundleCall call = right(model);
    weft_status status = {};
    EXPECT_EQ(batch_->call(model, loaded.get(), call, &status, /*check_only=*/true), WEFT_OK);
    EXPECT_EQ(batch_->call(model, loaded.get(), call, &status), WEFT_OK) << status.message;
    EXPECT_EQ(status.reason, WEFT_NOT_REFUSED);
  }
}

// A flat array for a matrix, one that is too short, other element types, a transposed matrix, one
// argument too few, and the two arguments exchanged.
TEST_F(GuardMessages, NameTheArgumentWhatWasExpectedAndWhatCame) {
  const auto with_a = [&](std::int32_t dtype, const std::vector<std::int64_t>& sizes) {
    return refused(kProduct,
                   [&](BundleCall& call) { call.inputs[0] = view_of(memory(0), dtype, sizes); });
  };
  EXPECT_EQ(with_a(WEFT_F32, {16}),
            "argument 0 `a`: expected float32[4, 4], got float32[16] [W8003]");
  EXPECT_EQ(with_a(WEFT_F32, {10}),
            "argument 0 `a`: expected float32[4, 4], got float32[10] [W8003]");
  EXPECT_EQ(with_a(WEFT_F64, {4, 4}),
            "argument 0 `a`: expected float32[4, 4], got float64[4, 4] [W8002]");
  EXPECT_EQ(with_a(WEFT_I32, {4, 4}),
            "argument 0 `a`: expected float32[4, 4], got int32[4, 4] [W8002]");
  EXPECT_EQ(refused(kProduct,
                    [](BundleCall& call) {
                      std::swap(call.inputs[0].strides[0], call.inputs[0].strides[1]);
                    }),
            "argument 0 `a`: expected dense row-major float32[4, 4], got strides [1, 4] [W8007]");
  EXPECT_EQ(refused(kProduct, [](BundleCall& call) { call.input_count = 1; }),
            "expected 2 arguments and 1 output, got 1 and 1 [W8001]");
  EXPECT_EQ(refused(kProduct, [](BundleCall& call) { std::swap(call.inputs[0], call.inputs[1]); }),
            "argument 0 `a`: expected float32[4, 4], got float32[4, 3] [W8004]");
}

TEST_F(GuardMessages, NameTheExtentsThatDisagreeAndWhereTheyComeFrom) {
  const auto with_mask = [&](std::int32_t dtype, const std::vector<std::int64_t>& sizes) {
    return refused(kMasked,
                   [&](BundleCall& call) { call.inputs[1] = view_of(memory(1), dtype, sizes); });
  };
  EXPECT_EQ(with_mask(WEFT_F32, {2, 1, 16, 17}),
            "argument 1 `mask`: expected bool[B, 1, T, T] with T = 16 from argument 0, got "
            "float32[2, 1, 16, 17] [W8002]");
  EXPECT_EQ(with_mask(WEFT_BOOL, {3, 1, 16, 17}),
            "argument 1 `mask`: expected bool[B, 1, T, T] with B = 2, T = 16 from argument 0, got "
            "bool[3, 1, 16, 17] [W8004]");
  EXPECT_EQ(with_mask(WEFT_BOOL, {2, 2, 16, 16}),
            "argument 1 `mask`: expected bool[B, 1, T, T], got bool[2, 2, 16, 16] [W8004]");
  EXPECT_EQ(with_mask(WEFT_BOOL, {16, 16}),
            "argument 1 `mask`: expected bool[B, 1, T, T] with B = 2, T = 16 from argument 0, got "
            "bool[16, 16] [W8003]");
  EXPECT_EQ(refused(kMasked, [](BundleCall& call) { call.outputs[0].sizes[0] = 1; }),
            "output 0 `masked_fill`: expected float32[B, 1, T, T] with B = 2 from argument 0, got "
            "float32[1, 1, 16, 16] [W8004]");
}

TEST_F(GuardMessages, SayWhatWasDeclaredAndWhatTheCodeNeeds) {
  const auto with_x = [&](const std::vector<std::int64_t>& sizes) {
    return refused(kOpen,
                   [&](BundleCall& call) { call.inputs[0] = view_of(memory(0), WEFT_F32, sizes); });
  };
  EXPECT_EQ(with_x({65, 8}),
            "argument 0 `x`: expected float32[N, K] where N in [1, 64] and K % 2 == 0, got "
            "float32[65, 8] [W8004]");
  EXPECT_EQ(with_x({1, 7}),
            "argument 0 `x`: expected float32[N, K] where N in [1, 64] and K % 2 == 0, got "
            "float32[1, 7] [W8004]");
  EXPECT_EQ(with_x({2, 8}),
            "argument 1 `y`: expected float32[2*N] with N = 2 from argument 0, got float32[2] "
            "[W8004]");
  const std::string needs = with_x({1, 4});
  EXPECT_TRUE(needs.starts_with("K = 4 from argument 0: narrow at ")) << needs;
  EXPECT_TRUE(needs.ends_with(" [W8005]")) << needs;
}

TEST_F(GuardMessages, SayWhatIsWrongWithMemory) {
  EXPECT_EQ(refused(kProduct, [](BundleCall& call) { call.inputs[1].data = nullptr; }),
            "argument 1 `b`: expected float32[4, 3], got no memory [W8006]");
  EXPECT_EQ(refused(kProduct,
                    [](BundleCall& call) {
                      call.inputs[1].data = static_cast<unsigned char*>(call.inputs[1].data) + 2;
                    }),
            "argument 1 `b`: expected float32[4, 3], got an address that is no multiple of 4 "
            "[W8008]");
  EXPECT_EQ(refused(kMasked,
                    [&](BundleCall& call) {
                      const std::int64_t most = std::int64_t{1} << 40;
                      call.inputs[0] = view_of(memory(0), WEFT_F32, {most, most, 8});
                      call.inputs[1] = view_of(memory(1), WEFT_BOOL, {most, 1, most, most});
                      call.outputs[0] = view_of(memory(4), WEFT_F32, {most, 1, most, most});
                    }),
            "argument 0 `x`: expected float32[1099511627776, 1099511627776, 8], got more elements "
            "than memory holds [W8009]");
  EXPECT_EQ(refused(kProduct,
                    [](BundleCall& call) {
                      call.outputs[0].data = static_cast<unsigned char*>(call.inputs[1].data) + 44;
                    }),
            "output 0 `matmul` shares memory with argument 1 `b` [W8010]");
  EXPECT_EQ(refused(kProduct, [](BundleCall& call) { call.workspace_bytes = 7; }).substr(0, 32),
            "the workspace has 7 bytes and ne");
  const std::string none = refused(kProduct, [](BundleCall& call) { call.workspace = nullptr; });
  EXPECT_TRUE(none.starts_with("there is no workspace; it needs ")) << none;
  EXPECT_TRUE(none.ends_with(" bytes [W8011]")) << none;
}

TEST_F(GuardMessages, ValuesInTheDataAreFoundBadByTheKernels) {
  const std::shared_ptr<void> loaded = batch_->create(kRows);
  const BundleCall call = right(kRows);
  static_cast<std::int64_t*>(call.inputs[1].data)[1] = 4;
  weft_status status = {};
  EXPECT_EQ(batch_->call(kRows, loaded.get(), call, &status, /*check_only=*/true), WEFT_OK);
  EXPECT_EQ(batch_->call(kRows, loaded.get(), call, &status), WEFT_BAD_VALUE);
  const std::string message = status.message;
  EXPECT_TRUE(message.starts_with("a value in the data is out of range: ")) << message;
  EXPECT_TRUE(message.ends_with(" [W8012]")) << message;
}

}  // namespace
}  // namespace weft::differential
