// Free functions of torch::, as the documentation lists them.
#include <torch/torch.h>

#include "libtorch_api.h"

namespace api {
namespace {

void joining() {
  const torch::Tensor x = torch::rand({2, 3}), y = torch::rand({2, 3});
  torch::cat({x, y}), torch::cat({x, y}, 1), torch::stack({x, y}), torch::stack({x, y}, -1);
  std::vector<torch::Tensor> list = {x, y};
  torch::cat(list, /*dim=*/0), torch::stack(list), torch::hstack({x, y}), torch::vstack({x, y});
  torch::dstack({x, y}), torch::concat({x, y}, 0), torch::row_stack({x, y}),
      torch::column_stack({x, y});
  torch::chunk(x, 2, 1), torch::split(x, 1), torch::split(x, 2, 1), torch::unbind(x),
      torch::flip(x, {0});
  torch::split_with_sizes(x, {1, 2}, 1), torch::tensor_split(x, 2), torch::roll(x, 1, 0),
      torch::rot90(x);
  torch::squeeze(x), torch::unsqueeze(x, 0), torch::transpose(x, 0, 1), torch::t(x),
      torch::flatten(x);
  torch::reshape(x, {3, 2}), torch::permute(x, {1, 0}), torch::movedim(x, 0, 1),
      torch::flatten(x, 0, 1);
  torch::narrow(x, 1, 0, 2), torch::select(x, 0, 1), torch::tile(x, {2, 2}),
      torch::swapaxes(x, 0, 1);
  torch::broadcast_tensors({x, y}), torch::broadcast_to(x, {2, 2, 3});
  torch::repeat_interleave(x, 2), torch::repeat_interleave(x, 2, 1), torch::clone(x),
      torch::ravel(x);
  torch::repeat_interleave(torch::tensor({1, 2})), torch::bincount(torch::tensor({1, 2})),
      torch::diag(x[0]), torch::diagonal(x), torch::tril(x);
  torch::triu(x, 1), torch::meshgrid({x[0], y[1]}), torch::meshgrid({x[0], y[1]}, "ij"),
      torch::trace(x);
  torch::meshgrid({x[0], y[1]}, "xy"), torch::diag_embed(x);
  torch::take_along_dim(x, torch::zeros({2, 1}, torch::kLong), 1);
  torch::gather(x, 1, torch::zeros({2, 1}, torch::kLong)), torch::masked_select(x, x > 0.5);
  torch::scatter(x, 1, torch::zeros({2, 1}, torch::kLong), 0), torch::take(x, torch::tensor({0}));
  torch::where(x > 0.5, x, y), torch::where(x > 0.5, x, 0.0), torch::where(x > 0.5),
      torch::nonzero(x);
  torch::index_select(x, 0, torch::tensor({0})), torch::masked_fill(x, x > 0.5, 0),
      torch::argwhere(x);
  torch::constant_pad_nd(x, {1, 1}, 0);
  torch::pixel_shuffle(torch::rand({1, 4, 2, 2}), 2),
      torch::pixel_unshuffle(torch::rand({1, 1, 4, 4}), 2);
  torch::searchsorted(torch::tensor({1.f, 2.f}), x), torch::bucketize(x, torch::tensor({0.5f}));
  torch::one_hot(torch::tensor({0, 1}), 2), torch::histc(x, 4);
  torch::pad(x, {1, 1}), torch::pad(x, {1, 1}, "reflect"), torch::pad(x, {1, 1}, "constant", 1.0);
  torch::channel_shuffle(torch::rand({1, 4, 2, 2}), 2), torch::unflatten(x, 1, {3, 1});
  torch::isin(torch::tensor({1, 2}), torch::tensor({2})), torch::clip(x, 0, 1),
      torch::count_nonzero(x);
}

void pointwise() {
  const torch::Tensor x = torch::rand({2, 3}) * 0.5 + 0.25, y = torch::rand({2, 3}) + 0.5;
  torch::abs(x), torch::neg(x), torch::exp(x), torch::log(x), torch::log1p(x), torch::log2(x);
  torch::log10(x), torch::expm1(x), torch::sqrt(x), torch::rsqrt(x), torch::square(x),
      torch::sin(x);
  torch::cos(x), torch::tan(x), torch::asin(x), torch::acos(x), torch::atan(x), torch::sinh(x);
  torch::cosh(x), torch::tanh(x), torch::erf(x), torch::erfc(x), torch::erfinv(x), torch::lgamma(x);
  torch::digamma(x), torch::sigmoid(x), torch::relu(x), torch::relu6(x), torch::selu(x),
      torch::celu(x);
  torch::elu(x), torch::gelu(x), torch::gelu(x, "tanh"), torch::silu(x), torch::mish(x),
      torch::glu(x, 0);
  torch::leaky_relu(x), torch::leaky_relu(x, 0.2), torch::softplus(x), torch::hardtanh(x);
  torch::hardswish(x), torch::hardsigmoid(x), torch::log_sigmoid(x),
      torch::prelu(x, torch::ones({1}));
  torch::threshold(x, 0.5, 0), torch::rrelu(x), torch::floor(x), torch::ceil(x), torch::round(x);
  torch::trunc(x), torch::frac(x), torch::sign(x), torch::reciprocal(x), torch::clamp(x, 0, 1);
  torch::clamp_min(x, 0), torch::clamp_max(x, 1), torch::clamp(x, torch::nullopt, 1),
      torch::isnan(x);
  torch::softmax(x, 1), torch::softmax(x, 1, torch::kDouble), torch::log_softmax(x, -1),
      torch::isinf(x);
  torch::add(x, y), torch::add(x, 1), torch::sub(x, y), torch::mul(x, y), torch::mul(x, 2),
      torch::div(x, y);
  torch::add(x, y, 2), torch::div(x, y, "trunc"), torch::pow(x, 2), torch::pow(x, y),
      torch::pow(2, x);
  torch::fmod(x, 2), torch::remainder(x, 2), torch::atan2(x, y), torch::arctan2(x, y),
      torch::fix(x), torch::arctanh(x), torch::arcsinh(x), torch::arccosh(x), torch::hypot(x, y),
      torch::lerp(x, y, 0.5);
  torch::maximum(x, y), torch::minimum(x, y), torch::max(x, y), torch::min(x, y), torch::fmin(x, y);
  torch::eq(x, y), torch::ne(x, y), torch::lt(x, 1), torch::le(x, y), torch::gt(x, 1),
      torch::ge(x, y);
  torch::logical_and(x, y), torch::logical_or(x, y), torch::logical_not(x), torch::equal(x, y);
  torch::logical_xor(x, y), torch::allclose(x, x), torch::isclose(x, y), torch::isfinite(x);
  torch::addcmul(x, x, y), torch::addcdiv(x, x, y), torch::addcmul(x, x, y, 0.5),
      torch::nan_to_num(x);
  torch::copysign(x, y), torch::float_power(x, 2), torch::logaddexp(x, y), torch::true_divide(x, y);
  torch::floor_divide(x, y), torch::multiply(x, y), torch::subtract(x, y), torch::divide(x, y);
  torch::dropout(x, 0.5, /*train=*/false), torch::rsub(x, 1), torch::exp2(x);
  torch::bitwise_and(torch::tensor({1}), torch::tensor({3})), torch::sinc(x), torch::logit(x);
  torch::Tensor z = x.clone();
  torch::relu_(z), torch::sigmoid_(z), torch::clamp_(z, 0, 1), torch::exp_(z), torch::zero_(z);
  torch::leaky_relu_(z), torch::dropout_(z, 0.5, false), torch::fill_(z, 1);
  z = -x, z = ~x.to(torch::kBool), z = x + y, z = x - y, z = x * y, z = x / y;
  z = 1 + x, z = 1 - x, z = 2 * x, z = 1.0 / x, z = x + 1, z = x - 1.5f, z = x * 2, z = x / 2,
  z = x % 2;
  z += x, z -= x, z *= x, z /= y, z += 1, z -= 1, z *= 2, z /= 2;
  TORCH_CHECK(((x < y) & (x <= y)).numel() == 6 && ((x > y) | (x >= y)).numel() == 6);
  TORCH_CHECK((x == y).numel() == 6 && (x != 0).all().item<bool>() &&
              ((x < 1) ^ (x < 2)).defined());
}

void linear_algebra() {
  const torch::Tensor x = torch::eye(3) + 1, y = torch::ones({3, 2});
  torch::inverse(x), torch::det(x), torch::logdet(x), torch::cholesky(x, /*upper=*/true);
  x.inverse(), x.det(), x.logdet(), x.cholesky(), x.signbit(), torch::signbit(x);
  torch::linalg::inv(x), torch::linalg::det(x), torch::linalg::cholesky(x);
  torch::linalg_inv(x), torch::linalg_det(x), torch::linalg_solve(x, y);
  torch::linalg::solve(x, y, /*left=*/true);
  torch::linalg::solve_triangular(x, y, /*upper=*/true, /*left=*/true, /*unitriangular=*/false);
  auto [sign, logarithm] = torch::slogdet(x);
  std::tie(sign, logarithm) = x.slogdet();
  std::tie(sign, logarithm) = torch::linalg::slogdet(x);
  auto [q, r] = torch::qr(x);
  std::tie(q, r) = x.qr();
  std::tie(q, r) = torch::linalg::qr(x, "complete");
  std::tie(q, r) = torch::triangular_solve(y, x);
  TORCH_CHECK(q.size(1) == 2 && r.dim() == 2);
}

void reductions() {
  const torch::Tensor x = torch::rand({3, 4}) + 0.5;
  torch::sum(x), torch::sum(x, 1), torch::sum(x, {-2, -1}, true), torch::mean(x), torch::mean(x, 1);
  torch::mean(x, {0}, /*keepdim=*/true), torch::prod(x), torch::prod(x, 1), torch::var(x),
      torch::std(x);
  torch::var(x, 1), torch::std(x, 0, true), torch::var_mean(x),
      torch::var_mean(x, {1}, /*unbiased=*/false);
  torch::std_mean(x), torch::norm(x), torch::norm(x, 2, 1), torch::logsumexp(x, 1),
      torch::amax(x, 1);
  torch::amin(x, {0, 1}), torch::max(x), torch::min(x), torch::argmax(x), torch::argmax(x, 1);
  torch::argmin(x, 1, true), torch::any(x), torch::all(x > 0), torch::any(x, 1),
      torch::cumsum(x, 0);
  torch::cumprod(x, 0), torch::median(x), torch::quantile(x, 0.5), torch::nansum(x),
      torch::dist(x, x);
  torch::quantile(x, torch::tensor({0.25f, 0.5f}), 1), torch::logcumsumexp(x, 0), torch::diff(x);
  auto [values, indices] = torch::max(x, 1);
  std::tie(values, indices) = torch::min(x, 1, /*keepdim=*/true);
  std::tie(values, indices) = torch::sort(x, 1);
  std::tie(values, indices) = torch::sort(x, 0, /*descending=*/true);
  std::tie(values, indices) = torch::topk(x, 2, 1);
  std::tie(values, indices) = torch::kthvalue(x, 2, 1);
  std::tie(values, indices) = torch::median(x, 1);
  std::tie(values, indices) = torch::mode(x, 1);
  std::tie(values, indices) = torch::cummax(x, 1);
  torch::argsort(x), torch::unique_consecutive(torch::tensor({1, 1, 2})), torch::msort(x);
  auto unique = torch::_unique2(torch::tensor({3, 1, 3}), true, true, true);
  TORCH_CHECK(std::get<0>(unique).numel() == 2);
  TORCH_CHECK(std::get<0>(torch::unique_dim(x, 0)).size(0) == 3);
}

void products() {
  const torch::Tensor a = torch::rand({2, 3}), b = torch::rand({3, 2}), v = torch::rand({3});
  torch::mm(a, b), torch::matmul(a, b), torch::mv(a, v), torch::dot(v, v), torch::outer(v, v);
  torch::bmm(a.unsqueeze(0), b.unsqueeze(0)), torch::addmm(torch::zeros({2, 2}), a, b);
  torch::einsum("ij,jk->ik", {a, b}), torch::tensordot(a, b, {1}, {0}), torch::cross(v, v);
  torch::linear(a, torch::rand({4, 3})), torch::linear(a, torch::rand({4, 3}), torch::rand({4}));
  torch::bilinear(a, a, torch::rand({4, 3, 3})), torch::cdist(a, a);
  torch::baddbmm(torch::zeros({1, 2, 2}), a.unsqueeze(0), b.unsqueeze(0));
  torch::cosine_similarity(a, a, 1), torch::pairwise_distance(a, a);
  torch::scaled_dot_product_attention(a.unsqueeze(0), a.unsqueeze(0), a.unsqueeze(0));
}

void layers() {
  const torch::Tensor x = torch::rand({1, 2, 6, 6}), w = torch::rand({3, 2, 3, 3});
  torch::conv2d(x, w), torch::conv2d(x, w, {}, 1, 1),
      torch::conv2d(x, w, torch::rand({3}), {2, 2}, {1, 1});
  torch::conv1d(x[0], torch::rand({3, 6, 2})), torch::conv3d(x.unsqueeze(2), w.unsqueeze(2)),
      torch::conv2d(x, w, {}, 1, "same");
  torch::conv_transpose2d(x, torch::rand({2, 3, 2, 2}), {}, 2),
      torch::conv_transpose1d(x[0], torch::rand({6, 3, 2}));
  torch::conv_transpose3d(x.unsqueeze(2), torch::rand({2, 3, 1, 2, 2}));
  torch::max_pool2d(x, 2), torch::max_pool2d(x, {2, 2}, 1, 0), torch::avg_pool2d(x, 2),
      torch::max_pool1d(x[0], 2);
  torch::max_pool2d_with_indices(x, {2, 2}), torch::max_pool3d(x.unsqueeze(2), {1, 2, 2});
  torch::adaptive_avg_pool2d(x, {1, 1}), torch::adaptive_max_pool2d(x, {1, 1}),
      torch::avg_pool1d(x[0], 2);
  torch::adaptive_avg_pool1d(x[0], 1), torch::upsample_nearest2d(x, torch::IntArrayRef({12, 12}));
  torch::upsample_nearest1d(x[0], torch::IntArrayRef({12})),
      torch::upsample_linear1d(x[0], torch::IntArrayRef({12}), true);
  torch::upsample_nearest3d(x.unsqueeze(0), torch::IntArrayRef({2, 4, 4})),
      torch::upsample_bicubic2d(x, torch::IntArrayRef({4, 4}), false);
  torch::upsample_trilinear3d(x.unsqueeze(0), torch::IntArrayRef({2, 4, 4}), false);
  torch::upsample_bilinear2d(x, torch::IntArrayRef({12, 12}), false),
      torch::grid_sampler(x, torch::rand({1, 2, 2, 2}), 0, 0, false);
  torch::layer_norm(x, {6}), torch::group_norm(x, 2);
  torch::batch_norm(x, {}, {}, torch::zeros({2}), torch::ones({2}), false, 0.1, 1e-5, false);
  torch::instance_norm(x, {}, {}, {}, {}, true, 0.1, 1e-5, false),
      torch::embedding(torch::rand({4, 2}), torch::tensor({1}));
  torch::im2col(x, {2, 2}, {1, 1}, {0, 0}, {1, 1}),
      torch::max_unpool2d(x, torch::arange(36).view({6, 6}).repeat({1, 2, 1, 1}), {6, 6});
}

void losses() {
  const torch::Tensor x = torch::rand({2, 3}), y = torch::rand({2, 3}),
                      label = torch::tensor({0, 2});
  torch::mse_loss(x, y), torch::l1_loss(x, y), torch::smooth_l1_loss(x, y), torch::huber_loss(x, y);
  torch::mse_loss(x, y, torch::Reduction::Sum), torch::nll_loss(x, label), torch::kl_div(x, y);
  torch::binary_cross_entropy(x, y), torch::binary_cross_entropy_with_logits(x, y);
  torch::cross_entropy_loss(x, label), torch::nll_loss(x, label, {}, torch::Reduction::None);
  torch::cosine_embedding_loss(x, y, torch::ones({2})),
      torch::margin_ranking_loss(x[0], y[0], torch::ones({3}));
  torch::triplet_margin_loss(x, y, x), torch::hinge_embedding_loss(x, y),
      torch::soft_margin_loss(x, y);
  torch::multi_margin_loss(x, label),
      torch::poisson_nll_loss(x, y, true, false, 1e-8, torch::Reduction::Mean);
}

}  // namespace

void functions() {
  const torch::Tensor image = torch::arange(9).to(torch::kFloat).view({1, 1, 3, 3});
  TORCH_CHECK(torch::reflection_pad2d(image, {1, 1, 0, 0})[0][0][0][0].item<float>() == 1);
  TORCH_CHECK(torch::replication_pad2d(image, {1, 1, 0, 0})[0][0][0][0].item<float>() == 0);
  TORCH_CHECK(torch::reflection_pad1d(image[0], {2, 0}).size(2) == 5);
  TORCH_CHECK(torch::replication_pad3d(image.unsqueeze(0), {1, 1, 1, 1, 1, 1}).size(2) == 3);
  TORCH_CHECK(torch::numel(image) == 9);
  joining();
  pointwise();
  reductions();
  linear_algebra();
  products();
  layers();
  losses();
}

}  // namespace api
