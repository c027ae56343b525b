// Programs that write into the caller's tensors: all modes leave the same in them.
#include <gtest/gtest.h>

#include <limits>

#include <weft/runtime/weft.h>

#include "all_modes.h"

namespace weft::differential {
namespace {

namespace torch = weft;
using torch::indexing::Slice;

class WrittenInputs : public testing::Test {
 protected:
  template <typename F>
  void add(const std::string& name, F function, std::vector<Tensor> inputs) {
    modes_.add(name, function, std::move(inputs));
  }

  void TearDown() override {
    modes_.build();
    for (std::size_t k = 0; k < modes_.size(); ++k) {
      EXPECT_EQ(modes_.disagreement(k), "");
      for (const AllModes::Outcome& outcome : modes_.run(k)) {
        EXPECT_EQ(outcome.refused, "") << modes_.name(k) << ", " << outcome.mode;
      }
    }
  }

  static Tensor counting(std::initializer_list<std::int64_t> sizes) {
    std::int64_t count = 1;
    for (const std::int64_t size : sizes) count *= size;
    return torch::arange(count, torch::kFloat32).view(std::vector<std::int64_t>(sizes)) - 3;
  }

  AllModes modes_;
};

TEST_F(WrittenInputs, OneAfterTheOther) {
  add("exchanged",
      [](Tensor x, Tensor y) {
        Tensor old = x.clone();
        x.copy_(y);
        y.copy_(old);
        return x - y;
      },
      {counting({3, 5}), counting({3, 5}) * 2});
  add("copied and read",
      [](Tensor x, Tensor y) {
        Tensor old = x.clone();
        x.copy_(y);
        return std::make_tuple(old, x, y);
      },
      {counting({4}), counting({4}) * 2});
  add("chained",
      [](Tensor x, Tensor y) {
        x.add_(y);
        y.mul_(x);
        x.sub_(y);
        return x.sum();
      },
      {counting({2, 3}), counting({2, 3})});
}

TEST_F(WrittenInputs, ThroughViews) {
  add("row",
      [](Tensor x) {
        x[1].zero_();
        return x.sum(0);
      },
      {counting({3, 4})});
  add("transposed",
      [](Tensor x) {
        Tensor t = x.t();
        t.narrow(0, 1, 2).relu_();
        return t;
      },
      {counting({3, 4})});
  add("itself transposed",
      [](Tensor x) {
        x.copy_(x.t());
        return x * 1;
      },
      {counting({4, 4})});
  add("view taken before",
      [](Tensor x) {
        Tensor row = x.select(0, 0);
        x.add_(10);
        return std::make_tuple(row, row * 2);
      },
      {counting({2, 3})});
  add("index_put",
      [](Tensor x, Tensor rows) {
        x.index_put_({rows}, -1.0);
        x.index_put_({Slice(), 0}, 7.0);
        return x.max();
      },
      {counting({5, 3}), torch::tensor({0, 4, 4})});
}

TEST_F(WrittenInputs, OfEveryKind) {
  add("written and not read",
      [](Tensor x) {
        x.fill_(2);
        return torch::ones({2});
      },
      {counting({3})});
  add("without elements",
      [](Tensor x) {
        x.add_(1);
        return x.sum();
      },
      {torch::zeros({0, 3})});
  add("without dimensions",
      [](Tensor x) {
        x.mul_(3);
        return x + 1;
      },
      {torch::full({}, 2.0f)});
  add("not a number",
      [](Tensor x) {
        x.clamp_(-1, 1);
        return x.isnan();
      },
      {torch::tensor({-2.0f, std::numeric_limits<float>::quiet_NaN(), 5.0f})});
  add("half",
      [](Tensor x) {
        x.add_(0.5);
        return x.sum();
      },
      {counting({7}).to(torch::kFloat16)});
  add("integers",
      [](Tensor x) {
        x.mul_(-2);
        return x;
      },
      {torch::tensor({1, std::numeric_limits<std::int64_t>::max(), -5})});
  add("with strides",
      [](Tensor x) {
        x.add_(1);
        return x * 2;
      },
      {counting({3, 4}).t()});
}

}  // namespace
}  // namespace weft::differential
