// split_module: the model is cut in two, and each half runs in a thread of its own, so that the
// second half works on one image while the first works on the next.
#include <condition_variable>
#include <cstdio>
#include <deque>
#include <mutex>
#include <thread>

#include <weft/frontend/trace/trace.h>
#include <weft/ir/graph_submodule.h>
#include <weft/ir/partitioning/split_module.h>
#include "graph_run.h"
#include "model.h"

namespace ir = weft::ir;

class Queue {
 public:
  void push(torch::Tensor x) {
    const std::scoped_lock lock(mutex_);
    items_.push_back(std::move(x));
    filled_.notify_one();
  }
  torch::Tensor pop() {
    std::unique_lock lock(mutex_);
    filled_.wait(lock, [this] { return !items_.empty(); });
    torch::Tensor x = items_.front();
    items_.pop_front();
    return x;
  }

 private:
  std::mutex mutex_;
  std::condition_variable filled_;
  std::deque<torch::Tensor> items_;
};

int main() {
  constexpr int kImages = 6;
  const auto net = make_net();
  std::vector<torch::Tensor> images;
  for (int i = 0; i < kImages; ++i) images.push_back(torch::randn({1, 1, 8, 8}));
  const ir::GraphModule whole = weft::trace(net, {images[0]});

  // The first stage ends where the second convolution begins.
  int stage = 0;
  const ir::GraphModule split = ir::split_module(
      whole,
      [&](const ir::Node& node) -> std::optional<int> {
        if (node.target() == "conv2") stage = 1;
        return stage;
      },
      weft::eager_executor());
  const ir::GraphModule& first = ir::find_graph_submodule(split, "submod_0")->graph_module();
  const ir::GraphModule& second = ir::find_graph_submodule(split, "submod_1")->graph_module();
  std::printf("stages of %zu and %zu nodes\n", first.graph.size(), second.graph.size());

  Queue between;
  std::vector<torch::Tensor> results;
  std::thread one([&] {
    for (const torch::Tensor& x : images) between.push(run_graph(first, x));
  });
  std::thread two([&] {
    for (int i = 0; i < kImages; ++i) results.push_back(run_graph(second, between.pop()));
  });
  one.join();
  two.join();

  bool equal = true;
  for (int i = 0; i < kImages; ++i) equal = equal && results[i].allclose(net->forward(images[i]));
  std::printf("%d images, equal to the model: %s\n", kImages, equal ? "yes" : "no");
  return equal ? 0 : 1;
}
