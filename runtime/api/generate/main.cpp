/// \file Writes the C++ functions and methods of all operators from the table's schemas.
///
/// usage: weft_generate_api DIR   writes functions.h, tensor_methods.inc and, for each family of
///                                rows, files in operators/ to DIR

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <span>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "cpp_signature.h"

namespace {

using weft::api::CppPlace;
using weft::api::CppSignature;

constexpr const char* kNotice =
    "// Written by weft_generate_api from the operator table; change the table, not this file.\n";

/// What becomes of one family of rows.
struct Family {
  std::string name;
  std::span<const weft::ir::OperatorRow> rows;
  std::string functions, functional, methods;  ///< declarations
  std::string function_definitions, functional_definitions, method_definitions;
};

std::vector<Family> families() {
  namespace ir = weft::ir;
  std::vector<Family> result;
  const auto add = [&](const char* name, std::span<const ir::OperatorRow> rows) {
    result.push_back({name, rows, {}, {}, {}, {}, {}, {}});
  };
  add("pointwise_unary", ir::pointwise_unary_rows());
  add("pointwise_binary", ir::pointwise_binary_rows());
  add("comparison", ir::comparison_rows());
  add("pointwise_ternary", ir::pointwise_ternary_rows());
  add("activation", ir::activation_rows());
  add("reduction", ir::reduction_rows());
  add("view", ir::view_rows());
  add("matmul", ir::matmul_rows());
  add("linear_algebra", ir::linear_algebra_rows());
  add("convolution", ir::convolution_rows());
  add("pooling", ir::pooling_rows());
  add("normalization", ir::normalization_rows());
  add("indexing", ir::indexing_rows());
  add("movement", ir::movement_rows());
  add("factory", ir::factory_rows());
  add("loss", ir::loss_rows());
  return result;
}

std::string doc_comment(const weft::ir::Operator& op) {
  const bool in_place = op.functional != nullptr;
  return fmt::format("/// {}{}\n/// \\source {}\n", op.row->doc,
                     in_place ? " The result is written into the first tensor." : "",
                     op.schema.str());
}

void add(const weft::ir::Operator& op, Family& family) {
  for (const CppPlace place : weft::api::places(op)) {
    std::string& declarations = place == CppPlace::kMethod       ? family.methods
                                : place == CppPlace::kFunctional ? family.functional
                                                                 : family.functions;
    std::string& definitions = place == CppPlace::kMethod       ? family.method_definitions
                               : place == CppPlace::kFunctional ? family.functional_definitions
                                                                : family.function_definitions;
    // A method is documented by the function of its name.
    if (place != CppPlace::kMethod || weft::api::places(op).size() == 1) {
      declarations += doc_comment(op);
    }
    for (const CppSignature& signature : weft::api::signatures(op, place)) {
      declarations += signature.declaration() + "\n";
      definitions += signature.definition();
    }
  }
}

class Writer {
 public:
  explicit Writer(std::string folder) : folder_(std::move(folder)) {}

  void write(const std::string& name, const std::string& text) {
    std::ofstream file(folder_ + name, std::ios::binary);
    file << text;
    if (!file.flush()) {
      std::fprintf(stderr, "cannot write to %s\n", (folder_ + name).c_str());
      failed_ = true;
    }
  }
  bool failed() const { return failed_; }

 private:
  std::string folder_;
  bool failed_ = false;
};

std::string enclosed(const std::string& space, const std::string& body) {
  if (body.empty()) return {};
  return fmt::format("namespace {} {{\n\n{}\n}}  // namespace {}\n\n", space, body, space);
}

std::string header(const std::string& purpose, const std::string& body) {
  return fmt::format("/// \\file {}\n{}#pragma once\n\n#include <weft/runtime/tensor/tensor.h>\n\n{}",
                     purpose, kNotice, body);
}

std::string source(const std::string& include, const std::string& body) {
  return fmt::format("{}#include {}\n\n#include <weft/runtime/api/conversions.h>\n\n{}", kNotice,
                     include, body);
}

constexpr const char* kUsing =
    "using namespace weft::api;  // NOLINT(google-build-using-namespace)\n\n";

void write_family(const Family& family, Writer& writer) {
  const std::string& name = family.name;
  if (!family.functions.empty() || !family.functional.empty()) {
    writer.write("operators/" + name + "_functions.h",
                 header(fmt::format("Free functions of the operators in {}_rows.cpp.", name),
                        enclosed("weft", family.functions) +
                            enclosed("weft::functional", family.functional)));
    const auto defined = [](const std::string& text) { return text.empty() ? text : kUsing + text; };
    writer.write(
        "operators/" + name + "_functions.cpp",
        source(fmt::format("<weft/runtime/api/operators/{}_functions.h>", name),
               enclosed("weft", defined(family.function_definitions)) +
                   enclosed("weft::functional", defined(family.functional_definitions))));
  }
  if (!family.methods.empty()) {
    writer.write("operators/" + name + "_methods.inc", kNotice + family.methods);
    writer.write("operators/" + name + "_methods.cpp", source("<weft/runtime/tensor/tensor.h>",
                                               enclosed("weft", kUsing + family.method_definitions)));
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("usage: weft_generate_api DIR\n", stderr);
    return 2;
  }
  std::vector<Family> all = families();
  for (const weft::ir::Operator* op : weft::ir::all_operators()) {
    for (Family& family : all) {
      const auto* first = family.rows.data();
      if (op->row >= first && op->row < first + family.rows.size()) add(*op, family);
    }
  }
  std::error_code error;
  std::filesystem::create_directories(std::filesystem::path(argv[1]) / "operators", error);
  Writer writer(std::string(argv[1]) + "/");
  std::string functions;
  std::string methods;
  for (const Family& family : all) {
    write_family(family, writer);
    if (!family.functions.empty() || !family.functional.empty()) {
      functions += fmt::format("#include <weft/runtime/api/operators/{}_functions.h>\n", family.name);
    }
    if (!family.methods.empty()) {
      methods += fmt::format("#include <weft/runtime/api/operators/{}_methods.inc>\n", family.name);
    }
  }
  writer.write("functions.h", fmt::format("/// \\file The operators as free functions.\n{}#pragma "
                                          "once\n\n{}",
                                          kNotice, functions));
  writer.write("tensor_methods.inc", kNotice + methods);
  return writer.failed() ? 1 : 0;
}
