// Calls the compiled model `guarded` rightly and wrongly, through its C and C++ interfaces. Ends
// with status 0 if every right call was accepted and every wrong one refused before anything was
// written.
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "guarded.h"

namespace {

std::uint64_t state = 20240117;

std::int64_t draw(std::int64_t below) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return static_cast<std::int64_t>(state % static_cast<std::uint64_t>(below));
}

struct Call {
  std::vector<float> x, y, out;
  std::vector<unsigned char> mask;
  weft_tensor_view inputs[3] = {};
  weft_tensor_view outputs[1] = {};
  std::int32_t input_count = 3, output_count = 1;
};

weft_tensor_view view(void* data, std::int32_t dtype, const std::vector<std::int64_t>& sizes) {
  weft_tensor_view v = {};
  v.data = data;
  v.dtype = dtype;
  v.rank = static_cast<std::int32_t>(sizes.size());
  std::int64_t stride = 1;
  for (std::int32_t i = v.rank - 1; i >= 0; --i) {
    v.sizes[i] = sizes[static_cast<std::size_t>(i)];
    v.strides[i] = stride;
    stride *= v.sizes[i];
  }
  return v;
}

Call make_call(std::int64_t n, std::int64_t t) {
  Call call;
  // Twice the memory, so that a wrong shape is not wrong for want of memory.
  call.x.assign(static_cast<std::size_t>(2 * n * 4 * t + 64), 0.5f);
  call.y.assign(static_cast<std::size_t>(4 * n + 64), 0.25f);
  call.mask.assign(static_cast<std::size_t>(2 * n * t * t + 64), 0);
  call.out.assign(static_cast<std::size_t>(2 * n * t * 4 + 64), 7.0f);
  call.inputs[0] = view(call.x.data(), WEFT_F32, {n, 4, t});
  call.inputs[1] = view(call.mask.data(), WEFT_BOOL, {n, 1, t, t});
  call.inputs[2] = view(call.y.data(), WEFT_F32, {2 * n});
  call.outputs[0] = view(call.out.data(), WEFT_F32, {n, t, 4});
  return call;
}

/// Makes a right call wrong; the name of what was done.
const char* spoil(Call& call) {
  const std::int64_t which = draw(4);
  weft_tensor_view& v = which == 3 ? call.outputs[0] : call.inputs[which];
  const std::int64_t d = draw(v.rank);
  switch (draw(10)) {
    case 0:
      if (draw(2) == 0) {
        call.input_count += draw(2) == 0 ? 1 : -1;
      } else {
        call.output_count += draw(2) == 0 ? 1 : -1;
      }
      return "number of tensors";
    case 1:
      v.dtype = (v.dtype + 1 + static_cast<std::int32_t>(draw(9))) % 10;
      return "element type";
    case 2:
      v.rank += v.rank == 1 || draw(2) == 0 ? 1 : -1;
      return "rank";
    case 3:
      v.sizes[d] += draw(2) == 0 ? 1 : -1;
      return "extent by one";
    case 4:
      v.sizes[d] *= 2;
      return "extent doubled";
    case 5:
      v.sizes[d] = -v.sizes[d];
      return "negative extent";
    case 6:
      v.strides[v.rank - 1] = 2;
      return "stride";
    case 7:
      if (v.dtype == WEFT_BOOL) {
        v.data = nullptr;
        return "no memory";
      }
      v.data = static_cast<char*>(v.data) + 1;
      return "alignment";
    case 8:
      call.outputs[0].data = call.inputs[draw(3)].data;
      return "overlap";
    default:
      v.data = nullptr;
      return "no memory";
  }
}

int failures = 0;

void expect(bool condition, const char* what, const char* message) {
  if (condition) return;
  std::printf("FAILED: %s: %s\n", what, message);
  ++failures;
}

void expect_refused(const guarded_model* model, Call call, const char* what, const char* text) {
  std::vector<unsigned char> workspace(1 << 20, 0xA5);
  const std::vector<float> x = call.x, y = call.y, out = call.out;
  const std::vector<unsigned char> mask = call.mask;
  weft_status status = {};
  const std::int32_t code =
      guarded_run(model, call.inputs, call.input_count, call.outputs, call.output_count,
                  workspace.data(), workspace.size(), &status);
  expect(code == WEFT_BAD_ARGUMENT && status.code == code, what, status.message);
  expect(std::strstr(status.message, text) != nullptr, what, status.message);
  expect(call.out == out && call.x == x && call.y == y && call.mask == mask, what, "written");
  expect(guarded_run(model, call.inputs, call.input_count, call.outputs, call.output_count,
                     workspace.data(), workspace.size(), nullptr) == code,
         what, "another code without a status");
}

}  // namespace

int main(int, char** arguments) {
  const guarded::Model model(arguments[1]);
  guarded::Workspace workspace(model);
  for (int k = 0; k < 2000; ++k) {
    guarded::Extents extents;
    extents.N = 1 + draw(16);
    extents.T = 4 + 2 * draw(3);
    Call call = make_call(extents.N, extents.T);
    workspace.reserve(model.workspace_size(extents));
    weft_status status = {};
    const std::int32_t code = guarded_run(model.get(), call.inputs, 3, call.outputs, 1,
                                          workspace.data(), workspace.size(), &status);
    expect(code == WEFT_OK, "right call", status.message);
    // Equal rows of x: the mixture of values is the value, 0.5; then 0.5 and twice 0.25 are added.
    const std::size_t count = static_cast<std::size_t>(extents.N * extents.T * 4);
    expect(call.out[0] == 1.5f && call.out[count - 1] == 1.5f && call.out[count] == 7.0f,
           "right call", "wrong numbers");
  }
  for (int k = 0; k < 10000; ++k) {
    Call call = make_call(1 + draw(16), 4 + 2 * draw(3));
    const char* what = spoil(call);
    expect_refused(model.get(), std::move(call), what, "");
  }
  expect_refused(model.get(), make_call(17, 4), "range",
                 "argument 0 `x`: expected float32[N, 4, T] where N in [1, 16] and T % 2 == 0, got "
                 "float32[17, 4, 4] [W8004]");
  expect_refused(model.get(), make_call(2, 5), "multiple", "got float32[2, 4, 5] [W8004]");
  expect_refused(model.get(), make_call(2, 2), "condition",
                 "T = 2 from argument 0: select at guarded.cpp:9:");
  Call call = make_call(2, 16);
  call.inputs[1].sizes[3] = 18;
  expect_refused(model.get(), std::move(call), "relation",
                 "argument 1 `mask`: expected bool[N, 1, T, T] with T = 16 from argument 0, got "
                 "bool[2, 1, 16, 18] [W8004]");
  const std::vector<std::int64_t> shape = guarded::Model::output_shape(0, {3, 6});
  expect(shape == std::vector<std::int64_t>{3, 6, 4}, "output_shape", "another shape");
  std::printf("%s\n", failures == 0 ? "ok" : "FAILED");
  return failures == 0 ? 0 : 1;
}
