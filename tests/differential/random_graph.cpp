#include "tests/differential/random_graph.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>

#include <weft/ir/operators/operator.h>
#include <weft/ir/tensor_meta.h>

#include "tests/differential/rounding.h"

namespace weft::differential {

namespace {

using ir::Argument;
using ir::Node;
using Sizes = std::vector<std::int64_t>;

struct Item {
  Node* node = nullptr;
  bool exact = true;
};

/// Operators of the table that take tensors and numbers only.
struct TableOperators {
  std::vector<const ir::Operator*> pointwise;
  std::vector<const ir::Operator*> reductions;

  TableOperators() {
    for (const ir::Operator* op : ir::all_operators()) {
      if (op->functional || op->writes() || op->row->effect != ir::Effect::kPure) continue;
      const bool is_pointwise = std::holds_alternative<ir::Pointwise>(op->meaning());
      if (!is_pointwise && !std::holds_alternative<ir::Reduction>(op->meaning())) continue;
      (is_pointwise ? pointwise : reductions).push_back(op);
    }
  }
};

const TableOperators& table() {
  static const TableOperators operators;
  return operators;
}

class Grower {
 public:
  explicit Grower(std::uint64_t seed) : random_(seed) {}

  RandomGraph grow() {
    shape_ = {pick<std::int64_t>({1, 2, 3, 4}), pick<std::int64_t>({1, 3, 5, 8, 17})};
    if (draw(2)) shape_.insert(shape_.begin(), pick<std::int64_t>({2, 3, 7}));
    if (draw(25) == 0) shape_[0] = 0;
    const int inputs = 2 + draw(3);
    for (int k = 0; k < inputs; ++k) {
      Sizes sizes = shape_;
      if (draw(4) == 0) sizes[static_cast<std::size_t>(draw(static_cast<int>(sizes.size())))] = 1;
      if (draw(6) == 0) sizes.erase(sizes.begin());
      if (draw(10) == 0) sizes.clear();
      input(sizes, draw(3) ? DType::kFloat32 : any_type());
    }
    const int steps = draw(5) ? 2 + draw(10) : 20 + draw(25);
    for (int k = 0; k < steps; ++k) step();
    finish();
    return std::move(result_);
  }

  /// One operator on all element types.
  RandomGraph one_operator(const ir::Operator& op) {
    const DType types[] = {DType::kFloat32, DType::kFloat64, DType::kFloat16, DType::kBFloat16,
                           DType::kInt64,   DType::kInt32,   DType::kInt16,   DType::kInt8,
                           DType::kUInt8,   DType::kBool};
    std::vector<Node*> rows;
    std::vector<Node*> matrices;
    for (const DType type : types) {
      input({3, 21}, type);
      matrices.push_back(items_.back().node);
    }
    for (const DType type : types) {
      input({21}, type);
      rows.push_back(items_.back().node);
    }
    const bool reduces = std::holds_alternative<ir::Reduction>(op.meaning());
    for (std::size_t t = 0; t < std::size(types); ++t) {
      std::vector<Argument> args = {matrices[t]};
      for (std::size_t k = 1; k < op.schema.parameters.size(); ++k) {
        const ir::SchemaParameter& parameter = op.schema.parameters[k];
        const bool tensor = parameter.type == ir::SchemaType::kTensor ||
                            parameter.type == ir::SchemaType::kTensorOrNumber;
        if (parameter.keyword_only) break;
        if (reduces && parameter.name == "dim") {
          args.push_back(parameter.list ? Argument::ints({-1}) : Argument(std::int64_t{-1}));
        } else if (tensor && !parameter.list && !parameter.optional) {
          args.push_back(rows[t]);
        } else if (parameter.default_value) {
          break;
        } else {
          args.push_back(floating(matrices[t]) ? Argument(0.5) : Argument(std::int64_t{2}));
        }
      }
      Node* node = make(op.full_name(), std::move(args));
      if (node && node->meta.value.tensor()) items_.push_back({node, !reduces});
    }
    std::vector<Argument> results;
    for (const Item& item : items_) {
      if (item.node->opcode() == ir::OpCode::kPlaceholder) continue;
      results.push_back(item.node);
      result_.exact.push_back(item.exact);
    }
    if (results.empty()) results.push_back(items_[0].node), result_.exact.push_back(true);
    graph().output(results);
    return std::move(result_);
  }

 private:
  int draw(int n) { return static_cast<int>(random_() % static_cast<std::uint64_t>(n)); }
  template <typename T>
  T pick(const std::vector<T>& from) {
    return from[static_cast<std::size_t>(draw(static_cast<int>(from.size())))];
  }
  DType any_type() {
    return pick<DType>({DType::kFloat32, DType::kFloat64, DType::kFloat16, DType::kBFloat16,
                        DType::kInt64, DType::kInt32, DType::kInt16, DType::kInt8, DType::kUInt8,
                        DType::kBool});
  }
  ir::Graph& graph() { return result_.module.graph; }

  void input(const Sizes& sizes, DType type) {
    Node* node = graph().placeholder("x");
    node->meta.value = {ir::dense(type, {sizes.begin(), sizes.end()})};
    items_.push_back({node, true});
  }

  static Sizes sizes_of(const Node* node) {
    Sizes result;
    for (const ir::IntExpr& size : node->meta.value.tensor()->sizes) result.push_back(size.value());
    return result;
  }
  static DType type_of(const Node* node) { return node->meta.value.tensor()->dtype; }
  static bool floating(const Node* node) { return ir::is_floating(type_of(node)); }

  /// A node with its meta; null where the operator refuses the operands.
  Node* make(const std::string& target, std::vector<Argument> args,
             ir::KeywordArguments kwargs = {}) {
    Node* node = graph().call_function(target, std::move(args), std::move(kwargs));
    try {
      const auto call = ir::call_of_node(*node);
      node->meta.value = ir::infer(*call);
      rounding_.note(node);
      return node;
    } catch (const Error&) {
      graph().erase_node(node);
      return nullptr;
    }
  }
  void add(Node* node, bool exact) {
    if (!node || !node->meta.value.tensor()) return;
    exact = exact && !rounding_.is_difference(node);
    std::int64_t count = 1;
    for (const std::int64_t size : sizes_of(node)) count *= size;
    if (count <= 20000) items_.push_back({node, exact});
  }
  void add(const std::string& target, std::vector<Argument> args, bool exact,
           ir::KeywordArguments kwargs = {}) {
    add(make(target, std::move(args), std::move(kwargs)), exact);
  }
  void add_results(const std::string& target, std::vector<Argument> args, bool exact) {
    Node* node = make(target, std::move(args));
    if (!node || !node->meta.value.list()) return;
    const auto count = static_cast<std::int64_t>(node->meta.value.list()->size());
    for (std::int64_t k = 0; k < count; ++k) add("getitem", {node, k}, exact);
  }

  /// Later values more often, so that chains become long.
  const Item& any() {
    const int n = static_cast<int>(items_.size());
    return items_[static_cast<std::size_t>(std::max(draw(n), draw(n)))];
  }
  std::optional<Item> exact_item() {
    for (int k = 0; k < 6; ++k) {
      const Item item = any();
      if (item.exact && !rounding_.is_rounded(item.node)) return item;
    }
    return std::nullopt;
  }
  static bool broadcasts(const Sizes& a, const Sizes& b) {
    for (std::size_t d = 0; d < std::min(a.size(), b.size()); ++d) {
      const std::int64_t x = a[a.size() - 1 - d];
      const std::int64_t y = b[b.size() - 1 - d];
      if (x != y && x != 1 && y != 1) return false;
    }
    return true;
  }
  std::optional<Item> partner(const Node* node) {
    for (int k = 0; k < 8; ++k) {
      const Item item = any();
      if (broadcasts(sizes_of(node), sizes_of(item.node))) return item;
    }
    return std::nullopt;
  }
  std::int64_t dimension(const Sizes& s) {
    const auto rank = static_cast<std::int64_t>(s.size());
    return rank == 0 ? 0 : draw(static_cast<int>(2 * rank)) - rank;
  }
  static std::int64_t extent(const Sizes& s, std::int64_t dim) {
    if (s.empty()) return 1;
    return s[static_cast<std::size_t>(dim < 0 ? dim + static_cast<std::int64_t>(s.size()) : dim)];
  }
  Argument number(const Node* like) {
    if (floating(like) && draw(3)) return 0.5 * (1 + draw(5)) - 1.0;
    return std::int64_t{1 + draw(4)};
  }

  /// Values near each other may come out in another order in another mode, so what decides by them
  /// needs exact ones; what stretches differences as well.
  static bool is_tame(const std::string& name) {
    static const std::set<std::string> names = {"add", "sub",  "mul",     "neg",     "relu",
                                                "abs", "tanh", "sigmoid", "maximum", "minimum"};
    return names.count(name) != 0;
  }

  void pointwise() {
    const ir::Operator* op = pick(table().pointwise);
    const Item first = any();
    bool exact = first.exact;
    const bool number_first = op->schema.parameters[0].type == ir::SchemaType::kNumber;
    std::vector<Argument> args = {number_first ? Argument(number(first.node)) : first.node};
    for (std::size_t k = 1; k < op->schema.parameters.size(); ++k) {
      const ir::SchemaParameter& parameter = op->schema.parameters[k];
      if (parameter.keyword_only || (parameter.default_value && draw(3))) break;
      if (parameter.list) return;
      switch (parameter.type) {
        case ir::SchemaType::kTensor:
        case ir::SchemaType::kTensorOrNumber: {
          if (parameter.type == ir::SchemaType::kTensorOrNumber && draw(3) == 0) {
            args.push_back(number(first.node));
            break;
          }
          const auto other = partner(first.node);
          if (!other) return;
          exact = exact && other->exact;
          args.push_back(other->node);
          break;
        }
        case ir::SchemaType::kNumber:
        case ir::SchemaType::kFloat:
          args.push_back(number(first.node));
          break;
        default:
          return;
      }
    }
    if (!exact && !is_tame(op->schema.name)) return;
    for (const Argument& a : args) {
      if (rounding_.is_rounded(a.node()) && Rounding::decides(op->schema.name)) return;
    }
    // A last digit of the operand may be the first one of the rest.
    exact = exact && op->schema.name != "fmod" && op->schema.name != "remainder";
    add(op->full_name(), std::move(args), exact);
  }

  void reduction() {
    const ir::Operator* op = pick(table().reductions);
    const std::optional<Item> x = exact_item();
    if (!x) return;
    // Products of many numbers overflow in float32 where they do not in float64.
    const bool grows = op->schema.name.find("prod") != std::string::npos && floating(x->node);
    std::vector<Argument> args = {grows ? make("tanh", {x->node}) : x->node};
    const Sizes s = sizes_of(x->node);
    const auto& parameters = op->schema.parameters;
    if (parameters.size() > 1 && parameters[1].name == "dim") {
      const std::int64_t dim = dimension(s);
      args.push_back(parameters[1].list ? Argument::ints({dim}) : Argument(dim));
      if (parameters.size() > 2 && parameters[2].name == "keepdim") args.push_back(draw(2) == 0);
    }
    static const std::set<std::string> picking = {"amax", "amin", "argmax", "argmin", "any", "all"};
    const bool picks = picking.count(op->schema.name) != 0;
    Node* node = make(op->full_name(), std::move(args));
    if (!node || node->meta.value.list()) return;
    add(node, picks || (node->meta.value.tensor() && !floating(node)));
  }

  void view() {
    const Item x = any();
    const Sizes s = sizes_of(x.node);
    switch (draw(9)) {
      case 0:
        return add("transpose", {x.node, dimension(s), dimension(s)}, x.exact);
      case 1:
        return add("unsqueeze", {x.node, std::int64_t{draw(static_cast<int>(s.size()) + 1)}},
                   x.exact);
      case 2:
        return add("reshape", {x.node, Argument::ints({-1})}, x.exact);
      case 3: {
        Sizes to = s;
        to.insert(to.begin(), 2);
        return add("expand", {x.node, Argument::ints(to)}, x.exact);
      }
      case 4: {
        const std::int64_t dim = dimension(s);
        const std::int64_t n = extent(s, dim);
        return add("slice",
                   {x.node, dim, std::int64_t{draw(3)}, n - draw(2), std::int64_t{1 + draw(2)}},
                   x.exact);
      }
      case 5:
        return add("select", {x.node, dimension(s), std::int64_t{-1}}, x.exact);
      case 6:
        return add("squeeze", {x.node}, x.exact);
      case 7:
        return add("flatten", {x.node}, x.exact);
      default:
        return add_results("chunk", {x.node, std::int64_t{2}, dimension(s)}, x.exact);
    }
  }

  void movement() {
    const Item x = any();
    const Sizes s = sizes_of(x.node);
    const std::int64_t dim = dimension(s);
    switch (draw(10)) {
      case 0:
      case 1: {
        const auto other = partner(x.node);
        Node* second = x.node;
        bool exact = x.exact;
        if (other && sizes_of(other->node) == s) {
          second = other->node;
          exact = exact && other->exact;
        }
        return add(draw(2) ? "cat" : "stack", {std::vector<Argument>{x.node, second}, dim}, exact);
      }
      case 2:
        return add("flip", {x.node, Argument::ints({dim})}, x.exact);
      case 3:
        return add("constant_pad_nd", {x.node, Argument::ints({draw(3) - 1, draw(3)}), 1}, x.exact);
      case 4:
        return add("roll", {x.node, Argument::ints({1 + draw(3)}), Argument::ints({dim})}, x.exact);
      case 5:
        return add(draw(2) ? "tril" : "triu", {x.node, std::int64_t{draw(3) - 1}}, x.exact);
      case 6: {
        Sizes times(s.size(), 1);
        if (!times.empty()) times.back() = 2;
        return add("repeat", {x.node, Argument::ints(times)}, x.exact);
      }
      case 7:
        if (floating(x.node) && draw(3) == 0) return add("rand_like", {x.node}, true);
        if (draw(4) == 0) return add("bernoulli.p", {x.node, 0.25}, true);
        return add("clone", {x.node}, x.exact);
      case 8: {
        const DType type = any_type();
        if (!x.exact && !ir::is_floating(type)) return;
        return add("to.dtype", {x.node, type}, x.exact);
      }
      default:
        return add("contiguous", {x.node}, x.exact);
    }
  }

  /// int64 positions below `n` in the shape `sizes`.
  Node* positions(const Sizes& sizes, std::int64_t n) {
    if (n <= 0) return nullptr;
    std::int64_t count = 1;
    for (const std::int64_t size : sizes) count *= size;
    Node* run = make("arange", {count});
    if (!run) return nullptr;
    Node* mixed = make("mul", {run, std::int64_t{1 + draw(7)}});
    Node* inside = mixed ? make("remainder", {mixed, n}) : nullptr;
    return inside ? make("reshape", {inside, Argument::ints(sizes)}) : nullptr;
  }

  void indexing() {
    const Item x = any();
    const Sizes s = sizes_of(x.node);
    if (s.empty()) return;
    const std::int64_t dim = dimension(s);
    const std::int64_t n = extent(s, dim);
    const int kind = draw(6);
    if (kind < 5) {
      const Sizes index_sizes = kind == 0 ? Sizes{3} : kind == 4 ? Sizes{n} : s;
      Node* index = positions(index_sizes, n);
      if (!index) return;
      std::vector<Argument> args = {x.node, dim, index};
      if (kind >= 2) args.push_back(x.node);
      if (kind == 3) {
        args.push_back(pick<std::string>({"sum", "prod", "mean", "amax", "amin"}));
        args.push_back(draw(2) == 0);
      }
      static const std::vector<std::vector<std::string>> names = {{"index_select"},
                                                                  {"gather"},
                                                                  {"scatter_add", "scatter.src"},
                                                                  {"scatter_reduce"},
                                                                  {"index_add", "index_copy"}};
      return add(pick(names[static_cast<std::size_t>(kind)]), std::move(args), x.exact);
    }
    const auto other = partner(x.node);
    if (!other || !x.exact) return;
    Node* mask = make("gt", {x.node, 0});
    if (mask) add("where", {mask, x.node, other->node}, other->exact);
  }

  void ordered() {
    const auto x = exact_item();
    if (!x) return;
    const Sizes s = sizes_of(x->node);
    const std::int64_t dim = dimension(s);
    switch (draw(6)) {
      case 0:
        return add_results("sort", {x->node, dim, draw(2) == 0}, true);
      case 1:
        return add_results(
            "topk", {x->node, std::min<std::int64_t>(2, extent(s, dim)), dim, draw(2) == 0}, true);
      case 2:
        return add("argsort", {x->node, dim}, true);
      case 3:
        return add(draw(2) ? "cumsum" : "cumprod", {x->node, dim}, true);
      case 4:
        return add_results(draw(2) ? "cummax" : "cummin", {x->node, dim}, true);
      default:
        return add("logcumsumexp", {x->node, dim}, false);
    }
  }

  void inexact() {
    const auto x = exact_item();
    if (!x || !floating(x->node)) return;
    const Sizes s = sizes_of(x->node);
    if (s.empty()) return;
    const std::int64_t dim = dimension(s);
    switch (draw(6)) {
      case 0:
        return add(draw(2) ? "softmax" : "log_softmax", {x->node, dim}, false);
      case 1:
        return add("layer_norm", {x->node, Argument::ints({s.back()})}, false);
      case 2:
        return add("var", {x->node, Argument::ints({dim})}, false);
      case 3:
        return add("logsumexp", {x->node, Argument::ints({dim})}, false);
      default: {
        Node* turned = make("transpose", {x->node, std::int64_t{-1}, std::int64_t{-2}});
        return turned ? add("matmul", {x->node, turned}, false) : void();
      }
    }
  }

  /// Writes into a copy through a view of it; the copy is used afterwards.
  void mutation() {
    const Item x = any();
    const Sizes s = sizes_of(x.node);
    if (s.empty()) return;
    Node* copy = make("clone", {x.node});
    if (!copy) return;
    Node* view = copy;
    const std::int64_t dim = dimension(s);
    switch (draw(4)) {
      case 0:
        view = make("slice", {copy, dim, std::int64_t{draw(2)}, extent(s, dim) - draw(2),
                              std::int64_t{1 + draw(2)}});
        break;
      case 1:
        view = make("select", {copy, dim, std::int64_t{-1}});
        break;
      case 2:
        view = make("transpose", {copy, std::int64_t{0}, std::int64_t{-1}});
        break;
      default:
        break;
    }
    if (!view) return;
    switch (draw(4)) {
      case 0:
        make("mul_", {view, std::int64_t{2}});
        break;
      case 1:
        make("fill_", {view, std::int64_t{3}});
        break;
      case 2:
        make("add_", {view, view});
        break;
      default:
        make("relu_", {view});
        break;
    }
    add(copy, x.exact);
    if (draw(2)) add(view, x.exact);
  }

  /// Two results that must be equal.
  void identity() {
    const Item x = any();
    const Sizes s = sizes_of(x.node);
    if (s.empty()) return;
    const std::int64_t dim = dimension(s);
    const std::int64_t n = extent(s, dim);
    Node* same = nullptr;
    switch (draw(7)) {
      case 0: {
        Node* turned = make("transpose", {x.node, dim, std::int64_t{0}});
        Node* copied = turned ? make("contiguous", {turned}) : nullptr;
        if (copied) same = make("transpose", {copied, dim, std::int64_t{0}});
        break;
      }
      case 1: {
        if (n < 2) return;
        Node* left = make("slice", {x.node, dim, std::int64_t{0}, n / 2, std::int64_t{1}});
        Node* right = make("slice", {x.node, dim, n / 2, n, std::int64_t{1}});
        if (left && right) same = make("cat", {std::vector<Argument>{left, right}, dim});
        break;
      }
      case 2: {
        Node* turned = make("flip", {x.node, Argument::ints({dim})});
        if (turned) same = make("flip", {turned, Argument::ints({dim})});
        break;
      }
      case 3: {
        Node* padded = make("constant_pad_nd", {x.node, Argument::ints({2, 1}), 0});
        if (padded) {
          same = make("slice",
                      {padded, std::int64_t{-1}, std::int64_t{2}, s.back() + 2, std::int64_t{1}});
        }
        break;
      }
      case 4: {
        Node* rolled = make("roll", {x.node, Argument::ints({2}), Argument::ints({dim})});
        if (rolled) same = make("roll", {rolled, Argument::ints({-2}), Argument::ints({dim})});
        break;
      }
      case 5: {
        Node* flat = make("reshape", {x.node, Argument::ints({-1})});
        if (flat) same = make("reshape", {flat, Argument::ints(s)});
        break;
      }
      default:
        if (type_of(x.node) != DType::kBool) same = make("mul", {x.node, std::int64_t{1}});
    }
    if (!same || type_of(same) != type_of(x.node) || sizes_of(same) != s) return;
    pairs_.emplace_back(x, Item{same, x.exact});
  }

  void step() {
    const int kind = draw(16);
    if (kind < 5) return pointwise();
    if (kind < 7) return reduction();
    if (kind < 9) return view();
    if (kind < 11) return movement();
    if (kind == 11) return indexing();
    if (kind == 12) return ordered();
    if (kind == 13) return inexact();
    if (kind == 14) return mutation();
    return identity();
  }

  void finish() {
    std::vector<Argument> results;
    const auto give = [&](const Item& item) {
      results.push_back(item.node);
      result_.exact.push_back(item.exact);
    };
    // What nothing uses, so that little of the graph is dead; and any other value.
    for (std::size_t k = items_.size(); k-- > 0 && results.size() < 6;) {
      if (items_[k].node->users().empty()) give(items_[k]);
    }
    if (results.empty() || draw(2)) give(any());
    if (!pairs_.empty()) {
      const auto& [x, same] = pick(pairs_);
      give(x);
      give(same);
      result_.equal.emplace_back(results.size() - 2, results.size() - 1);
    }
    graph().output(results);
    graph().eliminate_dead_code();
    result_.module.name = "Random";
  }

  std::mt19937_64 random_;
  RandomGraph result_;
  Sizes shape_;
  std::vector<Item> items_;
  Rounding rounding_;
  std::vector<std::pair<Item, Item>> pairs_;
};

}  // namespace

RandomGraph make_random_graph(std::uint64_t seed) { return Grower(seed).grow(); }

std::uint64_t operator_graphs() { return table().pointwise.size() + table().reductions.size(); }

RandomGraph make_operator_graph(std::uint64_t index) {
  const std::size_t pointwise = table().pointwise.size();
  const auto k = static_cast<std::size_t>(index);
  return Grower(index).one_operator(k < pointwise ? *table().pointwise[k]
                                                  : *table().reductions.at(k - pointwise));
}

}  // namespace weft::differential
