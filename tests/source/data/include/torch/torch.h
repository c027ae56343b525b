/// \file A small set of declarations in the shape of the real API, enough to parse the models that
/// the tests of the source frontend write. Nothing here is ever run. Parsing it takes a few
/// milliseconds; tests of models that use containers add -DWEFT_TEST_STANDARD_HEADERS.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <iosfwd>

#ifdef WEFT_TEST_STANDARD_HEADERS
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <tuple>
#include <utility>
#include <vector>
#endif

namespace weft {

class SymInt {
 public:
  explicit SymInt(int64_t value);
  operator int64_t() const;
};
template <class T>
bool operator>(const SymInt& a, T b);
template <class T>
bool operator<(T a, const SymInt& b);
template <class T>
bool operator==(const SymInt& a, T b);

class Scalar {
 public:
  Scalar(double value);
  Scalar(int value);
  Scalar(int64_t value);
  double toDouble() const;
  int64_t toLong() const;
};

template <class T>
class ArrayRef {
 public:
  ArrayRef(std::initializer_list<T> values);
  template <class Container>
  ArrayRef(const Container& values);
};
using IntArrayRef = ArrayRef<int64_t>;

class Tensor {
 public:
  Tensor();
  SymInt size(int64_t dim) const;
  int64_t dim() const;
  SymInt numel() const;
  bool defined() const;
  Tensor sum() const;
  Tensor mean() const;
  Tensor norm() const;
  Tensor argmax() const;
  Tensor any() const;
  Tensor relu() const;
  Tensor operator[](int64_t index) const;
  Tensor& operator+=(const Tensor& other);
  Tensor operator-() const;
  Scalar item() const;
  template <class T>
  T item() const;
  bool is_nonzero() const;
  bool equal(const Tensor& other) const;
  bool allclose(const Tensor& other, double rtol = 1e-5, double atol = 1e-8) const;
  void* data_ptr() const;
  template <class T>
  T* data_ptr() const;
  Tensor data() const;
  template <class T, int N>
  T* accessor() const;
  [[clang::annotate("weft::sync")]] double norm_on_host() const;
  explicit operator bool() const;
  explicit operator double() const;
};

Tensor operator+(const Tensor& a, const Tensor& b);
Tensor operator-(const Tensor& a, const Tensor& b);
Tensor operator*(const Tensor& a, const Tensor& b);
Tensor operator*(const Tensor& a, const Scalar& b);
Tensor operator>(const Tensor& a, const Scalar& b);
Tensor relu(const Tensor& x);
Tensor tanh(const Tensor& x);
Tensor where(const Tensor& condition, const Tensor& a, const Tensor& b);
Tensor stack(ArrayRef<Tensor> tensors);
Tensor zeros(IntArrayRef sizes);
bool equal(const Tensor& a, const Tensor& b);
bool is_nonzero(const Tensor& x);
std::ostream& operator<<(std::ostream& stream, const Tensor& tensor);

namespace nn {

class Module {
 public:
  Module();
  virtual ~Module();
  bool is_training() const;
  template <class T>
  T register_module(const char* name, T module);
  Tensor register_parameter(const char* name, Tensor tensor);
};

template <class Derived>
class Cloneable : public virtual Module {
 public:
  virtual void reset() = 0;
};

template <class Contained>
class ModuleHolder {
 public:
  using ContainedType = Contained;
  Contained* impl_ = nullptr;
  ModuleHolder() : impl_(new Contained()) {}
  ModuleHolder(decltype(nullptr)) {}
  template <class Head, class... Tail>
  explicit ModuleHolder(Head&& head, Tail&&... tail)
      : impl_(new Contained(static_cast<Head&&>(head), static_cast<Tail&&>(tail)...)) {}
  explicit operator bool() const { return impl_ != nullptr; }
  Contained* operator->() { return impl_; }
  template <class... Args>
  auto operator()(Args&&... args) {
    return impl_->forward(static_cast<Args&&>(args)...);
  }
};

class LinearImpl : public Module {
 public:
  LinearImpl(int64_t in, int64_t out);
  Tensor forward(const Tensor& x);
};

class SequentialImpl : public Module {
 public:
  SequentialImpl();
  template <class... Modules>
  explicit SequentialImpl(Modules&&... modules);
  template <class M>
  void push_back(M module);
  template <class Result = Tensor, class... Inputs>
  Result forward(Inputs&&... inputs);
};

}  // namespace nn
}  // namespace weft

namespace torch = weft;
namespace at = weft;

#define TORCH_MODULE(Name)                                    \
  class Name : public ::weft::nn::ModuleHolder<Name##Impl> {  \
   public:                                                    \
    using ::weft::nn::ModuleHolder<Name##Impl>::ModuleHolder; \
    using Impl = Name##Impl;                                  \
  }

namespace weft::nn {
TORCH_MODULE(Linear);
TORCH_MODULE(Sequential);
}  // namespace weft::nn
