/// \file Graph modules in binary.
///
/// | part    | content                                                                            |
/// |---------|------------------------------------------------------------------------------------|
/// | magic   | 8 bytes, with the version                                                          |
/// | tensors | count; each: element type, extents, strides, file, name, bytes                     |
/// | module  | path, name, attachments, attributes (path, number), modules, graph                 |
///
/// Texts, attachments and graphs have their length in front; the two last are binary graphs.
#include <weft/ir/diagnostics.h>
#include <weft/ir/serialization/binary_bytes.h>
#include <weft/ir/serialization/serialization.h>
#include <weft/ir/serialization/stored_module_parts.h>

namespace weft::ir {
namespace {

using serialization::ByteReader;
using serialization::Bytes;

void put_text(Bytes& out, std::string_view text) {
  out.number(text.size());
  out.append(text);
}

void put_graph(Bytes& out, const Graph& graph) {
  const std::vector<std::uint8_t> data = to_binary(graph);
  put_text(out, std::string_view(reinterpret_cast<const char*>(data.data()), data.size()));
}

// Attachments have a binary form as those of a node.
Graph carrier_of(const Attachments& custom) {
  Graph graph;
  if (!custom.empty()) graph.placeholder("attachments")->meta.custom = custom;
  return graph;
}

void put_module(Bytes& out, const StoredModule& module) {
  put_text(out, module.path);
  put_text(out, module.name);
  put_graph(out, carrier_of(module.custom));
  out.number(module.attributes.size());
  for (const auto& [path, number] : module.attributes) {
    put_text(out, path);
    out.number(number);
  }
  out.number(module.modules.size());
  for (const StoredModule& called : module.modules) put_module(out, called);
  put_graph(out, module.graph);
}

class Reader : private ByteReader {
 public:
  using ByteReader::ByteReader;

  StoredGraphModule read() {
    bytes(serialization::kModuleMagic.size());
    for (std::uint64_t n = count(); n > 0; --n) tensor();
    whole_.root.path = text();
    module(whole_.root, 0);
    if (!at_end()) damaged("there is more behind the module");
    return std::move(whole_);
  }

 private:
  std::string text() { return std::string(bytes(number())); }
  Graph graph() {
    const std::string_view data = bytes(number());
    return from_binary(reinterpret_cast<const std::uint8_t*>(data.data()), data.size());
  }

  void tensor() {
    StoredTensor tensor;
    const std::uint8_t type = byte();
    if (type >= kDTypeCount) damaged("there is no such element type");
    tensor.dtype = static_cast<DType>(type);
    const std::uint64_t rank = count();
    for (std::uint64_t d = 0; d < rank; ++d) tensor.sizes.push_back(signed_number());
    for (std::uint64_t d = 0; d < rank; ++d) tensor.strides.push_back(signed_number());
    tensor.file = text();
    tensor.name = text();
    tensor.bytes = text();
    serialization::check_tensor(tensor, {});
    whole_.tensors.push_back(std::move(tensor));
  }

  void module(StoredModule& module, int depth) {
    serialization::check_module_depth(depth, {});
    module.name = text();
    const Graph carrier = graph();
    if (!carrier.empty()) module.custom = carrier.first()->meta.custom;
    for (std::uint64_t n = count(); n > 0; --n) {
      std::string path = text();
      const std::uint64_t tensor = number();
      serialization::add_attribute(whole_, module, std::move(path),
                                   tensor > INT64_MAX ? -1 : static_cast<std::int64_t>(tensor), {});
    }
    for (std::uint64_t n = count(); n > 0; --n) {
      StoredModule& called = module.modules.emplace_back();
      called.path = text();
      this->module(called, depth + 1);
    }
    serialization::check_paths(module, {});
    module.graph = graph();
  }

  StoredGraphModule whole_;
};

}  // namespace

std::string module_to_binary(const StoredGraphModule& module) {
  Bytes out;
  out.append(serialization::kModuleMagic);
  out.number(module.tensors.size());
  for (const StoredTensor& tensor : module.tensors) {
    out.byte(static_cast<std::uint8_t>(tensor.dtype));
    out.number(tensor.sizes.size());
    for (const std::int64_t size : tensor.sizes) out.signed_number(size);
    for (const std::int64_t stride : tensor.strides) out.signed_number(stride);
    put_text(out, tensor.file);
    put_text(out, tensor.name);
    put_text(out, tensor.bytes);
  }
  put_module(out, module.root);
  return out.take();
}

StoredGraphModule serialization::module_from_binary(std::string_view data) {
  return Reader(reinterpret_cast<const std::uint8_t*>(data.data()), data.size()).read();
}

}  // namespace weft::ir
