/// \file Matching of arguments with schemas.
#include <fmt/format.h>

#include <weft/ir/diagnostics.h>
#include <weft/ir/node.h>
#include <weft/ir/operators/bind.h>

namespace weft::ir {
namespace {

/// Turns one argument into what a parameter wants. All members return false where it does not fit.
class Fitter {
 public:
  Fitter(const SchemaParameter& parameter, UnknownNodes unknown)
      : parameter_(parameter), unknown_(unknown) {}

  bool fit(const Argument& in, Argument& out) const {
    if (parameter_.type == SchemaType::kAny) {
      out = in;
      return true;
    }
    if (in.is_none() && parameter_.optional) {
      out = in;
      return true;
    }
    return parameter_.list ? fit_list(in, out) : fit_element(in, out);
  }

 private:
  bool fit_list(const Argument& in, Argument& out) const {
    if (const ArgumentList* list = in.list()) return fit_items(*list, out);
    if (const Node* node = in.node()) {
      if (const ValueMetaList* metas = node->meta.value.list()) {
        for (const ValueMeta& meta : *metas) {
          if (!fits_meta(meta)) return false;
        }
        out = in;
        return true;
      }
      if (!node->meta.value.known()) {
        // Whether it is a list or a single value shows when its meta is known.
        out = in;
        return fits_meta(node->meta.value);
      }
    }
    const bool widens = parameter_.list_size > 0 || parameter_.type == SchemaType::kIndex;
    Argument element;
    if (!widens || !fit_element(in, element)) return false;
    out =
        std::vector<Argument>(static_cast<std::size_t>(std::max(parameter_.list_size, 1)), element);
    return true;
  }

  bool fit_items(const ArgumentList& list, Argument& out) const {
    const auto size = static_cast<std::size_t>(parameter_.list_size);
    // Lists of a fixed size k > 1 may be empty, which means "as by default", or hold one value.
    const bool one_for_all = size > 1 && list.size() == 1;
    if (size > 1 && list.size() > 1 && list.size() != size) return false;
    bool changed = one_for_all;
    std::vector<Argument> items(list.size());
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (!fit_element(list[i], items[i])) return false;
      changed = changed || items[i].variant().index() != list[i].variant().index();
    }
    if (one_for_all) items.resize(size, items.front());
    if (changed) {
      out = std::move(items);
    } else {
      out = list;
    }
    return true;
  }

  bool fit_element(const Argument& in, Argument& out) const {
    out = in;
    const Argument::Variant& v = in.variant();
    if (const Node* node = in.node()) return fits_meta(node->meta.value);
    const bool is_bool = std::holds_alternative<bool>(v);
    const bool is_int = std::holds_alternative<std::int64_t>(v);
    const bool is_float = std::holds_alternative<double>(v);
    const std::string* text = in.text();
    switch (parameter_.type) {
      case SchemaType::kTensor:
        return false;
      case SchemaType::kNumber:
      case SchemaType::kTensorOrNumber:
        return is_bool || is_int || is_float;
      case SchemaType::kInt:
        return is_int;
      case SchemaType::kFloat:
        if (is_int) out = static_cast<double>(std::get<std::int64_t>(v));
        return is_int || is_float;
      case SchemaType::kBool:
        return is_bool;
      case SchemaType::kString:
        return text != nullptr;
      case SchemaType::kDType:
        return std::holds_alternative<DType>(v);
      case SchemaType::kDevice:
        if (text) out = Device{*text};
        return text || std::holds_alternative<Device>(v);
      case SchemaType::kEnum:
        if (text) out = EnumValue{parameter_.enum_type, *text};
        if (const auto* value = std::get_if<EnumValue>(&v)) {
          return value->type == parameter_.enum_type;
        }
        return text != nullptr;
      case SchemaType::kAny:
        return true;
      case SchemaType::kIndex:
        return in.is_none() || is_bool || is_int || in.list() != nullptr ||
               std::holds_alternative<SliceArgument>(v) ||
               std::holds_alternative<EllipsisArgument>(v);
    }
    return false;
  }

  bool fits_meta(const ValueMeta& meta) const {
    const SchemaType type = parameter_.type;
    if (type == SchemaType::kIndex || type == SchemaType::kAny) return true;
    const bool takes_tensor = type == SchemaType::kTensor || type == SchemaType::kTensorOrNumber;
    const bool takes_number = type == SchemaType::kNumber || type == SchemaType::kTensorOrNumber ||
                              type == SchemaType::kFloat;
    if (!meta.known()) {
      const bool other = takes_number || type == SchemaType::kInt || type == SchemaType::kBool ||
                         type == SchemaType::kString;
      return takes_tensor || (unknown_ == UnknownNodes::kAnything && other);
    }
    if (meta.tensor()) return takes_tensor;
    if (meta.integer()) return takes_number || type == SchemaType::kInt;
    if (const UnknownNumber* number = meta.number()) {
      if (type == SchemaType::kInt) return number->category == DTypeCategory::kIntegral;
      if (type == SchemaType::kBool) return number->category == DTypeCategory::kBool;
      return takes_number;
    }
    return false;
  }

  const SchemaParameter& parameter_;
  UnknownNodes unknown_;
};

std::string describe(const Argument& argument) {
  if (const Node* node = argument.node()) {
    const ValueMeta& meta = node->meta.value;
    if (!meta.known()) return fmt::format("node `{}`", node->name());
    if (meta.tensor()) return fmt::format("the tensor `{}`", node->name());
    if (meta.list()) return fmt::format("the list `{}`", node->name());
    return fmt::format("the number `{}`", node->name());
  }
  return argument.str();
}

}  // namespace

std::optional<BindFailure> try_bind(const Schema& schema, const std::vector<Argument>& args,
                                    const KeywordArguments& kwargs, UnknownNodes unknown,
                                    std::vector<Argument>& bound) {
  const std::size_t count = schema.parameters.size();
  bound.assign(count, Argument());
  if (args.size() > count || (args.size() > 0 && schema.parameters[args.size() - 1].keyword_only)) {
    std::size_t positional = 0;
    while (positional < count && !schema.parameters[positional].keyword_only) ++positional;
    return BindFailure{&diag::ArgumentUnexpected, 0,
                       fmt::format("number {}, `{}`", positional + 1, args[positional].str())};
  }
  std::vector<const Argument*> given(count, nullptr);
  for (std::size_t i = 0; i < args.size(); ++i) given[i] = &args[i];
  for (const auto& [name, value] : kwargs) {
    const std::optional<std::size_t> i = schema.find(name);
    if (!i) return BindFailure{&diag::ArgumentUnexpected, 0, fmt::format("`{}`", name)};
    if (given[*i]) {
      return BindFailure{&diag::ArgumentUnexpected, 0, fmt::format("`{}`, given twice", name)};
    }
    given[*i] = &value;
  }
  for (std::size_t i = 0; i < count; ++i) {
    const SchemaParameter& parameter = schema.parameters[i];
    if (!given[i]) {
      if (!parameter.default_value) return BindFailure{&diag::ArgumentMissing, i, {}};
      bound[i] = *parameter.default_value;
    } else if (!Fitter(parameter, unknown).fit(*given[i], bound[i])) {
      return BindFailure{&diag::ArgumentType, i, describe(*given[i])};
    }
  }
  return std::nullopt;
}

std::vector<Argument> bind_arguments(const Schema& schema, const std::vector<Argument>& args,
                                     const std::vector<std::pair<std::string, Argument>>& kwargs,
                                     SourceLocation where) {
  std::vector<Argument> bound;
  const auto failure = try_bind(schema, args, kwargs, UnknownNodes::kAnything, bound);
  if (!failure) return bound;
  if (failure->kind == &diag::ArgumentUnexpected) {
    fail(*failure->kind, where, {schema.full_name(), failure->what, schema.str()});
  }
  const SchemaParameter& parameter = schema.parameters[failure->parameter];
  if (failure->kind == &diag::ArgumentMissing) {
    fail(*failure->kind, where, {schema.full_name(), parameter.name});
  }
  fail(*failure->kind, where,
       {schema.full_name(), parameter.name, parameter.type_str(), failure->what});
}

}  // namespace weft::ir
