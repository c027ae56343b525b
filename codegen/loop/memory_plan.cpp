/// \file Places in the arena, by best fit in the order of the kernels.
#include <weft/codegen/loop/memory_plan.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace weft::codegen {
namespace {

using ir::IntExpr;

/// Memory is laid out before numbers are found in data, for the most that there can be.
IntExpr bytes_of(const Buffer& buffer, const std::vector<Extent>& extents) {
  return at_most(buffer.elements(), extents) * static_cast<std::int64_t>(ir::size_of(buffer.dtype));
}

IntExpr padded(const IntExpr& bytes) {
  return ir::ceil_div(bytes, kArenaAlignment) * kArenaAlignment;
}

/// Free stretches of the arena, by offset and by size. For buffers of constant size.
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

/// Places whose sizes depend on the extents, one after the other behind the constant ones. A buffer
/// takes a free place that is certain to be large enough, or one that is certain to be too small,
/// which then grows.
class SlotList {
 public:
  std::size_t take(const IntExpr& bytes) {
    std::optional<std::size_t> best;
    bool best_fits = false;
    for (std::size_t k = 0; k < slots_.size(); ++k) {
      if (!slots_[k].free) continue;
      const auto [lower, upper] = (slots_[k].bytes - bytes).bounds();
      const bool fits = lower >= 0;
      if (!fits && upper > 0) continue;
      // The smallest that fits, else the largest.
      const bool better = !best || (fits != best_fits ? fits : fits == smaller(k, *best));
      if (!better) continue;
      best = k;
      best_fits = fits;
    }
    if (!best) {
      slots_.push_back({bytes, false});
      return slots_.size() - 1;
    }
    if (!best_fits) slots_[*best].bytes = bytes;
    slots_[*best].free = false;
    return *best;
  }
  void give_back(std::size_t slot) { slots_[slot].free = true; }

  /// Where each begins, and where the last ends.
  std::vector<IntExpr> offsets(const IntExpr& begin) const {
    std::vector<IntExpr> result = {begin};
    for (const Slot& slot : slots_) result.push_back(result.back() + padded(slot.bytes));
    return result;
  }

 private:
  struct Slot {
    IntExpr bytes;
    bool free;
  };
  bool smaller(std::size_t a, std::size_t b) const {
    return expected_value(slots_[a].bytes) < expected_value(slots_[b].bytes);
  }
  std::vector<Slot> slots_;
};

/// Both lists behind one interface.
class Arena {
 public:
  Arena(std::vector<Buffer>& buffers, const std::vector<Extent>& extents)
      : buffers_(buffers), extents_(extents), slot_of_(buffers.size()) {}

  void take(std::size_t id) {
    const IntExpr bytes = bytes_of(buffers_[id], extents_);
    if (bytes.is_constant()) {
      buffers_[id].arena_offset = constant_.take(padded(bytes).value());
    } else {
      slot_of_[id] = slots_.take(bytes);
    }
  }
  void give_back(std::size_t id) {
    if (slot_of_[id]) {
      slots_.give_back(*slot_of_[id]);
    } else {
      constant_.give_back(buffers_[id].arena_offset.value(),
                          padded(bytes_of(buffers_[id], extents_)).value());
    }
  }
  std::int64_t constant_end() const { return constant_.end(); }
  /// Sets the offsets that depend on extents and returns the end of all.
  IntExpr finish() {
    const std::vector<IntExpr> offsets = slots_.offsets(constant_.end());
    for (std::size_t id = 0; id < buffers_.size(); ++id) {
      if (slot_of_[id]) buffers_[id].arena_offset = offsets[*slot_of_[id]];
    }
    return offsets.back();
  }

 private:
  std::vector<Buffer>& buffers_;
  const std::vector<Extent>& extents_;
  FreeList constant_;
  SlotList slots_;
  std::vector<std::optional<std::size_t>> slot_of_;
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
  // What decides on a branch is read before the branch's first kernel, by no kernel.
  std::vector<std::vector<BufferId>> predicates(program.kernels.size());
  for (const Branch& branch : program.branches) {
    if (branch.begin == branch.end) continue;
    predicates[branch.begin].push_back(branch.predicate);
    last[branch.predicate] = std::max(last[branch.predicate], static_cast<int>(branch.begin));
  }
  std::vector<char> stays = constant;  // is not given to another buffer
  for (const WrittenInput& written : program.written) {
    stays[static_cast<std::size_t>(written.buffer)] = 1;
  }
  program.constant_bytes = 0;
  Arena arena(buffers, program.extents);
  std::vector<bool> placed(buffers.size(), false);
  for (std::size_t k = 0; k < program.kernels.size(); ++k) {
    const Kernel& kernel = program.kernels[k];
    std::vector<BufferId> finished;
    const std::vector<BufferId>* const lists[] = {&kernel.writes, &kernel.reads, &predicates[k]};
    for (const std::vector<BufferId>* list : lists) {
      for (const BufferId id : *list) {
        if (buffers[id].storage != Storage::kArena || buffers[id].elements().is(0)) continue;
        if (!placed[id]) {
          arena.take(static_cast<std::size_t>(id));
          placed[id] = true;
        }
        if (stays[id] == 0 && reuse && last[id] == static_cast<int>(k)) finished.push_back(id);
      }
    }
    std::sort(finished.begin(), finished.end());
    finished.erase(std::unique(finished.begin(), finished.end()), finished.end());
    for (const BufferId id : finished) arena.give_back(static_cast<std::size_t>(id));
    if (kernel.weights_only) program.constant_bytes = arena.constant_end();
  }
  program.arena_bytes = arena.finish();
}

}  // namespace weft::codegen
