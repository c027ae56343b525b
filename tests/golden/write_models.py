#!/usr/bin/env python3
"""Records what libtorch computes for model cases: the files of one case in models/.

    tests/golden/write_models.py --libtorch DIR CASE.cpp [CASE.cpp ...]

DIR is the folder with `include` and `lib`, as the torch wheel has it too. A case is compiled
unmodified against libtorch's headers and run on one thread with the weights and inputs that
tests/tools/detweights.py makes of names, as tests/cases/README.md says. A struct of tensors is
flattened like a tuple. Needs numpy.
"""

import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "tools"))
import detweights  # noqa: E402

KINDS = {"f32": ("<f4", "kFloat32"), "f64": ("<f8", "kFloat64"), "i64": ("<i8", "kInt64"),
         "i32": ("<i4", "kInt32"), "u8": ("<u1", "kUInt8"), "bool": ("?", "kBool")}

# Included before the case, whose own includes must do without it: it holds torch's alone.
PROGRAM = """
#include <cstdio>
#include <set>

namespace recording {

template <typename M>
auto make() {
  if constexpr (std::is_base_of_v<torch::nn::Module, M>) return std::make_shared<M>();
  else return M();
}

const char* kind(const torch::Tensor& tensor) {
  switch (tensor.scalar_type()) {
    case torch::kFloat32: return "f32";
    case torch::kFloat64: return "f64";
    case torch::kInt64: return "i64";
    case torch::kInt32: return "i32";
    case torch::kUInt8: return "u8";
    case torch::kBool: return "bool";
    default: std::abort();
  }
}

void read(std::FILE* file, torch::Tensor tensor) {
  torch::Tensor values = torch::empty(tensor.sizes(), tensor.scalar_type());
  if (std::fread(values.data_ptr(), 1, values.nbytes(), file) != values.nbytes()) std::abort();
  tensor.copy_(values);
}

std::vector<torch::Tensor> results;

// Any member of a struct: only its conversion is declared.
struct Any {
  template <typename T>
  operator T() const;
};
template <typename T, typename... Members>
constexpr auto has_members(int) -> decltype(T{std::declval<Members>()...}, true) { return true; }
template <typename T, typename... Members>
constexpr bool has_members(...) { return false; }

template <typename T>
void collect(const T& value);
template <typename... T>
void collect(const std::tuple<T...>& values) {
  std::apply([](const auto&... value) { (collect(value), ...); }, values);
}
template <typename T>
void collect(const std::vector<T>& values) {
  for (const T& value : values) collect(value);
}
template <typename T>
void collect(const T& value) {
  if constexpr (std::is_same_v<T, torch::Tensor>) {
    results.push_back(value);
  } else if constexpr (std::is_arithmetic_v<T>) {
    const bool real = std::is_floating_point_v<T>;
    results.push_back(torch::tensor(value, real ? torch::kFloat32 : torch::kInt64));
  } else if constexpr (has_members<T, Any, Any, Any, Any>(0)) {
    const auto& [a, b, c, d] = value;
    collect(a), collect(b), collect(c), collect(d);
  } else if constexpr (has_members<T, Any, Any, Any>(0)) {
    const auto& [a, b, c] = value;
    collect(a), collect(b), collect(c);
  } else {
    const auto& [a, b] = value;
    collect(a), collect(b);
  }
}

}  // namespace recording

int main(int, char** argv) {
  torch::NoGradGuard no_grad;
  torch::set_num_threads(1);
  auto model = recording::make<MODEL>();
  model->eval();
  const std::set<std::string> keep = {KEEP};
  std::vector<std::pair<std::string, torch::Tensor>> state;
  for (const auto& item : model->named_parameters()) state.emplace_back(item.key(), item.value());
  for (const auto& item : model->named_buffers()) {
    if (!keep.count(item.key())) state.emplace_back(item.key(), item.value());
  }
  if (argv[1] == nullptr) {
    for (const auto& [name, tensor] : state) {
      std::printf("%s %s", name.c_str(), recording::kind(tensor));
      for (int64_t extent : tensor.sizes()) std::printf(" %lld", static_cast<long long>(extent));
      std::printf("\\n");
    }
    return 0;
  }
  std::FILE* file = std::fopen(argv[1], "rb");
  for (const auto& [name, tensor] : state) recording::read(file, tensor);
INPUTS
  std::fclose(file);
  recording::collect(model->forward(ARGUMENTS));
  file = std::fopen(argv[2], "wb");
  for (const torch::Tensor& result : recording::results) {
    std::fprintf(file, "%s", recording::kind(result));
    for (int64_t extent : result.sizes()) {
      std::fprintf(file, " %lld", static_cast<long long>(extent));
    }
    std::fprintf(file, "\\n");
    const torch::Tensor dense = result.contiguous();
    std::fwrite(dense.data_ptr(), 1, dense.nbytes(), file);
  }
  std::fclose(file);
}
"""


def program(path):
    """The C++ source that runs the case."""
    model, keep, arguments, inputs = "", [], [], []
    for line in path.read_text().splitlines():
        match = re.match(r"//! (\w+): (.*)", line)
        key, value = match.groups() if match else ("", "")
        if key == "model":
            model = value.strip()
        elif key == "keep":
            keep += value.split()
        elif key == "scalar":
            arguments.append(value.split("=")[1].strip())
        elif key == "input":
            name, dtype, extents = re.match(r"(\w+): (\w+)\[([\d, ]*)\]", value).groups()
            inputs.append(f"  torch::Tensor input_{name} = torch::empty(std::vector<int64_t>"
                          f"{{{extents}}}, torch::{KINDS[dtype][1]});\n"
                          f"  recording::read(file, input_{name});")
            arguments.append(f"input_{name}")
    text = PROGRAM.replace("MODEL", model).replace("INPUTS", "\n".join(inputs))
    text = text.replace("KEEP", ", ".join(f'"{name}"' for name in keep))
    return f'#include "{path}"\n' + text.replace("ARGUMENTS", ", ".join(arguments))


def record(path, libtorch, folder):
    """Writes the golden files of one case."""
    source, binary = folder / "case.cpp", folder / "case"
    source.write_text(program(path.resolve()))
    subprocess.run([
        os.environ.get("CXX", "c++"), "-std=c++17", "-O1", "-w", str(source), "-o", str(binary),
        f"-D_GLIBCXX_USE_CXX11_ABI={os.environ.get('LIBTORCH_CXX11_ABI', '0')}",
        f"-I{libtorch}/include", f"-I{libtorch}/include/torch/csrc/api/include",
        f"-L{libtorch}/lib", "-ltorch", "-ltorch_cpu", "-lc10", f"-Wl,-rpath,{libtorch}/lib",
    ], check=True)
    target = ROOT / "tests" / "golden" / "models" / path.stem
    listing = target.with_suffix(".params.txt")
    listing.write_bytes(subprocess.run([binary], check=True, stdout=subprocess.PIPE).stdout)

    given, results = folder / "given", folder / "results"
    inputs = detweights.inputs(path)
    values = list(detweights.parameters(listing).values()) + list(inputs.values())
    given.write_bytes(b"".join(value.tobytes() for value in values))
    printed = subprocess.run([binary, given, results], check=True, stdout=subprocess.PIPE).stdout
    if printed:
        target.with_suffix(".stdout.txt").write_bytes(printed)

    tensors = {f"input.{name}": value for name, value in inputs.items()}
    data = results.read_bytes()
    while data:
        line, data = data.split(b"\n", 1)
        kind, *shape = line.decode().split()
        shape = [int(extent) for extent in shape]
        dtype = np.dtype(KINDS[kind][0])
        size = dtype.itemsize * int(np.prod(shape, dtype=np.int64))
        tensors[f"output.{len(tensors) - len(inputs)}"] = np.frombuffer(
            data[:size], dtype).reshape(shape)
        data = data[size:]
    detweights.save(target.with_suffix(".safetensors"), tensors)
    print(f"{path.stem}: {len(tensors) - len(inputs)} results")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--libtorch", type=pathlib.Path, required=True,
                        help="folder with include and lib")
    parser.add_argument("cases", nargs="+", type=pathlib.Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for path in options.cases:
            record(path, options.libtorch, pathlib.Path(folder))


if __name__ == "__main__":
    main()
