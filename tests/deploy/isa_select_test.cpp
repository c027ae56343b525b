#include "weft_deploy/isa_select.h"

#include <gtest/gtest.h>

namespace {

using weft_deploy::choose_isa;
using weft_deploy::Isa;

TEST(IsaSelect, AWishLowersButNeverRaises) {
  EXPECT_EQ(choose_isa(Isa::kAvx512, nullptr), Isa::kAvx512);
  EXPECT_EQ(choose_isa(Isa::kAvx512, "avx2"), Isa::kAvx2);
  EXPECT_EQ(choose_isa(Isa::kAvx2, "baseline"), Isa::kBaseline);
  EXPECT_EQ(choose_isa(Isa::kAvx2, "avx512"), Isa::kAvx2);
  EXPECT_EQ(choose_isa(Isa::kBaseline, "avx2"), Isa::kBaseline);
  EXPECT_EQ(choose_isa(Isa::kAvx2, "AVX2"), Isa::kAvx2);
  EXPECT_EQ(choose_isa(Isa::kAvx2, ""), Isa::kAvx2);
}

TEST(IsaSelect, KernelsFollowTheChoice) {
  const auto f = +[] { return 0; };
  const auto g = +[] { return 1; };
  const auto h = +[] { return 2; };
  EXPECT_EQ(weft_deploy::select_kernel(Isa::kBaseline, f, g, h)(), 0);
  EXPECT_EQ(weft_deploy::select_kernel(Isa::kAvx2, f, g, h)(), 1);
  EXPECT_EQ(weft_deploy::select_kernel(Isa::kAvx512, f, g, h)(), 2);
  EXPECT_LE(weft_deploy::active_isa(), weft_deploy::detect_isa());
}

}  // namespace
