/// \file The inverse of a view: the whole with the part that the view shows replaced.
#include <algorithm>
#include <optional>

#include <weft/ir/operators/operator.h>
#include <weft/ir/passes/rewrite.h>
#include <weft/ir/passes/storage_tracker.h>

namespace weft::ir {
namespace {

class PutBack {
 public:
  PutBack(Graph& graph, const Node& view, const Call& call, Node* whole, Node* part)
      : graph_(graph), view_(view), call_(call), whole_(whole), part_(part) {}

  Node* run(std::size_t element) {
    const std::vector<ViewMap> maps = view_of(call_);
    // A part without elements changes nothing.
    if (element < maps.size() && product(maps[element].sizes).is(0)) return whole_;
    if (Node* node = by_name()) return node;
    if (element >= maps.size()) return nullptr;
    const ViewMap& map = maps[element];
    if (Node* node = same_order(map)) return node;
    if (Node* node = permutation(map)) return node;
    if (Node* node = one_dimension(map)) return node;
    return maps.size() == 1 ? by_positions(map) : nullptr;
  }

 private:
  Node* make(std::string_view op, std::vector<Argument> args) {
    Node* node = graph_.call_function(op, std::move(args));
    copy_origin(view_, *node);
    infer_meta(*node);
    return node;
  }

  Argument bound(std::size_t i) const {
    return bind_arguments(view_.op()->schema, view_.args(), view_.kwargs(), view_.meta.location)[i];
  }

  // Views with an operator of their own for the way back; their arguments may be symbolic.
  Node* by_name() {
    const std::string name = view_.op()->full_name();
    if (name == "select") return make("select_scatter", {whole_, part_, bound(1), bound(2)});
    if (name == "slice") {
      return make("slice_scatter", {whole_, part_, bound(1), bound(2), bound(3), bound(4)});
    }
    if (name == "diagonal") {
      return make("diagonal_scatter", {whole_, part_, bound(1), bound(2), bound(3)});
    }
    if (name == "narrow" && !call_.integer(2).is_constant()) {
      // A start of unknown sign would count from the end, and the end would not.
      if (call_.integer(2).bounds().first < 0) return nullptr;
      Node* end = make("sym_add", {bound(2), bound(3)});
      return make("slice_scatter", {whole_, part_, bound(1), bound(2), end, 1});
    }
    return nullptr;
  }

  const TensorMeta& input() const { return call_.tensor(0); }

  static IntExpr linear(const std::vector<IntExpr>& index, const std::vector<IntExpr>& sizes) {
    IntExpr result = 0;
    for (std::size_t d = 0; d < sizes.size(); ++d) result = result * sizes[d] + index[d];
    return result;
  }

  // Every element once, in row-major order: reshapes.
  Node* same_order(const ViewMap& map) {
    if (!(product(map.sizes) == input().numel())) return nullptr;
    std::vector<IntExpr> vars(map.vars.begin(), map.vars.end());
    if (!(linear(vars, map.sizes) == linear(map.index, input().sizes))) {
      // Extents of 1 have indices that are 0 without being written so.
      const auto difference = linear(vars, map.sizes) - linear(map.index, input().sizes);
      if (difference.bounds() != std::pair<std::int64_t, std::int64_t>(0, 0)) return nullptr;
    }
    if (map.sizes == input().sizes) return part_;
    return make("reshape_as", {part_, whole_});
  }

  // Every dimension once, in another order.
  Node* permutation(const ViewMap& map) {
    if (map.vars.size() != map.index.size()) return nullptr;
    std::vector<Argument> back;
    std::vector<bool> seen(map.vars.size(), false);
    for (const IntExpr& index : map.index) {
      const Symbol symbol = index.as_symbol();
      const auto it = std::find(map.vars.begin(), map.vars.end(), symbol);
      if (symbol == nullptr || it == map.vars.end()) return nullptr;
      const auto position = static_cast<std::size_t>(it - map.vars.begin());
      if (seen[position]) return nullptr;
      seen[position] = true;
      back.emplace_back(static_cast<std::int64_t>(position));
    }
    for (std::size_t d = 0; d < map.index.size(); ++d) {
      // Each dimension whole, and not a part of it.
      const auto position = static_cast<std::size_t>(std::get<std::int64_t>(back[d].variant()));
      if (!(map.sizes[position] == input().sizes[d])) return nullptr;
    }
    return make("permute", {part_, back});
  }

  // All dimensions whole but one, of which there is one element or a run: unbind, split, narrow.
  Node* one_dimension(const ViewMap& map) {
    const std::size_t rank = map.index.size();
    const bool selects = map.vars.size() + 1 == rank;
    if (!selects && map.vars.size() != rank) return nullptr;
    std::optional<std::size_t> dim;
    for (std::size_t d = 0, v = 0; d < rank; ++d) {
      const bool whole = v < map.vars.size() && map.index[d] == IntExpr(map.vars[v]) &&
                         map.sizes[v] == input().sizes[d];
      if (whole) {
        ++v;
        continue;
      }
      if (dim) return nullptr;
      dim = d;
      if (!selects) ++v;
    }
    if (!dim) return nullptr;
    const auto d = static_cast<std::int64_t>(*dim);
    const IntExpr& index = map.index[*dim];
    if (selects) {
      if (!index.is_constant()) return nullptr;
      return make("select_scatter", {whole_, part_, d, index.value()});
    }
    const Symbol var = map.vars[*dim];
    const auto step = index.coefficient(var);
    if (!step || !step->is_constant() || step->value() < 1) return nullptr;
    const IntExpr start = index - *step * IntExpr(var);
    const IntExpr end = start + (map.sizes[*dim] - 1) * *step + 1;
    if (!start.is_constant()) return nullptr;
    Argument last;
    if (end.is_constant()) {
      last = end.value();
    } else if (!(end == input().sizes[*dim])) {
      return nullptr;
    }
    return make("slice_scatter", {whole_, part_, d, start.value(), last, step->value()});
  }

  // True where the view shows no element twice: sorted by what a step of them means in row-major
  // order, each variable goes further than all before it together.
  bool shows_elements_once(const ViewMap& map) const {
    const IntExpr at = linear(map.index, input().sizes);
    std::vector<std::pair<std::int64_t, std::int64_t>> steps;  // and how many
    for (std::size_t d = 0; d < map.vars.size(); ++d) {
      const auto step = at.coefficient(map.vars[d]);
      if (!step || !step->is_constant() || !map.sizes[d].is_constant()) return false;
      if (map.sizes[d].value() > 1) steps.emplace_back(step->value(), map.sizes[d].value() - 1);
    }
    std::sort(steps.begin(), steps.end());
    std::int64_t reach = 0;
    for (const auto& [step, count] : steps) {
      if (step <= reach) return false;
      reach += step * count;
    }
    return true;
  }

  // Any other view of constant extents: the same view of the positions says which elements it
  // shows.
  Node* by_positions(const ViewMap& map) {
    if (!input().numel().is_constant() || !shows_elements_once(map)) return nullptr;
    std::vector<std::int64_t> sizes;
    for (const IntExpr& size : input().sizes) {
      if (!size.is_constant()) return nullptr;
      sizes.push_back(size.value());
    }
    Node* all = make("arange", {input().numel().value()});
    all = make("reshape", {all, Argument::ints(sizes)});
    const Node* viewed = view_.args()[0].node();
    Node* shown =
        graph_.node_copy(&view_, [&](Node* n) { return Argument(n == viewed ? all : n); });
    infer_meta(*shown);
    const Argument flat = Argument::ints({-1});
    Node* positions = make("reshape", {shown, flat});
    Node* result = make("index_put.Tensor", {make("reshape", {whole_, flat}),
                                             Argument(std::vector<Argument>{positions}),
                                             make("reshape", {part_, flat})});
    return make("reshape_as", {result, whole_});
  }

  Graph& graph_;
  const Node& view_;
  const Call& call_;
  Node* whole_;
  Node* part_;
};

}  // namespace

Node* put_back(Graph& graph, const Node& view, std::size_t element, Node* whole, Node* part) {
  if (view.op() == nullptr) return nullptr;
  if (!view.op()->is_view()) {
    // A conversion that shares storage changes nothing.
    return view.op()->schema.results[0].aliased ? part : nullptr;
  }
  const std::optional<Call> call = call_of_node(view);
  return call ? PutBack(graph, view, *call, whole, part).run(element) : nullptr;
}

}  // namespace weft::ir
