/// \file Reading of the JSON form.
#include <limits>
#include <nlohmann/json.hpp>

#include <weft/ir/diagnostics.h>
#include <weft/ir/serialization/form_parts.h>
#include <weft/ir/serialization/graph_builder.h>
#include <weft/ir/serialization/json_place.h>
#include <weft/ir/serialization/serialization.h>

namespace weft::ir {
namespace {

using Json = nlohmann::json;
using serialization::GraphBuilder;
using serialization::JsonPlace;
using serialization::NodeRecord;

class JsonReader {
 public:
  Graph read(const JsonPlace& whole) {
    if (whole["weft_graph"].integer() != 1) whole["weft_graph"].expected("version 1");
    whole["symbols"].each([this](const JsonPlace& p) { symbol(p); });
    whole["nodes"].each([this](const JsonPlace& p) { node(p); });
    return builder_.take();
  }

  void attach(Attachments& custom, const JsonPlace& pair) const {
    Argument value = argument(pair.item(1, 2), 0);
    for_each_node(value, [&](Node*) { pair.expected("an attachment without nodes"); });
    if (!custom.try_emplace(pair.item(0, 2).text(), std::move(value))) {
      pair.expected("a name that is not taken");
    }
  }

 private:
  static void check_depth(int depth) {
    if (depth > serialization::kDeepest) {
      fail(diag::GraphFileDepth, {}, {std::to_string(serialization::kDeepest)});
    }
  }

  void symbol(const JsonPlace& place) {
    const std::string name = place["name"].text();
    if (place.has("below")) {
      builder_.symbol(name, 0, INT64_MAX, expression(place["below"], 0), {});
    } else {
      builder_.symbol(name, place["lower"].integer(), place["upper"].integer(), std::nullopt, {});
    }
  }

  IntExpr expression(const JsonPlace& place, int depth) const {
    check_depth(depth);
    if (place.json().is_number()) return place.integer();
    IntExpr sum = place["constant"].integer();
    place["terms"].each([&](const JsonPlace& term) {
      IntExpr product = 1;
      term.item(1, 2).each([&](const JsonPlace& factor) {
        product = serialization::multiply(product, atom(factor, depth), {});
      });
      sum = serialization::add_term(sum, term.item(0, 2).integer(), product, {});
    });
    return sum;
  }

  IntExpr atom(const JsonPlace& place, int depth) const {
    if (!place.is_array()) {
      const std::int64_t index = place.integer();
      if (index < 0 || static_cast<std::size_t>(index) >= builder_.symbols().size()) {
        fail(diag::GraphFileUnknown, {}, {"symbol", std::to_string(index)});
      }
      return builder_.symbols()[static_cast<std::size_t>(index)];
    }
    static constexpr std::pair<std::string_view, IntExpr::AtomKind> kKinds[] = {
        {"floordiv", IntExpr::AtomKind::kFloorDiv},
        {"mod", IntExpr::AtomKind::kMod},
        {"min", IntExpr::AtomKind::kMin},
        {"max", IntExpr::AtomKind::kMax}};
    const std::string name = place.item(0, 3).text();
    for (const auto& [known, kind] : kKinds) {
      if (name != known) continue;
      const IntExpr a = expression(place.item(1, 3), depth + 1);
      return serialization::combine(kind, a, expression(place.item(2, 3), depth + 1), {});
    }
    place.item(0, 3).expected("floordiv, mod, min or max");
  }

  static DType dtype(const JsonPlace& place) {
    const std::optional<DType> result = parse_dtype(place.text());
    if (!result) fail(diag::GraphFileUnknown, {}, {"element type", place.text()});
    return *result;
  }

  ValueMeta value(const JsonPlace& place, int depth) const {
    check_depth(depth);
    if (place.json().is_null()) return {};
    if (place.is_array()) {
      ValueMetaList items;
      place.each([&](const JsonPlace& item) { items.push_back(value(item, depth + 1)); });
      return {std::move(items)};
    }
    if (place.has("int")) return {expression(place["int"], 0)};
    if (place.has("number")) return {number(place["number"])};
    TensorMeta tensor;
    tensor.dtype = dtype(place["dtype"]);
    place["sizes"].each([&](const JsonPlace& e) { tensor.sizes.push_back(expression(e, 0)); });
    if (!place.has("strides")) {
      try {
        tensor.strides = contiguous_strides(tensor.sizes);
      } catch (const Error& e) {
        fail(diag::GraphFileValue, {}, {e.diagnostic().message});
      }
      return {std::move(tensor)};
    }
    place["strides"].each([&](const JsonPlace& e) { tensor.strides.push_back(expression(e, 0)); });
    if (tensor.strides.size() != tensor.sizes.size()) {
      place["strides"].expected("as many strides as extents");
    }
    return {std::move(tensor)};
  }

  static UnknownNumber number(const JsonPlace& place) {
    const std::string name = place.text();
    if (name == "bool") return {DTypeCategory::kBool};
    if (name == "int") return {DTypeCategory::kIntegral};
    if (name == "float") return {DTypeCategory::kFloating};
    place.expected("bool, int or float");
  }

  void node(const JsonPlace& place) {
    NodeRecord record;
    const std::string opcode_text = place["opcode"].text();
    const std::optional<OpCode> opcode = serialization::parse_opcode(opcode_text);
    if (!opcode) fail(diag::GraphFileUnknown, {}, {"opcode", opcode_text});
    record.opcode = *opcode;
    record.name = place["name"].text();
    record.target = place["target"].text();
    place["args"].each([&](const JsonPlace& a) { record.args.push_back(argument(a, 0)); });
    if (place.has("kwargs")) {
      place["kwargs"].each([&](const JsonPlace& pair) {
        record.kwargs.emplace_back(pair.item(0, 2).text(), argument(pair.item(1, 2), 0));
      });
    }
    NodeMeta& meta = record.meta;
    if (place.has("value")) meta.value = value(place["value"], 0);
    if (place.has("type")) meta.type = place["type"].text();
    if (place.has("location")) meta.location = location(place["location"]);
    if (place.has("modules")) {
      ModuleStack::Frames frames;
      place["modules"].each([&](const JsonPlace& pair) {
        frames.push_back({pair.item(0, 2).text(), pair.item(1, 2).text()});
      });
      meta.module_stack = frames;
    }
    if (place.has("attachments")) {
      place["attachments"].each([&](const JsonPlace& pair) { attach(meta.custom, pair); });
    }
    builder_.node(std::move(record), {});
  }

  static SourceLocation location(const JsonPlace& place) {
    SourceLocation result;
    result.file = intern(place["file"].text());
    result.line = place["line"].small_integer();
    result.column = place["column"].small_integer();
    result.function = intern(place["function"].text());
    return result;
  }

  Argument argument(const JsonPlace& place, int depth) const {
    check_depth(depth);
    const Json& json = place.json();
    if (json.is_null()) return {};
    if (json.is_boolean()) return json.get<bool>();
    if (json.is_number_float()) return json.get<double>();
    if (json.is_number()) return place.integer();
    if (json.is_string()) return place.text();
    if (json.is_array()) return items(place, depth);
    if (place.has("bytes")) return place.text();
    if (place.has("node")) return builder_.operand(place["node"].text(), {});
    if (place.has("float")) return not_finite(place["float"]);
    if (place.has("dtype")) return dtype(place["dtype"]);
    if (place.has("device")) return Device{place["device"].text()};
    if (place.has("enum")) {
      const JsonPlace pair = place["enum"];
      return EnumValue{pair.item(0, 2).text(), pair.item(1, 2).text()};
    }
    if (place.has("ellipsis")) return EllipsisArgument{};
    if (place.has("slice")) {
      const JsonPlace parts = place["slice"];
      parts.item(0, 3);
      return SliceArgument(items(parts, depth));
    }
    std::vector<ArgumentItem> entries;
    place["dict"].each([&](const JsonPlace& pair) {
      entries.push_back({pair.item(0, 2).text(), argument(pair.item(1, 2), depth + 1)});
    });
    return ArgumentDict(std::move(entries));
  }

  std::vector<Argument> items(const JsonPlace& place, int depth) const {
    std::vector<Argument> result;
    place.each([&](const JsonPlace& item) { result.push_back(argument(item, depth + 1)); });
    return result;
  }

  static double not_finite(const JsonPlace& place) {
    const std::string name = place.text();
    if (name == "inf") return std::numeric_limits<double>::infinity();
    if (name == "-inf") return -std::numeric_limits<double>::infinity();
    if (name == "nan") return std::numeric_limits<double>::quiet_NaN();
    if (name == "-nan") return -std::numeric_limits<double>::quiet_NaN();
    place.expected("inf, -inf, nan or -nan");
  }

  GraphBuilder builder_;
};

}  // namespace

nlohmann::json serialization::parse_json(std::string_view text) {
  try {
    return Json::parse(text);
  } catch (const Json::exception& e) {
    fail(diag::GraphJsonDamaged, {}, {"the whole", std::string("JSON: ") + e.what()});
  }
}

Graph serialization::read_graph(const JsonPlace& place) { return JsonReader().read(place); }

void serialization::read_attachments(const JsonPlace& place, Attachments& custom) {
  const JsonReader reader;
  place.each([&](const JsonPlace& pair) { reader.attach(custom, pair); });
}

Graph from_json(std::string_view text) {
  const Json json = serialization::parse_json(text);
  return serialization::read_graph(JsonPlace(json));
}

}  // namespace weft::ir
