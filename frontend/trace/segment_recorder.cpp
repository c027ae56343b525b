#include <weft/frontend/trace/segment_recorder.h>

#include <algorithm>
#include <bit>
#include <optional>
#include <set>

#include <fmt/format.h>

#include <weft/frontend/trace/diagnostics.h>
#include <weft/frontend/trace/inline_modules.h>
#include <weft/frontend/trace/trace.h>
#include <weft/ir/operators/operator.h>
#include <weft/runtime/tensor/tensor_impl.h>

namespace weft {
namespace {

using Kind = CompiledSegment::Source::Kind;

/// Thrown where a segment has to be left to its text.
struct NotCompiled {
  std::string reason;
};

const Storage* storage_of(const ir::Value& value) {
  const ir::TensorHandle* tensor = value.tensor();
  return tensor ? (*tensor)->storage.get() : nullptr;
}

/// A run that goes on without end where decisions are forced.
struct RunTooLong {};

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

/// Turns what the user's text gave into a description, and finds the tensors that code has to
/// compute.
class ResultReader {
 public:
  ResultReader(const std::vector<ir::Value>& taken, const nn::Module* owner) : taken_(taken) {
    for (const ir::Value& leaf : taken) {
      if (const Storage* storage = storage_of(leaf)) memory_.insert(storage);
    }
    if (!owner) return;
    for (const Tensor& tensor : owner->parameters()) memory_.insert(tensor.handle()->storage.get());
    for (const Tensor& tensor : owner->buffers()) memory_.insert(tensor.handle()->storage.get());
  }

  void read(const ir::Value& value) {
    if (const auto* list = value.list()) {
      text_ += '(';
      for (const ir::Value& item : *list) read(item);
      text_ += ')';
      return;
    }
    if (const ir::TensorHandle* tensor = value.tensor()) {
      read_tensor(*tensor);
    } else if (const auto* flag = std::get_if<bool>(&value.value)) {
      text_ += *flag ? "b1 " : "b0 ";
    } else if (const auto* integer = std::get_if<std::int64_t>(&value.value)) {
      text_ += fmt::format("i{} ", *integer);
    } else if (const auto* number = std::get_if<double>(&value.value)) {
      text_ += fmt::format("d{:x} ", std::bit_cast<std::uint64_t>(*number));
    } else if (value.is_none()) {
      text_ += "n ";
    } else {
      throw NotCompiled{"a result is neither a tensor nor a number"};
    }
    ++leaves_;
  }

  const std::string& text() const { return text_; }
  /// The leaves that are computed, by their places among all leaves of the result.
  const std::vector<std::size_t>& computed() const { return computed_; }
  const std::vector<ir::TensorHandle>& tensors() const { return tensors_; }

 private:
  void read_tensor(const ir::TensorHandle& tensor) {
    for (std::size_t k = 0; k < taken_.size(); ++k) {
      const ir::TensorHandle* leaf = taken_[k].tensor();
      if (leaf && *leaf == tensor) {
        text_ += fmt::format("a{} ", k);
        return;
      }
    }
    if (!memory_.insert(tensor->storage.get()).second) {
      throw NotCompiled{"a result shares memory with something else"};
    }
    text_ += fmt::format("o{} ", computed_.size());
    computed_.push_back(leaves_);
    tensors_.push_back(tensor);
  }

  const std::vector<ir::Value>& taken_;
  std::set<const Storage*> memory_;
  std::string text_;
  std::vector<std::size_t> computed_;
  std::vector<ir::TensorHandle> tensors_;
  std::size_t leaves_ = 0;
};

/// Strides that are not row-major, of a tensor that is dense in some order of its dimensions.
std::vector<std::int64_t> special_strides(const TensorImpl& tensor) {
  if (tensor.strides == dense_strides(tensor.sizes)) return {};
  std::vector<std::size_t> order(tensor.sizes.size());
  for (std::size_t d = 0; d < order.size(); ++d) order[d] = d;
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return tensor.strides[a] < tensor.strides[b];
  });
  std::int64_t expected = 1;
  for (const std::size_t d : order) {
    if (tensor.sizes[d] != 1 && tensor.strides[d] != expected) {
      throw NotCompiled{"a result is no dense tensor"};
    }
    expected *= tensor.sizes[d];
  }
  return tensor.strides;
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
void lift_attributes(RecordedSegment& segment, const SegmentCall& call,
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

/// A leaf that is not computed has to be the same in a capture: the tensor that was given, or the
/// number.
void check_same(const ir::Value& given, const ir::Value& found,
                const std::vector<ir::Value>& leaves, const std::vector<ir::Value>& taken) {
  if (const ir::TensorHandle* tensor = given.tensor()) {
    for (std::size_t k = 0; k < leaves.size(); ++k) {
      if (leaves[k].tensor() && *leaves[k].tensor() == *tensor) {
        if (found.tensor() && taken[k].tensor() && *found.tensor() == *taken[k].tensor()) return;
      }
    }
    throw NotCompiled{"a result is another tensor in a capture"};
  }
  if (given.is_none() && found.is_none()) return;
  if (given.value.index() != found.value.index() || given.list() || found.tensor()) {
    throw NotCompiled{"a result is a number that the capture does not know"};
  }
  const bool is_equal = std::visit(
      [&](const auto& value) {
        using T = std::remove_cvref_t<decltype(value)>;
        if constexpr (std::is_same_v<T, double>) {
          return std::bit_cast<std::uint64_t>(value) ==
                 std::bit_cast<std::uint64_t>(std::get<double>(found.value));
        } else if constexpr (std::is_same_v<T, bool> || std::is_same_v<T, std::int64_t>) {
          return value == std::get<T>(found.value);
        } else {
          return false;
        }
      },
      given.value);
  if (!is_equal) throw NotCompiled{"a result is a number that the capture does not know"};
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

bool SegmentRecorder::run(const SegmentCall& call, ir::Value& result) {
  {
    const SegmentHandlerScope inside(nullptr);
    result = call.text();
  }
  std::string key = segment_key(call);
  std::string name = call.site + (' ' + key);
  met_.push_back(name);
  if (known_.emplace(std::move(name), segments_.size()).second) {
    segments_.push_back(capture(call, result, std::move(key)));
  }
  return true;
}

RecordedSegment SegmentRecorder::capture(const SegmentCall& call, const ir::Value& result,
                                         std::string key) {
  RecordedSegment segment;
  segment.site = call.site;
  segment.key = std::move(key);
  const SegmentHandlerScope inside(nullptr);
  try {
    const std::vector<ir::Value> leaves = segment_leaves(call);
    ResultReader reader(leaves, call.owner);
    reader.read(result);
    if (reader.computed().empty()) throw NotCompiled{"it gives no tensor that it computes"};
    for (const ir::TensorHandle& tensor : reader.tensors()) {
      segment.strides.push_back(special_strides(*tensor));
    }
    std::vector<ir::Value> given;
    add_leaves(result, given);
    GraphInputs inputs = graph_inputs(call);
    const auto body = [&](const std::vector<ir::Value>& proxies) {
      std::vector<ir::Value> taken = leaves;
      for (std::size_t k = 0; k < proxies.size(); ++k) {
        taken[inputs.sources[k].leaf] = proxies[k];
      }
      std::vector<ir::Value> arguments;
      std::size_t next = 0;
      for (const ir::Value& input : call.inputs) {
        arguments.push_back(with_leaves(input, taken, next));
      }
      std::vector<ir::Value> found;
      add_leaves(call.body(arguments), found);
      if (found.size() != given.size()) throw NotCompiled{"its result has another structure"};
      std::vector<ir::Value> computed;
      std::size_t at = 0;
      for (std::size_t k = 0; k < found.size(); ++k) {
        const bool is_computed = at < reader.computed().size() && reader.computed()[at] == k;
        if (is_computed) {
          if (!found[k].tensor() || !(*found[k].tensor())->is_proxy()) {
            throw NotCompiled{"a result is a tensor that is not computed from what it takes"};
          }
          computed.push_back(found[k]);
          ++at;
          continue;
        }
        check_same(given[k], found[k], leaves, taken);
      }
      return ir::Value(std::move(computed));
    };
    TraceFunction function{body, std::vector<ValueKind>(inputs.inputs.size(), ValueKind::kTensor),
                           std::vector<std::string>(inputs.inputs.size(), "Tensor"), "list"};
    segment.graph = inline_modules(trace_function(call.owner, function, std::move(inputs.inputs)));
    segment.sources = std::move(inputs.sources);
    lift_attributes(segment, call, leaves);
    check_effects(segment.graph.graph);
    segment.graph.lint();
    segment.result = reader.text();
  } catch (const NotCompiled& refusal) {
    segment.reason = refusal.reason;
  } catch (const Error& error) {
    segment.reason = error.diagnostic().message;
  }
  return segment;
}

bool SegmentRecorder::decide(const char* site, bool value) {
  const std::size_t count = decisions_.size();
  const bool is_forced = count < forced_.size();
  const bool taken = is_forced ? forced_[count] : value;
  constexpr std::size_t kMostDecisions = 10000;
  if (count == kMostDecisions) throw RunTooLong();
  decisions_.push_back({site, taken, is_forced && taken != value});
  return taken;
}

void SegmentRecorder::begin(std::vector<bool> forced) {
  forced_ = std::move(forced);
  decisions_.clear();
  met_.clear();
}

bool explore_segments(SegmentRecorder& recorder, const std::function<void()>& forward,
                      int most_runs) {
  const SegmentHandlerScope scope(&recorder);
  recorder.begin({});
  forward();
  const std::vector<std::string> first = recorder.met();
  recorder.begin({});
  forward();
  if (recorder.met() != first) {
    fail(diag::CaptureNotRepeatable, {}, {"two runs went through different segments"});
  }
  std::set<std::pair<std::string, bool>> seen;
  std::vector<std::vector<bool>> open;
  const auto look = [&] {
    std::vector<bool> prefix;
    for (const SegmentDecision& decision : recorder.decisions()) {
      seen.emplace(decision.site, decision.taken);
      if (seen.emplace(decision.site, !decision.taken).second) {
        open.push_back(prefix);
        open.back().push_back(!decision.taken);
      }
      prefix.push_back(decision.taken);
    }
  };
  look();
  for (int runs = 2; !open.empty() && runs < most_runs; ++runs) {
    std::vector<bool> forced = std::move(open.front());
    open.erase(open.begin());
    recorder.begin(std::move(forced));
    try {
      forward();
    } catch (const std::bad_alloc&) {
      throw;
    } catch (...) {
      // The data never goes this way, perhaps; what was met on the way is known all the same.
    }
    look();
  }
  return open.empty();
}

}  // namespace weft
