// Matrix products and convolutions against plain loops in f64, over many odd shapes.

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "float_bits.h"
#include "isa_kernels.h"

namespace deploy_test {
namespace {

std::vector<float> random_floats(int64_t n, uint64_t seed) {
  Random random(seed);
  std::vector<float> values(static_cast<size_t>(std::max<int64_t>(n, 1)));
  for (float& x : values) x = random.unit();
  return values;
}

/// One product in one layout: values, that every element is visited once, and that the plan for
/// several threads gives the same bits.
void check_gemm(const IsaKernels& isa, int64_t m, int64_t n, int64_t k, int layout) {
  std::ostringstream what;
  what << isa.name << " m " << m << " n " << n << " k " << k << " layout " << layout;
  SCOPED_TRACE(what.str());
  GemmCase g = {};
  g.m = m;
  g.n = n;
  g.k = k;
  // Layouts: packed from rows, rows, columns (a linear layer), everything strided, packed from
  // columns, transposed A.
  g.pack = layout == 0 || layout == 4;
  const bool transposed_a = layout == 3 || layout == 5;
  g.a_row = transposed_a ? 1 : k + 3;
  g.a_k = transposed_a ? m + 1 : 1;
  if (layout == 2 || layout == 4) {
    g.b_k = 1;
    g.b_n = k + 2;
  } else if (layout == 3) {
    g.b_k = 2;
    g.b_n = 2 * k + 1;
  } else {
    g.b_k = n + 5;
    g.b_n = 1;
  }
  const std::vector<float> a = random_floats((m + 1) * (k + 3) + 1, 1);
  const std::vector<float> b = random_floats((n + 5) * (2 * k + 5) + 1, 2);
  const std::vector<float> bias = random_floats(n, 3);
  std::vector<float> c(static_cast<size_t>(m * n)), again(c.size());
  std::vector<int> visits(c.size(), 0);
  g.a = a.data();
  g.b = b.data();
  g.bias = bias.data();
  g.c = c.data();
  g.visits = visits.data();
  g.threads = 1;
  isa.gemm(g);
  for (int64_t i = 0; i < m; ++i) {
    for (int64_t j = 0; j < n; ++j) {
      double sum = 0.0, size = 0.0;
      for (int64_t p = 0; p < k; ++p) {
        const double term = static_cast<double>(a[static_cast<size_t>(i * g.a_row + p * g.a_k)]) *
                            static_cast<double>(b[static_cast<size_t>(p * g.b_k + j * g.b_n)]);
        sum += term;
        size += std::fabs(term);
      }
      const double exact = std::max(sum + static_cast<double>(bias[static_cast<size_t>(j)]), 0.0);
      const size_t at = static_cast<size_t>(i * n + j);
      ASSERT_NEAR(static_cast<double>(c[at]), exact, 1e-6 + 4e-7 * size) << i << ", " << j;
      ASSERT_EQ(visits[at], 1) << i << ", " << j;
    }
  }
  g.threads = 5;
  g.c = again.data();
  isa.gemm(g);
  for (size_t i = 0; i < c.size(); ++i) ASSERT_TRUE(same(c[i], again[i])) << i;
}

TEST(Gemm, OddShapes) {
  const int64_t sizes[] = {1, 2, 3, 5, 7, 8, 12, 13, 17, 31, 33, 49, 65};
  for (const IsaKernels* isa : runnable_kernels()) {
    int turn = 0;
    for (const int64_t m : sizes) {
      for (const int64_t n : sizes) {
        for (const int64_t k : {1, 3, 8, 37}) check_gemm(*isa, m, n, k, turn++ % 6);
      }
    }
  }
}

TEST(Gemm, EveryLayoutAtEveryThinness) {
  for (const IsaKernels* isa : runnable_kernels()) {
    for (int layout = 0; layout < 6; ++layout) {
      for (const int64_t m : {1, 2, 4, 5, 14}) {
        check_gemm(*isa, m, 67, 43, layout);
        check_gemm(*isa, m, 8 * isa->lanes + 3, 2 * isa->lanes + 5, layout);
      }
    }
  }
}

TEST(Gemm, SeveralBlocksAndTiles) {
  for (const IsaKernels* isa : runnable_kernels()) {
    for (const int layout : {0, 1, 2, 3}) {
      check_gemm(*isa, 101, 300, 50, layout);
      check_gemm(*isa, 13, 21, 2500, layout);
      check_gemm(*isa, 3, 40, 1100, layout);
      check_gemm(*isa, 2, 700, 33, layout);
    }
    check_gemm(*isa, 400, 35, 9, 1);
    check_gemm(*isa, 200, 290, 1030, 0);
  }
}

TEST(Gemm, EmptyExtents) {
  for (const IsaKernels* isa : runnable_kernels()) {
    for (int layout = 0; layout < 6; ++layout) {
      check_gemm(*isa, 0, 5, 5, layout);
      check_gemm(*isa, 5, 0, 5, layout);
      check_gemm(*isa, 1, 7, 0, layout);  // zeros pass the epilogue
      check_gemm(*isa, 9, 40, 0, layout);
    }
  }
}

TEST(Gemm, InfinityAndNanSpread) {
  for (const IsaKernels* isa : runnable_kernels()) {
    std::vector<float> a = {1.0f, HUGE_VALF, 2.0f, 0.0f, 1.0f, 1.0f}, b(3 * 20, 1.0f),
                       bias(20, 0.0f);
    b[20] = 0.0f;  // inf * 0
    std::vector<float> c(40);
    std::vector<int> visits(40, 0);
    isa->gemm(GemmCase{2, 20, 3, a.data(), 3, 1, b.data(), 20, 1, true, 1, bias.data(), c.data(),
                       visits.data()});
    EXPECT_TRUE(std::isnan(c[0])) << isa->name;
    EXPECT_EQ(c[1], HUGE_VALF) << isa->name;
    EXPECT_EQ(c[20], 1.0f) << isa->name;
  }
}

TEST(GemmPlain, IntegersWrapAndDoublesAreExactHere) {
  for (const IsaKernels* isa : runnable_kernels()) {
    const int64_t m = 3, n = 35, k = 5;
    std::vector<int32_t> a(m * k), b(k * n), c(m * n);
    std::vector<double> x(m * k), y(k * n), z(m * n);
    for (size_t i = 0; i < a.size(); ++i) x[i] = a[i] = static_cast<int32_t>(i * 1000003) - 400;
    for (size_t i = 0; i < b.size(); ++i) {
      b[i] = static_cast<int32_t>(i * 7919);
      y[i] = static_cast<double>(i);
    }
    isa->gemm_i32(a.data(), b.data(), m, n, k, c.data());
    isa->gemm_f64(x.data(), y.data(), m, n, k, z.data());
    for (int64_t i = 0; i < m; ++i) {
      for (int64_t j = 0; j < n; ++j) {
        uint32_t sum = 0;
        double real = 0.0;
        for (int64_t p = 0; p < k; ++p) {
          const size_t ia = static_cast<size_t>(i * k + p), ib = static_cast<size_t>(p * n + j);
          sum += static_cast<uint32_t>(a[ia]) * static_cast<uint32_t>(b[ib]);
          real += x[ia] * y[ib];
        }
        EXPECT_EQ(c[static_cast<size_t>(i * n + j)], static_cast<int32_t>(sum));
        EXPECT_EQ(z[static_cast<size_t>(i * n + j)], real);
      }
    }
  }
}

struct ConvSpec {
  int64_t batch, in, height, width, out, groups, kh, kw, sh, sw, ph, pw, dh, dw;
};

void check_conv(const IsaKernels& isa, const ConvSpec& s) {
  std::ostringstream what;
  what << isa.name << " " << s.batch << "x" << s.in << "x" << s.height << "x" << s.width << " to "
       << s.out << " groups " << s.groups << " kernel " << s.kh << "x" << s.kw << " stride " << s.sh
       << "x" << s.sw << " pad " << s.ph << "x" << s.pw << " dilation " << s.dh << "x" << s.dw;
  SCOPED_TRACE(what.str());
  ConvCase c = {};
  weft_deploy::ConvShape& shape = c.shape;
  shape = {s.batch, s.in, s.height, s.width, s.out,
           weft_deploy::conv_output_size(s.height, s.kh, s.sh, s.ph, s.dh),
           weft_deploy::conv_output_size(s.width, s.kw, s.sw, s.pw, s.dw), s.groups, s.kh, s.kw,
           s.sh, s.sw, s.ph, s.pw, s.dh, s.dw,
           // Channels and images lie apart, as in a slice of a wider tensor.
           s.in * (s.height * s.width + 2) + 7, s.height * s.width + 2};
  ASSERT_GT(shape.out_h, 0);
  ASSERT_GT(shape.out_w, 0);
  const int64_t group_in = s.in / s.groups, group_out = s.out / s.groups;
  const std::vector<float> in = random_floats(s.batch * shape.in_batch_stride, 4);
  const std::vector<float> weight = random_floats(s.out * group_in * s.kh * s.kw, 5);
  const std::vector<float> bias = random_floats(s.out, 6);
  std::vector<float> out(static_cast<size_t>(s.batch * s.out * shape.pixels())), again(out.size());
  std::vector<int> visits(out.size(), 0);
  // Exactly the bytes that belong to the tensor, for the address sanitizer.
  const std::vector<float> exact_in(
      in.begin(), in.begin() + std::max<int64_t>(0, s.batch * shape.in_batch_stride - 9));
  c.in = exact_in.data();
  c.weight = weight.data();
  c.bias = bias.data();
  c.threads = 1;
  c.out = out.data();
  c.visits = visits.data();
  isa.conv(c);
  for (int64_t n = 0; n < s.batch; ++n) {
    for (int64_t oc = 0; oc < s.out; ++oc) {
      for (int64_t y = 0; y < shape.out_h; ++y) {
        for (int64_t x = 0; x < shape.out_w; ++x) {
          double sum = static_cast<double>(bias[static_cast<size_t>(oc)]), size = 0.0;
          for (int64_t ic = 0; ic < group_in; ++ic) {
            for (int64_t kh = 0; kh < s.kh; ++kh) {
              for (int64_t kw = 0; kw < s.kw; ++kw) {
                const int64_t iy = y * s.sh - s.ph + kh * s.dh, ix = x * s.sw - s.pw + kw * s.dw;
                if (iy < 0 || iy >= s.height || ix < 0 || ix >= s.width) continue;
                const int64_t channel = oc / group_out * group_in + ic;
                const double term = static_cast<double>(weight[static_cast<size_t>(
                                        ((oc * group_in + ic) * s.kh + kh) * s.kw + kw)]) *
                                    static_cast<double>(in[static_cast<size_t>(
                                        n * shape.in_batch_stride +
                                        channel * shape.in_channel_stride + iy * s.width + ix)]);
                sum += term;
                size += std::fabs(term);
              }
            }
          }
          const size_t at =
              static_cast<size_t>(((n * s.out + oc) * shape.out_h + y) * shape.out_w + x);
          ASSERT_NEAR(static_cast<double>(out[at]), sum, 1e-6 + 4e-7 * size)
              << n << ", " << oc << ", " << y << ", " << x;
          ASSERT_EQ(visits[at], 1);
        }
      }
    }
  }
  c.threads = 7;
  c.out = again.data();
  isa.conv(c);
  for (size_t i = 0; i < out.size(); ++i) ASSERT_TRUE(same(out[i], again[i])) << i;
}

TEST(Conv, NamedShapes) {
  const ConvSpec specs[] = {
      {1, 3, 17, 19, 8, 1, 3, 3, 1, 1, 1, 1, 1, 1},     // ordinary
      {2, 4, 16, 16, 6, 1, 3, 3, 2, 2, 1, 1, 1, 1},     // stride 2
      {1, 2, 23, 21, 5, 1, 7, 7, 2, 2, 3, 3, 1, 1},     // stem
      {2, 5, 7, 7, 9, 1, 1, 1, 1, 1, 0, 0, 1, 1},       // pointwise
      {1, 4, 9, 9, 4, 1, 1, 1, 2, 2, 0, 0, 1, 1},       // pointwise with stride
      {1, 4, 6, 6, 3, 1, 1, 1, 1, 1, 2, 1, 1, 1},       // pointwise with padding
      {1, 6, 12, 13, 6, 6, 3, 3, 1, 1, 1, 1, 1, 1},     // depthwise
      {2, 3, 14, 11, 6, 3, 3, 3, 2, 2, 1, 1, 1, 1},     // depthwise, two outputs, stride 2
      {1, 2, 40, 9, 2, 2, 5, 3, 3, 3, 2, 1, 1, 1},      // depthwise, stride 3
      {1, 3, 200, 37, 3, 3, 3, 3, 1, 1, 1, 1, 2, 2},    // depthwise, several row tiles, dilated
      {1, 1, 10, 10, 8, 1, 3, 3, 1, 1, 1, 1, 1, 1},     // one input channel, no group
      {1, 8, 10, 9, 12, 4, 3, 3, 1, 1, 1, 1, 1, 1},     // groups
      {1, 2, 12, 15, 3, 1, 3, 3, 1, 1, 4, 4, 2, 3},     // padding wider than the kernel, dilated
      {1, 3, 1, 50, 7, 1, 1, 5, 1, 1, 0, 2, 1, 1},      // 1-d
      {1, 3, 1, 50, 7, 1, 1, 5, 1, 3, 0, 0, 1, 2},      // 1-d, stride 3, dilated
      {3, 2, 3, 3, 4, 1, 3, 3, 1, 1, 0, 0, 1, 1},       // one output pixel
      {1, 150, 6, 7, 20, 1, 3, 3, 1, 1, 1, 1, 1, 1},    // several blocks of K
      {1, 2, 40, 40, 3, 1, 36, 36, 1, 1, 0, 0, 1, 1},   // a kernel longer than a block of K
      {0, 3, 5, 5, 4, 1, 3, 3, 1, 1, 1, 1, 1, 1},       // empty batch
      {1, 20, 30, 31, 450, 1, 1, 1, 1, 1, 0, 0, 1, 1},  // several tiles of rows and columns
  };
  for (const IsaKernels* isa : runnable_kernels()) {
    for (const ConvSpec& spec : specs) check_conv(*isa, spec);
  }
}

TEST(Conv, RandomShapes) {
  Random random(11);
  for (int i = 0; i < 150; ++i) {
    ConvSpec s = {};
    s.batch = 1 + random.below(2);
    s.groups = 1 + random.below(3);
    s.in = s.groups * (1 + random.below(4));
    s.out = s.groups * (1 + random.below(7));
    s.kh = 1 + random.below(4);
    s.kw = 1 + random.below(4);
    s.sh = 1 + random.below(3);
    s.sw = 1 + random.below(3);
    s.ph = random.below(3);
    s.pw = random.below(3);
    s.dh = 1 + random.below(2);
    s.dw = 1 + random.below(2);
    s.height = (s.kh - 1) * s.dh + 1 + random.below(20);
    s.width = (s.kw - 1) * s.dw + 1 + random.below(40);
    for (const IsaKernels* isa : runnable_kernels()) check_conv(*isa, s);
  }
}

TEST(Plans, ScratchHoldsForEveryThreadCount) {
  using namespace weft_deploy;
  for (const int lanes : {4, 8, 16}) {
    for (const int64_t k : {1, 500, 1024, 1025, 5000}) {
      for (const int64_t m : {1, 5, 384, 385, 2000}) {
        for (const int64_t n : {1, 127, 257, 4000}) {
          for (const MatrixForm form : {MatrixForm::kPacked, MatrixForm::kRows}) {
            const GemmPlan one = plan_gemm(lanes, m, n, k, form, 1);
            EXPECT_LE(gemm_scratch_floats(lanes, m, n, k, form) * 4,
                      gemm_scratch_bytes(m, n, k, form));
            EXPECT_LE(packed_b_floats(lanes, k, n) * 4, packed_b_bytes(k, n));
            for (const int threads : {2, 3, 16, 100}) {
              const GemmPlan plan = plan_gemm(lanes, m, n, k, form, threads);
              EXPECT_LE(plan.tile_m, one.tile_m);
              EXPECT_LE(plan.tile_n, one.tile_n);
              EXPECT_EQ(plan.block_k, one.block_k);
              EXPECT_EQ(plan.tile_m % micro_rows(lanes), 0);
              EXPECT_EQ(plan.tile_n % micro_columns(lanes), 0);
              EXPECT_GE(plan.tile_m * plan.tiles_m, m);
              EXPECT_GE(plan.tile_n * plan.tiles_n, n);
            }
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace deploy_test
