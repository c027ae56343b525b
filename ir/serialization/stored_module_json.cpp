/// \file Graph modules as JSON.
#include <nlohmann/json.hpp>

#include <weft/ir/diagnostics.h>
#include <weft/ir/serialization/form_parts.h>
#include <weft/ir/serialization/json_place.h>
#include <weft/ir/serialization/stored_module_parts.h>

namespace weft::ir {
namespace {

using Json = nlohmann::ordered_json;
using serialization::JsonPlace;
using serialization::text_json;

Json tensor_json(const StoredTensor& tensor) {
  Json result{{"dtype", std::string(dtype_name(tensor.dtype))}, {"sizes", tensor.sizes}};
  if (tensor.strides != serialization::dense_strides(tensor.sizes)) {
    result["strides"] = tensor.strides;
  }
  if (tensor.file.empty()) {
    result["hex"] = serialization::to_hex(tensor.bytes);
  } else {
    result["file"] = text_json(tensor.file);
    result["name"] = text_json(tensor.name);
  }
  return result;
}

Json module_json(const StoredModule& module) {
  Json result{{"path", text_json(module.path)}, {"name", text_json(module.name)}};
  if (!module.custom.empty()) {
    result["attachments"] = serialization::attachments_json(module.custom);
  }
  Json& attributes = result["attributes"] = Json::array();
  for (const auto& [path, number] : module.attributes) {
    attributes.push_back(Json::array({text_json(path), number}));
  }
  Json& modules = result["modules"] = Json::array();
  for (const StoredModule& called : module.modules) modules.push_back(module_json(called));
  result["graph"] = serialization::graph_json(module.graph);
  return result;
}

std::vector<std::int64_t> integers(const JsonPlace& place) {
  std::vector<std::int64_t> result;
  place.each([&](const JsonPlace& item) { result.push_back(item.integer()); });
  return result;
}

StoredTensor read_tensor(const JsonPlace& place) {
  StoredTensor tensor;
  const std::optional<DType> dtype = parse_dtype(place["dtype"].text());
  if (!dtype) fail(diag::GraphFileUnknown, {}, {"element type", place["dtype"].text()});
  tensor.dtype = *dtype;
  tensor.sizes = integers(place["sizes"]);
  tensor.strides = place.has("strides") ? integers(place["strides"])
                                        : serialization::dense_strides(tensor.sizes);
  if (place.has("file")) {
    tensor.file = place["file"].text();
    if (tensor.file.empty()) place["file"].expected("the name of a file");
    tensor.name = place["name"].text();
  } else {
    tensor.bytes = serialization::from_hex(place["hex"].text(), {});
  }
  serialization::check_tensor(tensor, {});
  return tensor;
}

void read_module(const JsonPlace& place, const StoredGraphModule& whole, StoredModule& module,
                 int depth) {
  serialization::check_module_depth(depth, {});
  module.name = place["name"].text();
  if (place.has("attachments")) {
    serialization::read_attachments(place["attachments"], module.custom);
  }
  place["attributes"].each([&](const JsonPlace& pair) {
    serialization::add_attribute(whole, module, pair.item(0, 2).text(), pair.item(1, 2).integer(),
                                 {});
  });
  place["modules"].each([&](const JsonPlace& called) {
    StoredModule& inner = module.modules.emplace_back();
    inner.path = called["path"].text();
    read_module(called, whole, inner, depth + 1);
  });
  serialization::check_paths(module, {});
  module.graph = serialization::read_graph(place["graph"]);
}

}  // namespace

std::string module_to_json(const StoredGraphModule& module) {
  Json result{{"weft_module", 1}};
  Json& tensors = result["tensors"] = Json::array();
  for (const StoredTensor& tensor : module.tensors) tensors.push_back(tensor_json(tensor));
  result["module"] = module_json(module.root);
  return result.dump(1) + "\n";
}

StoredGraphModule serialization::module_from_json(std::string_view text) {
  const nlohmann::json json = parse_json(text);
  const JsonPlace place(json);
  StoredGraphModule whole;
  if (!place.has("weft_module")) {
    whole.root.name = "Module";
    whole.root.graph = read_graph(place);
    return whole;
  }
  if (place["weft_module"].integer() != 1) place["weft_module"].expected("version 1");
  place["tensors"].each(
      [&](const JsonPlace& tensor) { whole.tensors.push_back(read_tensor(tensor)); });
  whole.root.path = place["module"]["path"].text();
  read_module(place["module"], whole, whole.root, 0);
  return whole;
}

}  // namespace weft::ir
