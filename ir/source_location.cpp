/// \file Printing of source locations and the pool of interned file names.
#include <weft/ir/source_location.h>

#include <fmt/format.h>

#include <mutex>
#include <unordered_set>

namespace weft {

std::string SourceLocation::str() const {
  if (!known()) return {};
  if (column > 0) return fmt::format("{}:{}:{}", file, line, column);
  return fmt::format("{}:{}", file, line);
}

const char* intern(const std::string& text) {
  // Never destroyed: locations in static objects may refer to it until the process ends.
  static auto& pool = *new std::unordered_set<std::string>();
  static auto& mutex = *new std::mutex();
  std::scoped_lock lock(mutex);
  return pool.insert(text).first->c_str();
}

}  // namespace weft
