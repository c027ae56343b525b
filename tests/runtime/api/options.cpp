// TensorOptions in the spellings that libtorch documents, devices, and what a tensor answers.
#include <torch/torch.h>

#include "libtorch_api.h"

namespace api {

void options() {
  const auto chained = torch::TensorOptions()
                           .dtype(torch::kFloat32)
                           .layout(torch::kStrided)
                           .device(torch::kCPU)
                           .requires_grad(true);
  TORCH_CHECK(torch::full({3, 4}, 123, chained).requires_grad());
  TORCH_CHECK(torch::ones(10, torch::TensorOptions().dtype(torch::kFloat64)).dtype() ==
              torch::kFloat64);
  TORCH_CHECK(torch::ones(10, torch::kInt64).dtype() == torch::kInt64);
  TORCH_CHECK(torch::ones(10, torch::dtype(torch::kFloat32)).dtype() == torch::kFloat32);
  TORCH_CHECK(torch::ones({2}, torch::dtype(torch::kInt8).device(torch::kCPU)).numel() == 2);
  TORCH_CHECK(torch::ones({2}, torch::device(torch::kCPU)).is_cpu());
  TORCH_CHECK(torch::ones({2}, torch::device(torch::kCPU).dtype(torch::kByte)).numel() == 2);
  TORCH_CHECK(torch::ones({2}, torch::requires_grad()).requires_grad());
  TORCH_CHECK(!torch::ones({2}, torch::requires_grad(false)).requires_grad());
  TORCH_CHECK(torch::ones({2}, torch::layout(torch::kStrided)).numel() == 2);
  TORCH_CHECK(torch::ones({2}, at::kDouble).dtype() == at::kDouble);
  TORCH_CHECK(torch::ones({2}, torch::TensorOptions(torch::kHalf)).dtype() == torch::kHalf);
  TORCH_CHECK(torch::ones({2}, {torch::kFloat}).numel() == 2);
  TORCH_CHECK(torch::empty({2}, c10::TensorOptions().dtype(c10::kFloat)).numel() == 2);
  const torch::TensorOptions kept = torch::TensorOptions().dtype(torch::kBFloat16);
  TORCH_CHECK(kept.dtype() == torch::kBFloat16 && kept.has_dtype() && !kept.has_device());
  TORCH_CHECK(kept.device().is_cpu() && !kept.requires_grad() && kept.layout() == torch::kStrided);
  TORCH_CHECK(torch::zeros({1}, kept).element_size() == 2);
  TORCH_CHECK(torch::zeros({1}, kept.dtype(torch::kShort)).element_size() == 2);
  TORCH_CHECK(torch::zeros({1}, torch::TensorOptions().pinned_memory(false)).numel() == 1);

  const torch::Device cpu(torch::kCPU);
  const torch::Device named("cpu");
  torch::Device chosen = torch::cuda::is_available() ? torch::kCUDA : torch::kCPU;
  TORCH_CHECK(cpu == named && cpu.type() == torch::kCPU && cpu.is_cpu() && !cpu.is_cuda());
  TORCH_CHECK(torch::kCPU == torch::DeviceType::CPU && c10::DeviceType::CPU == at::kCPU);
  TORCH_CHECK(cpu.str() == "cpu" && !cpu.has_index() && cpu != torch::Device(torch::kCUDA, 0));
  chosen = cpu;

  torch::Tensor x = torch::ones({2, 3}, torch::kFloat);
  TORCH_CHECK(x.device() == cpu && x.device().type() == torch::kCPU && x.is_cpu() && !x.is_cuda());
  TORCH_CHECK(x.options().dtype() == torch::kFloat && x.options().device() == cpu);
  TORCH_CHECK(torch::zeros({2}, x.options()).dtype() == x.dtype());
  TORCH_CHECK(torch::zeros({2}, x.options().dtype(torch::kLong)).scalar_type() == torch::kLong);
  TORCH_CHECK(x.to(torch::kDouble).dtype() == torch::kDouble);
  TORCH_CHECK(x.to(chosen).is_same(x) && x.to(torch::kCPU, torch::kInt).dtype() == torch::kInt);
  TORCH_CHECK(x.to(x.device(), torch::kDouble, /*non_blocking=*/false, /*copy=*/true).numel() == 6);
  TORCH_CHECK(x.to(torch::TensorOptions().dtype(torch::kHalf)).dtype() == torch::kHalf);
  TORCH_CHECK(x.to(torch::ones({1}, torch::kLong)).dtype() == torch::kLong);
  TORCH_CHECK(x.to(x.options().dtype(torch::kByte)).dtype() == torch::kUInt8);
  TORCH_CHECK(x.toType(torch::kChar).dtype() == torch::kInt8 && x.type_as(x).dtype() == x.dtype());
  TORCH_CHECK(x.dtype() == torch::ScalarType::Float && x.dtype() == at::ScalarType::Float);
  TORCH_CHECK(c10::ScalarType::Long == torch::kLong && torch::ScalarType::Bool == torch::kBool);
  TORCH_CHECK(x.dtype() == torch::dtype<float>().dtype());
  TORCH_CHECK(x.is_floating_point() && !x.is_complex() && x.is_signed());
  TORCH_CHECK(x.layout() == torch::kStrided && x.element_size() == 4 && x.itemsize() == 4);
  TORCH_CHECK(x.nbytes() == 24 && x.ndimension() == 2 && x.storage_offset() == 0);
  TORCH_CHECK(x.is_contiguous() && x.strides().equals({3, 1}) && x.stride(0) == 3);
  TORCH_CHECK(x.sizes() == torch::IntArrayRef({2, 3}) && x.sizes().vec().size() == 2);
  TORCH_CHECK(torch::is_floating_point(x) && !torch::is_complex(x));
  const auto last = torch::MemoryFormat::ChannelsLast;
  const torch::Tensor image = torch::empty({2, 3, 4, 5}, torch::kFloat, last);
  TORCH_CHECK(image.strides().equals({60, 1, 15, 3}) && image.is_contiguous(last));
  TORCH_CHECK(torch::empty({2, 3, 4, 5}, x.options().memory_format(last)).is_contiguous(last));
  TORCH_CHECK(torch::zeros_like(image, torch::MemoryFormat::Contiguous).is_contiguous());
  TORCH_CHECK(torch::zeros({2, 3, 4, 5}, torch::TensorOptions(last)).is_contiguous());
  TORCH_CHECK(image.contiguous().to(last).is_contiguous(last));
  TORCH_CHECK(torch::TensorOptions().memory_format(last).has_memory_format());
  caffe2::TypeMeta type = x.dtype();
  TORCH_CHECK(type == torch::kFloat && type == x.dtype() && type.itemsize() == 4);
  TORCH_CHECK(type == caffe2::TypeMeta::Make<float>() && type.isScalarType(torch::kFloat));
  TORCH_CHECK(type.toScalarType() == torch::kFloat && torch::zeros({1}, type).dtype() == type);
  TORCH_CHECK(x.to(type).dtype() == type && torch::TensorOptions().dtype(type).dtype() == type);
  TORCH_CHECK(torch::typeMetaToScalarType(x.dtype()) == c10::typeMetaToScalarType(type));
  TORCH_CHECK(torch::elementSize(torch::kLong) == 8 && torch::isFloatingType(torch::kHalf));
  TORCH_CHECK(torch::isIntegralType(torch::kInt, /*includeBool=*/false));
  TORCH_CHECK(std::string(torch::toString(torch::kFloat)) == "Float");
  TORCH_CHECK(torch::promote_types(torch::kInt, torch::kFloat) == torch::kFloat);
  TORCH_CHECK(torch::result_type(x, torch::ones({2}, torch::kDouble)) == torch::kDouble);
  TORCH_CHECK(torch::can_cast(torch::kInt, torch::kFloat));
  TORCH_CHECK(torch::get_default_dtype() == torch::kFloat);
}

}  // namespace api
