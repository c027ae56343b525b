/// \file Names of libtorch that train: using one is a compile error that says so.
#pragma once

namespace torch {

namespace unavailable {
template <typename...>
inline constexpr bool kNever = false;
}  // namespace unavailable

/// Any construction is an error with the reason. The classes are complete, so that a type may be
/// named in code that is not used.
#define WEFT_NOT_THERE(Name, reason)                                     \
  struct Name {                                                          \
    template <typename... Arguments>                                     \
    explicit Name(Arguments&&...) {                                      \
      static_assert(::torch::unavailable::kNever<Arguments...>, reason); \
    }                                                                    \
  }

#define WEFT_NO_OPTIMIZER "weft compiles models and does not train them: there is no torch::optim"
namespace optim {
WEFT_NOT_THERE(Optimizer, WEFT_NO_OPTIMIZER);
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
#undef WEFT_NO_OPTIMIZER

#define WEFT_NO_DATA "weft compiles models and does not train them: there is no torch::data"
namespace data {
template <typename... Types, typename... Arguments>
void make_data_loader(Arguments&&...) {
  static_assert(unavailable::kNever<Arguments...>, WEFT_NO_DATA);
}
WEFT_NOT_THERE(DataLoaderOptions, WEFT_NO_DATA);
namespace datasets {
WEFT_NOT_THERE(MNIST, WEFT_NO_DATA);
}  // namespace datasets
namespace samplers {
WEFT_NOT_THERE(RandomSampler, WEFT_NO_DATA);
WEFT_NOT_THERE(SequentialSampler, WEFT_NO_DATA);
}  // namespace samplers
}  // namespace data
#undef WEFT_NO_DATA
#undef WEFT_NOT_THERE

namespace autograd {
/// \source torch::autograd::grad
template <typename... Arguments>
void grad(Arguments&&...) {
  static_assert(unavailable::kNever<Arguments...>,
                "weft compiles models and does not train them: there are no gradients");
}
}  // namespace autograd

}  // namespace torch
