// Programs that decide on tensor data, in all modes and every way they can go.
#include <gtest/gtest.h>

#include <torch/torch.h>

#include "tests/differential/all_modes.h"

namespace weft::differential {
namespace {

// Runs a function of one vector for vectors that take it every way.
template <typename F>
void add_ways(AllModes& modes, const std::string& name, F function,
              const std::vector<Tensor>& ways) {
  for (std::size_t i = 0; i < ways.size(); ++i) {
    modes.add(name + " " + std::to_string(i), function, {ways[i]});
  }
}

void expect_agreement(AllModes& modes) {
  modes.build();
  for (std::size_t k = 0; k < modes.size(); ++k) {
    const std::vector<AllModes::Outcome> outcomes = modes.run(k);
    EXPECT_EQ(modes.disagreement(k, false), "") << modes.name(k);
    for (const AllModes::Outcome& one : outcomes) {
      EXPECT_EQ(one.refused, "") << modes.name(k) << " " << one.mode;
    }
  }
}

std::vector<Tensor> vectors() {
  return {torch::tensor({1.0f, 2.0f, 3.0f}), torch::tensor({-1.0f, -2.0f, -3.0f}),
          torch::tensor({-1.0f, 2.0f, 0.0f}), torch::tensor({5.0f, -2.0f, NAN})};
}

TEST(CompiledBranches, SidesTailsAndNesting) {
  AllModes modes;
  const std::vector<Tensor> ways = vectors();
  add_ways(
      modes, "two sides and a tail",
      [](Tensor x) {
        Tensor y;
        if ((x.sum() > 0).item<bool>()) {
          y = torch::relu(x) + 1;
        } else {
          y = torch::tanh(x) * 2;
        }
        return torch::exp(y - y.mean());
      },
      ways);
  add_ways(
      modes, "early returns",
      [](Tensor x) {
        if ((x[0] > 2).item<bool>()) return x * 3;
        const Tensor y = x + x.abs();
        if ((y.max() > 3).item<bool>()) return y.flip({0});
        return y - 1;
      },
      ways);
  add_ways(
      modes, "one after the other",
      [](Tensor x) {
        Tensor y = x;
        for (int i = 0; i < 3; ++i) {
          y = y * 1.5;
          if ((y[i] > 0).item<bool>()) y = y - torch::tensor({1.0f, 2.0f, 3.0f});
        }
        return y;
      },
      ways);
  add_ways(
      modes, "inside one another",
      [](Tensor x) {
        Tensor y = x + 1;
        if (y[0].is_nonzero()) {
          if ((y[1] > 0).item<bool>()) {
            y = torch::softmax(y, 0);
          } else {
            y = y.cumsum(0);
          }
        }
        return y.unsqueeze(0).expand({2, 3});
      },
      ways);
  add_ways(
      modes, "a side is the input itself",
      [](Tensor x) { return (x.sum() > 0).item<bool>() ? x : x.clamp_min(0); }, ways);
  add_ways(
      modes, "nothing on one side",
      [](Tensor x) {
        Tensor y = x.sin();
        if (torch::allclose(x, x.abs())) y = y.cos();
        return y;
      },
      ways);
  expect_agreement(modes);
}

TEST(CompiledBranches, ResultsOfAllKinds) {
  AllModes modes;
  const std::vector<Tensor> ways = vectors();
  add_ways(
      modes, "a number that goes on",
      [](Tensor x) {
        const double gain = (x.sum() > 0).item<bool>() ? 0.5 : 2.0;
        return x * gain + 1;
      },
      ways);
  add_ways(
      modes, "other strides on each side",
      [](Tensor x) {
        const Tensor y = torch::outer(x, x.slice(0, 0, 2));
        if ((x[0] > 0).item<bool>()) return y.slice(0, 0, 2);
        return y.t().slice(1, 0, 2);
      },
      ways);
  add_ways(
      modes, "several tensors, some from outside",
      [](Tensor x) -> std::tuple<Tensor, Tensor, Tensor> {
        const Tensor y = x * 2;
        if ((y.max() > 4).item<bool>()) return {x, y, y.t()};
        return {y, y, x.neg()};
      },
      ways);
  add_ways(
      modes, "writes of its own",
      [](Tensor x) {
        Tensor y = x.clone();
        if ((x.sum() > 0).item<bool>()) {
          Tensor z = x * 2;
          z.select(0, 1).add_(7);
          y = z;
        }
        return y + 1;
      },
      ways);
  add_ways(
      modes, "a list of results on one side",
      [](Tensor x) {
        if ((x[1] > 0).item<bool>()) {
          const auto [values, positions] = torch::topk(x, 2);
          return values + positions;
        }
        return torch::stack(torch::split(x, 1)).flatten().slice(0, 0, 2);
      },
      ways);
  add_ways(
      modes, "decisions of other types",
      [](Tensor x) {
        const Tensor half = x.to(torch::kHalf)[2];
        Tensor y = half.is_nonzero() ? x + 1 : x - 1;
        if (x[0].to(torch::kLong).is_nonzero()) y = y * 2;
        if ((x[1].to(torch::kDouble) * 1e-300).is_nonzero()) y = y * 3;
        return y;
      },
      ways);
  expect_agreement(modes);
}

TEST(CompiledBranches, RandomNumbersAreForTheInterpreterOnly) {
  AllModes modes;
  modes.add("on a side",
            [](Tensor x) { return (x.sum() > 0).item<bool>() ? x + torch::rand_like(x) : x; },
            {vectors()[0]});
  modes.add("before",
            [](Tensor x) {
              const Tensor y = x + torch::rand_like(x);
              return (x.sum() > 0).item<bool>() ? y : x;
            },
            {vectors()[0]});
  modes.build();
  for (std::size_t k = 0; k < modes.size(); ++k) {
    std::string refused;
    for (const AllModes::Outcome& one : modes.run(k)) refused += one.refused + " ";
    EXPECT_NE(refused.find(k == 0 ? "W1214" : "W5008"), std::string::npos) << refused;
  }
}

}  // namespace
}  // namespace weft::differential
