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
    ids_ = g_.input("ids", {3}, DType::kInt64);
    add(g_.weight("weight", {4}));
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
    try {
      add(known(node));
    } catch (const Error&) {  // an extent of 0 where that is not allowed
      node->graph().erase_node(node);
    }
  }
  std::int64_t dimension(const Sizes& s) { return draw(static_cast<int>(s.size())); }
  DType dtype(Node* node) { return known(node)->meta.value.tensor()->dtype; }
  Node* known(Node* node) {
    sizes(node);
    return node;
  }
  /// As a float: not every operator takes integers.
  Node* floating(Node* x) {
    return ir::is_floating(dtype(x)) ? x : known(g_.op("to.dtype", {x, DType::kFloat32}));
  }

  void step() {
    Node* x = any();
    const Sizes s = sizes(x);
    const std::int64_t rank = static_cast<std::int64_t>(s.size());
    const bool ranked = rank > 0;
    switch (draw(23)) {
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
        return ranked ? reduce(floating(x), s) : void();
      case 7:
        return ranked ? make("softmax", {floating(x), dimension(s)}) : void();
      case 8:
        return rank > 1 ? make("transpose", {x, dimension(s), dimension(s)}) : void();
      case 9:
        return reshape(x, s);
      case 10:
        return ranked ? slice(x, s) : void();
      case 11:
        return ranked ? make("cat", {std::vector<ir::Argument>{x, x}, dimension(s)}) : void();
      case 12:
        return ranked ? make("flip", {x, GraphMaker::ints({dimension(s)})}) : void();
      case 13:
        return product(x, s);
      case 14:
        return make("unsqueeze", {x, draw(static_cast<int>(rank) + 1)});
      case 15:
        return make("where", {known(g_.op("gt", {x, 0})), x, known(g_.op("mul", {x, 2}))});
      case 16:
        return make(
            "to.dtype",
            {x, pick<DType>({DType::kFloat16, DType::kFloat64, DType::kInt32, DType::kFloat32})});
      case 17:
        return ranked ? gather(x, s) : void();
      case 18:
        return ranked ? make("argmax", {x, dimension(s)}) : void();
      case 19:
        return ranked ? make("constant_pad_nd", {x, GraphMaker::ints({1, draw(2)}), 1}) : void();
      case 20:
        return make("expand", {known(g_.op("unsqueeze", {x, 0})), expanded(s)});
      case 21:
        return ranked ? halves(x, s) : void();
      default:
        return ranked ? make("layer_norm", {floating(x), GraphMaker::ints({s.back()})}) : void();
    }
  }

  void reduce(Node* x, const Sizes& s) {
    Sizes dims{dimension(s)};
    const std::int64_t other = dimension(s);
    if (other != dims[0] && draw(3) == 0) dims.push_back(other);
    make(pick<std::string>({"sum.dim", "mean.dim", "amax"}),
         {x, GraphMaker::ints(dims), draw(2) == 0});
  }

  void gather(Node* x, const Sizes& s) {
    const std::int64_t d = dimension(s);
    if (s[static_cast<std::size_t>(d)] == 0) return;
    Node* index = known(g_.op("remainder", {ids_, s[static_cast<std::size_t>(d)]}));
    make("index_select", {x, d, index});
  }

  static ir::Argument expanded(const Sizes& s) {
    Sizes to{3};
    to.insert(to.end(), s.begin(), s.end());
    return GraphMaker::ints(to);
  }

  void halves(Node* x, const Sizes& s) {
    const std::int64_t d = dimension(s);
    if (s[static_cast<std::size_t>(d)] % 2 != 0) return;
    Node* parts = g_.op("chunk", {x, 2, d});
    parts->meta.value = ir::infer(*ir::call_of_node(*parts));
    add(known(g_.item(parts, 0)));
    add(known(g_.item(parts, 1)));
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
      if (dtype(x) != dtype(y)) continue;
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
  Node* ids_ = nullptr;
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

INSTANTIATE_TEST_SUITE_P(Seeds, RandomGraphs, testing::Range(0u, 12u));

}  // namespace
}  // namespace weft::codegen::test
