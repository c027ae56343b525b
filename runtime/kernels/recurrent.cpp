/// \file Recurrent layers over whole sequences.
#include <type_traits>

#include <weft/runtime/deploy/recurrent.h>
#include <weft/runtime/kernels/kernels.h>
#include <weft/runtime/kernels/lines.h>

namespace weft::kernels {

namespace {

using Values = std::vector<ir::Value>;

template <typename Cell>
Values run_cell(const ir::Call& call, const Values& arguments) {
  const auto dense = [&](std::size_t i) {
    const ir::TensorHandle& tensor = *arguments[i].tensor();
    return dense_as(tensor, tensor->dtype);
  };
  const ir::TensorHandle x = dense(0), h = dense(1), c = dense(2), weight = dense(3),
                         bias = dense(4);
  const weft_deploy::RecurrentShape shape{x->sizes[0], x->sizes[1], h->sizes[1]};
  const ir::TensorHandle output = make_tensor(x->dtype, {shape.steps, shape.batch, shape.hidden});
  const ir::TensorHandle last_h = make_tensor(x->dtype, h->sizes);
  const ir::TensorHandle last_c = make_tensor(x->dtype, h->sizes);
  const bool reverse = call.boolean(6);
  const auto run = [&]<typename T>(T*) {
    std::vector<T> scratch(
        static_cast<std::size_t>(weft_deploy::recurrent_scratch<Cell>(shape.hidden)));
    weft_deploy::recurrent_lines<Cell>(0, shape.batch, shape, reverse, x->data_as<T>(),
                                       h->data_as<T>(), c->data_as<T>(), weight->data_as<T>(),
                                       bias->data_as<T>(), output->data_as<T>(),
                                       last_h->data_as<T>(), last_c->data_as<T>(), scratch.data());
  };
  if (x->dtype == DType::kFloat32) {
    run(static_cast<float*>(nullptr));
  } else {
    run(static_cast<double*>(nullptr));
  }
  return {output, last_h, last_c};
}

Values recurrent(const ir::Call& call, const Values& arguments) {
  const std::string cell = call.text(5);
  if (cell == "lstm") return run_cell<weft_deploy::LstmCell>(call, arguments);
  if (cell == "gru") return run_cell<weft_deploy::GruCell>(call, arguments);
  if (cell == "tanh") return run_cell<weft_deploy::TanhCell>(call, arguments);
  return run_cell<weft_deploy::ReluCell>(call, arguments);
}

constexpr KernelRow kRows[] = {{"recurrent", recurrent}};

}  // namespace

std::span<const KernelRow> recurrent_kernels() { return kRows; }

}  // namespace weft::kernels
