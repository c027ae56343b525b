/// \file Pass: batch norm becomes part of the weights beside it.
#include <weft/ir/passes/fold/fold_batch_norm.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include <weft/ir/operators/operator.h>
#include <weft/ir/passes/rewrite.h>

namespace weft::ir {
namespace {

// Weights may be computed with where nothing writes into them, by whatever name.
bool may_write_weights(const GraphModule& module) {
  std::unordered_set<const Node*> weights;
  for (const Node* node : module.graph) {
    if (node->opcode() == OpCode::kGetAttr) weights.insert(node);
    const bool reads = std::any_of(node->all_input_nodes().begin(), node->all_input_nodes().end(),
                                   [&](const Node* n) { return weights.count(n) != 0; });
    if (may_change_memory(module, *node) && (reads || node->op() == nullptr)) return true;
    if (!reads || node->op() == nullptr) continue;
    const Schema& schema = node->op()->schema;
    const bool aliases = node->op()->is_view() || schema.name == "getitem" ||
                         (!schema.results.empty() && schema.results[0].aliased);
    if (aliases) weights.insert(node);
  }
  return false;
}

const TensorMeta* tensor_meta(const Argument& argument) {
  const Node* node = argument.node();
  return node == nullptr ? nullptr : node->meta.value.tensor();
}

bool is_weight(const Argument& argument, DType type) {
  const Node* node = argument.node();
  if (node == nullptr || node->opcode() != OpCode::kGetAttr) return false;
  const TensorMeta* meta = node->meta.value.tensor();
  return meta != nullptr && meta->dtype == type;
}

bool is_weight_or_none(const Argument& argument, DType type) {
  return argument.is_none() || is_weight(argument, type);
}

std::vector<Argument> bound_arguments(const Node& node) {
  return bind_arguments(node.op()->schema, node.args(), node.kwargs(), node.meta.location);
}

// A layer with weights: what a batch norm can be multiplied into.
struct Layer {
  Node* node = nullptr;
  std::vector<Argument> arguments;  // bound: input, weight, bias, ...
  bool transposed = false;
  bool linear = false;
  std::int64_t groups = 1;

  std::size_t rank() const { return tensor_meta(arguments[1])->rank(); }
};

std::optional<Layer> layer_of(Node* node, DType type) {
  if (node->op() == nullptr || node->op()->writes()) return std::nullopt;
  const std::string& name = node->op()->schema.name;
  Layer layer;
  layer.node = node;
  layer.linear = name == "linear";
  layer.transposed = name.starts_with("conv_transpose");
  const bool convolution = name == "conv1d" || name == "conv2d" || name == "conv3d";
  if (!layer.linear && !layer.transposed && !convolution) return std::nullopt;
  layer.arguments = bound_arguments(*node);
  if (!is_weight(layer.arguments[1], type) || !is_weight_or_none(layer.arguments[2], type)) {
    return std::nullopt;
  }
  if (!layer.linear) {
    const std::optional<Number> groups =
        layer.arguments[*node->op()->schema.find("groups")].number();
    if (!groups) return std::nullopt;
    layer.groups = groups->as_int();
  }
  // Without a batch, the second dimension is not that of the channels.
  const TensorMeta* input = tensor_meta(layer.arguments[0]);
  const TensorMeta* result = node->meta.value.tensor();
  const bool batched = input != nullptr && result != nullptr && input->rank() == layer.rank() &&
                       input->dtype == type && result->dtype == type;
  return batched ? std::optional(layer) : std::nullopt;
}

// True where no element of the result sees padding, which batch norm does not change.
bool is_unpadded(const Layer& layer) {
  if (layer.linear) return true;
  const Argument& padding = layer.arguments[*layer.node->op()->schema.find("padding")];
  if (padding.text() != nullptr) return *padding.text() == "valid";
  const ArgumentList* list = padding.list();
  return list != nullptr &&
         std::all_of(list->items().begin(), list->items().end(), [](const Argument& a) {
           const auto number = a.number();
           return number && number->as_int() == 0;
         });
}

struct Statistics {
  Node* node = nullptr;
  DType type = DType::kFloat32;
  std::vector<Argument>
      arguments;  // bound: input, weight, bias, mean, variance, training, ..., eps
};

std::optional<Statistics> statistics_of(Node* node) {
  if (node->op() == nullptr || node->op()->full_name() != "batch_norm") return std::nullopt;
  const TensorMeta* result = node->meta.value.tensor();
  if (result == nullptr || result->dtype < DType::kFloat32) return std::nullopt;
  Statistics s{node, result->dtype, bound_arguments(*node)};
  const std::optional<Number> training = s.arguments[5].number();
  const bool usable = training && !training->as_bool() && s.arguments[7].number() &&
                      is_weight_or_none(s.arguments[1], s.type) &&
                      is_weight_or_none(s.arguments[2], s.type) &&
                      is_weight(s.arguments[3], s.type) && is_weight(s.arguments[4], s.type);
  return usable ? std::optional(s) : std::nullopt;
}

// Makes the new weights and the new layer in front of a node.
class Folding {
 public:
  Folding(Node* place, const Layer& layer, const Statistics& statistics)
      : graph_(place->graph()),
        scope_(InsertionScope::before(place)),
        layer_(layer),
        statistics_(statistics) {}

  // The batch norm follows the layer.
  Node* after() {
    make_scale_and_shift();
    const auto channels = layer_.transposed ? weight_by_groups(scale_) : along(0, scale_);
    Node* bias = shift_;
    if (!layer_.arguments[2].is_none()) {
      bias = op("add", {op("mul", {weight(layer_.arguments[2]), scale_}), shift_});
    }
    return finish(layer_.arguments[0], channels, bias);
  }

  // The batch norm comes before the layer, and `input` before that.
  Node* before(const Argument& input) {
    make_scale_and_shift();
    Node* bias = op("sum.dim", {weight_by_groups(shift_), Argument::ints(all_but_first())});
    if (!layer_.arguments[2].is_none()) bias = op("add", {bias, weight(layer_.arguments[2])});
    return finish(input, weight_by_groups(scale_), bias);
  }

 private:
  Node* op(const char* name, std::vector<Argument> args) {
    Node* node = graph_.call_function(name, std::move(args));
    copy_origin(*layer_.node, *node);
    infer_meta(*node);
    return node;
  }

  // Read anew: the node that reads it may stand behind this place.
  Node* weight(const Argument& argument) {
    const Node* known = argument.node();
    Node* node = graph_.get_attr(known->target());
    node->meta = known->meta;
    return node;
  }

  void make_scale_and_shift() {
    const std::vector<Argument>& a = statistics_.arguments;
    scale_ = op("rsqrt", {op("add", {weight(a[4]), a[7]})});
    if (!a[1].is_none()) scale_ = op("mul", {scale_, weight(a[1])});
    Node* offset = op("mul", {weight(a[3]), scale_});
    shift_ = a[2].is_none() ? op("neg", {offset}) : op("sub", {weight(a[2]), offset});
  }

  std::vector<std::int64_t> all_but_first() const {
    std::vector<std::int64_t> dims;
    for (std::size_t d = 1; d < layer_.rank(); ++d) dims.push_back(static_cast<std::int64_t>(d));
    return dims;
  }

  // The weights times values along one of their dimensions.
  Node* along(std::size_t dim, Node* values) {
    std::vector<std::int64_t> shape(layer_.rank(), 1);
    shape[dim] = -1;
    return op("mul", {weight(layer_.arguments[1]), op("reshape", {values, Argument::ints(shape)})});
  }

  // The weights [groups * a, b, ...] times values of channels [groups * b].
  Node* weight_by_groups(Node* values) {
    if (layer_.groups == 1) return along(1, values);
    Node* w = weight(layer_.arguments[1]);
    const std::vector<IntExpr> sizes = w->meta.value.tensor()->sizes;
    std::vector<std::int64_t> whole, grouped = {layer_.groups, sizes[0].value() / layer_.groups},
                                     shape(layer_.rank() + 1, 1);
    for (const IntExpr& size : sizes) whole.push_back(size.value());
    grouped.insert(grouped.end(), whole.begin() + 1, whole.end());
    shape[0] = layer_.groups;
    shape[2] = whole[1];
    Node* product = op("mul", {op("reshape", {w, Argument::ints(grouped)}),
                               op("reshape", {values, Argument::ints(shape)})});
    return op("reshape", {product, Argument::ints(whole)});
  }

  Node* finish(const Argument& input, Node* weights, Node* bias) {
    const std::string name = layer_.node->name();
    weights->rename(name + "_weight");
    bias->rename(name + "_bias");
    std::vector<Argument> args = layer_.node->args();
    args.resize(std::max<std::size_t>(args.size(), 3));
    args[0] = input;
    args[1] = weights;
    args[2] = bias;
    Node* made = graph_.call_function(layer_.node->target(), std::move(args),
                                      KeywordArguments(layer_.node->kwargs()));
    copy_origin(*layer_.node, *made);
    infer_meta(*made);
    return made;
  }

  Graph& graph_;
  InsertionScope scope_;
  const Layer& layer_;
  const Statistics& statistics_;
  Node* scale_ = nullptr;
  Node* shift_ = nullptr;
};

void put_in_place(Node* made, Node* layer, Node* norm, Node* last) {
  const std::string name = layer->name();
  last->replace_all_uses_with(made);
  Graph& graph = last->graph();
  graph.erase_node(last);
  graph.erase_node(last == norm ? layer : norm);
  made->rename(name);
}

bool has_plain_arguments(const Node& node) {
  return std::all_of(node.kwargs().begin(), node.kwargs().end(), [](const auto& item) {
    return item.first != "input" && item.first != "weight" && item.first != "bias";
  });
}

bool fold_into_layer_before(const Statistics& norm) {
  Node* node = norm.arguments[0].node();
  if (node == nullptr || node->users().size() != 1 || !has_plain_arguments(*node)) return false;
  const std::optional<Layer> layer = layer_of(node, norm.type);
  if (!layer || !(node->meta.value == norm.node->meta.value)) return false;
  Node* made = Folding(node, *layer, norm).after();
  put_in_place(made, node, norm.node, norm.node);
  return true;
}

bool fold_into_layer_after(const Statistics& norm) {
  if (norm.node->users().size() != 1) return false;
  Node* node = norm.node->users()[0];
  if (!has_plain_arguments(*node)) return false;
  const std::optional<Layer> layer = layer_of(node, norm.type);
  const TensorMeta* input = tensor_meta(norm.arguments[0]);
  if (!layer || layer->transposed || layer->arguments[0].node() != norm.node || input == nullptr ||
      !(*input == *norm.node->meta.value.tensor()) || !is_unpadded(*layer)) {
    return false;
  }
  Node* made = Folding(norm.node, *layer, norm).before(norm.arguments[0]);
  put_in_place(made, node, norm.node, node);
  return true;
}

}  // namespace

bool fold_batch_norm(GraphModule& module, PassContext&) {
  if (may_write_weights(module)) return false;
  bool changed = false;
  for (Node* node : module.graph) {
    const std::optional<Statistics> norm = statistics_of(node);
    if (!norm) continue;
    changed |= fold_into_layer_before(*norm) || fold_into_layer_after(*norm);
  }
  return changed;
}

}  // namespace weft::ir
