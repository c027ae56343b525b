#include <weft/frontend/trace/same_module.h>

#include <cstring>

#include <weft/ir/conditional.h>
#include <weft/runtime/tensor/tensor_impl.h>

namespace weft {

bool same_tensor(const ir::Value& a, const ir::Value& b) {
  const ir::TensorHandle* x = a.tensor();
  const ir::TensorHandle* y = b.tensor();
  if (x == nullptr || y == nullptr) return x == y;
  if (*x == *y) return true;
  if ((*x)->is_proxy() || (*y)->is_proxy() || (*x)->dtype != (*y)->dtype ||
      (*x)->sizes != (*y)->sizes || !(*x)->is_contiguous() || !(*y)->is_contiguous()) {
    return false;
  }
  const auto bytes = static_cast<std::size_t>((*x)->numel()) * ir::size_of((*x)->dtype);
  return bytes == 0 || std::memcmp((*x)->data(), (*y)->data(), bytes) == 0;
}

bool same_module(const ir::ModuleInterface* a, const ir::ModuleInterface* b) {
  if (a == b) return true;
  const auto* x = dynamic_cast<const ir::Conditional*>(a);
  const auto* y = dynamic_cast<const ir::Conditional*>(b);
  return x != nullptr && y != nullptr &&
         same_module(x->true_graph().graph_module(), y->true_graph().graph_module()) &&
         same_module(x->false_graph().graph_module(), y->false_graph().graph_module());
}

bool same_module(const ir::GraphModule& a, const ir::GraphModule& b) {
  if (!structurally_equal(a.graph, b.graph)) return false;
  for (const ir::GraphModule::Attribute& attribute : a.attributes()) {
    const ir::GraphModule::Attribute* other = b.find_attribute(attribute.path);
    if (other != nullptr && !same_tensor(attribute.value, other->value)) return false;
  }
  for (const auto& [path, module] : a.modules()) {
    if (!same_module(module.get(), b.find_module(path).get())) return false;
  }
  return true;
}

}  // namespace weft
