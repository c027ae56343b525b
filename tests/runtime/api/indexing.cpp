// torch::indexing: the table of libtorch's page on indexing, read and write.
#include <torch/torch.h>

#include "libtorch_api.h"

namespace api {

using torch::indexing::Ellipsis;
using torch::indexing::None;
using torch::indexing::Slice;

void indexing() {
  const torch::Tensor x = torch::arange(24).view({2, 3, 4});
  TORCH_CHECK(x.index({None}).dim() == 4 && x.index({Ellipsis, None}).size(3) == 1);
  TORCH_CHECK(x.index({Ellipsis}).numel() == 24 && x.index({"..."}).numel() == 24);
  TORCH_CHECK(x.index({Ellipsis, 0}).numel() == 6 && x.index({"...", 0}).numel() == 6);
  TORCH_CHECK(x.index({1, 2}).sum().item<int64_t>() == 86);
  TORCH_CHECK(x.index({true}).dim() == 4 && x.index({false}).numel() == 0);
  TORCH_CHECK(x.index({Slice()}).numel() == 24 && x.index({Slice(None, None, 2)}).size(0) == 1);
  TORCH_CHECK(x.index({Slice(), Slice(1, 3)}).size(1) == 2);
  TORCH_CHECK(x.index({Slice(), Slice(None, -1)}).size(1) == 2);
  TORCH_CHECK(x.index({Slice(0, torch::indexing::None)}).size(0) == 2);
  TORCH_CHECK(x.index({1, 0, Slice(1, None, 2)}).numel() == 2);
  TORCH_CHECK(x.index({torch::tensor({1, 0})}).sizes() == torch::IntArrayRef({2, 3, 4}));
  TORCH_CHECK(x.index({torch::tensor({0, 1}), torch::tensor({2, 0})}).size(1) == 4);
  TORCH_CHECK(x.index({x > 20}).numel() == 3);
  TORCH_CHECK(x.index({torch::tensor({true, false})}).size(0) == 1);
  TORCH_CHECK(x.index({at::indexing::Slice(0, 1)}).size(0) == 1);
  const std::vector<torch::indexing::TensorIndex> list = {0, Slice(1, 2)};
  TORCH_CHECK(x.index(list).sizes() == torch::IntArrayRef({1, 4}));
  TORCH_CHECK(x.index({torch::indexing::TensorIndex(1)}).dim() == 2);
  const int64_t end = 2;
  const int begin = 1;
  TORCH_CHECK(x.index({Slice(), Slice(begin, end)}).size(1) == 1);

  TORCH_CHECK(x[0].size(0) == 3 && x[1][2][3].item<int64_t>() == 23 && x[-1][-1].dim() == 1);
  TORCH_CHECK(x[torch::tensor(1)].dim() == 2);
  TORCH_CHECK(x.select(0, 1).dim() == 2 && x.slice(1, 0, 2).size(1) == 2);
  TORCH_CHECK(x.slice(/*dim=*/2, /*start=*/1).size(2) == 3 && x.slice(0).size(0) == 2);
  TORCH_CHECK(x.slice(1, 0, 3, 2).size(1) == 2 && x.narrow(2, 1, 2).size(2) == 2);
  TORCH_CHECK(x.slice(1, torch::nullopt, -1).size(1) == 2);

  torch::Tensor y = torch::zeros({3, 4});
  y.index_put_({1, 2}, 5);
  y.index_put_({Slice(), 0}, torch::ones({3}));
  y.index_put_({0}, torch::full({4}, 2.0));
  y.index_put_({Ellipsis, -1}, 3.5);
  y.index_put_({y > 4}, 0);
  y.index_put_({torch::tensor({0, 0})}, torch::ones({4}), /*accumulate=*/true);
  y.index_put_({torch::tensor({2}), torch::tensor({1})}, 9);
  TORCH_CHECK(y[0][0].item<float>() == 4 && y[2][1].item<float>() == 9);
  TORCH_CHECK(y[1][2].item<float>() == 0 && y[0][3].item<float>() == 5.5f);
  y[0] = torch::zeros({4});
  y[1][1] = 8;
  y[2] += 1;
  y.slice(0, 0, 1) = 6;
  y.index({1, Slice(2, 4)}) = 7.5;
  y.select(1, 0) = torch::tensor({1.f, 2.f, 3.f});
  TORCH_CHECK(y[0][1].item<float>() == 6 && y[1][1].item<float>() == 8);
  TORCH_CHECK(y[1][3].item<float>() == 7.5f && y[2][0].item<float>() == 3);
  y.index({0}).copy_(torch::ones({4}));
  y.slice(1, 0, 2).zero_();
  y.narrow(1, 2, 2).fill_(2);
  TORCH_CHECK(y.sum().item<float>() == 12);

  TORCH_CHECK(y.index_select(0, torch::tensor({2, 0})).size(0) == 2);
  TORCH_CHECK(torch::index_select(y, 1, torch::tensor({1})).size(1) == 1);
  TORCH_CHECK(y.gather(1, torch::zeros({3, 1}, torch::kLong)).size(1) == 1);
  TORCH_CHECK(y.masked_select(y > 1).numel() == 6 && y.masked_fill(y > 1, 0.f).numel() == 12);
  TORCH_CHECK(y.take(torch::tensor({0, 5})).numel() == 2);
  TORCH_CHECK(y.nonzero().size(1) == 2 && torch::nonzero(y).size(0) == 6);
  TORCH_CHECK(y.index_add(0, torch::tensor({0}), torch::ones({1, 4})).numel() == 12);
  TORCH_CHECK(y.index_fill(1, torch::tensor({0}), 3).numel() == 12);
  TORCH_CHECK(y.index_copy(0, torch::tensor({0}), torch::ones({1, 4})).numel() == 12);
  y.index_fill_(1, torch::tensor({0}), 3);
  y.index_add_(0, torch::tensor({0}), torch::ones({1, 4}));
  y.masked_fill_(y == 3, -1);
  y.scatter_(1, torch::zeros({3, 1}, torch::kLong), 2.0);
  y.scatter_(1, torch::zeros({3, 1}, torch::kLong), torch::ones({3, 1}));
  y.scatter_add_(1, torch::zeros({3, 1}, torch::kLong), torch::ones({3, 1}));
  TORCH_CHECK(y[0][0].item<float>() == 2);
  for (const torch::Tensor& part : y.split(1)) TORCH_CHECK(part.size(0) == 1);
  for (const torch::Tensor& part : y.unbind(1)) TORCH_CHECK(part.size(0) == 3);

  auto a = y.accessor<float, 2>();
  a[0][1] = 11;
  TORCH_CHECK(a.size(0) == 3 && y[0][1].item<float>() == 11);
}

}  // namespace api
