#include <weft/codegen/cpp/custom_printer.h>

#include <bit>
#include <vector>

#include <fmt/format.h>

#include <weft/codegen/diagnostics.h>
#include <weft/ir/operators/operator.h>
#include <weft/ir/operators/register_operator.h>

namespace weft::codegen::cpp {

namespace {

class CustomPrinter {
 public:
  CustomPrinter(const LibraryCall& call, KernelScope& scope, const std::string& function)
      : call_(call), scope_(scope.expressions), function_(function) {}

  PrintedCustomCall run() {
    const ir::Schema& schema = call_.custom->schema;
    std::size_t input = 0;
    for (const ir::SchemaParameter& parameter : schema.parameters) {
      const std::string name = names_.unique(parameter.name);
      if (parameter.type == ir::SchemaType::kTensor) {
        tensor(name, call_.inputs.at(input++), "const ");
      } else if (parameter.list) {
        list(parameter.name, name);
      } else {
        constant(parameter, name);
      }
    }
    for (std::size_t k = 0; k < call_.outputs.size(); ++k) {
      std::string name = schema.results.at(k).name;
      if (name.empty()) name = call_.outputs.size() == 1 ? "result" : fmt::format("result_{}", k);
      tensor(names_.unique(name), call_.outputs[k], "");
    }
    PrintedCustomCall printed;
    const std::string heading =
        fmt::format("extern \"C\" void {}({})", function_, fmt::join(parameters_, ", "));
    printed.declaration = heading + ";\n";
    printed.definition = fmt::format(
        "// {}\nextern \"C\" void {}(\n    [[maybe_unused]] {}) {{\n{}{}\n}}\n",
        comment_text(schema.str()), function_, fmt::join(parameters_, ",\n    [[maybe_unused]] "),
        constants_, call_.custom->definition->cpp->body);
    printed.call = fmt::format("{}  {}({});\n", tables_, function_, fmt::join(arguments_, ", "));
    return printed;
  }

 private:
  void add(std::string parameter, std::string argument) {
    parameters_.push_back(std::move(parameter));
    arguments_.push_back(std::move(argument));
  }

  void tensor(const std::string& name, BufferId id, const char* qualifier) {
    const Buffer& buffer = scope_.program->buffers[static_cast<std::size_t>(id)];
    std::vector<std::string> sizes;
    for (const ir::IntExpr& size : buffer.sizes) {
      sizes.push_back(index_expression(size, scope_.symbols));
    }
    if (sizes.empty()) sizes.emplace_back("1");
    const std::string table = names_.unique(name + "_sizes");
    tables_ += fmt::format("  const int64_t {}_of[] = {{{}}};\n", table, fmt::join(sizes, ", "));
    add(fmt::format("{}{}* {}", qualifier, storage_type(buffer.dtype), name),
        scope_.buffers.at(id));
    add(fmt::format("const int64_t* {}", table), table + "_of");
    add(fmt::format("int64_t {}", names_.unique(name + "_count")),
        index_expression(ir::product(buffer.sizes), scope_.symbols));
    constants_ += fmt::format("  [[maybe_unused]] constexpr int64_t {} = {};\n",
                              names_.unique(name + "_rank"), buffer.sizes.size());
  }

  const std::int64_t* find(const std::string& name) const {
    for (const auto& [key, value] : call_.parameters) {
      if (key == name) return &value;
    }
    return nullptr;
  }

  void list(const std::string& key, const std::string& name) {
    std::vector<std::string> items;
    for (std::size_t k = 0; const std::int64_t* item = find(fmt::format("{}.{}", key, k)); ++k) {
      items.push_back(literal(DType::kInt64, *item));
    }
    const std::size_t count = items.size();
    if (items.empty()) items.emplace_back("0");
    tables_ += fmt::format("  const int64_t {}_of[] = {{{}}};\n", name, fmt::join(items, ", "));
    add(fmt::format("const int64_t* {}", name), name + "_of");
    add(fmt::format("int64_t {}", names_.unique(name + "_count")), fmt::format("{}", count));
  }

  void constant(const ir::SchemaParameter& parameter, const std::string& name) {
    const std::int64_t* integer = find(parameter.name);
    const std::int64_t* real = find(parameter.name + ":f64");
    if (integer == nullptr && real == nullptr) {
      fail(diag::InternalError, {}, {call_.operator_name + " without `" + parameter.name + "`"});
    }
    if (parameter.type == ir::SchemaType::kBool) {
      add("bool " + name, *integer != 0 ? "true" : "false");
    } else if (parameter.type == ir::SchemaType::kInt) {
      add("int64_t " + name, literal(DType::kInt64, *integer));
    } else {
      const double value =
          real != nullptr ? std::bit_cast<double>(*real) : static_cast<double>(*integer);
      add("double " + name, literal(DType::kFloat64, value));
    }
  }

  const LibraryCall& call_;
  ExpressionScope& scope_;
  const std::string& function_;
  NameScope names_;
  std::vector<std::string> parameters_, arguments_;
  std::string tables_;     // arrays that the kernel passes
  std::string constants_;  // at the beginning of the function
};

}  // namespace

PrintedCustomCall print_custom_call(const LibraryCall& call, KernelScope& scope,
                                    const std::string& function) {
  return CustomPrinter(call, scope, function).run();
}

}  // namespace weft::codegen::cpp
