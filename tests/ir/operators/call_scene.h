/// \file Short notation for operator calls on metas, for the tests of the operator table.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <weft/ir/graph.h>
#include <weft/ir/operators/operator.h>

namespace weft::ir::testing {

/// A graph whose inputs are made on the fly: `scene.tensor("f32[N, 3]")`.
class CallScene {
 public:
  /// A symbol by name; the same name gives the same symbol.
  IntExpr symbol(const std::string& name) {
    auto [at, added] = symbols_.try_emplace(name);
    if (added) at->second = make_symbol(name);
    return at->second;
  }

  /// A dense tensor from "dtype[extent, ...]"; an extent is a number, a symbol or `number*symbol`.
  Node* tensor(std::string_view spec) { return value({meta(spec)}); }

  TensorMeta meta(std::string_view spec) {
    const std::size_t open = spec.find('[');
    std::vector<IntExpr> sizes;
    std::string extent;
    for (const char c : spec.substr(open + 1)) {
      if (c == ',' || c == ']') {
        if (!extent.empty()) sizes.push_back(parse_extent(extent));
        extent.clear();
      } else if (c != ' ') {
        extent += c;
      }
    }
    return dense(parse_dtype(spec.substr(0, open)).value(), sizes);
  }

  Node* value(ValueMeta meta) {
    Node* node = graph.placeholder("x");
    node->meta.value = std::move(meta);
    return node;
  }
  Node* number(DTypeCategory category) { return value({UnknownNumber{category}}); }

  /// A call of the overload that the arguments choose, or of the operator with this full name.
  Node* node(std::string_view name, std::vector<Argument> args, KeywordArguments kwargs = {}) {
    const Operator* op = resolve_overload(name, args, kwargs);
    if (!op) op = &get_operator(name);
    Node* node = graph.call_function(op->full_name(), std::move(args), std::move(kwargs));
    node->meta.location = SourceLocation("model.cpp", 7);
    node->meta.value = infer(*call_of_node(*node));
    return node;
  }
  Call call(std::string_view name, std::vector<Argument> args, KeywordArguments kwargs = {}) {
    return *call_of_node(*node(name, std::move(args), std::move(kwargs)));
  }
  std::string meta_of(std::string_view name, std::vector<Argument> args,
                      KeywordArguments kwargs = {}) {
    return node(name, std::move(args), std::move(kwargs))->meta.value.str();
  }

  Graph graph;

 private:
  IntExpr parse_extent(const std::string& text) {
    const std::size_t star = text.find('*');
    if (star != std::string::npos) {
      return parse_extent(text.substr(0, star)) * parse_extent(text.substr(star + 1));
    }
    if (text.find_first_not_of("0123456789") == std::string::npos) {
      return std::int64_t{std::stoll(text)};
    }
    return symbol(text);
  }

  std::map<std::string, IntExpr> symbols_;
};

/// Runs `action` and expects an Error with this id whose message contains `text`.
inline void expect_error(const std::function<void()>& action, std::string_view id,
                         std::string_view text) {
  try {
    action();
  } catch (const Error& error) {
    EXPECT_EQ(error.id(), id) << error.what();
    EXPECT_NE(error.diagnostic().message.find(text), std::string::npos)
        << "`" << error.diagnostic().message << "` does not contain `" << text << "`";
    return;
  }
  ADD_FAILURE() << "no error, expected " << id << " with `" << text << "`";
}

}  // namespace weft::ir::testing
