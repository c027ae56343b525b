// The vector forms of every instruction set give the bits of the scalar baseline.

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <string>

#include "float_bits.h"
#include "isa_kernels.h"

namespace deploy_test {
namespace {

std::vector<float> many_floats(uint32_t step) {
  std::vector<float> values = special_floats();
  for (uint64_t b = 0; b < 0x100000000ULL; b += step)
    values.push_back(float_of(static_cast<uint32_t>(b)));
  for (int i = -60000; i <= 60000; ++i) values.push_back(static_cast<float>(i) * 0.0017f);
  return values;
}
std::vector<double> many_doubles() {
  std::vector<double> values;
  for (const float x : special_floats()) {
    values.push_back(static_cast<double>(x));
    values.push_back(static_cast<double>(x) * 1.0000001);
  }
  for (const double x : {0x1p52, 0x1p53, 0x1p63, 2147483647.5, 2147483648.5, 0x1.fffffffffffffp51,
                         0x1p-1074, std::numeric_limits<double>::max()}) {
    values.push_back(x);
    values.push_back(-x);
  }
  Random random(7);
  for (int i = 0; i < 3000; ++i) {
    const uint64_t b = random.bits();
    double x;
    std::memcpy(&x, &b, sizeof(x));
    values.push_back(x);
    values.push_back(static_cast<double>(random.unit()) * 50.0);
  }
  return values;
}
/// All pairs of special values, then random ones, as two lists.
template <class T>
void many_pairs(const std::vector<T>& values, std::vector<T>* a, std::vector<T>* b) {
  std::vector<T> few;
  for (size_t i = 0; i < std::min<size_t>(values.size(), 700); i += 3) few.push_back(values[i]);
  for (const T x : few) {
    for (const T y : few) {
      a->push_back(x);
      b->push_back(y);
    }
  }
}

template <class T, class Compute>
void expect_all_equal(const char* function, const std::vector<T>& in, const Compute& compute) {
  const int64_t n = static_cast<int64_t>(in.size());
  std::vector<T> expected(in.size()), got(in.size());
  compute(*runnable_kernels()[0], Form::kScalar, expected.data(), n);
  for (const IsaKernels* isa : runnable_kernels()) {
    for (const Form form : {Form::kVector, Form::kScalar}) {
      std::fill(got.begin(), got.end(), T(99));
      compute(*isa, form, got.data(), n);
      int reported = 0;
      for (size_t i = 0; i < in.size() && reported < 3; ++i) {
        const bool equal = std::is_integral<T>::value ? got[i] == expected[i]
                                                      : same(double(got[i]), double(expected[i]));
        if (equal) continue;
        ++reported;
        ADD_FAILURE() << function << ", " << isa->name
                      << (form == Form::kVector ? ", vector" : ", scalar") << ", element " << i
                      << ", first operand " << in[i] << ": got " << got[i] << ", scalar baseline "
                      << expected[i];
      }
    }
  }
}

TEST(IsaAgreement, UnaryF32) {
  // The functions that are the C library's in every form need fewer points.
  const std::vector<float> dense = many_floats(20011), sparse = many_floats(2000003);
  for (int f = 0; f < kUnaryCount; ++f) {
    const std::vector<float>& in = f < 12 || f >= 23 ? dense : sparse;
    expect_all_equal(kUnary[f], in, [&](const IsaKernels& isa, Form form, float* out, int64_t n) {
      isa.unary_f32(f, form, in.data(), out, n);
    });
  }
}

TEST(IsaAgreement, UnaryF64) {
  const std::vector<double> in = many_doubles();
  for (int f = 0; f < kUnaryCount; ++f) {
    expect_all_equal(kUnary[f], in, [&](const IsaKernels& isa, Form form, double* out, int64_t n) {
      isa.unary_f64(f, form, in.data(), out, n);
    });
  }
}

TEST(IsaAgreement, BinaryF32) {
  std::vector<float> a, b;
  many_pairs(many_floats(40000003), &a, &b);
  for (int f = 0; f < kBinaryCount; ++f) {
    expect_all_equal(kBinary[f], a, [&](const IsaKernels& isa, Form form, float* out, int64_t n) {
      isa.binary_f32(f, form, a.data(), b.data(), out, n);
    });
  }
}

TEST(IsaAgreement, BinaryF64) {
  std::vector<double> a, b;
  many_pairs(many_doubles(), &a, &b);
  for (int f = 0; f < kBinaryCount; ++f) {
    expect_all_equal(kBinary[f], a, [&](const IsaKernels& isa, Form form, double* out, int64_t n) {
      isa.binary_f64(f, form, a.data(), b.data(), out, n);
    });
  }
}

template <class T>
std::vector<T> special_integers() {
  std::vector<T> values;
  for (int i = -70; i <= 70; ++i) values.push_back(static_cast<T>(i));
  for (int shift = 6; shift < static_cast<int>(8 * sizeof(T)); ++shift) {
    const uint64_t one = uint64_t{1} << shift;
    for (const uint64_t x : {one - 1, one, one + 1, ~one, uint64_t{0} - one}) {
      values.push_back(static_cast<T>(x));
    }
  }
  return values;
}

TEST(IsaAgreement, Integers) {
  std::vector<int32_t> a, b;
  many_pairs(special_integers<int32_t>(), &a, &b);
  std::vector<int64_t> c, d;
  many_pairs(special_integers<int64_t>(), &c, &d);
  for (int f = 0; f < kIntegerCount; ++f) {
    expect_all_equal(kInteger[f], a,
                     [&](const IsaKernels& isa, Form form, int32_t* out, int64_t n) {
                       isa.integer_i32(f, form, a.data(), b.data(), out, n);
                     });
    expect_all_equal(kInteger[f], c,
                     [&](const IsaKernels& isa, Form form, int64_t* out, int64_t n) {
                       isa.integer_i64(f, form, c.data(), d.data(), out, n);
                     });
  }
}

TEST(IsaAgreement, Shifts) {
  std::vector<int64_t> a, b;
  many_pairs(special_integers<int64_t>(), &a, &b);
  std::vector<int64_t> all(a.size() * 8);
  for (size_t i = 0; i < all.size(); ++i) all[i] = a[i % a.size()];
  expect_all_equal("shifts", all, [&](const IsaKernels& isa, Form form, int64_t* out, int64_t) {
    isa.shifts(form, a.data(), b.data(), out, static_cast<int64_t>(a.size()));
  });
}

/// Bytes of one element, in the order of WEFT_TEST_ELEMENT.
constexpr size_t kElementSize[] = {4, 8, 4, 8, 1, 2, 2, 1, 1, 2};

/// Bytes that mean many different values of an element type: random, but bools are 0 or 1 and
/// floats are often small enough to convert.
std::vector<unsigned char> element_bytes(int type, size_t count) {
  std::vector<unsigned char> bytes(count * kElementSize[type]);
  Random random(static_cast<uint64_t>(type) + 100);
  for (unsigned char& b : bytes) b = static_cast<unsigned char>(random.bits() >> 40);
  const std::string name = kElement[type];
  if (name == "bool") {
    for (unsigned char& b : bytes) b &= 1;
  } else if (name == "float" || name == "double") {
    const std::vector<float> special = special_floats();
    for (size_t i = 0; i < count; i += 1 + i % 2) {
      const float x = i / 2 < special.size() ? special[i / 2] : random.unit() * 70000.0f;
      const double wide = static_cast<double>(x) * 1.00001;
      if (name == "float") {
        std::memcpy(&bytes[i * 4], &x, 4);
      } else {
        std::memcpy(&bytes[i * 8], &wide, 8);
      }
    }
  }
  return bytes;
}
/// NaN bits may differ; all else may not.
void expect_same_elements(int type, const std::vector<unsigned char>& got,
                          const std::vector<unsigned char>& expected, const std::string& what) {
  const std::string name = kElement[type];
  const size_t size = kElementSize[type];
  ASSERT_EQ(got.size(), expected.size());
  for (size_t i = 0; i < got.size() / size; ++i) {
    const unsigned char *g = &got[i * size], *e = &expected[i * size];
    if (std::memcmp(g, e, size) == 0) continue;
    const auto word = [&](const unsigned char* p) { return p[size - 2] | p[size - 1] << 8; };
    const int top = name == "Half"                          ? 0x7C00
                    : name == "BFloat16" || name == "float" ? 0x7F80
                    : name == "double"                      ? 0x7FF0
                                                            : 0x10000;
    if ((word(g) & top) == top && (word(e) & top) == top && (word(g) & ~top & 0x7FFF) != 0 &&
        (word(e) & ~top & 0x7FFF) != 0) {
      continue;  // two NaN
    }
    ADD_FAILURE() << what << ", element " << i;
    return;
  }
}

TEST(IsaAgreement, Conversions) {
  constexpr int64_t kCount = 4001;
  for (int from = 0; from < kElementCount; ++from) {
    const std::vector<unsigned char> in = element_bytes(from, kCount);
    for (int to = 0; to < kElementCount; ++to) {
      std::vector<unsigned char> expected(kCount * kElementSize[to]), got(expected.size());
      runnable_kernels()[0]->convert(from, to, Form::kScalar, in.data(), expected.data(), kCount);
      for (const IsaKernels* isa : runnable_kernels()) {
        isa->convert(from, to, Form::kVector, in.data(), got.data(), kCount);
        expect_same_elements(
            to, got, expected,
            std::string(kElement[from]) + " to " + kElement[to] + ", " + isa->name);
      }
    }
  }
}

TEST(IsaAgreement, TailsTouchNothingElse) {
  for (const IsaKernels* isa : runnable_kernels()) {
    for (int type = 0; type < kElementCount; ++type) {
      const size_t size = kElementSize[type];
      for (int64_t n = 0; n <= 2 * isa->lanes + 1; ++n) {
        // The input is exactly as long as it may be read (the address sanitizer sees more).
        const std::vector<unsigned char> in = element_bytes(type, static_cast<size_t>(n));
        const std::vector<unsigned char> in_exact(in.begin(), in.end());
        std::vector<unsigned char> out((static_cast<size_t>(n) + 8) * size, 0xA5);
        isa->convert(type, type, Form::kVector, in_exact.data(), out.data() + 4 * size, n);
        for (size_t i = 0; i < 4 * size; ++i) {
          ASSERT_EQ(out[i], 0xA5) << kElement[type] << " " << isa->name << " n " << n;
          ASSERT_EQ(out[out.size() - 1 - i], 0xA5)
              << kElement[type] << " " << isa->name << " n " << n;
        }
        const std::vector<unsigned char> copied(out.begin() + static_cast<long>(4 * size),
                                                out.end() - static_cast<long>(4 * size));
        expect_same_elements(type, copied, in, std::string(kElement[type]) + ", " + isa->name);
      }
    }
  }
}

TEST(IsaAgreement, StridedCopies) {
  constexpr int64_t kCount = 37;
  for (const IsaKernels* isa : runnable_kernels()) {
    for (int type = 0; type < kElementCount; ++type) {
      const size_t size = kElementSize[type];
      for (const int64_t in_stride : {1, 2, 3, -1, -2, 0}) {
        for (const int64_t out_stride : {1, 2, -3}) {
          const std::vector<unsigned char> in = element_bytes(type, 3 * kCount);
          std::vector<unsigned char> out(size * 3 * kCount, 0xA5);
          const int64_t in_first = in_stride < 0 ? -in_stride * (kCount - 1) : 0;
          const int64_t out_first = out_stride < 0 ? -out_stride * (kCount - 1) : 0;
          isa->copy_strided(type, Form::kVector, in.data() + static_cast<size_t>(in_first) * size,
                            in_stride, out.data() + static_cast<size_t>(out_first) * size,
                            out_stride, kCount);
          std::vector<unsigned char> got, expected;
          for (int64_t i = 0; i < kCount; ++i) {
            const auto at = [&](const std::vector<unsigned char>& v, int64_t index) {
              return v.begin() + static_cast<long>(index) * static_cast<long>(size);
            };
            expected.insert(expected.end(), at(in, in_first + i * in_stride),
                            at(in, in_first + i * in_stride + 1));
            got.insert(got.end(), at(out, out_first + i * out_stride),
                       at(out, out_first + i * out_stride + 1));
          }
          expect_same_elements(type, got, expected, std::string(kElement[type]) + ", " + isa->name);
        }
      }
    }
  }
}

TEST(IsaAgreement, GatherAndSelect) {
  for (const IsaKernels* isa : runnable_kernels()) {
    for (const Form form : {Form::kVector, Form::kScalar}) {
      for (int64_t n = 0; n < 40; ++n) {
        const auto count = static_cast<size_t>(n);
        std::vector<float> table(100), picked(count);
        std::vector<int64_t> index(count);
        std::vector<double> a(count), b(count), mixed(count);
        for (size_t i = 0; i < 100; ++i) table[i] = static_cast<float>(i) * 1.5f;
        for (size_t i = 0; i < count; ++i) {
          index[i] = static_cast<int64_t>(i * 37 % 100);
          a[i] = static_cast<double>(i);
          b[i] = -static_cast<double>(i) - 1.0;
        }
        isa->gather(form, table.data(), index.data(), picked.data(), n);
        isa->select_even(form, 5, a.data(), b.data(), mixed.data(), n);
        for (size_t i = 0; i < count; ++i) {
          EXPECT_EQ(picked[i], table[i * 37 % 100]) << isa->name;
          EXPECT_EQ(mixed[i], i % 2 == 1 ? a[i] : b[i]) << isa->name << " " << i;
        }
      }
    }
  }
}

TEST(Reductions, AgreeWithScalarLoops) {
  for (const IsaKernels* isa : runnable_kernels()) {
    for (int64_t n = 0; n < 70; ++n) {
      Random random(static_cast<uint64_t>(n));
      std::vector<float> in(static_cast<size_t>(n));
      // Small integers and halves: sums and products of the few large ones are exact.
      for (float& x : in) x = static_cast<float>(random.below(9) - 4) * 0.5f;
      for (size_t i = 0; i < in.size(); ++i) {
        if (i % 5 != 0) in[i] = i % 2 == 0 ? 1.0f : -1.0f;
      }
      Reductions got, expected;
      isa->reduce(Form::kVector, in.data(), n, &got);
      isa->reduce(Form::kScalar, in.data(), n, &expected);
      EXPECT_EQ(got.sum, expected.sum) << isa->name << " n " << n;
      EXPECT_EQ(got.prod, expected.prod) << isa->name << " n " << n;
      EXPECT_EQ(got.max, expected.max) << isa->name << " n " << n;
      EXPECT_EQ(got.min, expected.min) << isa->name << " n " << n;
      EXPECT_EQ(got.sum_i64, expected.sum_i64) << isa->name << " n " << n;
      EXPECT_EQ(got.max_i64, expected.max_i64) << isa->name << " n " << n;
      EXPECT_EQ(got.any, expected.any) << isa->name << " n " << n;
      EXPECT_EQ(got.all, expected.all) << isa->name << " n " << n;
    }
  }
}

TEST(Reductions, NanWinsWhereverItIs) {
  for (const IsaKernels* isa : runnable_kernels()) {
    for (size_t at = 0; at < 21; ++at) {
      std::vector<float> in(21, 3.0f);
      in[at] = std::nanf("");
      Reductions got;
      isa->reduce(Form::kVector, in.data(), 21, &got);
      EXPECT_TRUE(std::isnan(got.max) && std::isnan(got.min) && std::isnan(got.sum))
          << isa->name << " " << at;
    }
  }
}

}  // namespace
}  // namespace deploy_test
