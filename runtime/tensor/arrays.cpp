#include <weft/runtime/tensor/arrays.h>

#include <algorithm>
#include <stdexcept>

namespace weft {

template <typename T>
const T& ArrayRef<T>::at(std::size_t i) const {
  if (i >= size_) throw std::out_of_range("ArrayRef: index out of range");
  return data_[i];
}

template <typename T>
bool ArrayRef<T>::equals(ArrayRef o) const {
  return std::equal(begin(), end(), o.begin(), o.end());
}

template class ArrayRef<std::int64_t>;
template class ArrayRef<double>;

}  // namespace weft
