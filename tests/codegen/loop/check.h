/// \file Lowering in every way and comparing the results, for tests.
#pragma once

#include <string>
#include <vector>

#include "evaluate.h"

namespace weft::codegen::test {

/// Lowers with and without fusion, contractions and memory plan, expects each to compute what the
/// operators compute one by one, and returns what is lowered by default.
Program check(const ir::GraphModule& module, unsigned seed = 1);

std::vector<std::string> kernel_names(const Program& program);

}  // namespace weft::codegen::test
