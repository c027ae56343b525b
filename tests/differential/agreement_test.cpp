/// \file Random graphs: the same every time, and what is wrong in them is found and made small.
#include "tests/differential/agreement.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <ostream>
#include <string>

#include <weft/runtime/tensor/factories.h>
#include <weft/runtime/tensor/tensor.h>
#include <weft/runtime/tensor/tensor_impl.h>

namespace weft::differential {
namespace {

TEST(RandomGraph, IsTheSameForTheSameSeed) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    EXPECT_EQ(make_random_graph(seed).module.graph.str(),
              make_random_graph(seed).module.graph.str());
  }
}

std::string difference_of(double a, double b, bool exact) {
  return difference({full({1}, a).handle()}, {full({1}, b).handle()}, {exact});
}

TEST(Difference, NanInfinityAndTolerance) {
  EXPECT_EQ(difference_of(NAN, NAN, true), "");
  EXPECT_NE(difference_of(NAN, 1, false), "");
  EXPECT_EQ(difference_of(-INFINITY, -INFINITY, true), "");
  EXPECT_NE(difference_of(INFINITY, -INFINITY, false), "");
  EXPECT_EQ(difference_of(1.00002, 1, false), "");
  EXPECT_NE(difference_of(1.00002, 1, true), "");
  EXPECT_EQ(difference_of(-0.0, 0.0, true), "");
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos;
       at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
  return text;
}

struct Fault {
  const char* name;
  const char* from;
  const char* to;
};

void PrintTo(const Fault& fault, std::ostream* out) { *out << fault.name; }

class InjectedFault : public testing::TestWithParam<Fault> {};

TEST_P(InjectedFault, IsFoundAndMadeSmall) {
  AgreementOptions options;
  options.inputs = 1;
  options.shrunk = 1;
  options.batch.flags = "-O0";
  options.batch.alter = [](std::string text) {
    return replaced(std::move(text), GetParam().from, GetParam().to);
  };
  Agreement result;
  compare_modes(1, 12, options, result);
  ASSERT_FALSE(result.found.empty());
  const std::string& graph = result.found[0].graph;
  std::size_t calls = 0;
  for (std::size_t at = graph.find("call_function"); at != std::string::npos;
       at = graph.find("call_function", at + 1)) {
    // Taking a result out of a tuple is no work.
    calls += graph.compare(at, 32, "call_function[target=getitem](ar") == 0 ? 0 : 1;
  }
  EXPECT_LE(calls, 5u) << graph;
  EXPECT_FALSE(result.found[0].source.empty());
  // The file alone shows the fault, and shows that it is gone.
  const Reproducer reproducer = read_reproducer(result.found[0].reproducer);
  EXPECT_EQ(to_text(reproducer), result.found[0].reproducer);
  EXPECT_NE(replay(reproducer, options.batch), "");
  options.batch.alter = nullptr;
  EXPECT_EQ(replay(reproducer, options.batch), "");
}

INSTANTIATE_TEST_SUITE_P(Kernels, InjectedFault,
                         testing::Values(Fault{"swapped_extremes", "maximum(", "minimum("},
                                         Fault{"lost_tail", "for_each_vector(part.begin, part.end",
                                               "for_each_vector(part.begin, part.end - 1"}),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace weft::differential
