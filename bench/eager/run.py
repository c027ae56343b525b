#!/usr/bin/env python3
"""Times the models of tests/cases in eager mode, beside libtorch where it is given.

    bench/eager/run.py [--build DIR] [--libtorch DIR] [--cases NAME,NAME] [--seconds S]

One program with all models is compiled against weft's headers and, unchanged, against those of
libtorch (`--libtorch DIR`, the folder with `include` and `lib`, as the torch wheel has it too).
Each model runs on one thread with equal weights and inputs; the two programs take turns model by
model. Printed are the medians of a call in microseconds and their ratio.
"""

import argparse
import os
import pathlib
import re
import statistics
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
CASES = ROOT / "tests" / "cases"

DTYPES = {"f32": "kFloat32", "f64": "kFloat64", "i64": "kInt64", "i32": "kInt32", "u8": "kUInt8",
          "bool": "kBool"}

PROLOGUE = """#include <torch/torch.h>
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

// Weights of a moderate size, the same in both programs.
inline void fill(const torch::Tensor& tensor, double low, double high) {
  if (!tensor.is_floating_point()) return;
  const int64_t count = tensor.numel();
  const torch::Tensor steps = torch::arange(count, torch::kFloat64).mul(0.6180339887).remainder(1.0);
  const torch::Tensor values = steps.mul(high - low).add(low);
  torch::NoGradGuard no_grad;
  torch::Tensor target = tensor;
  target.copy_(values.to(tensor.scalar_type()).view(tensor.sizes()));
}

template <typename M>
auto make_model() {
  if constexpr (std::is_base_of_v<torch::nn::Module, M>) {
    return std::make_shared<M>();
  } else {
    return M();
  }
}

template <typename M>
M* address(std::shared_ptr<M>& model) { return model.get(); }
template <typename H>
auto address(H& holder) { return holder.get(); }

template <typename M>
void prepare(M* model) {
  for (const auto& item : model->named_parameters()) {
    const torch::Tensor& tensor = item.value();
    const double bound = tensor.dim() > 1 ? std::sqrt(6.0 * tensor.size(0) / tensor.numel()) : 0.1;
    const bool scale = tensor.dim() <= 1 && item.key().find("weight") != std::string::npos;
    fill(tensor, scale ? 0.5 : -bound, scale ? 1.5 : bound);
  }
  model->eval();
}

template <typename F>
void measure(const char* name, double seconds, const F& call) {
  using Clock = std::chrono::steady_clock;
  const auto once = [&] {
    const auto begin = Clock::now();
    call();
    return std::chrono::duration<double>(Clock::now() - begin).count();
  };
  once();
  std::vector<double> times;
  double total = 0;
  while (times.size() < 5 || (total < seconds && times.size() < 100000)) {
    times.push_back(once());
    total += times.back();
  }
  std::nth_element(times.begin(), times.begin() + times.size() / 2, times.end());
  std::printf("%s %.3f\\n", name, times[times.size() / 2] * 1e6);
  std::fflush(stdout);
}
"""


class Case:
    def __init__(self, path):
        self.name = path.stem
        self.model = ""
        self.breaks = None
        self.arguments = []
        for line in path.read_text().splitlines():
            match = re.match(r"//! (\w+): (.*)", line)
            if not match:
                continue
            key, value = match.groups()
            if key == "model":
                self.model = value.strip()
            elif key == "breaks":
                self.breaks = int(value)
            elif key in ("input", "scalar"):
                self.arguments.append(self.argument(key, value))

    @staticmethod
    def argument(key, value):
        """The C++ expression of an argument of forward."""
        if key == "scalar":
            return value.split("=")[1].strip()
        match = re.match(r"\w+: (\w+)\[([\d,]*)\](?: in \[(.*),(.*)\))?", value)
        dtype, extents, low, high = match.groups()
        is_float = dtype.startswith("f")
        low, high = float(low or (-1 if is_float else 0)), float(high or (1 if is_float else 2))
        count = 1
        for extent in filter(None, extents.split(",")):
            count *= int(extent)
        values = (f"torch::arange({count}, torch::kFloat64).mul(0.7548776662).remainder(1.0)"
                  f".mul({high - low}).add({low})")
        if not is_float:
            values += ".floor()"
        return f"{values}.to(torch::{DTYPES[dtype]}).view({{{extents}}})"

    def definition(self):
        return f'namespace case_{self.name} {{\n#include "{CASES / self.name}.cpp"\n}}\n'

    def measurement(self):
        names = [f"a{i}" for i in range(len(self.arguments))]
        lines = [f"    auto model = make_model<case_{self.name}::{self.model}>();",
                 "    prepare(address(model));"]
        lines += [f"    auto {n} = {a};" for n, a in zip(names, self.arguments)]
        call = f"address(model)->forward({', '.join(names)})"
        lines.append(f'    measure("{self.name}", seconds, [&] {{ (void){call}; }});')
        return f'  if (wanted == "{self.name}") {{\n' + "\n".join(lines) + "\n  }\n"


def source(cases):
    text = PROLOGUE + "".join(case.definition() for case in cases)
    text += ("int main(int, char** argv) {\n  const std::string wanted = argv[1];\n"
             "  const double seconds = std::atof(argv[2]);\n  torch::NoGradGuard no_grad;\n")
    return text + "".join(case.measurement() for case in cases) + "}\n"


def compile_program(output, flags, text):
    path = output.with_suffix(".cpp")
    path.write_text(text)
    command = [os.environ.get("CXX", "c++"), "-O2", "-w", str(path), "-o", str(output), *flags]
    subprocess.run(command, check=True)


def time_of(program, case, seconds):
    environment = dict(os.environ, WEFT_THREADS="1", OMP_NUM_THREADS="1")
    result = subprocess.run([program, case.name, str(seconds)], env=environment,
                            capture_output=True, text=True)
    if result.returncode != 0:
        sys.exit(f"{program} {case.name} failed:\n{result.stderr}")
    return float(result.stdout.split()[-1])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build",
                        help="weft's build folder")
    parser.add_argument("--libtorch", type=pathlib.Path, help="folder with include and lib")
    parser.add_argument("--cases", help="names, with commas; default: all without graph breaks")
    parser.add_argument("--seconds", type=float, default=0.5, help="for each measurement")
    options = parser.parse_args()

    cases = [Case(path) for path in sorted(CASES.glob("*.cpp")) if not path.stem.endswith("_b")]
    if options.cases:
        cases = [case for case in cases if case.name in options.cases.split(",")]
    else:
        cases = [case for case in cases if case.breaks == 0]
    folder = options.build / "bench_eager"
    folder.mkdir(parents=True, exist_ok=True)
    text = source(cases)

    include = options.build / "include"
    library = options.build / "lib"
    programs = [folder / "weft_eager"]
    compile_program(programs[0], ["-std=c++20", f"-I{include}", f"-I{include}/weft/compat",
                                  f"-L{library}", "-lweft", f"-Wl,-rpath,{library}"], text)
    if options.libtorch:
        torch = options.libtorch
        programs.append(folder / "libtorch_eager")
        compile_program(programs[1], [
            "-std=c++17", f"-I{torch}/include", f"-I{torch}/include/torch/csrc/api/include",
            f"-L{torch}/lib", "-ltorch", "-ltorch_cpu", "-lc10", f"-Wl,-rpath,{torch}/lib",
            f"-D_GLIBCXX_USE_CXX11_ABI={os.environ.get('LIBTORCH_CXX11_ABI', '0')}"], text)

    print(f"{'model':20} {'weft us':>12} {'libtorch us':>12} {'ratio':>7}")
    ratios = []
    for case in cases:
        times = [time_of(program, case, options.seconds) for program in programs]
        cells = f"{case.name:20} {times[0]:12.1f}"
        if len(times) > 1:
            ratios.append(times[0] / times[1])
            cells += f" {times[1]:12.1f} {ratios[-1]:7.2f}"
        print(cells, flush=True)
    if ratios:
        print(f"geometric mean of the ratios {statistics.geometric_mean(ratios):.2f}, "
              f"largest {max(ratios):.2f}")


if __name__ == "__main__":
    main()
