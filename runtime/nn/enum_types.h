/// \file The tag types that libtorch's options take: torch::kReflect, torch::kFanOut, ...
#pragma once

namespace weft {

#define WEFT_ENUM_TYPE(name)       \
  namespace enumtype {             \
  struct name {};                  \
  }                                \
  inline constexpr enumtype::name name {}
WEFT_ENUM_TYPE(kLinear);
WEFT_ENUM_TYPE(kConv1D);
WEFT_ENUM_TYPE(kConv2D);
WEFT_ENUM_TYPE(kConv3D);
WEFT_ENUM_TYPE(kConvTranspose1D);
WEFT_ENUM_TYPE(kConvTranspose2D);
WEFT_ENUM_TYPE(kConvTranspose3D);
WEFT_ENUM_TYPE(kSigmoid);
WEFT_ENUM_TYPE(kTanh);
WEFT_ENUM_TYPE(kReLU);
WEFT_ENUM_TYPE(kLeakyReLU);
WEFT_ENUM_TYPE(kGELU);
WEFT_ENUM_TYPE(kFanIn);
WEFT_ENUM_TYPE(kFanOut);
WEFT_ENUM_TYPE(kConstant);
WEFT_ENUM_TYPE(kReflect);
WEFT_ENUM_TYPE(kReplicate);
WEFT_ENUM_TYPE(kCircular);
WEFT_ENUM_TYPE(kZeros);
WEFT_ENUM_TYPE(kValid);
WEFT_ENUM_TYPE(kSame);
WEFT_ENUM_TYPE(kNearest);
WEFT_ENUM_TYPE(kNearestExact);
WEFT_ENUM_TYPE(kBilinear);
WEFT_ENUM_TYPE(kBicubic);
WEFT_ENUM_TYPE(kTrilinear);
WEFT_ENUM_TYPE(kArea);
WEFT_ENUM_TYPE(kBorder);
WEFT_ENUM_TYPE(kReflection);
WEFT_ENUM_TYPE(kSum);
WEFT_ENUM_TYPE(kMean);
WEFT_ENUM_TYPE(kMax);
WEFT_ENUM_TYPE(kNone);
WEFT_ENUM_TYPE(kBatchMean);
#undef WEFT_ENUM_TYPE

}  // namespace weft
