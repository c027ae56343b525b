// Methods of Tensor, out of place and in place, as the documentation of torch::Tensor lists them.
#include <torch/torch.h>

#include "libtorch_api.h"

namespace api {
namespace {

bool same_shape(const torch::Tensor& x, torch::IntArrayRef sizes) { return x.sizes() == sizes; }

void shapes() {
  const torch::Tensor x = torch::arange(24).to(torch::kFloat).view({2, 3, 4});
  TORCH_CHECK(same_shape(x.view({-1, 4}), {6, 4}) && same_shape(x.view({6, -1}), {6, 4}));
  TORCH_CHECK(same_shape(x.view(-1), {24}) && same_shape(x.reshape({4, 6}), {4, 6}));
  TORCH_CHECK(same_shape(x.reshape(-1), {24}) && same_shape(x.view({x.size(0), -1}), {2, 12}));
  TORCH_CHECK(same_shape(x.view(x.sizes()), {2, 3, 4}) && same_shape(x.view_as(x), {2, 3, 4}));
  TORCH_CHECK(same_shape(x.reshape_as(x), {2, 3, 4}) && same_shape(x.flatten(), {24}));
  TORCH_CHECK(same_shape(x.flatten(1), {2, 12}) && same_shape(x.flatten(0, 1), {6, 4}));
  TORCH_CHECK(same_shape(x.unflatten(2, {2, 2}), {2, 3, 2, 2}) && same_shape(x.ravel(), {24}));
  TORCH_CHECK(same_shape(x.permute({2, 0, 1}), {4, 2, 3}));
  TORCH_CHECK(same_shape(x.transpose(1, 2), {2, 4, 3}) && same_shape(x[0].t(), {4, 3}));
  TORCH_CHECK(same_shape(x.swapaxes(0, 1), {3, 2, 4}) && same_shape(x.swapdims(0, 1), {3, 2, 4}));
  TORCH_CHECK(same_shape(x.movedim(0, 2), {3, 4, 2}) && same_shape(x.mT(), {2, 4, 3}));
  TORCH_CHECK(same_shape(x.unsqueeze(0), {1, 2, 3, 4}) &&
              same_shape(x.unsqueeze(-1), {2, 3, 4, 1}));
  TORCH_CHECK(same_shape(x.unsqueeze(1).squeeze(1), {2, 3, 4}));
  TORCH_CHECK(same_shape(x.unsqueeze(0).squeeze(), {2, 3, 4}));
  TORCH_CHECK(same_shape(x.unsqueeze(0).expand({5, 2, 3, 4}), {5, 2, 3, 4}));
  TORCH_CHECK(same_shape(x[0].unsqueeze(0).expand({2, -1, -1}), {2, 3, 4}));
  TORCH_CHECK(same_shape(x[0].expand_as(x), {2, 3, 4}) &&
              same_shape(x.repeat({2, 1, 1}), {4, 3, 4}));
  TORCH_CHECK(same_shape(x.repeat_interleave(2, 1), {2, 6, 4}) &&
              same_shape(x.tile({2}), {2, 3, 8}));
  TORCH_CHECK(same_shape(x.repeat_interleave(2), {48}));
  TORCH_CHECK(x.chunk(2, 2).size() == 2 && x.split(2, 1).size() == 2);
  TORCH_CHECK(x.split({1, 2}, 1).size() == 2 && x.split_with_sizes({1, 3}, 2).size() == 2);
  TORCH_CHECK(x.tensor_split(2, 1).size() == 2 && x.unbind().size() == 2);
  TORCH_CHECK(x.unfold(2, 2, 1).dim() == 4 && x.diagonal(0, 1, 2).size(1) == 3);
  TORCH_CHECK(x.flip({0}).numel() == 24 && x.roll(1, 0).numel() == 24 && x.roll({1}).numel() == 24);
  TORCH_CHECK(same_shape(x.rot90(1, {0, 1}), {3, 2, 4}) && x[0].fliplr().numel() == 12);
  TORCH_CHECK(x[0].tril().numel() == 12 && x[0].triu(1).numel() == 12 && x[0][0].diag().dim() == 2);
  TORCH_CHECK(x[0][0].diag_embed().dim() == 2 && x.contiguous().is_contiguous());
  TORCH_CHECK(x.permute({2, 0, 1}).contiguous().is_contiguous() && x.clone().numel() == 24);
  TORCH_CHECK(x.detach().is_same(x) || x.detach().defined());
  TORCH_CHECK(x.as_strided({2, 2}, {1, 2}).numel() == 4 && x.alias().numel() == 24);
  TORCH_CHECK(x.cpu().defined() && x.data().numel() == 24 && x.variable_data().numel() == 24);
  TORCH_CHECK(x.index_select(0, torch::tensor({0})).size(0) == 1);
  torch::Tensor y = torch::zeros({1, 3, 1});
  y.squeeze_(0).unsqueeze_(0).transpose_(0, 1);
  TORCH_CHECK(same_shape(y, {3, 1, 1}));
  y.squeeze_();
  y.set_data(torch::ones({4}));
  TORCH_CHECK(y.numel() == 4);
}

void elementwise() {
  torch::Tensor x = torch::tensor({0.25f, 0.5f, 0.75f});
  const torch::Tensor y = torch::tensor({1.f, 2.f, 3.f});
  x.abs(), x.neg(), x.exp(), x.exp2(), x.expm1(), x.log(), x.log1p(), x.log2(), x.log10();
  x.sqrt(), x.rsqrt(), x.square(), x.reciprocal(), x.sin(), x.cos(), x.tan(), x.asin(), x.acos();
  x.atan(), x.sinh(), x.cosh(), x.tanh(), x.asinh(), (x + 1).acosh(), x.atanh(), x.erf(), x.erfc();
  x.erfinv(), x.lgamma(), x.digamma(), x.sigmoid(), x.logit(), x.relu(), x.floor(), x.ceil();
  x.round(), x.trunc(), x.frac(), x.sign(), x.sgn(), x.isnan(), x.isinf(), x.isfinite();
  x.softmax(0), x.log_softmax(-1), x.prelu(torch::full({1}, 0.1)), x.hardshrink(), x.nan_to_num();
  x.softmax(0, torch::kDouble), x.logical_not(), x.deg2rad(), x.rad2deg(), x.sinc(), x.positive();
  x.add(y), x.add(1), x.add(y, 2), x.sub(y), x.sub(1), x.mul(y), x.mul(2), x.div(y), x.div(2);
  x.div(y, "floor"), x.pow(2), x.pow(y), x.pow(0.5), x.fmod(2), x.remainder(y), x.atan2(y);
  x.floor_divide(2), x.true_divide(y), x.hypot(y), x.copysign(y), x.float_power(2), x.logaddexp(y);
  x.maximum(y), x.minimum(y), x.fmax(y), x.max(y), x.min(y), x.lerp(y, 0.5), x.lerp(y, x);
  x.clamp(0.1, 0.5), x.clamp_min(0.1), x.clamp_max(0.5), x.clamp(torch::nullopt, 0.5), x.clip(0, 1);
  x.addcmul(x, y, 0.5), x.addcdiv(x, y), x.xlogy(y), x.heaviside(y);
  x.eq(y), x.ne(1), x.lt(y), x.le(1), x.gt(y), x.ge(1), x.greater(y), x.less_equal(1), x.eq(1.0);
  x.logical_and(y), x.logical_or(y), x.logical_xor(y), x.isclose(y), x.where(x > 0.3, y);
  const torch::Tensor n = torch::tensor({1, 2, 3});
  n.bitwise_and(1), n.bitwise_or(n), n.bitwise_xor(n), n.bitwise_not();
  TORCH_CHECK(n.bitwise_left_shift(n).numel() == 3);
  x.add_(1).sub_(1).mul_(2).div_(2).pow_(1).neg_().neg_().clamp_(0, 1).relu_().sqrt_().square_();
  x.exp_().log_().sigmoid_().tanh_().abs_().floor_().zero_().fill_(0.5).clamp_min_(0.1).copy_(y);
  x.addcmul_(x, y).addcdiv_(x, y).lerp_(y, 0.5).masked_fill_(x > 100, 0).round_().rsqrt_();
  x.uniform_().normal_().uniform_(0, 1).normal_(0, 1).bernoulli_(0.5).exponential_().random_(0, 3);
  x.fill_(2), x.eq_(y), x.sub_(y), x.mul_(x), x.div_(y);
  x.requires_grad_(), x.requires_grad_(false), x.set_requires_grad(false);
  TORCH_CHECK((x == x).all().item<bool>() && x.equal(x) && x.allclose(x) && x.is_same(x));
}

void reductions() {
  const torch::Tensor x = torch::rand({3, 4}) + 0.5;
  x.sum(), x.sum(0), x.sum({-2, -1}), x.sum(1, true), x.sum(-1, /*keepdim=*/true, torch::kDouble);
  x.sum(torch::kDouble), x.mean(), x.mean(1), x.mean({-2, -1}, true), x.prod(), x.prod(1),
      x.nansum();
  x.var(), x.var(1), x.var(1, /*unbiased=*/false), x.var(true), x.std(), x.std(0),
      x.std(0, true, true);
  x.var({-2, -1}, /*unbiased=*/true, /*keepdim=*/true), x.norm(), x.norm(2, 1),
      x.norm(2, {-2, -1}, true);
  x.norm(1), x.logsumexp(1), x.logsumexp({-2, -1}, true), x.amax(1), x.amin({0, 1}, true),
      x.aminmax();
  x.max(), x.min(), x.argmax(), x.argmax(1), x.argmin(1, true), x.any(), x.all(), (x > 1).any(1);
  x.cumsum(0), x.cumprod(1), x.cummax(0), x.logcumsumexp(1), x.diff(), x.trace(), x.median();
  x.count_nonzero(), x.dist(x), x.nanmean(), x.quantile(0.5), x.histc(4), x.nanmedian();
  auto [values, indices] = x.max(1);
  std::tie(values, indices) = x.min(/*dim=*/1, /*keepdim=*/true);
  std::tie(values, indices) = x.sort(1, /*descending=*/true);
  std::tie(values, indices) = x.topk(2);
  std::tie(values, indices) = x.topk(2, 1, true, true);
  std::tie(values, indices) = x.kthvalue(2, 1);
  std::tie(values, indices) = x.median(1);
  std::tie(values, indices) = x.mode(1);
  values = std::get<0>(x.max(1));
  TORCH_CHECK(values.numel() == 3 && indices.numel() == 3 && x.argsort().numel() == 12);
  TORCH_CHECK(x.argsort(1, true).numel() == 12 && x.msort().numel() == 12);
}

void products() {
  const torch::Tensor a = torch::rand({2, 3}), b = torch::rand({3, 2}), v = torch::rand({3});
  a.mm(b), a.matmul(b), a.mv(v), v.dot(v), v.outer(v), v.ger(v), a.unsqueeze(0).bmm(b.unsqueeze(0));
  torch::zeros({2, 2}).addmm(a, b), torch::zeros({2}).addmv(a, v), v.inner(v), v.cross(v);
  torch::zeros({2, 2}).addmm_(a, b),
      torch::zeros({1, 2, 2}).baddbmm(a.unsqueeze(0), b.unsqueeze(0));
  torch::zeros({3, 3}).addr(v, v);
}

void values() {
  const torch::Tensor x = torch::tensor({1.5f, 2.5f});
  TORCH_CHECK(x[0].item<float>() == 1.5f && x[1].item().toFloat() == 2.5f);
  TORCH_CHECK(x.sum().item().toDouble() == 4 && x.sum().item<int>() == 4 && x.numel() == 2);
  TORCH_CHECK(x.data_ptr<float>()[1] == 2.5f && static_cast<float*>(x.data_ptr())[0] == 1.5f);
  TORCH_CHECK(x.const_data_ptr<float>() == x.data_ptr<float>() && x.defined() && x.is_leaf());
  torch::Tensor grown = torch::arange(4);
  TORCH_CHECK(grown.resize_({2, 1}).sizes() == torch::IntArrayRef({2, 1}) && grown.numel() == 2);
  TORCH_CHECK(grown.resize_({2, 3}).strides().equals({3, 1}) && grown[0][1].item<int>() == 1);
  TORCH_CHECK(x.mutable_data_ptr<float>() != nullptr && !x.is_sparse() && !x.is_quantized());
}

}  // namespace

void methods() {
  shapes();
  elementwise();
  reductions();
  products();
  values();
}

}  // namespace api
