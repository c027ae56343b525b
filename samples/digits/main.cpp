// Classifies scans of handwritten digits with the compiled model. It is built against the bundle
// alone: the generated header, the support headers that lie beside it, and the standard library.

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

#include "digits.h"
#include "weft_deploy/weights_file.h"

namespace {

constexpr std::int64_t kPixels = 8 * 8;
constexpr std::int64_t kClasses = 10;
// What the network and the scans are known to give.
constexpr int kRight = 397;
constexpr double kMostDifference = 1e-4;

/// The scans with their labels and the log-probabilities that were recorded for them.
struct Scans {
  weft_deploy::WeightsFile file;
  std::int64_t count = 0;
  const float* images = nullptr;
  const std::int64_t* labels = nullptr;
  const float* log_probs = nullptr;
};

void load(Scans& scans, const char* path) {
  std::string error;
  if (!scans.file.open(path, weft_deploy::LoadMode::kMap, &error)) throw std::runtime_error(error);
  const weft_deploy::WeightsEntry* labels = scans.file.find("labels");
  if (labels == nullptr || labels->rank != 1) throw std::runtime_error("there are no labels");
  scans.count = labels->sizes[0];
  const std::int64_t image_sizes[] = {scans.count, 1, 8, 8};
  const std::int64_t log_prob_sizes[] = {scans.count, kClasses};
  if (!scans.file.lookup("images", image_sizes, 4, &scans.images, &error) ||
      !scans.file.lookup("labels", &scans.count, 1, &scans.labels, &error) ||
      !scans.file.lookup("log_probs", log_prob_sizes, 2, &scans.log_probs, &error)) {
    throw std::runtime_error(error);
  }
}

/// Microseconds per scan: the median over many passes through all scans.
double latency(const digits::Model& model, digits::Workspace& workspace, const Scans& scans) {
  constexpr int kPasses = 51;
  std::vector<double> times;
  float log_probs[kClasses];
  for (int pass = 0; pass < kPasses; ++pass) {
    const auto start = std::chrono::steady_clock::now();
    for (std::int64_t i = 0; i < scans.count; ++i) {
      model.run(scans.images + i * kPixels, log_probs, workspace);
    }
    const std::chrono::duration<double, std::micro> time = std::chrono::steady_clock::now() - start;
    times.push_back(time.count() / static_cast<double>(scans.count));
  }
  std::nth_element(times.begin(), times.begin() + kPasses / 2, times.end());
  return times[kPasses / 2];
}

int classify(const char* weights, const char* scan_file) {
  const digits::Model model(weights);
  digits::Workspace workspace(model);
  Scans scans;
  load(scans, scan_file);

  int right = 0;
  double difference = 0;
  for (std::int64_t i = 0; i < scans.count; ++i) {
    float log_probs[kClasses];
    model.run(scans.images + i * kPixels, log_probs, workspace);
    const float* best = std::max_element(log_probs, log_probs + kClasses);
    right += best - log_probs == scans.labels[i] ? 1 : 0;
    for (std::int64_t c = 0; c < kClasses; ++c) {
      const double d = std::abs(log_probs[c] - scans.log_probs[i * kClasses + c]);
      difference = d <= difference ? difference : d;  // keeps a NaN
    }
  }
  std::printf("right answers        %d of %lld scans\n", right,
              static_cast<long long>(scans.count));
  std::printf("largest difference   %.2e from the recorded log-probabilities\n", difference);
  std::printf("latency, compiled    %.2f us per scan, %s kernels\n",
              latency(model, workspace, scans), digits_instruction_set(model.get()));
  if (right != kRight || !(difference <= kMostDifference)) {
    std::printf("FAILED: expected %d right answers and a difference of at most %g\n", kRight,
                kMostDifference);
    return 1;
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: %s digits.weights digits_test.safetensors\n", argv[0]);
    return 2;
  }
  try {
    return classify(argv[1], argv[2]);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "error: %s\n", error.what());
    return 1;
  }
}
