// Which calls go to a capture handler, and what it is told.

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

#include <weft/ir/diagnostics.h>
#include <weft/ir/graph.h>
#include <weft/runtime/dispatch.h>
#include <weft/runtime/weft.h>

#include "runtime_testing.h"

namespace weft {
namespace {

using testing::expect_error;

/// Records names and makes proxies with inferred metas.
class Recorder : public OperatorHandler {
 public:
  struct Entry {
    std::string op;
    CallStyle style;
    SourceLocation where;
    std::size_t arguments;
  };
  std::vector<Entry> calls;
  ir::Graph graph;

  Tensor input(ir::TensorMeta meta) {
    ir::Node* node = graph.placeholder("x");
    node->meta.value = ir::ValueMeta{std::move(meta)};
    return Tensor(make_proxy(node, this));
  }

  ir::Value call_operator(const ir::Operator& op, std::vector<ir::Value> arguments,
                          CallStyle style, SourceLocation where) override {
    calls.push_back({op.full_name(), style, where, arguments.size()});
    std::vector<ir::CallArgument> metas;
    for (const ir::Value& argument : arguments) metas.push_back(meta_of(argument));
    ir::Node* node = graph.placeholder("value");
    node->meta.value = ir::infer(ir::Call(op, std::move(metas), where));
    if (op.functional) {
      (*arguments[0].tensor())->node = node;
      return arguments[0];
    }
    if (const ir::ValueMetaList* list = node->meta.value.list()) {
      std::vector<ir::Value> results;
      for (const ir::ValueMeta& item : *list) {
        ir::Node* part = graph.placeholder("part");
        part->meta.value = item;
        results.emplace_back(make_proxy(part, this));
      }
      return results;
    }
    return make_proxy(node, this);
  }
  bool call_module(nn::Module&, const std::vector<ir::Value>&, SourceLocation,
                   ir::Value&) override {
    return false;
  }
  std::int64_t require_int(const TensorImpl& proxy, SourceLocation where) override {
    const ir::IntExpr* value = proxy.node->meta.value.integer();
    if (value && value->is_constant()) return value->value();
    fail(diag::SymbolUnbound, where, {"proxy"});
  }
  double require_float(const TensorImpl&, SourceLocation where) override {
    fail(diag::SymbolUnbound, where, {"float"});
  }
  bool require_bool(const TensorImpl&, SourceLocation where) override {
    fail(diag::SymbolUnbound, where, {"bool"});
  }
  void require_data(const TensorImpl&, std::string_view what, SourceLocation where) override {
    fail(diag::ExtentUnknown, where, {std::string(what)});
  }

 private:
  static ir::CallArgument meta_of(const ir::Value& value) {
    ir::CallArgument result;
    if (const ir::TensorHandle* tensor = value.tensor()) {
      const ir::ValueMeta meta = (*tensor)->meta();
      if (meta.tensor()) result.value = *meta.tensor();
      if (meta.integer()) result.value = *meta.integer();
    } else if (const auto* integer = std::get_if<std::int64_t>(&value.value)) {
      result.value = ir::Number(*integer);
    } else if (const auto* number = std::get_if<double>(&value.value)) {
      result.value = ir::Number(*number);
    } else if (const auto* flag = std::get_if<bool>(&value.value)) {
      result.value = ir::Number(*flag);
    } else if (const auto* text = std::get_if<std::string>(&value.value)) {
      result.value = *text;
    } else if (const auto* dtype = std::get_if<DType>(&value.value)) {
      result.value = *dtype;
    } else if (const auto* list = value.list()) {
      std::vector<ir::CallArgument> items;
      for (const ir::Value& item : *list) items.push_back(meta_of(item));
      result.value = std::move(items);
    }
    return result;
  }
};

std::vector<std::string> names(const Recorder& recorder) {
  std::vector<std::string> result;
  for (const Recorder::Entry& entry : recorder.calls) result.push_back(entry.op);
  return result;
}
using Names = std::vector<std::string>;

TEST(Dispatch, EagerCallsReachNoHandler) {
  Recorder recorder;
  const Tensor x = ones({2}) + 1;
  EXPECT_TRUE(recorder.calls.empty());
  EXPECT_EQ(current_handler(), nullptr);
  EXPECT_EQ(testing::values_of(x), (std::vector<double>{2, 2}));
}

TEST(Dispatch, ProxiesAreRecordedEvenWithoutAScope) {
  Recorder recorder;
  const Tensor x = recorder.input(ir::dense(DType::kFloat32, {2, 3}));
  const Tensor y = relu(x) + ones({3});
  EXPECT_TRUE(y.is_proxy());
  EXPECT_EQ(names(recorder), (Names{"relu", "add"}));
}

TEST(Dispatch, UnderAScopeEverythingIsRecorded) {
  Recorder recorder;
  const Tensor weight = ones({3});
  {
    const HandlerScope scope(&recorder);
    EXPECT_EQ(current_handler(), &recorder);
    const Tensor made = zeros({2});
    EXPECT_TRUE((made + weight[0]).is_proxy());
  }
  EXPECT_EQ(current_handler(), nullptr);
  EXPECT_EQ(names(recorder), (Names{"zeros", "select", "add"}));
}

TEST(Dispatch, ScopesNest) {
  Recorder outer;
  Recorder inner;
  const HandlerScope first(&outer);
  {
    const HandlerScope second(&inner);
    zeros({1});
  }
  {
    const HandlerScope off(nullptr);
    EXPECT_FALSE(zeros({1}).is_proxy());
  }
  ones({1});
  EXPECT_EQ(names(inner), Names{"zeros"});
  EXPECT_EQ(names(outer), Names{"ones"});
}

TEST(Dispatch, CallsCarryStyleArgumentsAndTheUsersLine) {
  Recorder recorder;
  const Tensor x = recorder.input(ir::dense(DType::kFloat32, {2, 3}));
  const int line = __LINE__ + 1;
  softmax(x, 1);
  x.softmax(1);
  x + 1;
  ASSERT_EQ(recorder.calls.size(), 3U);
  EXPECT_EQ(recorder.calls[0].style, CallStyle::kFunction);
  EXPECT_EQ(recorder.calls[1].style, CallStyle::kMethod);
  EXPECT_EQ(recorder.calls[0].arguments, 3U);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(recorder.calls[static_cast<std::size_t>(i)].where.line, line + i);
    EXPECT_NE(std::string(recorder.calls[static_cast<std::size_t>(i)].where.file)
                  .find("dispatch_test"),
              std::string::npos);
  }
}

TEST(Dispatch, InPlaceOperatorsRebindTheProxy) {
  Recorder recorder;
  const Tensor x = recorder.input(ir::dense(DType::kFloat32, {2}));
  const Tensor alias = x;
  const ir::Node* before = x.handle()->node;
  x.add_(1);
  EXPECT_NE(x.handle()->node, before);
  EXPECT_EQ(alias.handle()->node, x.handle()->node);
  EXPECT_EQ(names(recorder), Names{"add_"});
}

TEST(Dispatch, ExtentsStaySymbolicUntilANumberIsNeeded) {
  Recorder recorder;
  const ir::Symbol n = ir::make_symbol("N", 1);
  const Tensor x = recorder.input(ir::dense(DType::kFloat32, {ir::IntExpr(n), 4}));
  const auto rows = x.size(0);
  EXPECT_TRUE(rows.is_symbolic());
  const Tensor y = x.view({rows * 2, 2});
  EXPECT_EQ(ir::shape_str(y.handle()->node->meta.value.tensor()->sizes), "[2*N, 2]");
  EXPECT_EQ(names(recorder), (Names{"size.int", "sym_mul", "view"}));
  expect_error("W1101", [&] { static_cast<void>(static_cast<std::int64_t>(rows)); });
  EXPECT_EQ(x.size(1).value(), 4);
  EXPECT_EQ(x.dim(), 2);
  EXPECT_TRUE(x.sizes()[0].is_symbolic());
  EXPECT_EQ(x.sizes()[1].value(), 4);
  expect_error("W1101", [&] { static_cast<void>(IntArrayRef(x.sizes())); });
}

TEST(Dispatch, DataOfAProxyIsAnError) {
  Recorder recorder;
  const Tensor x = recorder.input(ir::dense(DType::kFloat32, {2}));
  expect_error("W1102", [&] { x.data_ptr<float>(); }, "data_ptr");
  expect_error("W1102", [&] { std::ostringstream() << x; }, "printing");
  expect_error("W1102", [&] { x.set_data(ones({2})); }, "set_data");
}

}  // namespace
}  // namespace weft
