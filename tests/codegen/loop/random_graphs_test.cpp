/// \file Random graphs of pointwise operators, reductions, views, copies and products: every way of
/// lowering computes what the operators compute one by one.
#include <gtest/gtest.h>

#include <random>

#include <weft/ir/operators/operator.h>
#include "check.h"

#include "graph_maker.h"

namespace weft::codegen::test {
namespace {

using ir::Node;
using Sizes = GraphMaker::Sizes;

/// Grows a graph by operators on values that are there already.
class Grower {
 public:
  explicit Grower(unsigned seed) : random_(seed) {}

  ir::GraphModule grow() {
    const std::vector<Sizes> shapes = {{4, 6}, {2, 3, 4}, {3, 1, 4}, {4}, {6, 4}, {2, 12}, {1, 5}};
    for (int k = 0; k < 3; ++k) add(g_.input("x" + std::to_string(k), pick(shapes)));
    const int steps = 4 + draw(12);
    for (int k = 0; k < steps; ++k) {
      g_.line = k + 1;
      step();
    }
    std::vector<Node*> results;
    const int count = 1 + draw(3);
    for (int k = 0; k < count; ++k) results.push_back(draw(3) == 0 ? any() : values_.back());
    return g_.core(results);
  }

 private:
  int draw(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }
  template <typename T>
  const T& pick(const std::vector<T>& from) {
    return from[static_cast<std::size_t>(draw(static_cast<int>(from.size())))];
  }
  /// Later values more often, so that chains become long.
  Node* any() {
    const int n = static_cast<int>(values_.size());
    return values_[static_cast<std::size_t>(std::max(draw(n), draw(n)))];
  }
  Node* add(Node* node) {
    values_.push_back(node);
    return node;
  }
  /// Shapes are found by running the rules, so that the grower needs to know none.
  Sizes sizes(Node* node) {
    if (!node->meta.value.known()) {
      const auto call = ir::call_of_node(*node);
      node->meta.value = ir::infer(*call);
    }
    Sizes result;
    for (const ir::IntExpr& n : node->meta.value.tensor()->sizes) result.push_back(n.value());
    return result;
  }
  void make(const std::string& target, std::vector<ir::Argument> args,
            ir::KeywordArguments kwargs = {}) {
    Node* node = g_.op(target, std::move(args), std::move(kwargs));
    sizes(node);
    add(node);
  }
  std::int64_t dimension(const Sizes& s) { return draw(static_cast<int>(s.size())); }

  void step() {
    Node* x = any();
    const Sizes s = sizes(x);
    const std::int64_t rank = static_cast<std::int64_t>(s.size());
    switch (draw(16)) {
      case 0:
      case 1:
        return make(pick<std::string>({"neg", "relu", "sigmoid", "sin", "abs", "tanh"}), {x});
      case 2:
        return make(pick<std::string>({"add", "mul", "sub"}), {x, 0.5 + draw(3)});
      case 3:
      case 4:
      case 5:
        return pair(x, s);
      case 6:
        if (rank == 0) return;
        return make(pick<std::string>({"sum.dim", "mean.dim", "amax"}),
                    {x, GraphMaker::ints({dimension(s)}), draw(2) == 0});
      case 7:
        if (rank == 0) return;
        return make("softmax", {x, dimension(s)});
      case 8:
        if (rank < 2) return;
        return make("transpose", {x, dimension(s), dimension(s)});
      case 9:
        return reshape(x, s);
      case 10:
        if (rank == 0) return;
        return slice(x, s);
      case 11:
        if (rank == 0) return;
        return make("cat", {std::vector<ir::Argument>{x, x}, dimension(s)});
      case 12:
        if (rank < 1) return;
        return make("flip", {x, GraphMaker::ints({dimension(s)})});
      case 13:
        return product(x, s);
      case 14:
        return make("unsqueeze", {x, draw(static_cast<int>(rank) + 1)});
      default:
        if (rank == 0) return;
        return make("layer_norm", {x, GraphMaker::ints({s.back()})});
    }
  }

  // With a value that broadcasts with x, found among the others.
  void pair(Node* x, const Sizes& s) {
    for (int attempt = 0; attempt < 8; ++attempt) {
      Node* y = any();
      const Sizes t = sizes(y);
      bool fits = true;
      for (std::size_t d = 0; d < std::min(s.size(), t.size()); ++d) {
        const std::int64_t a = s[s.size() - 1 - d];
        const std::int64_t b = t[t.size() - 1 - d];
        fits = fits && (a == b || a == 1 || b == 1);
      }
      if (fits) return make(pick<std::string>({"add", "mul", "sub", "maximum"}), {x, y});
    }
  }

  void reshape(Node* x, const Sizes& s) {
    std::int64_t n = 1;
    for (const std::int64_t size : s) n *= size;
    Sizes to;
    while (n > 1 && to.size() < 3) {
      std::int64_t part = 1;
      for (const std::int64_t f : {2, 3, 2}) {
        if (n % f == 0 && draw(2) == 0) {
          part *= f;
          n /= f;
        }
      }
      to.push_back(part);
    }
    to.push_back(n);
    make("reshape", {x, GraphMaker::ints(to)});
  }

  void slice(Node* x, const Sizes& s) {
    const std::int64_t d = dimension(s);
    const std::int64_t n = s[static_cast<std::size_t>(d)];
    if (n < 2) return;
    make("slice", {x, d, draw(2), n - draw(2), 1 + draw(2)});
  }

  void product(Node* x, const Sizes& s) {
    if (s.size() < 2) return;
    for (int attempt = 0; attempt < 8; ++attempt) {
      Node* y = any();
      const Sizes t = sizes(y);
      if (t.size() == 2 && t[0] == s.back()) return make("matmul", {x, y});
      if (t.size() == 2 && t[1] == s.back()) {
        Node* turned = g_.op("t", {y});
        sizes(turned);
        return make("matmul", {x, turned});
      }
    }
  }

  std::mt19937 random_;
  GraphMaker g_;
  std::vector<Node*> values_;
};

class RandomGraphs : public testing::TestWithParam<unsigned> {};

TEST_P(RandomGraphs, AllWaysOfLoweringAgree) {
  for (unsigned k = 0; k < 25; ++k) {
    const unsigned seed = GetParam() * 1000 + k;
    SCOPED_TRACE("seed " + std::to_string(seed));
    check(Grower(seed).grow(), seed);
    if (HasFailure()) return;
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomGraphs, testing::Range(0u, 400u));

}  // namespace
}  // namespace weft::codegen::test
