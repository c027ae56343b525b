/// \file The random generator behind rand, randn and weight initialisation.
#pragma once

#include <cstdint>
#include <mutex>

namespace weft {

/// Counter-based generator: value k of a stream depends on the seed and k alone, as
/// runtime/deploy/random.h says. Compiled models draw the same for the same seed.
class Generator {
 public:
  explicit Generator(std::uint64_t seed = 0) : seed_(seed) {}
  void set_seed(std::uint64_t seed);
  std::uint64_t seed() const { return seed_; }
  /// Takes the next `count` draws; returns the position of the first.
  std::uint64_t take(std::uint64_t count);
  /// In [0, 1), 24 random bits.
  float uniform();
  /// In [0, 1), 53 random bits.
  double uniform_double();
  /// Standard normal.
  double normal();
  /// In [0, bound).
  std::uint64_t below(std::uint64_t bound);

 private:
  std::uint64_t seed_;
  std::uint64_t counter_ = 0;
};

/// The generator that `manual_seed` restarts; locked by `generator_mutex` while in use.
Generator& default_generator();
std::mutex& generator_mutex();

}  // namespace weft
