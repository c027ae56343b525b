#include <weft/frontend/trace/segment_capture.h>

#include <algorithm>
#include <bit>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include <weft/frontend/trace/inline_modules.h>
#include <weft/frontend/trace/trace.h>
#include <weft/ir/operators/operator.h>
#include <weft/runtime/tensor/tensor_impl.h>

namespace weft {
namespace {

using Kind = CompiledSegment::Source::Kind;
using NotCompiled = SegmentNotCompiled;

/// The value with its leaves replaced, in their order.
ir::Value with_leaves(const ir::Value& value, const std::vector<ir::Value>& leaves,
                      std::size_t& next) {
  if (const auto* list = value.list()) {
    std::vector<ir::Value> items;
    for (const ir::Value& item : *list) items.push_back(with_leaves(item, leaves, next));
    return items;
  }
  if (const ir::ValueDict* dict = value.dict()) {
    auto items = std::make_shared<ir::ValueDict>();
    for (const auto& [name, item] : dict->items) {
      items->items.emplace_back(name, with_leaves(item, leaves, next));
    }
    return std::shared_ptr<const ir::ValueDict>(std::move(items));
  }
  return leaves.at(next++);
}

void add_leaves(const ir::Value& value, std::vector<ir::Value>& leaves) {
  if (const auto* list = value.list()) {
    for (const ir::Value& item : *list) add_leaves(item, leaves);
  } else if (const ir::ValueDict* dict = value.dict()) {
    for (const auto& [name, item] : dict->items) add_leaves(item, leaves);
  } else {
    leaves.push_back(value);
  }
}

/// The tensors and floats among the inputs, which become inputs of the graph.
struct GraphInputs {
  std::vector<TraceInput> inputs;
  std::vector<CompiledSegment::Source> sources;
};

GraphInputs graph_inputs(const SegmentCall& call) {
  GraphInputs result;
  std::size_t leaf = 0;
  for (std::size_t i = 0; i < call.inputs.size(); ++i) {
    std::vector<ir::Value> leaves;
    add_leaves(call.inputs[i], leaves);
    for (const ir::Value& value : leaves) {
      const std::string name = fmt::format("x{}", leaf);
      if (const ir::TensorHandle* tensor = value.tensor()) {
        TraceInput input{name};
        input.meta = (*tensor)->meta();
        result.inputs.push_back(std::move(input));
        result.sources.push_back({Kind::kTensor, leaf, {}, {}});
      } else if (call.float_bits[i] != 0) {
        const DType dtype = call.float_bits[i] == 32 ? DType::kFloat32 : DType::kFloat64;
        TraceInput input{name};
        input.meta = {ir::dense(dtype, {})};
        result.inputs.push_back(std::move(input));
        result.sources.push_back({Kind::kNumber, leaf, dtype, {}});
      }
      ++leaf;
    }
  }
  return result;
}

/// Makes placeholders of the tensors that the graph keeps.
void lift_attributes(SegmentGraph& segment, const SegmentCall& call,
                     const std::vector<ir::Value>& leaves) {
  ir::Graph& graph = segment.graph.graph;
  ir::Node* first = graph.first();
  while (first && first->opcode() == ir::OpCode::kPlaceholder) first = first->next();
  for (ir::Node* node : graph.find_nodes(ir::OpCode::kGetAttr)) {
    if (node->users().empty()) {
      if (node == first) first = node->next();
      graph.erase_node(node);
      continue;
    }
    const std::string path = node->target();
    const ir::GraphModule::Attribute* attribute = segment.graph.find_attribute(path);
    const ir::TensorHandle* tensor = attribute ? attribute->value.tensor() : nullptr;
    if (!tensor) throw NotCompiled{"`" + path + "` is no tensor"};
    CompiledSegment::Source source;
    const auto leaf = std::find_if(leaves.begin(), leaves.end(), [&](const ir::Value& value) {
      return value.tensor() && *value.tensor() == *tensor;
    });
    if (leaf != leaves.end()) {
      source.leaf = static_cast<std::size_t>(leaf - leaves.begin());
    } else {
      const bool is_found = call.owner && tensor_at_path(*call.owner, path) == *tensor;
      if (!is_found) {
        throw NotCompiled{"it uses a tensor that is neither given nor a registered parameter"};
      }
      source.kind = Kind::kPath;
      source.path = path;
    }
    ir::Node* placeholder = nullptr;
    {
      const ir::InsertionScope scope = ir::InsertionScope::before(first);
      placeholder = graph.placeholder(fmt::format("w{}", segment.sources.size()));
    }
    placeholder->meta = node->meta;
    node->replace_all_uses_with(placeholder);
    if (node == first) first = node->next();
    graph.erase_node(node);
    segment.sources.push_back(std::move(source));
  }
}

/// The words of a result's description, without parentheses: one for each leaf.
std::vector<std::string> words_of(const std::string& result) {
  std::vector<std::string> words;
  std::string word;
  for (const char c : result) {
    if (c == '(' || c == ')') continue;
    if (c == ' ') {
      words.push_back(std::exchange(word, {}));
    } else {
      word += c;
    }
  }
  return words;
}

/// What a leaf of the result is said to be, if it is not computed.
std::string word_of(const ir::Value& leaf, const std::vector<ir::Value>& taken) {
  if (leaf.is_none()) return "n";
  if (const auto* flag = std::get_if<bool>(&leaf.value)) return *flag ? "b1" : "b0";
  if (const auto* integer = std::get_if<std::int64_t>(&leaf.value)) {
    return fmt::format("i{}", *integer);
  }
  if (const auto* number = std::get_if<double>(&leaf.value)) {
    return fmt::format("d{:x}", std::bit_cast<std::uint64_t>(*number));
  }
  const ir::TensorHandle* tensor = leaf.tensor();
  for (std::size_t k = 0; tensor && k < taken.size(); ++k) {
    if (taken[k].tensor() && *taken[k].tensor() == *tensor) return fmt::format("a{}", k);
  }
  return "?";
}

void check_effects(const ir::Graph& graph) {
  for (const ir::Node* node : graph) {
    if (node->opcode() == ir::OpCode::kCallModule) {
      throw NotCompiled{"it calls the module `" + node->target() + "` that cannot be opened"};
    }
    const ir::Operator* op = ir::find_operator(node->target());
    if (op && op->row->effect == ir::Effect::kRandom) throw NotCompiled{"it draws random numbers"};
  }
}

}  // namespace

SegmentGraph capture_segment(const SegmentCall& call, const std::string& result) {
  const std::vector<ir::Value> leaves = segment_leaves(call);
  const std::vector<std::string> words = words_of(result);
  GraphInputs inputs = graph_inputs(call);
  const auto body = [&](const std::vector<ir::Value>& proxies) {
    std::vector<ir::Value> taken = leaves;
    for (std::size_t k = 0; k < proxies.size(); ++k) taken[inputs.sources[k].leaf] = proxies[k];
    std::vector<ir::Value> arguments;
    std::size_t next = 0;
    for (const ir::Value& input : call.inputs) arguments.push_back(with_leaves(input, taken, next));
    std::vector<ir::Value> found;
    add_leaves(call.body(arguments), found);
    if (found.size() != words.size()) throw NotCompiled{"its result has another structure"};
    std::vector<ir::Value> computed;
    for (std::size_t k = 0; k < found.size(); ++k) {
      if (words[k].front() == 'o') {
        if (!found[k].tensor() || !(*found[k].tensor())->is_proxy()) {
          throw NotCompiled{"a result is a tensor that is not computed from what it takes"};
        }
        computed.push_back(found[k]);
      } else if (word_of(found[k], taken) != words[k]) {
        throw NotCompiled{"a result is one that the capture does not know"};
      }
    }
    return ir::Value(std::move(computed));
  };
  TraceFunction function{body, std::vector<ValueKind>(inputs.inputs.size(), ValueKind::kTensor),
                         std::vector<std::string>(inputs.inputs.size(), "Tensor"), "list"};
  SegmentGraph segment;
  segment.graph = inline_modules(trace_function(call.owner, function, std::move(inputs.inputs)));
  segment.sources = std::move(inputs.sources);
  lift_attributes(segment, call, leaves);
  check_effects(segment.graph.graph);
  segment.graph.lint();
  return segment;
}

std::uint64_t fingerprint(const SegmentGraph& graph) {
  // FNV-1a over the sources, after the graph.
  std::uint64_t hash = graph.graph.graph.structural_hash();
  const auto add = [&](const std::string& text) {
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  };
  for (const CompiledSegment::Source& source : graph.sources) {
    add(fmt::format("{} {} {} {};", static_cast<int>(source.kind), source.leaf,
                    static_cast<int>(source.dtype), source.path));
  }
  return hash;
}

}  // namespace weft
