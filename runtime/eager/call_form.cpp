#include <weft/runtime/eager/call_form.h>

#include <cstring>
#include <string_view>

#include <weft/runtime/tensor/tensor_impl.h>

namespace weft::eager {

namespace {

class FormWriter {
 public:
  explicit FormWriter(std::string& form) : form_(form) {}

  void add(const ir::Value& value) {
    form_ += static_cast<char>(value.value.index());
    std::visit(*this, value.value);
  }
  template <typename T>
  void add_bytes(const T& value) {
    const char* bytes = reinterpret_cast<const char*>(&value);
    form_.append(bytes, sizeof(T));
  }

  void operator()(std::monostate) {}
  void operator()(const ir::TensorHandle& tensor) {
    form_ += static_cast<char>(tensor->dtype);
    add_list(tensor->sizes);
    add_list(tensor->strides);
  }
  void operator()(bool value) { add_bytes(value); }
  void operator()(std::int64_t value) { add_bytes(value); }
  void operator()(double value) { add_bytes(value); }
  void operator()(DType value) { add_bytes(value); }
  void operator()(const std::string& text) {
    add_bytes(text.size());
    form_ += text;
  }
  void operator()(const std::vector<ir::Value>& items) {
    add_bytes(items.size());
    for (const ir::Value& item : items) add(item);
  }
  void operator()(const std::shared_ptr<const ir::ValueDict>& dict) {
    add_bytes(dict->items.size());
    for (const auto& [key, item] : dict->items) {
      (*this)(key);
      add(item);
    }
  }

 private:
  void add_list(const std::vector<std::int64_t>& values) {
    add_bytes(values.size());
    form_.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(values[0]));
  }
  std::string& form_;
};

}  // namespace

void write_form(const ir::Operator& op, const std::vector<ir::Value>& arguments,
                std::string& form) {
  FormWriter writer(form);
  writer.add_bytes(&op);
  for (const ir::Value& argument : arguments) writer.add(argument);
}

}  // namespace weft::eager
