/// \file Writes the C++ functions and methods of all operators from the table's schemas.
///
/// usage: weft_generate_api DIR   writes functions.h, functions.cpp, functional.h, functional.cpp,
///                                tensor_methods.inc and tensor_methods.cpp to DIR

#include <cstdio>
#include <fstream>
#include <iostream>
#include <set>
#include <string>

#include <fmt/format.h>

#include "cpp_signature.h"

namespace {

using weft::api::CppSignature;

constexpr const char* kNotice =
    "// Written by weft_generate_api from the operator table; change the table, not this file.\n";

struct Output {
  std::string functions, function_definitions;
  std::string functional, functional_definitions;
  std::string methods, method_definitions;
};

std::string doc_comment(const weft::ir::Operator& op) {
  const bool in_place = op.functional != nullptr;
  return fmt::format("/// {}{}\n/// \\source {}\n", op.row->doc,
                     in_place ? " The result is written into the first tensor." : "",
                     op.schema.str());
}

void add(const weft::ir::Operator& op, Output& out) {
  using weft::ir::Spelling;
  const unsigned spellings = op.row->spellings;
  if (!weft::api::is_generated(op)) return;
  if (spellings & (Spelling::kFunction | Spelling::kFunctional)) {
    const bool plain = spellings & Spelling::kFunction;
    std::string& declarations = plain ? out.functions : out.functional;
    std::string& definitions = plain ? out.function_definitions : out.functional_definitions;
    for (const CppSignature& signature : weft::api::signatures(op, false)) {
      declarations += doc_comment(op) + signature.declaration() + "\n";
      definitions += signature.definition() + "\n";
    }
  }
  if (spellings & Spelling::kMethod) {
    for (const CppSignature& signature : weft::api::signatures(op, true)) {
      out.methods += doc_comment(op) + signature.declaration() + "\n";
      out.method_definitions += signature.definition() + "\n";
    }
  }
}

bool write(const std::string& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  return static_cast<bool>(file.flush());
}

std::string header(const std::string& purpose, const std::string& space, const std::string& body) {
  return fmt::format(
      "/// \\file {}\n{}#pragma once\n\n#include <weft/runtime/tensor/tensor.h>\n\nnamespace {} "
      "{{\n\n{}}}  // namespace {}\n",
      purpose, kNotice, space, body, space);
}

std::string source(const std::string& include, const std::string& space, const std::string& body) {
  return fmt::format(
      "{}#include {}\n\n#include <weft/runtime/api/conversions.h>\n\nnamespace {} {{\n\nusing "
      "namespace weft::api;  // NOLINT(google-build-using-namespace)\n\n{}}}  // namespace {}\n",
      kNotice, include, space, body, space);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("usage: weft_generate_api DIR\n", stderr);
    return 2;
  }
  Output out;
  for (const weft::ir::Operator* op : weft::ir::all_operators()) add(*op, out);
  const std::string folder = std::string(argv[1]) + "/";
  const bool written =
      write(folder + "functions.h",
            header("The operators as free functions.", "weft", out.functions)) &&
      write(folder + "functions.cpp",
            source("<weft/runtime/api/functions.h>", "weft", out.function_definitions)) &&
      write(folder + "functional.h",
            header("Operators that only nn::functional offers, with PyTorch's arguments.",
                   "weft::functional", out.functional)) &&
      write(folder + "functional.cpp", source("<weft/runtime/api/functional.h>", "weft::functional",
                                              out.functional_definitions)) &&
      write(folder + "tensor_methods.inc", kNotice + out.methods) &&
      write(folder + "tensor_methods.cpp", source("<weft/runtime/tensor/tensor.h>", "weft",
                                                  out.method_definitions));
  if (!written) {
    std::fprintf(stderr, "cannot write to %s\n", argv[1]);
    return 1;
  }
  return 0;
}
