/// \file Lowering in every way and comparing the results.
#include "check.h"

#include <gtest/gtest.h>

namespace weft::codegen::test {

Program check(const ir::GraphModule& module, unsigned seed) {
  const Inputs inputs = random_inputs(module, seed);
  const std::vector<Array> expected = run_graph(module, inputs);
  for (const bool fuse : {false, true}) {
    for (const bool contractions : {false, true}) {
      LowerOptions options;
      options.fuse = fuse;
      options.contractions = contractions;
      options.plan_memory = fuse || contractions;
      const Program program = lower(module, options);
      EXPECT_EQ(print(program), print(lower(module, options))) << "lowered differently";
      try {
        EXPECT_EQ(difference(expected, run_program(program, inputs)), "")
            << "fuse " << fuse << ", contractions " << contractions << "\n"
            << module.graph.str() << print(program);
      } catch (const Violation& violation) {
        ADD_FAILURE() << violation.what() << "\n" << module.graph.str() << print(program);
      }
    }
  }
  return lower(module);
}

std::vector<std::string> kernel_names(const Program& program) {
  std::vector<std::string> names;
  for (const Kernel& kernel : program.kernels) names.push_back(kernel.name);
  return names;
}

}  // namespace weft::codegen::test
