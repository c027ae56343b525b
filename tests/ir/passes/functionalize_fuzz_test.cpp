// Random programs with views and in-place operators give the same results before and after the
// passes that remove mutation.
#include <gtest/gtest.h>

#include <random>

#include <weft/ir/passes/functionalize.h>
#include <weft/ir/passes/pipeline.h>

#include "../reference_executor.h"
#include "pass_scene.h"

namespace weft::ir {
namespace {

class RandomProgram {
 public:
  explicit RandomProgram(unsigned seed) : random_(seed) { build(); }

  GraphModule module;

 private:
  using Sizes = std::vector<std::int64_t>;

  std::int64_t draw(std::int64_t low, std::int64_t high) {
    return std::uniform_int_distribution<std::int64_t>(low, high)(random_);
  }
  template <typename T>
  const T& pick(const std::vector<T>& from) {
    return from[static_cast<std::size_t>(draw(0, static_cast<std::int64_t>(from.size()) - 1))];
  }
  static Sizes sizes_of(const Node* node) {
    Sizes sizes;
    for (const IntExpr& s : node->meta.value.tensor()->sizes) sizes.push_back(s.value());
    return sizes;
  }
  Node* make(const char* op, std::vector<Argument> args) {
    Node* node = module.graph.call_function(op, std::move(args));
    node->meta.location = SourceLocation("program", static_cast<int>(module.graph.size()));
    node->meta.value = infer(*call_of_node(*node));
    return node;
  }

  void build() {
    Node* x = module.graph.placeholder("x");
    const std::vector<Sizes> shapes = {{2, 3, 4}, {4, 4}, {6}, {1, 6, 2}, {3, 1}};
    const Sizes shape = pick(shapes);
    x->meta.value = dense(DType::kFloat32, std::vector<IntExpr>(shape.begin(), shape.end()));
    live_ = {make("mul", {x, 2})};
    const std::int64_t steps = draw(3, 14);
    for (std::int64_t i = 0; i < steps; ++i) {
      Node* made = nullptr;
      try {
        made = step();
      } catch (const Error& e) {
        // A shape that does not fit, or a view that needs a copy.
        EXPECT_NE(e.id(), "W1000") << e.what();
        module.graph.erase_node(module.graph.last());
      }
      if (made != nullptr) live_.push_back(made);
    }
    module.graph.output(std::vector<Argument>(live_.begin(), live_.end()));
  }

  Node* step() {
    Node* t = pick(live_);
    switch (draw(0, 3)) {
      case 0:
        return pure(t);
      case 1:
        return write(t);
      default:
        return view(t);
    }
  }

  // Another tensor of the same shape, or the same one.
  Node* partner(const Node* t) {
    std::vector<Node*> same;
    for (Node* other : live_) {
      if (sizes_of(other) == sizes_of(t)) same.push_back(other);
    }
    return pick(same);
  }

  Node* pure(Node* t) {
    switch (draw(0, 3)) {
      case 0:
        return make("add", {t, draw(1, 3)});
      case 1:
        return make("mul", {t, partner(t)});
      case 2:
        return make("clone", {t});
      default:
        return make("neg", {t});
    }
  }

  Node* write(Node* t) {
    switch (draw(0, 5)) {
      case 0:
        return make("add_", {t, draw(1, 5)});
      case 1:
        return make("mul_", {t, partner(t)});
      case 2:
        return make("copy_", {t, partner(t)});
      case 3:
        return make("fill_", {t, draw(-3, 3)});
      case 4:
        return make("neg_", {t});
      default:
        return make("sub_", {t, partner(t)});
    }
  }

  Node* view(Node* t) {
    const Sizes sizes = sizes_of(t);
    const auto rank = static_cast<std::int64_t>(sizes.size());
    const std::int64_t dim = rank == 0 ? 0 : draw(-rank, rank - 1);
    const std::int64_t extent =
        rank == 0 ? 1 : sizes[static_cast<std::size_t>(dim < 0 ? dim + rank : dim)];
    switch (draw(0, 17)) {
      case 0:
        return make("select", {t, dim, draw(-extent, extent - 1)});
      case 1:
        return make("slice", {t, dim, draw(0, 2), draw(1, 6), draw(1, 3)});
      case 2:
        return make("narrow", {t, dim, draw(0, extent - 1), 1});
      case 3:
        return make("transpose", {t, dim, rank == 0 ? 0 : draw(0, rank - 1)});
      case 4:
        return make("unsqueeze", {t, draw(0, rank)});
      case 5:
        return make("squeeze", {t});
      case 6:
        return make("flatten", {t});
      case 7:
        return make("view", {t, Argument::ints({-1})});
      case 8:
        return make("reshape", {t, Argument::ints({-1, 2})});
      case 9:
        return make("contiguous", {t});
      case 10:
        return make("detach", {t});
      case 11:
        return make("to.dtype", {t, DType::kFloat32});
      case 12:
        return make("to.dtype", {t, DType::kFloat32, false, true});
      case 13:
        return make("getitem", {make("unbind", {t, dim}), draw(-extent, extent - 1)});
      case 14:
        return make("getitem", {make("chunk", {t, 2, dim}), 0});
      case 15:
        return make("diagonal", {t, draw(-1, 1)});
      case 16:
        return make("getitem", {make("split.Tensor", {t, 2, dim}), -1});
      default:
        return make("movedim.int", {t, dim, 0});
    }
  }

  std::mt19937 random_;
  std::vector<Node*> live_;
};

std::vector<std::vector<double>> run(const GraphModule& module) {
  const TensorMeta& meta = *module.graph.first()->meta.value.tensor();
  std::vector<std::int64_t> sizes;
  std::int64_t count = 1;
  for (const IntExpr& s : meta.sizes) {
    sizes.push_back(s.value());
    count *= s.value();
  }
  std::vector<double> values;
  for (std::int64_t i = 0; i < count; ++i) values.push_back(static_cast<double>(i + 1));
  testing::ReferenceExecutor executor;
  const Value result = Interpreter(module, executor).run({testing::make_tensor(sizes, values)});
  std::vector<std::vector<double>> outputs;
  for (const Value& v : *result.list()) outputs.push_back(testing::elements(**v.tensor()));
  return outputs;
}

TEST(FunctionalizeFuzz, RandomProgramsKeepTheirResults) {
  constexpr unsigned kPrograms = 3000;
  int writing = 0;
  for (unsigned seed = 0; seed < kPrograms; ++seed) {
    RandomProgram program(seed);
    GraphModule& module = program.module;
    const GraphModule original = module.clone();
    const auto expected = run(original);
    PassContext context;
    context.strict = true;
    // No view here shows an element twice, so nothing may be refused.
    if (PassManager({{"functionalize", functionalize}}).run(module, context)) ++writing;
    for (const Node* node : module.graph) {
      ASSERT_FALSE(node->op() != nullptr && node->op()->writes()) << node->format();
    }
    ASSERT_EQ(run(module), expected) << "seed " << seed << "\n"
                                     << original.graph.str() << module.graph.str();
    GraphModule lowered = original.clone();
    lower_to_core(lowered, context);
    ASSERT_EQ(run(lowered), expected) << "seed " << seed << "\n"
                                      << original.graph.str() << lowered.graph.str();
  }
  EXPECT_GT(writing, static_cast<int>(kPrograms / 3));
}

}  // namespace
}  // namespace weft::ir
