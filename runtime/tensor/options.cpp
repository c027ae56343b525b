#include <weft/runtime/tensor/options.h>

#include <charconv>

#include <weft/runtime/diagnostics.h>

namespace weft {

Device::Device(const std::string& text) : type_(DeviceType::kCPU), index_(-1) {
  const std::size_t colon = text.find(':');
  const std::string name = text.substr(0, colon);
  if (name == "cuda") {
    type_ = DeviceType::kCUDA;
  } else if (name != "cpu") {
    fail(diag::DeviceUnavailable, {}, {text});
  }
  if (colon == std::string::npos) return;
  const char* end = text.data() + text.size();
  const auto [last, error] = std::from_chars(text.data() + colon + 1, end, index_);
  if (error != std::errc() || last != end || index_ < 0) {
    fail(diag::DeviceUnavailable, {}, {text});
  }
}

std::string Device::str() const {
  const std::string name = is_cpu() ? "cpu" : "cuda";
  return has_index() ? name + ":" + std::to_string(index_) : name;
}

}  // namespace weft
