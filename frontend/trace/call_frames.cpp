#include <weft/frontend/trace/call_frames.h>

#ifdef WEFT_BACKTRACE
#include <backtrace.h>
#include <cxxabi.h>
#include <link.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <string_view>
#include <unordered_map>
#include <vector>
#endif

namespace weft {

#ifdef WEFT_BACKTRACE

namespace {

std::string readable_name(const char* symbol) {
  if (symbol == nullptr) return "?";
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> name(
      abi::__cxa_demangle(symbol, nullptr, nullptr, &status), std::free);
  return status == 0 ? name.get() : symbol;
}

// Headers of weft and of the standard library, which user code passes through.
bool is_users(std::string_view file) {
  for (const char* folder : {"/frontend/trace/", "/runtime/", "/ir/", "/include/c++/"}) {
    const std::size_t at = file.rfind(folder);
    const bool header = file.ends_with(".h") || std::string_view(folder) == "/include/c++/";
    if (at != std::string_view::npos && header) return false;
  }
  return true;
}

/// Frames by address. What has been looked up once is kept: a loop records the same calls again.
class FrameTable {
 public:
  std::string frames() {
    const std::scoped_lock lock(mutex_);
    const unsigned long long loaded = count_of_loaded();
    if (state_ == nullptr || loaded != loaded_) {
      // A state knows the libraries that were there when it was made, and cannot be released.
      state_ = backtrace_create_state(nullptr, 1, ignore, nullptr);
      lines_.clear();
      loaded_ = loaded;
    }
    std::vector<std::uintptr_t> addresses;
    backtrace_simple(state_, 1, take_address, ignore, &addresses);
    std::string text;
    for (auto at = addresses.rbegin(); at != addresses.rend(); ++at) text += lines_of(*at);
    if (!text.empty()) text.pop_back();
    return text;
  }

 private:
  static void ignore(void*, const char*, int) {}
  static int take_address(void* data, std::uintptr_t address) {
    static_cast<std::vector<std::uintptr_t>*>(data)->push_back(address);
    return 0;
  }
  static int take_line(void* data, std::uintptr_t, const char* file, int line,
                       const char* function) {
    if (file == nullptr || line == 0 || !is_users(file)) return 0;
    // Where the C library calls main.
    if (function != nullptr && std::string_view(function).starts_with("__libc_start")) return 0;
    static_cast<std::vector<std::string>*>(data)->push_back(
        std::string(file) + ":" + std::to_string(line) + " in " + readable_name(function) + "\n");
    return 0;
  }
  static int take_loaded(dl_phdr_info* info, std::size_t, void* data) {
    *static_cast<unsigned long long*>(data) = info->dlpi_adds + info->dlpi_subs;
    return 1;
  }
  static unsigned long long count_of_loaded() {
    unsigned long long count = 0;
    dl_iterate_phdr(take_loaded, &count);
    return count;
  }

  const std::string& lines_of(std::uintptr_t address) {
    const auto [at, fresh] = lines_.try_emplace(address);
    if (!fresh) return at->second;
    std::vector<std::string> found;  // functions that were compiled into their callers come first
    backtrace_pcinfo(state_, address, take_line, ignore, &found);
    std::reverse(found.begin(), found.end());
    for (const std::string& line : found) at->second += line;
    return at->second;
  }

  std::mutex mutex_;
  backtrace_state* state_ = nullptr;
  unsigned long long loaded_ = 0;
  std::unordered_map<std::uintptr_t, std::string> lines_;
};

}  // namespace

std::string user_frames() {
  static FrameTable& table = *new FrameTable();
  return table.frames();
}

#else

std::string user_frames() { return {}; }

#endif

}  // namespace weft
