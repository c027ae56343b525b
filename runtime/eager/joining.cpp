#include <weft/runtime/eager/joining.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include <weft/runtime/eager/copy.h>
#include <weft/runtime/tensor/tensor_impl.h>

namespace weft::eager {

namespace {

/// True if the dimensions from `first` on lie in memory like those of a dense tensor.
bool is_dense_from(std::size_t first, const TensorImpl& tensor) {
  std::int64_t stride = 1;
  for (std::size_t d = tensor.sizes.size(); d-- > first;) {
    if (tensor.sizes[d] != 1 && tensor.strides[d] != stride) return false;
    stride *= tensor.sizes[d];
  }
  return true;
}

std::int64_t product(std::vector<std::int64_t>::const_iterator begin,
                     std::vector<std::int64_t>::const_iterator end) {
  std::int64_t result = 1;
  for (; begin != end; ++begin) result *= *begin;
  return result;
}

class PreparedJoining : public PreparedCompute {
 public:
  PreparedJoining(DType dtype, std::vector<std::int64_t> sizes, std::size_t dim)
      : dtype_(dtype), sizes_(std::move(sizes)), dim_(dim) {}

  ir::TensorHandle run(const std::vector<ir::TensorHandle>& inputs, SourceLocation) const override {
    ir::TensorHandle result = make_tensor(dtype_, sizes_);
    const std::int64_t step = result->strides.at(dim_);
    std::int64_t start = 0;
    for (const ir::TensorHandle& input : inputs) {
      if (input->numel() > 0) {
        if (is_dense_from(dim_, *input)) {
          copy_runs(*input, *result, start * step);
        } else {
          copy_into(input, make_view(result, input->sizes, result->strides, start * step));
        }
      }
      start += input->sizes[dim_];
    }
    return result;
  }

 private:
  /// Copies the dimensions from the joined one on as one run for each point of the others.
  void copy_runs(const TensorImpl& input, const TensorImpl& result, std::int64_t offset) const {
    const std::size_t width = ir::size_of(dtype_);
    const auto run = static_cast<std::size_t>(
        product(input.sizes.begin() + static_cast<std::ptrdiff_t>(dim_), input.sizes.end()));
    const auto between = static_cast<std::size_t>(
        product(sizes_.begin() + static_cast<std::ptrdiff_t>(dim_), sizes_.end()));
    std::byte* to = result.data() + static_cast<std::size_t>(offset) * width;
    std::vector<std::int64_t> at(dim_, 0);
    for (bool more = true; more; to += between * width) {
      std::int64_t from = 0;
      for (std::size_t d = 0; d < dim_; ++d) from += at[d] * input.strides[d];
      std::copy_n(input.data() + from * static_cast<std::int64_t>(width), run * width, to);
      more = false;
      for (std::size_t d = dim_; d-- > 0 && !more;) {
        more = ++at[d] < sizes_[d];
        if (!more) at[d] = 0;
      }
    }
  }

  DType dtype_;
  std::vector<std::int64_t> sizes_;
  std::size_t dim_;
};

}  // namespace

std::unique_ptr<const PreparedCompute> prepare_joining(
    const ir::Compute& compute, const ir::Call& call, const std::vector<ir::TensorHandle>& inputs) {
  const std::string& name = call.op().schema.name;
  if (name != "cat" && name != "concat") return nullptr;
  std::vector<std::int64_t> sizes;
  for (const ir::IntExpr& size : compute.sizes) sizes.push_back(size.value());
  for (const ir::TensorHandle& input : inputs) {
    if (input->dtype != compute.dtype || input->sizes.size() != sizes.size()) return nullptr;
  }
  const auto rank = static_cast<std::int64_t>(sizes.size());
  const auto dim = static_cast<std::size_t>(
      call.dimension(call.constant_integer(*call.op().schema.find("dim")), rank));
  return std::make_unique<PreparedJoining>(compute.dtype, std::move(sizes), dim);
}

}  // namespace weft::eager
