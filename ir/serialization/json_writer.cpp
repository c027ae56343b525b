/// \file Writing of the JSON form.
#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include <weft/ir/serialization/form_parts.h>
#include <weft/ir/serialization/graph_builder.h>
#include <weft/ir/serialization/serialization.h>
#include <weft/ir/serialization/symbol_table.h>

namespace weft::ir {
namespace {

using Json = nlohmann::ordered_json;
using serialization::SymbolTable;

// JSON texts are UTF-8; any other bytes are given in hexadecimal.
bool is_utf8(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const auto lead = static_cast<unsigned char>(text[i]);
    const int more = lead < 0x80   ? 0
                     : lead < 0xc2 ? -1
                     : lead < 0xe0 ? 1
                     : lead < 0xf0 ? 2
                     : lead < 0xf5 ? 3
                                   : -1;
    if (more < 0 || i + more >= text.size()) return false;
    std::uint32_t code = more == 0 ? lead : lead & (0x3f >> more);
    for (int k = 1; k <= more; ++k) {
      const auto next = static_cast<unsigned char>(text[i + k]);
      if ((next & 0xc0) != 0x80) return false;
      code = (code << 6) | (next & 0x3f);
    }
    const bool overlong = (more == 2 && code < 0x800) || (more == 3 && code < 0x10000);
    if (overlong || code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) return false;
    i += more + 1;
  }
  return true;
}

Json text(std::string_view v) {
  if (is_utf8(v)) return std::string(v);
  std::string bytes;
  for (const char c : v) bytes += fmt::format("{:02x}", static_cast<unsigned char>(c));
  return Json{{"bytes", std::move(bytes)}};
}

class JsonWriter {
 public:
  explicit JsonWriter(const Graph& graph) : graph_(graph), symbols_(graph) {}

  static Json attachments(const Attachments& custom) {
    return array(custom, [](const auto& pair) {
      return Json::array({text(pair.first), argument(pair.second)});
    });
  }

  Json write() const {
    Json result;
    result["weft_graph"] = 1;
    Json& symbols = result["symbols"] = Json::array();
    for (const Symbol& symbol : symbols_.symbols()) symbols.push_back(this->symbol(*symbol));
    Json& nodes = result["nodes"] = Json::array();
    for (const Node* node : graph_) nodes.push_back(this->node(*node));
    return result;
  }

 private:
  template <typename Items, typename Each>
  static Json array(const Items& items, const Each& each) {
    Json result = Json::array();
    for (const auto& item : items) result.push_back(each(item));
    return result;
  }

  Json symbol(const SymbolInfo& info) const {
    Json result{{"name", text(info.name)}};
    if (info.extent != nullptr) {
      result["below"] = expression(*info.extent);
    } else {
      result["lower"] = info.lower;
      result["upper"] = info.upper;
    }
    return result;
  }

  Json expression(const IntExpr& e) const {
    if (e.is_constant()) return e.value();
    Json terms = array(e.terms(), [this](const IntExpr::Term& term) {
      return Json::array({term.coefficient,
                          array(term.atoms, [this](const IntExpr::Atom& a) { return atom(a); })});
    });
    return Json{{"constant", e.constant_term()}, {"terms", std::move(terms)}};
  }

  Json atom(const IntExpr::Atom& atom) const {
    static constexpr const char* kNames[] = {"", "floordiv", "mod", "min", "max"};
    if (atom.kind == IntExpr::AtomKind::kSymbol) return symbols_.index(atom.symbol);
    return Json::array({kNames[static_cast<std::size_t>(atom.kind)],
                        expression(atom.operands->first), expression(atom.operands->second)});
  }

  Json value(const ValueMeta& meta) const {
    if (const TensorMeta* tensor = meta.tensor()) {
      const auto extent = [this](const IntExpr& e) { return expression(e); };
      Json result{{"dtype", std::string(dtype_name(tensor->dtype))},
                  {"sizes", array(tensor->sizes, extent)}};
      if (tensor->strides != contiguous_strides(tensor->sizes)) {
        result["strides"] = array(tensor->strides, extent);
      }
      return result;
    }
    if (const IntExpr* integer = meta.integer()) return Json{{"int", expression(*integer)}};
    if (meta.number() != nullptr) return Json{{"number", meta.str()}};
    if (const ValueMetaList* list = meta.list()) {
      return array(*list, [this](const ValueMeta& item) { return value(item); });
    }
    return nullptr;
  }

  Json node(const Node& node) const {
    Json result{{"opcode", std::string(opcode_name(node.opcode()))},
                {"name", node.name()},
                {"target", text(node.target())},
                {"args", array(node.args(), argument)}};
    const auto entry = [](const auto& pair) {
      return Json::array({text(pair.first), argument(pair.second)});
    };
    if (!node.kwargs().empty()) result["kwargs"] = array(node.kwargs(), entry);
    const NodeMeta& meta = node.meta;
    if (meta.value.known()) result["value"] = value(meta.value);
    if (!meta.type.empty()) result["type"] = text(meta.type.str());
    const SourceLocation& at = meta.location;
    if (at.line != 0 || at.column != 0 || *at.file != '\0' || *at.function != '\0') {
      result["location"] = {{"file", text(at.file)},
                            {"line", at.line},
                            {"column", at.column},
                            {"function", text(at.function)}};
    }
    if (!meta.module_stack.empty()) {
      result["modules"] = array(meta.module_stack, [](const ModuleFrame& frame) {
        return Json::array({text(frame.path), text(frame.type)});
      });
    }
    if (!meta.custom.empty()) result["attachments"] = array(meta.custom, entry);
    return result;
  }

  static Json argument(const Argument& a) {
    return std::visit([](const auto& v) { return constant(v); }, a.variant());
  }
  static Json constant(std::monostate) { return nullptr; }
  static Json constant(Node* node) { return Json{{"node", node->name()}}; }
  static Json constant(bool v) { return v; }
  static Json constant(std::int64_t v) { return v; }
  static Json constant(double v) {
    if (std::isfinite(v)) return v;
    return Json{{"float", std::string(std::signbit(v) ? "-" : "") + (std::isnan(v) ? "nan" : "inf")}};
  }
  static Json constant(const Text& v) { return text(v.str()); }
  static Json constant(DType v) { return Json{{"dtype", std::string(dtype_name(v))}}; }
  static Json constant(const Device& v) { return Json{{"device", text(v.name.str())}}; }
  static Json constant(const EnumValue& v) {
    return Json{{"enum", Json::array({text(v.type.str()), text(v.name.str())})}};
  }
  static Json constant(EllipsisArgument) { return Json{{"ellipsis", true}}; }
  static Json constant(const SliceArgument& v) {
    return Json{{"slice", array(*v.parts, argument)}};
  }
  static Json constant(const ArgumentList& v) { return array(v.items(), argument); }
  static Json constant(const ArgumentDict& v) {
    return Json{{"dict", array(v.items(), [](const ArgumentItem& item) {
                   return Json::array({text(item.key), argument(item.value)});
                 })}};
  }

  const Graph& graph_;
  SymbolTable symbols_;
};

}  // namespace

std::string to_json(const Graph& graph) { return serialization::graph_json(graph).dump(1) + "\n"; }

Json serialization::graph_json(const Graph& graph) {
  check_storable(graph);
  return JsonWriter(graph).write();
}

Json serialization::attachments_json(const Attachments& custom) {
  return JsonWriter::attachments(custom);
}

Json serialization::text_json(std::string_view text) { return ir::text(text); }

}  // namespace weft::ir
