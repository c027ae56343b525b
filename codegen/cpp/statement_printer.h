/// \file Prints loops, reductions and stores.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <weft/codegen/cpp/expression_printer.h>

namespace weft::codegen::cpp {

/// Names and state of one kernel while it is printed.
struct KernelScope {
  explicit KernelScope(const Program& program) { expressions.program = &program; }
  ExpressionScope expressions;
  NameScope names;
};

/// The statements of a kernel that is no contraction. An outermost parallel or vector loop runs over
/// [part.begin, part.end); `count` becomes its extent, or 1 where there is none.
std::string print_body(const std::vector<Statement>& body, KernelScope& scope, ir::IntExpr& count);

/// The stores of an epilogue, in lanes. `indent` is the number of blanks before each line.
std::string print_stores(const std::vector<Store>& stores, KernelScope& scope, int indent);

}  // namespace weft::codegen::cpp
