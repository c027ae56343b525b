/// \file Places in the arena, by best fit in the order of the kernels.
#include <weft/codegen/loop/memory_plan.h>

#include <algorithm>
#include <map>
#include <set>

namespace weft::codegen {
namespace {

std::int64_t padded_bytes(const Buffer& buffer) {
  const std::int64_t bytes =
      buffer.elements().value() * static_cast<std::int64_t>(ir::size_of(buffer.dtype));
  return (bytes + kArenaAlignment - 1) / kArenaAlignment * kArenaAlignment;
}

/// Free stretches of the arena, by offset and by size.
class FreeList {
 public:
  /// The smallest stretch that fits; else the end of the arena grows, by as little as it has to.
  std::int64_t take(std::int64_t bytes) {
    const auto it = by_size_.lower_bound({bytes, 0});
    if (it != by_size_.end()) {
      const auto [size, offset] = *it;
      erase(offset, size);
      if (size > bytes) insert(offset + bytes, size - bytes);
      return offset;
    }
    std::int64_t offset = end_;
    if (!by_offset_.empty()) {
      const auto [last, size] = *by_offset_.rbegin();
      if (last + size == end_) {
        erase(last, size);
        offset = last;
      }
    }
    end_ = offset + bytes;
    return offset;
  }

  void give_back(std::int64_t offset, std::int64_t bytes) {
    auto next = by_offset_.lower_bound(offset);
    if (next != by_offset_.begin()) {
      const auto previous = std::prev(next);
      if (previous->first + previous->second == offset) {
        offset = previous->first;
        bytes += previous->second;
        erase(previous->first, previous->second);
      }
    }
    next = by_offset_.lower_bound(offset);
    if (next != by_offset_.end() && offset + bytes == next->first) {
      const std::int64_t size = next->second;
      erase(next->first, size);
      bytes += size;
    }
    insert(offset, bytes);
  }

  std::int64_t end() const { return end_; }

 private:
  void insert(std::int64_t offset, std::int64_t bytes) {
    by_offset_[offset] = bytes;
    by_size_.insert({bytes, offset});
  }
  void erase(std::int64_t offset, std::int64_t bytes) {
    by_offset_.erase(offset);
    by_size_.erase({bytes, offset});
  }

  std::map<std::int64_t, std::int64_t> by_offset_;
  std::set<std::pair<std::int64_t, std::int64_t>> by_size_;
  std::int64_t end_ = 0;
};

}  // namespace

void plan_memory(Program& program, bool reuse) {
  std::vector<Buffer>& buffers = program.buffers;
  std::vector<int> last(buffers.size(), -1);
  std::vector<char> constant(buffers.size(), 0);  // stays for the next run
  for (std::size_t k = 0; k < program.kernels.size(); ++k) {
    const Kernel& kernel = program.kernels[k];
    for (const BufferId id : kernel.reads) last[id] = static_cast<int>(k);
    for (const BufferId id : kernel.writes) {
      last[id] = static_cast<int>(k);
      constant[id] = kernel.weights_only ? 1 : 0;
    }
  }
  program.constant_bytes = 0;
  FreeList arena;
  std::vector<bool> placed(buffers.size(), false);
  for (std::size_t k = 0; k < program.kernels.size(); ++k) {
    const Kernel& kernel = program.kernels[k];
    std::vector<BufferId> finished;
    for (const std::vector<BufferId>* list : {&kernel.writes, &kernel.reads}) {
      for (const BufferId id : *list) {
        Buffer& buffer = buffers[id];
        const std::int64_t bytes = padded_bytes(buffer);
        if (buffer.storage != Storage::kArena || bytes == 0) continue;
        if (!placed[id]) {
          buffer.arena_offset = arena.take(bytes);
          placed[id] = true;
        }
        if (constant[id] == 0 && reuse && last[id] == static_cast<int>(k)) finished.push_back(id);
      }
    }
    std::sort(finished.begin(), finished.end());
    finished.erase(std::unique(finished.begin(), finished.end()), finished.end());
    for (const BufferId id : finished) {
      arena.give_back(buffers[id].arena_offset, padded_bytes(buffers[id]));
    }
    if (kernel.weights_only) program.constant_bytes = arena.end();
  }
  program.arena_bytes = arena.end();
}

}  // namespace weft::codegen
