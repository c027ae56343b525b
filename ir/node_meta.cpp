/// \file Sharing of equal metas; the sorted list of attachments.
#include <weft/ir/node_meta.h>

#include <algorithm>
#include <array>
#include <stdexcept>

namespace weft::ir {
namespace {

bool name_below(const Attachments::value_type& entry, std::string_view name) {
  return entry.first < name;
}

}  // namespace

ModuleStack::ModuleStack(const Frames& frames) {
  if (frames.empty()) return;
  static thread_local Shared<Frames> latest;
  if (!latest || *latest != frames) latest = Shared<Frames>(frames);
  frames_ = latest;
}

const ModuleStack::Frames& ModuleStack::frames() const {
  static const Frames kNone;
  return frames_ ? *frames_ : kNone;
}

SharedMeta::SharedMeta(ValueMeta meta) {
  if (!meta.known()) return;
  // A chain of pointwise operators has one shape, and a network few of them.
  static thread_local std::array<Shared<ValueMeta>, 4> recent;
  static thread_local std::size_t oldest = 0;
  for (const Shared<ValueMeta>& known : recent) {
    if (known && *known == meta) {
      meta_ = known;
      return;
    }
  }
  meta_ = Shared<ValueMeta>(std::move(meta));
  recent[oldest] = meta_;
  oldest = (oldest + 1) % recent.size();
}

const ValueMeta& SharedMeta::get() const {
  static const ValueMeta kUnknown;
  return meta_ ? *meta_ : kUnknown;
}

const Attachments::Entries& Attachments::entries() const {
  static const Entries kNone;
  return entries_ ? *entries_ : kNone;
}

Attachments::const_iterator Attachments::find(std::string_view name) const {
  const auto at = std::lower_bound(begin(), end(), name, name_below);
  return at != end() && at->first == name ? at : end();
}

const Argument& Attachments::at(std::string_view name) const {
  const auto found = find(name);
  if (found == end()) throw std::out_of_range("no attachment `" + std::string(name) + "`");
  return found->second;
}

Argument& Attachments::operator[](std::string_view name) {
  Entries& entries = entries_.edit();
  auto at = std::lower_bound(entries.begin(), entries.end(), name, name_below);
  if (at == entries.end() || at->first != name) {
    at = entries.emplace(at, std::string(name), Argument());
  }
  return at->second;
}

bool Attachments::try_emplace(std::string_view name, Argument value) {
  if (contains(name)) return false;
  (*this)[name] = std::move(value);
  return true;
}

std::size_t Attachments::erase(std::string_view name) {
  if (!contains(name)) return 0;
  Entries& entries = entries_.edit();
  entries.erase(std::lower_bound(entries.begin(), entries.end(), name, name_below));
  return 1;
}

}  // namespace weft::ir
