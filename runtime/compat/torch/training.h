/// \file Names of libtorch that train: using one is a compile error that says so.
#pragma once

#include <optional>
#include <vector>

#include "not_there.h"

#define WEFT_NO_OPTIMIZER "weft compiles models and does not train them: there is no torch::optim"
#define WEFT_NO_DATA "weft compiles models and does not train them: there is no torch::data"
#define WEFT_NO_GRADIENTS "weft compiles models and does not train them: there are no gradients"

namespace torch {

namespace optim {
WEFT_NOT_THERE(Optimizer, WEFT_NO_OPTIMIZER);
WEFT_NOT_THERE(OptimizerOptions, WEFT_NO_OPTIMIZER);
WEFT_NOT_THERE(OptimizerParamGroup, WEFT_NO_OPTIMIZER);
WEFT_NOT_THERE(Adam, WEFT_NO_OPTIMIZER);
WEFT_NOT_THERE(AdamOptions, WEFT_NO_OPTIMIZER);
WEFT_NOT_THERE(AdamW, WEFT_NO_OPTIMIZER);
WEFT_NOT_THERE(AdamWOptions, WEFT_NO_OPTIMIZER);
WEFT_NOT_THERE(SGD, WEFT_NO_OPTIMIZER);
WEFT_NOT_THERE(SGDOptions, WEFT_NO_OPTIMIZER);
WEFT_NOT_THERE(RMSprop, WEFT_NO_OPTIMIZER);
WEFT_NOT_THERE(RMSpropOptions, WEFT_NO_OPTIMIZER);
WEFT_NOT_THERE(Adagrad, WEFT_NO_OPTIMIZER);
WEFT_NOT_THERE(AdagradOptions, WEFT_NO_OPTIMIZER);
WEFT_NOT_THERE(LBFGS, WEFT_NO_OPTIMIZER);
WEFT_NOT_THERE(LBFGSOptions, WEFT_NO_OPTIMIZER);
WEFT_NOT_THERE(StepLR, WEFT_NO_OPTIMIZER);
}  // namespace optim

namespace data {
template <typename... Types, typename... Arguments>
void make_data_loader(Arguments&&...) {
  static_assert(not_there::kNever<Arguments...>, WEFT_NO_DATA);
}
WEFT_NOT_THERE(DataLoaderOptions, WEFT_NO_DATA);
template <typename... Types>
WEFT_NOT_THERE(Example, WEFT_NO_DATA);
namespace transforms {
template <typename... Types>
WEFT_NOT_THERE(Normalize, WEFT_NO_DATA);
template <typename... Types>
WEFT_NOT_THERE(Stack, WEFT_NO_DATA);
}  // namespace transforms
namespace datasets {
WEFT_NOT_THERE(MNIST, WEFT_NO_DATA);
/// The base of a data set of one's own.
template <typename Self, typename... Arguments>
struct Dataset {
  static_assert(not_there::kNever<Self>, WEFT_NO_DATA);
};
}  // namespace datasets
namespace samplers {
WEFT_NOT_THERE(RandomSampler, WEFT_NO_DATA);
WEFT_NOT_THERE(SequentialSampler, WEFT_NO_DATA);
}  // namespace samplers
}  // namespace data

namespace autograd {
using Variable = weft::Tensor;
using variable_list = std::vector<weft::Tensor>;
using weft::GradMode;

/// \source torch::autograd::grad
template <typename... Never>
variable_list grad(const variable_list& outputs, const variable_list& inputs,
                   const variable_list& grad_outputs = {},
                   std::optional<bool> retain_graph = std::nullopt, bool create_graph = false,
                   bool allow_unused = false) {
  static_assert(not_there::kNever<Never...>, WEFT_NO_GRADIENTS);
  return {};
}
struct AutogradContext;
/// The base of an operator with a gradient of one's own.
template <typename Self>
struct Function {
  static_assert(not_there::kNever<Self>,
                WEFT_NO_GRADIENTS ": write the forward as a function, or register an operator");
};
}  // namespace autograd

}  // namespace torch

namespace weft::nn::utils {
WEFT_NO_FUNCTION(clip_grad_norm_, WEFT_NO_GRADIENTS)
WEFT_NO_FUNCTION(clip_grad_value_, WEFT_NO_GRADIENTS)
}  // namespace weft::nn::utils

#undef WEFT_NO_OPTIMIZER
#undef WEFT_NO_DATA
#undef WEFT_NO_GRADIENTS
