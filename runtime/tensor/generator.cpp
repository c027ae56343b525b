#include <weft/runtime/tensor/generator.h>

#include <cmath>
#include <numbers>

#include <weft/runtime/tensor/factories.h>

namespace weft {

namespace {

void multiply(std::uint32_t a, std::uint32_t b, std::uint32_t& high, std::uint32_t& low) {
  const std::uint64_t product = std::uint64_t{a} * b;
  high = static_cast<std::uint32_t>(product >> 32);
  low = static_cast<std::uint32_t>(product);
}

}  // namespace

void Generator::set_seed(std::uint64_t seed) {
  seed_ = seed;
  counter_ = 0;
}

std::array<std::uint32_t, 4> Generator::next() {
  constexpr std::uint32_t kMultiplier0 = 0xD2511F53;
  constexpr std::uint32_t kMultiplier1 = 0xCD9E8D57;
  constexpr std::uint32_t kWeyl0 = 0x9E3779B9;
  constexpr std::uint32_t kWeyl1 = 0xBB67AE85;
  std::array<std::uint32_t, 4> c = {static_cast<std::uint32_t>(counter_),
                                    static_cast<std::uint32_t>(counter_ >> 32), 0, 0};
  ++counter_;
  std::uint32_t key0 = static_cast<std::uint32_t>(seed_);
  std::uint32_t key1 = static_cast<std::uint32_t>(seed_ >> 32);
  for (int round = 0; round < 10; ++round) {
    std::uint32_t high0, low0, high1, low1;
    multiply(kMultiplier0, c[0], high0, low0);
    multiply(kMultiplier1, c[2], high1, low1);
    c = {high1 ^ c[1] ^ key0, low1, high0 ^ c[3] ^ key1, low0};
    key0 += kWeyl0;
    key1 += kWeyl1;
  }
  return c;
}

float Generator::uniform() { return static_cast<float>(next()[0] >> 8) * 0x1p-24f; }

double Generator::uniform_double() {
  const auto bits = next();
  const std::uint64_t wide = (std::uint64_t{bits[0]} << 32) | bits[1];
  return static_cast<double>(wide >> 11) * 0x1p-53;
}

double Generator::normal() {
  const auto bits = next();
  const double u = (static_cast<double>(bits[0]) + 1.0) * 0x1p-32;  // in (0, 1]
  const double v = static_cast<double>(bits[1]) * 0x1p-32;
  return std::sqrt(-2.0 * std::log(u)) * std::cos(2.0 * std::numbers::pi * v);
}

std::uint64_t Generator::below(std::uint64_t bound) {
  const auto bits = next();
  return ((std::uint64_t{bits[0]} << 32) | bits[1]) % bound;
}

Generator& default_generator() {
  static Generator generator(67280421310721);
  return generator;
}

std::mutex& generator_mutex() {
  static std::mutex mutex;
  return mutex;
}

void manual_seed(std::uint64_t seed) {
  const std::lock_guard lock(generator_mutex());
  default_generator().set_seed(seed);
}

}  // namespace weft
