/// \file Graph modules as text.
#include <fmt/format.h>

#include <weft/ir/diagnostics.h>
#include <weft/ir/serialization/form_parts.h>
#include <weft/ir/serialization/stored_module_parts.h>
#include <weft/ir/serialization/text_scanner.h>

namespace weft::ir {
namespace {

using serialization::TextScanner;

class Writer {
 public:
  std::string write(const StoredGraphModule& whole) {
    text_ = "weft module 1\n";
    for (std::size_t i = 0; i < whole.tensors.size(); ++i) tensor(i, whole.tensors[i]);
    module(whole.root);
    return std::move(text_);
  }

 private:
  static std::string quote(std::string_view text) { return serialization::quoted_text(text); }

  void tensor(std::size_t number, const StoredTensor& tensor) {
    text_ += fmt::format("tensor {} {}[{}]", number, dtype_short_name(tensor.dtype),
                         fmt::join(tensor.sizes, ", "));
    if (tensor.strides != serialization::dense_strides(tensor.sizes)) {
      text_ += fmt::format(" strides [{}]", fmt::join(tensor.strides, ", "));
    }
    if (tensor.file.empty()) {
      text_ += " hex \"" + serialization::to_hex(tensor.bytes) + "\"\n";
    } else {
      text_ += " in " + quote(tensor.file) + " " + quote(tensor.name) + "\n";
    }
  }

  void module(const StoredModule& module) {
    text_ += "module " + quote(module.path) + " " + quote(module.name);
    if (!module.custom.empty()) text_ += " " + serialization::attachments_text(module.custom);
    text_ += " {\n";
    for (const auto& [path, number] : module.attributes) {
      text_ += "attribute " + quote(path) + " " + std::to_string(number) + "\n";
    }
    for (const StoredModule& called : module.modules) this->module(called);
    text_ += "graph {\n" + serialization::graph_block(module.graph) + "}\n}\n";
  }

  std::string text_;
};

class Reader {
 public:
  Reader(std::string_view text, const std::string& file) : scan_(text, file) {}

  StoredGraphModule read() {
    scan_.expect("weft");
    scan_.expect("module");
    const SourceLocation where = scan_.here();
    const std::int64_t version = scan_.integer("a version");
    if (version != 1) {
      fail(diag::GraphFileValue, where, {"version " + std::to_string(version) + " of the form"});
    }
    while (scan_.accept("tensor")) tensor();
    scan_.expect("module");
    whole_.root.path = scan_.quoted("the path of a module");
    module(whole_.root, 0);
    if (!scan_.at_end()) scan_.fail_expected("the end of the module");
    return std::move(whole_);
  }

 private:
  std::vector<std::int64_t> numbers() {
    std::vector<std::int64_t> result;
    scan_.expect("[");
    if (scan_.accept("]")) return result;
    do {
      result.push_back(scan_.integer("an integer"));
    } while (scan_.accept(","));
    scan_.expect("]");
    return result;
  }

  void tensor() {
    const SourceLocation where = scan_.here();
    const std::int64_t number = scan_.integer("the number of a tensor");
    if (number != static_cast<std::int64_t>(whole_.tensors.size())) {
      fail(diag::GraphFileName, where, {std::to_string(number), "is not the next number"});
    }
    StoredTensor tensor;
    const SourceLocation type_at = scan_.here();
    const std::string_view word = scan_.word("an element type");
    const std::optional<DType> dtype = parse_dtype(word);
    if (!dtype) fail(diag::GraphFileUnknown, type_at, {"element type", std::string(word)});
    tensor.dtype = *dtype;
    tensor.sizes = numbers();
    tensor.strides =
        scan_.accept("strides") ? numbers() : serialization::dense_strides(tensor.sizes);
    if (scan_.accept("in")) {
      tensor.file = scan_.quoted("the name of a file");
      if (tensor.file.empty()) scan_.fail_expected("the name of a file");
      tensor.name = scan_.quoted("the name of a tensor in it");
    } else {
      scan_.expect("hex");
      const SourceLocation at = scan_.here();
      tensor.bytes = serialization::from_hex(scan_.quoted("bytes"), at);
    }
    serialization::check_tensor(tensor, where);
    whole_.tensors.push_back(std::move(tensor));
  }

  void module(StoredModule& module, int depth) {
    const SourceLocation where = scan_.here();
    serialization::check_module_depth(depth, where);
    module.name = scan_.quoted("the type of a module");
    if (scan_.accept("with")) serialization::read_attachments(scan_, module.custom);
    scan_.expect("{");
    while (scan_.accept("attribute")) {
      const SourceLocation at = scan_.here();
      std::string path = scan_.quoted("the path of an attribute");
      serialization::add_attribute(whole_, module, std::move(path),
                                   scan_.integer("the number of a tensor"), at);
    }
    while (scan_.accept("module")) {
      StoredModule& called = module.modules.emplace_back();
      called.path = scan_.quoted("the path of a module");
      this->module(called, depth + 1);
    }
    serialization::check_paths(module, where);
    scan_.expect("graph");
    scan_.expect("{");
    module.graph = serialization::read_graph_block(scan_);
    scan_.expect("}");
    scan_.expect("}");
  }

  TextScanner scan_;
  StoredGraphModule whole_;
};

}  // namespace

std::string module_to_text(const StoredGraphModule& module) { return Writer().write(module); }

StoredGraphModule serialization::module_from_text(std::string_view text, const std::string& file) {
  return Reader(text, file).read();
}

}  // namespace weft::ir
