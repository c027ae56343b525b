#include <weft/runtime/tensor/generator.h>

#include <weft/runtime/deploy/random.h>
#include <weft/runtime/tensor/factories.h>

namespace weft {

void Generator::set_seed(std::uint64_t seed) {
  seed_ = seed;
  counter_ = 0;
}

std::uint64_t Generator::take(std::uint64_t count) {
  const std::uint64_t first = counter_;
  counter_ += count;
  return first;
}

float Generator::uniform() { return weft_deploy::random_bits(seed_, take(1)).uniform(); }

double Generator::uniform_double() {
  return weft_deploy::random_bits(seed_, take(1)).uniform_double();
}

double Generator::normal() { return weft_deploy::random_bits(seed_, take(1)).normal(); }

std::uint64_t Generator::below(std::uint64_t bound) {
  return weft_deploy::random_bits(seed_, take(1)).below(bound);
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
