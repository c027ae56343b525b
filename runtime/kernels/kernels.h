/// \file Kernels of the operators that are no tensor expressions: scans, sorting, scattering,
/// selections by data, recurrent layers, linear algebra, random draws.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include <weft/ir/operators/operator.h>
#include <weft/ir/value.h>

namespace weft::kernels {

/// The only element of a tensor as a bool, an int64 or a double.
/// \error W2002 unless the tensor has one element
ir::Value item(const ir::TensorHandle& tensor, SourceLocation where);

/// Runs the kernel of a call whose operator is Structured on concrete arguments, one per schema
/// parameter. The shape rule of the operator is checked first.
/// \error W1000 for an operator without a kernel, else what the operator itself refuses
ir::Value run(const ir::Call& call, const std::vector<ir::Value>& arguments);

/// True if there is a kernel for the operator of this full name.
bool has_kernel(std::string_view full_name);

/// One kernel; the call holds the metas of `arguments`. Returns one value per result.
using Kernel = std::vector<ir::Value> (*)(const ir::Call& call,
                                          const std::vector<ir::Value>& arguments);

struct KernelRow {
  std::string_view operator_name;
  Kernel kernel;
};

// The families of kernels; each is defined in a file of its name.
std::span<const KernelRow> scan_kernels();
std::span<const KernelRow> sorting_kernels();
std::span<const KernelRow> scatter_kernels();
std::span<const KernelRow> index_write_kernels();
std::span<const KernelRow> selection_kernels();
std::span<const KernelRow> recurrent_kernels();
std::span<const KernelRow> random_kernels();
std::span<const KernelRow> linear_algebra_kernels();
std::span<const KernelRow> check_kernels();

}  // namespace weft::kernels
