// Extents as model files read, compare and copy them.
#include <torch/torch.h>

#include "libtorch_api.h"

namespace api {

void sizes() {
  const torch::Tensor x = torch::zeros({2, 1, 5}), y = torch::zeros({2, 1});
  TORCH_CHECK(y.sizes().equals({2, 1}) && !y.sizes().equals({2}) && !y.sizes().equals({2, 2}));
  TORCH_CHECK(torch::zeros({}).sizes().equals({}) && !y.sizes().equals({}));
  TORCH_CHECK(!y.sizes().equals(x.sizes()) && y.sizes().equals(std::vector<int64_t>{2, 1}));
  TORCH_CHECK(x.sizes().equals(torch::zeros_like(x).sizes()));
  TORCH_CHECK(torch::IntArrayRef({2, 1, 5}).equals(x.sizes()) && x.sizes() != y.sizes());
  TORCH_CHECK(x.sizes().slice(0, 2) == y.sizes() && x.sizes().slice(1).equals({1, 5}));
  TORCH_CHECK((x.sizes() == std::vector<int64_t>{2, 1, 5}));
  TORCH_CHECK((std::vector<int64_t>{2, 1, 5} == x.sizes()));
  TORCH_CHECK((x.sizes() == torch::IntArrayRef{2, 1, 5}));
  TORCH_CHECK((c10::ArrayRef<int64_t>({2, 1, 5}) == x.sizes()));
  TORCH_CHECK(x.sizes().front() == 2 && x.sizes().back() == 5 && x.sizes().at(1) == 1);
  TORCH_CHECK(x.sizes().data()[2] == 5 && x.sizes().size() == 3 && !x.sizes().empty());
  TORCH_CHECK(*x.sizes().begin() == 2 && *(x.sizes().end() - 1) == 5 && *x.sizes().rbegin() == 5);
  TORCH_CHECK(*(x.sizes().rend() - 1) == 2 && *x.sizes().cbegin() == 2);

  const std::vector<int64_t> copy(x.sizes().begin(), x.sizes().end());
  std::vector<int> ints(x.sizes().begin(), x.sizes().end());
  const std::set<int64_t> ordered(x.sizes().begin(), x.sizes().end());
  TORCH_CHECK(ints.back() == 5 && *ordered.begin() == 1);
  auto shape = x.sizes().vec();
  shape.insert(shape.begin(), 7);
  shape.push_back(3);
  shape.erase(shape.begin());
  shape.pop_back();
  TORCH_CHECK(shape == copy && torch::zeros(shape).numel() == 10);
  const auto begin = x.sizes().begin(), end = x.sizes().end();
  TORCH_CHECK(std::accumulate(begin, end, 1, std::multiplies<int64_t>()) == 10);
  TORCH_CHECK(std::equal(begin, end, copy.begin()) && std::find(begin, end, 5) == end - 1);
  TORCH_CHECK(*std::max_element(begin, end) == 5 && std::count(begin, end, 1) == 1);
  std::array<int64_t, 3> fixed;
  std::copy_n(begin, 3, fixed.begin());
  TORCH_CHECK(fixed[2] == 5 && c10::multiply_integers(x.sizes()) == 10);
  for (const auto& n : x.sizes()) TORCH_CHECK(n > 0);
  for (int64_t n : x.sizes()) TORCH_CHECK(n > 0);

  const torch::IntArrayRef view = x.sizes();
  const at::IntArrayRef of_vector(copy), of_pointers(copy.data(), copy.data() + 2);
  TORCH_CHECK(view == of_vector && of_pointers.equals(y.sizes()) && view == copy && copy == view);
  TORCH_CHECK(std::vector<int64_t>(view.rbegin(), view.rend()).front() == 5);
  TORCH_CHECK(x.strides().equals({5, 5, 1}) && view.cbegin() == view.begin());
  const torch::IntList older_name = x.sizes();
  TORCH_CHECK(older_name.size() == 3);

  const torch::TensorList list = {x, y};
  TORCH_CHECK(list.size() == 2 && !list.empty() && list[1].dim() == 2 && list.front().dim() == 3);
  for (const auto& tensor : list) TORCH_CHECK(tensor.defined());
  TORCH_CHECK(list.vec().size() == 2 && list.back().dim() == 2);
}

}  // namespace api
