#include <weft/frontend/trace/graph_file.h>

#include <cstring>
#include <fstream>
#include <map>
#include <sstream>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include <weft/frontend/trace/diagnostics.h>
#include <weft/frontend/trace/module_meta.h>
#include <weft/frontend/trace/recorder.h>
#include <weft/ir/conditional.h>
#include <weft/ir/diagnostics.h>
#include <weft/ir/graph_submodule.h>
#include <weft/runtime/eager/copy.h>
#include <weft/runtime/nn/module.h>
#include <weft/runtime/weights/safetensors.h>

namespace weft {

namespace {

namespace fs = std::filesystem;

// A conditional is stored as a module without nodes of its own that has two others.
constexpr const char* kConditional = "Conditional";
constexpr const char* kTrueGraph = "true_graph";
constexpr const char* kFalseGraph = "false_graph";

[[noreturn]] void not_storable(const std::string& what, std::string why, std::string hint,
                               SourceLocation where = {}) {
  fail(diag::ModuleNotStorable, where, {what, std::move(why), std::move(hint)});
}

/// The graph of a module's forward as a call of the graph `call` belongs to makes it: one
/// placeholder for each argument of the call.
ir::GraphModule forward_graph(nn::Module& module, const ir::Node& call) {
  std::vector<ir::ValueMeta> metas;
  std::vector<bool> present;
  for (const ir::Argument& argument : call.args()) {
    present.push_back(!argument.is_none());
    metas.push_back(argument.is_none() ? ir::ValueMeta{} : argument_meta(argument));
  }
  const ir::GraphModule traced =
      with_location(call.meta.location, [&] { return trace_module(module, metas, present); });
  ir::GraphModule result;
  result.name = module.module_type();
  std::vector<ir::Node*> inputs = traced.graph.placeholders();
  ir::NodeMap values;
  std::size_t next = 0;
  // A list is one argument, whose tensors are inputs of the traced graph.
  const auto add = [&](auto&& self, const ir::Argument& argument, ir::Node* node) -> void {
    if (argument.node() != nullptr) {
      ir::Node* input = inputs.at(next++);
      node->meta.value = input->meta.value;
      values.emplace(input, node);
    } else if (const ir::ArgumentList* list = argument.list()) {
      for (std::size_t i = 0; i < list->size(); ++i) {
        ir::Node* item =
            result.graph.call_function("getitem", {node, static_cast<std::int64_t>(i)});
        self(self, (*list)[i], item);
      }
    } else if (!argument.is_none()) {
      not_storable(call.target(), "an argument of its call is neither a tensor nor a list of them",
                   "open it with inline_modules first", call.meta.location);
    }
  };
  std::vector<ir::Node*> parameters;
  for (std::size_t i = 0; i < call.args().size(); ++i) {
    parameters.push_back(result.graph.placeholder("input"));
  }
  for (std::size_t i = 0; i < call.args().size(); ++i) add(add, call.args()[i], parameters[i]);
  result.graph.output(result.graph.graph_copy(traced.graph, values));
  for (const ir::GraphModule::Attribute& attribute : traced.attributes()) {
    result.set_attribute(attribute.path, attribute.value, attribute.meta);
  }
  return result;
}

std::string bytes_of(const ir::TensorHandle& tensor) {
  const ir::TensorHandle dense = eager::contiguous(tensor);
  const std::size_t size = static_cast<std::size_t>(dense->numel()) * ir::size_of(dense->dtype);
  return std::string(reinterpret_cast<const char*>(dense->data()), size);
}

class Storer {
 public:
  ir::StoredGraphModule run(const ir::GraphModule& module) {
    module.lint();
    whole_.root = store(module, "");
    return std::move(whole_);
  }

 private:
  ir::StoredModule store(const ir::GraphModule& module, std::string path) {
    const std::string shown = path.empty() ? module.name : path;
    if (module.codegen != nullptr) {
      not_storable(shown, "its code generator is code of this program",
                   "take module.codegen away, and give it to what is read");
    }
    ir::StoredModule stored;
    stored.path = std::move(path);
    stored.name = module.name;
    stored.custom = module.custom;
    stored.graph = module.graph.clone();
    for (const ir::GraphModule::Attribute& attribute : module.attributes()) {
      stored.attributes.emplace_back(attribute.path, number_of(attribute));
    }
    std::unordered_set<std::string> seen;
    for (const ir::Node* node : module.graph) {
      if (node->opcode() != ir::OpCode::kCallModule) continue;
      if (seen.insert(node->target()).second) stored.modules.push_back(called(module, *node));
    }
    return stored;
  }

  ir::StoredModule called(const ir::GraphModule& module, const ir::Node& call) {
    const std::shared_ptr<ir::ModuleInterface> target = module.find_module(call.target());
    if (const auto* graph = dynamic_cast<const ir::GraphSubmodule*>(target.get())) {
      return store(graph->graph_module(), call.target());
    }
    if (const auto* conditional = dynamic_cast<const ir::Conditional*>(target.get())) {
      ir::StoredModule stored;
      stored.path = call.target();
      stored.name = kConditional;
      stored.modules.push_back(store(conditional->true_graph().graph_module(), kTrueGraph));
      stored.modules.push_back(store(conditional->false_graph().graph_module(), kFalseGraph));
      return stored;
    }
    auto* layer = dynamic_cast<nn::Module*>(target.get());
    if (layer == nullptr) {
      not_storable(call.target(), "it is no module with a forward that can be captured",
                   "make it an ir::GraphSubmodule", call.meta.location);
    }
    ir::GraphModule graph = forward_graph(*layer, call);
    bool same_metas = true;
    for (const ir::Node* other : module.graph.find_nodes(ir::OpCode::kCallModule, call.target())) {
      if (other == &call) continue;
      const ir::GraphModule again = forward_graph(*layer, *other);
      if (!structurally_equal(graph.graph, again.graph)) {
        not_storable(call.target(), "its calls compute in different ways",
                     "open it with inline_modules first", other->meta.location);
      }
      auto node = again.graph.begin();
      for (const ir::Node* mine : graph.graph) {
        same_metas = same_metas && mine->meta.value == (*node)->meta.value;
        ++node;
      }
    }
    if (!same_metas) {
      for (ir::Node* node : graph.graph) node->meta.value = {};
    }
    return store(graph, call.target());
  }

  std::size_t number_of(const ir::GraphModule::Attribute& attribute) {
    const ir::TensorHandle* tensor = attribute.value.tensor();
    if (tensor == nullptr || (*tensor)->is_proxy()) {
      not_storable(attribute.path, "it is no tensor with elements", "");
    }
    const auto [at, fresh] = numbers_.emplace(tensor->get(), whole_.tensors.size());
    if (!fresh) return at->second;
    const auto [owner, own] = storages_.emplace((*tensor)->storage.get(), attribute.path);
    if (!own && (*tensor)->numel() > 0) {
      not_storable(attribute.path, "it shares memory with `" + owner->second + "`",
                   "give it memory of its own with clone()");
    }
    ir::StoredTensor stored;
    stored.dtype = (*tensor)->dtype;
    stored.sizes = (*tensor)->sizes;
    stored.strides = (*tensor)->strides;
    stored.bytes = bytes_of(*tensor);
    whole_.tensors.push_back(std::move(stored));
    kept_.push_back(*tensor);
    return at->second;
  }

  ir::StoredGraphModule whole_;
  std::unordered_map<const TensorImpl*, std::size_t> numbers_;
  std::unordered_map<const Storage*, std::string> storages_;
  std::vector<ir::TensorHandle> kept_;  // alive, so that their addresses stay theirs
};

/// A tensor with these strides and elements.
ir::TensorHandle make_strided(const ir::StoredTensor& stored, const std::string& bytes) {
  const ir::TensorHandle dense = make_tensor(stored.dtype, stored.sizes);
  std::memcpy(dense->data(), bytes.data(), bytes.size());
  if (stored.strides == dense->strides || dense->numel() == 0) return dense;
  std::int64_t span = 1;
  for (std::size_t d = 0; d < stored.sizes.size(); ++d) {
    span += (stored.sizes[d] - 1) * stored.strides[d];
  }
  const ir::TensorHandle whole = make_tensor(stored.dtype, {span});
  const ir::TensorHandle view = make_view(whole, stored.sizes, stored.strides, 0);
  eager::copy_into(dense, view);
  return view;
}

class Restorer {
 public:
  Restorer(const ir::StoredGraphModule& whole, fs::path folder)
      : whole_(whole), folder_(std::move(folder)) {}

  ir::GraphModule run() {
    for (const ir::StoredTensor& tensor : whole_.tensors) {
      tensors_.push_back(
          make_strided(tensor, tensor.file.empty() ? tensor.bytes : from_file(tensor)));
    }
    return restore(whole_.root);
  }

 private:
  ir::GraphModule restore(const ir::StoredModule& stored) {
    ir::GraphModule module;
    module.name = stored.name;
    module.custom = stored.custom;
    module.graph = stored.graph.clone();
    for (const auto& [path, number] : stored.attributes) {
      const ir::TensorHandle& tensor = tensors_.at(number);
      module.set_attribute(path, tensor, *tensor->meta().tensor());
    }
    for (const ir::StoredModule& called : stored.modules) {
      module.set_module(called.path, restore_called(called));
    }
    return module;
  }

  std::shared_ptr<ir::ModuleInterface> restore_called(const ir::StoredModule& stored) {
    const bool two_graphs = stored.graph.size() == 0 && stored.modules.size() == 2 &&
                            stored.modules[0].path == kTrueGraph &&
                            stored.modules[1].path == kFalseGraph;
    if (stored.name == kConditional && two_graphs) {
      return std::make_shared<ir::Conditional>(restore(stored.modules[0]),
                                               restore(stored.modules[1]), eager_executor());
    }
    return std::make_shared<ir::GraphSubmodule>(restore(stored), eager_executor());
  }

  std::string from_file(const ir::StoredTensor& stored) {
    const fs::path path = folder_ / stored.file;
    const auto [file, fresh] = files_.try_emplace(stored.file);
    if (fresh) {
      for (auto& [name, tensor] : load_safetensors(path.string())) {
        file->second.emplace(name, std::move(tensor));
      }
    }
    const auto tensor = file->second.find(stored.name);
    if (tensor == file->second.end()) {
      fail(diag::GraphFileUnusable, {},
           {path.string(), "there is no tensor `" + stored.name + "`"});
    }
    const TensorImpl& impl = *tensor->second.handle();
    if (impl.dtype != stored.dtype || impl.sizes != stored.sizes) {
      fail(diag::GraphFileUnusable, {},
           {path.string(), "tensor `" + stored.name + "` is " + impl.meta().str() +
                               ", and the graph says otherwise"});
    }
    return bytes_of(tensor->second.handle());
  }

  const ir::StoredGraphModule& whole_;
  fs::path folder_;
  std::vector<ir::TensorHandle> tensors_;
  std::map<std::string, std::map<std::string, Tensor>> files_;
};

/// The path of the attribute under which a tensor is first seen.
void collect_names(const ir::StoredModule& module, const std::string& prefix,
                   std::vector<std::string>& names) {
  for (const auto& [path, number] : module.attributes) {
    if (names[number].empty()) names[number] = prefix + path;
  }
  for (const ir::StoredModule& called : module.modules) {
    collect_names(called, prefix + called.path + ".", names);
  }
}

/// Moves large tensors into a safetensors file.
void move_tensors(ir::StoredGraphModule& stored, const fs::path& path, std::size_t inline_bytes) {
  std::vector<std::string> names(stored.tensors.size());
  collect_names(stored.root, "", names);
  NamedTensors moved;
  for (std::size_t i = 0; i < names.size(); ++i) {
    ir::StoredTensor& tensor = stored.tensors[i];
    if (tensor.bytes.size() <= inline_bytes) continue;
    const ir::TensorHandle dense = make_tensor(tensor.dtype, tensor.sizes);
    std::memcpy(dense->data(), tensor.bytes.data(), tensor.bytes.size());
    moved.emplace_back(names[i], Tensor(dense));
    tensor.bytes.clear();
    tensor.file = path.filename().string();
    tensor.name = names[i];
  }
  if (!moved.empty()) save_safetensors(path.string(), moved);
}

void write_file(const fs::path& path, const std::string& data) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file.write(data.data(), static_cast<std::streamsize>(data.size()));
  if (!file.flush()) fail(diag::GraphFileUnusable, {}, {path.string(), "it cannot be written"});
}

}  // namespace

ir::StoredGraphModule store(const ir::GraphModule& module) { return Storer().run(module); }

ir::GraphModule restore(const ir::StoredGraphModule& stored, const fs::path& folder) {
  return Restorer(stored, folder).run();
}

void save_graph_module(const ir::GraphModule& module, const fs::path& path,
                       const SaveOptions& options) {
  ir::StoredGraphModule stored = store(module);
  const bool text = path.extension() == ".weft";
  if (!text && path.extension() != ".json") {
    write_file(path, ir::module_to_binary(stored));
    return;
  }
  move_tensors(stored, fs::path(path).replace_extension(".safetensors"), options.inline_bytes);
  write_file(path, text ? ir::module_to_text(stored) : ir::module_to_json(stored));
}

ir::GraphModule load_graph_module(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream data;
  if (!file || !(data << file.rdbuf())) {
    fail(diag::GraphFileUnusable, {}, {path.string(), "it cannot be read"});
  }
  return restore(ir::read_stored_module(data.view(), path.string()), path.parent_path());
}

}  // namespace weft
