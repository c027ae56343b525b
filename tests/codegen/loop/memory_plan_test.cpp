/// \file Places in the arena.
#include <gtest/gtest.h>

#include <random>

#include <weft/codegen/loop/memory_plan.h>

namespace weft::codegen {
namespace {

BufferId add_buffer(Program& p, std::int64_t elements, Storage storage = Storage::kArena) {
  Buffer buffer;
  buffer.name = "b" + std::to_string(p.buffers.size());
  buffer.sizes = {elements};
  buffer.storage = storage;
  p.buffers.push_back(buffer);
  return static_cast<BufferId>(p.buffers.size()) - 1;
}

void add_kernel(Program& p, std::vector<BufferId> reads, std::vector<BufferId> writes) {
  Kernel kernel;
  kernel.reads = std::move(reads);
  kernel.writes = std::move(writes);
  p.kernels.push_back(std::move(kernel));
}

TEST(MemoryPlan, ChainNeedsTwoPlaces) {
  Program p;
  BufferId last = add_buffer(p, 100, Storage::kInput);
  for (int k = 0; k < 6; ++k) {
    const BufferId next = add_buffer(p, 100);
    add_kernel(p, {last}, {next});
    last = next;
  }
  plan_memory(p, true);
  EXPECT_EQ(p.arena_bytes.value(), 2 * 448);
  plan_memory(p, false);
  EXPECT_EQ(p.arena_bytes.value(), 6 * 448);
}

TEST(MemoryPlan, PortsAreNotInTheArena) {
  Program p;
  const BufferId in = add_buffer(p, 10, Storage::kInput);
  const BufferId out = add_buffer(p, 10, Storage::kOutput);
  const BufferId none = add_buffer(p, 0);
  add_kernel(p, {in}, {out, none});
  plan_memory(p, true);
  EXPECT_EQ(p.arena_bytes.value(), 0);
}

TEST(MemoryPlan, PredicatesStayUntilTheirBranchBegins) {
  Program p;
  const BufferId in = add_buffer(p, 100, Storage::kInput);
  const BufferId predicate = add_buffer(p, 1), between = add_buffer(p, 100);
  const BufferId joined = add_buffer(p, 100), out = add_buffer(p, 100, Storage::kOutput);
  add_kernel(p, {in}, {predicate});
  add_kernel(p, {in}, {between});
  add_kernel(p, {in}, {joined});
  add_kernel(p, {between}, {joined});
  add_kernel(p, {joined}, {out});
  p.branches.push_back({predicate, 2, 3, 4, ""});
  plan_memory(p, true);
  const auto begin = [&](BufferId id) { return p.buffers[id].arena_offset.value(); };
  EXPECT_EQ(begin(predicate), 0);
  EXPECT_GE(begin(between), 64);
  EXPECT_GE(begin(joined), 64);
  // Then its place is free again.
  Program q = p;
  q.buffers[joined].sizes = {10};
  q.kernels[4].writes = {add_buffer(q, 10)};
  q.kernels[4].reads = {between};
  plan_memory(q, true);
  EXPECT_EQ(q.buffers.back().arena_offset.value(), 0);
}

TEST(MemoryPlan, BuffersThatLiveTogetherNeverOverlap) {
  std::mt19937 random(7);
  for (int round = 0; round < 50; ++round) {
    Program p;
    std::vector<BufferId> buffers{add_buffer(p, 5, Storage::kInput)};
    for (int k = 0; k < 40; ++k) {
      std::vector<BufferId> reads;
      for (int r = 0; r < 3; ++r) {
        const std::size_t back = random() % std::min<std::size_t>(buffers.size(), 8);
        reads.push_back(buffers[buffers.size() - 1 - back]);
      }
      const BufferId made = add_buffer(p, static_cast<std::int64_t>(random() % 400));
      add_kernel(p, reads, {made});
      buffers.push_back(made);
    }
    plan_memory(p, true);
    std::vector<std::pair<int, int>> life(p.buffers.size(), {1000, -1});
    for (int k = 0; k < static_cast<int>(p.kernels.size()); ++k) {
      for (const auto* list : {&p.kernels[k].reads, &p.kernels[k].writes}) {
        for (const BufferId id : *list) {
          life[id].first = std::min(life[id].first, k);
          life[id].second = std::max(life[id].second, k);
        }
      }
    }
    for (std::size_t a = 1; a < p.buffers.size(); ++a) {
      const std::int64_t begin = p.buffers[a].arena_offset.value();
      const std::int64_t end = begin + p.buffers[a].elements().value() * 4;
      EXPECT_EQ(begin % kArenaAlignment, 0);
      EXPECT_LE(end, p.arena_bytes.value());
      for (std::size_t b = a + 1; b < p.buffers.size(); ++b) {
        if (life[a].second < life[b].first || life[b].second < life[a].first) continue;
        const std::int64_t other = p.buffers[b].arena_offset.value();
        const std::int64_t other_end = other + p.buffers[b].elements().value() * 4;
        EXPECT_TRUE(end <= other || other_end <= begin || begin == end || other == other_end);
      }
    }
  }
}

}  // namespace
}  // namespace weft::codegen
