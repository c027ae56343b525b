#include "tests/differential/reproducer.h"

#include <cstring>
#include <exception>
#include <sstream>
#include <stdexcept>

#include <fmt/format.h>

#include <weft/frontend/trace/result_tensors.h>
#include <weft/ir/interpreter.h>
#include <weft/ir/passes/pipeline.h>
#include <weft/ir/serialization/serialization.h>
#include <weft/runtime/dispatch.h>
#include <weft/runtime/eager/copy.h>
#include <weft/runtime/tensor/factories.h>
#include <weft/runtime/tensor/tensor_impl.h>

#include "tests/differential/agreement.h"
#include "tests/differential/all_modes.h"

namespace weft::differential {

namespace {

std::string numbers(const std::vector<std::int64_t>& values) {
  return fmt::format("{}", fmt::join(values, ","));
}

/// "#input 0 float32 2,3 3,1 0000803f...": set, dtype, sizes, strides, elements in row-major order.
std::string input_line(std::size_t set, const ir::TensorHandle& tensor) {
  const ir::TensorHandle dense = eager::contiguous(tensor);
  std::string line = fmt::format("#input {} {} [{}] [{}] ", set, ir::dtype_name(tensor->dtype),
                                 numbers(tensor->sizes), numbers(tensor->strides));
  const auto* bytes = reinterpret_cast<const unsigned char*>(dense->data());
  const std::size_t count = static_cast<std::size_t>(dense->numel()) * ir::size_of(dense->dtype);
  for (std::size_t i = 0; i < count; ++i) line += fmt::format("{:02x}", bytes[i]);
  return line + "\n";
}

std::vector<std::int64_t> read_numbers(const std::string& text) {
  std::vector<std::int64_t> result;
  std::istringstream stream(text.substr(1, text.size() - 2));
  for (std::string part; std::getline(stream, part, ',');) result.push_back(std::stoll(part));
  return result;
}

DType read_dtype(const std::string& name) {
  for (const DType type :
       {DType::kBool, DType::kUInt8, DType::kInt8, DType::kInt16, DType::kInt32, DType::kInt64,
        DType::kFloat16, DType::kBFloat16, DType::kFloat32, DType::kFloat64}) {
    if (name == ir::dtype_name(type)) return type;
  }
  throw std::runtime_error("no dtype " + name);
}

/// A tensor of these strides with the elements of a dense one.
ir::TensorHandle with_strides(const ir::TensorHandle& dense,
                              const std::vector<std::int64_t>& strides) {
  std::int64_t last = 0;
  for (std::size_t d = 0; d < strides.size(); ++d) {
    if (dense->sizes[d] > 0) last += (dense->sizes[d] - 1) * strides[d];
  }
  const ir::TensorHandle base = make_tensor(dense->dtype, {last + 1});
  const std::size_t width = ir::size_of(dense->dtype);
  std::vector<std::int64_t> at(strides.size(), 0);
  for (std::int64_t i = 0; i < dense->numel(); ++i) {
    std::int64_t place = 0;
    for (std::size_t d = 0; d < at.size(); ++d) place += at[d] * strides[d];
    std::memcpy(base->data() + static_cast<std::size_t>(place) * width,
                dense->data() + static_cast<std::size_t>(i) * width, width);
    for (std::size_t d = at.size(); d-- > 0;) {
      if (++at[d] < dense->sizes[d]) break;
      at[d] = 0;
    }
  }
  return make_view(base, dense->sizes, strides, 0);
}

ir::TensorHandle read_tensor(std::istringstream& line) {
  std::string dtype, sizes, strides, bytes;
  line >> dtype >> sizes >> strides >> bytes;
  if (sizes.size() < 2 || strides.size() < 2) throw std::runtime_error("a damaged #input line");
  const ir::TensorHandle tensor = make_tensor(read_dtype(dtype), read_numbers(sizes));
  const std::size_t count = static_cast<std::size_t>(tensor->numel()) * ir::size_of(tensor->dtype);
  if (bytes.size() != 2 * count) throw std::runtime_error("an #input line of another size");
  for (std::size_t i = 0; i < count; ++i) {
    tensor->data()[i] = static_cast<std::byte>(std::stoi(bytes.substr(2 * i, 2), nullptr, 16));
  }
  return with_strides(tensor, read_numbers(strides));
}

Tensors interpret(const ir::GraphModule& module, const Tensors& inputs) {
  const Tensors own = copies_with_strides(inputs);
  manual_seed(0);
  ir::Interpreter interpreter(module, eager_executor());
  Tensors results = tensors_in(interpreter.run(std::vector<ir::Value>(own.begin(), own.end())));
  write_back(module.graph, own, results);
  return results;
}

}  // namespace

std::string to_text(const Reproducer& reproducer) {
  std::string text = ir::to_text(reproducer.module.graph);
  text += "#exact";
  for (const bool exact : reproducer.exact) text += exact ? " 1" : " 0";
  text += "\n";
  for (std::size_t set = 0; set < reproducer.inputs.size(); ++set) {
    for (const ir::TensorHandle& tensor : reproducer.inputs[set]) text += input_line(set, tensor);
  }
  return text;
}

Reproducer read_reproducer(std::string_view text) {
  Reproducer result;
  result.module.graph = ir::from_text(text, "reproducer.weft");
  result.module.name = "Reproducer";
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string kind;
    words >> kind;
    if (kind == "#exact") {
      for (int flag = 0; words >> flag;) result.exact.push_back(flag != 0);
    } else if (kind == "#input") {
      std::size_t set = 0;
      words >> set;
      if (set > result.inputs.size()) throw std::runtime_error("a set of #input lines is missing");
      if (set == result.inputs.size()) result.inputs.emplace_back();
      result.inputs[set].push_back(read_tensor(words));
    }
  }
  return result;
}

std::string replay(const Reproducer& reproducer, const BatchOptions& options) {
  std::string report;
  CompiledBatch batch(options);
  ir::GraphModule core = reproducer.module.clone();
  ir::lower_to_core(core);
  const std::size_t position = batch.add(core);
  batch.build();
  for (std::size_t set = 0; set < reproducer.inputs.size(); ++set) {
    const Tensors& inputs = reproducer.inputs[set];
    Tensors want;
    try {
      want = interpret(reproducer.module, inputs);
    } catch (const Error&) {
      continue;  // undefined for these inputs
    }
    const auto compare = [&](const char* mode, auto run) {
      std::string problem;
      try {
        problem = difference(run(), want, reproducer.exact);
      } catch (const std::exception& error) {
        problem = fmt::format("threw: {}", error.what());
      }
      if (!problem.empty()) report += fmt::format("{}, inputs {}: {}\n", mode, set, problem);
    };
    compare("core", [&] { return interpret(core, inputs); });
    compare("bundle", [&] { return batch.run(position, inputs); });
  }
  return report;
}

}  // namespace weft::differential
