/// \file The table of interned texts.
#include <weft/ir/interned_text.h>

#include <array>
#include <atomic>
#include <bit>
#include <deque>
#include <memory>
#include <mutex>
#include <unordered_map>

namespace weft::ir {
namespace {

/// Texts are appended under a lock and read without one: a block of pointers never moves, and an id
/// is handed out only after its pointer has been stored.
class Table {
 public:
  static Table& instance() {
    // Never destroyed: static objects may hold texts until the process ends.
    static Table& table = *new Table();
    return table;
  }

  std::uint32_t enter(std::string_view text) {
    std::scoped_lock lock(mutex_);
    const auto found = ids_.find(text);
    if (found != ids_.end()) return found->second;
    const auto id = static_cast<std::uint32_t>(texts_.size());
    const std::string& stored = texts_.emplace_back(text);
    ids_.emplace(stored, id);
    const auto [block, at] = place(id);
    if (at == 0) {
      blocks_[block].store(new const std::string*[kFirst << block], std::memory_order_release);
    }
    blocks_[block].load(std::memory_order_relaxed)[at] = &stored;
    return id;
  }

  const std::string& text(std::uint32_t id) const {
    const auto [block, at] = place(id);
    return *blocks_[block].load(std::memory_order_acquire)[at];
  }

 private:
  static constexpr std::uint32_t kFirst = 64;

  Table() { enter(""); }

  // Block k holds kFirst << k texts.
  static std::pair<std::uint32_t, std::uint32_t> place(std::uint32_t id) {
    const std::uint32_t block = std::bit_width(id / kFirst + 1) - 1;
    return {block, id - kFirst * ((std::uint32_t{1} << block) - 1)};
  }

  std::mutex mutex_;
  std::deque<std::string> texts_;
  std::unordered_map<std::string_view, std::uint32_t> ids_;
  std::array<std::atomic<const std::string**>, 27> blocks_ = {};
};

}  // namespace

InternedText::InternedText(std::string_view text)
    : id_(text.empty() ? 0 : Table::instance().enter(text)) {}

const std::string& InternedText::str() const { return Table::instance().text(id_); }

}  // namespace weft::ir
