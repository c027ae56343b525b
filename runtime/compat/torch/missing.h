/// \file Operators and modules of libtorch that weft does not have yet: docs/libtorch-compat.md.
#pragma once

#include "not_there.h"

#define WEFT_NO_LINEAR_ALGEBRA \
  "weft has no linear algebra of this kind: compute this outside of the model and pass it in"
#define WEFT_NO_COMPLEX_NUMBERS "weft has no complex numbers, and so no Fourier transforms"
#define WEFT_USE_A_MODULE "weft has this as a module only: torch::nn::LSTMCell and its kin"
#define WEFT_NOT_YET "weft does not have this yet: see docs/libtorch-compat.md"
#define WEFT_NO_TORCHSCRIPT "weft has no TorchScript: compile the C++ model itself"

namespace torch {

WEFT_NO_FUNCTION(svd, WEFT_NO_LINEAR_ALGEBRA)
WEFT_NO_FUNCTION(pinverse, WEFT_NO_LINEAR_ALGEBRA)
WEFT_NO_FUNCTION(kron, WEFT_NO_LINEAR_ALGEBRA)
WEFT_NO_FUNCTION(matrix_exp, WEFT_NO_LINEAR_ALGEBRA)

namespace linalg {
WEFT_NO_FUNCTION(pinv, WEFT_NO_LINEAR_ALGEBRA)
WEFT_NO_FUNCTION(svd, WEFT_NO_LINEAR_ALGEBRA)
WEFT_NO_FUNCTION(svdvals, WEFT_NO_LINEAR_ALGEBRA)
WEFT_NO_FUNCTION(eigh, WEFT_NO_LINEAR_ALGEBRA)
WEFT_NO_FUNCTION(eigvalsh, WEFT_NO_LINEAR_ALGEBRA)
WEFT_NO_FUNCTION(lstsq, WEFT_NO_LINEAR_ALGEBRA)
WEFT_NO_FUNCTION(matrix_exp, WEFT_NO_LINEAR_ALGEBRA)
}  // namespace linalg

namespace fft {
WEFT_NO_FUNCTION(fft, WEFT_NO_COMPLEX_NUMBERS)
WEFT_NO_FUNCTION(ifft, WEFT_NO_COMPLEX_NUMBERS)
WEFT_NO_FUNCTION(rfft, WEFT_NO_COMPLEX_NUMBERS)
WEFT_NO_FUNCTION(irfft, WEFT_NO_COMPLEX_NUMBERS)
WEFT_NO_FUNCTION(fft2, WEFT_NO_COMPLEX_NUMBERS)
WEFT_NO_FUNCTION(ifft2, WEFT_NO_COMPLEX_NUMBERS)
WEFT_NO_FUNCTION(rfft2, WEFT_NO_COMPLEX_NUMBERS)
WEFT_NO_FUNCTION(irfft2, WEFT_NO_COMPLEX_NUMBERS)
WEFT_NO_FUNCTION(fftn, WEFT_NO_COMPLEX_NUMBERS)
WEFT_NO_FUNCTION(ifftn, WEFT_NO_COMPLEX_NUMBERS)
WEFT_NO_FUNCTION(rfftn, WEFT_NO_COMPLEX_NUMBERS)
WEFT_NO_FUNCTION(irfftn, WEFT_NO_COMPLEX_NUMBERS)
}  // namespace fft
WEFT_NO_FUNCTION(stft, WEFT_NO_COMPLEX_NUMBERS)
WEFT_NO_FUNCTION(istft, WEFT_NO_COMPLEX_NUMBERS)
WEFT_NO_FUNCTION(complex, WEFT_NO_COMPLEX_NUMBERS)
WEFT_NO_FUNCTION(view_as_real, WEFT_NO_COMPLEX_NUMBERS)
WEFT_NO_FUNCTION(view_as_complex, WEFT_NO_COMPLEX_NUMBERS)

WEFT_NO_FUNCTION(lstm_cell, WEFT_USE_A_MODULE)
WEFT_NO_FUNCTION(gru_cell, WEFT_USE_A_MODULE)
WEFT_NO_FUNCTION(rnn_tanh_cell, WEFT_USE_A_MODULE)
WEFT_NO_FUNCTION(rnn_relu_cell, WEFT_USE_A_MODULE)

WEFT_NO_FUNCTION(atleast_1d, WEFT_NOT_YET)
WEFT_NO_FUNCTION(atleast_2d, WEFT_NOT_YET)
WEFT_NO_FUNCTION(atleast_3d, WEFT_NOT_YET)
WEFT_NO_FUNCTION(gcd, WEFT_NOT_YET)
WEFT_NO_FUNCTION(ldexp, WEFT_NOT_YET)
WEFT_NO_FUNCTION(tril_indices, WEFT_NOT_YET)
WEFT_NO_FUNCTION(triu_indices, WEFT_NOT_YET)
WEFT_NO_FUNCTION(ctc_loss, WEFT_NOT_YET)

namespace jit {
WEFT_NO_FUNCTION(load, WEFT_NO_TORCHSCRIPT)
namespace script {
WEFT_NOT_THERE(Module, WEFT_NO_TORCHSCRIPT);
}  // namespace script
using script::Module;
}  // namespace jit

}  // namespace torch

namespace weft::nn {

WEFT_NOT_THERE(FractionalMaxPool2d, WEFT_NOT_YET);
WEFT_NOT_THERE(FractionalMaxPool3d, WEFT_NOT_YET);
WEFT_NOT_THERE(CrossMapLRN2d, WEFT_NOT_YET);
WEFT_NOT_THERE(AdaptiveLogSoftmaxWithLoss, WEFT_NOT_YET);
WEFT_NOT_THERE(CTCLoss, WEFT_NOT_YET);
WEFT_NOT_THERE(MultiLabelMarginLoss, WEFT_NOT_YET);
WEFT_NOT_THERE(TripletMarginWithDistanceLoss, WEFT_NOT_YET);

namespace functional {
WEFT_NO_FUNCTION(gumbel_softmax, WEFT_NOT_YET)
WEFT_NO_FUNCTION(affine_grid, WEFT_NOT_YET)
WEFT_NO_FUNCTION(ctc_loss, WEFT_NOT_YET)
}  // namespace functional

}  // namespace weft::nn

#undef WEFT_NO_LINEAR_ALGEBRA
#undef WEFT_NO_COMPLEX_NUMBERS
#undef WEFT_USE_A_MODULE
#undef WEFT_NOT_YET
#undef WEFT_NO_TORCHSCRIPT
