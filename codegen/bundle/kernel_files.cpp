#include <algorithm>

#include <fmt/format.h>

#include <weft/codegen/bundle/parts.h>

namespace weft::codegen::bundle {

namespace {

/// Two jobs compile side by side, and a file is pleasant to read.
constexpr std::size_t kLongestFile = 24000;

bool calls_library(const Program& program) {
  return std::any_of(program.kernels.begin(), program.kernels.end(), [](const Kernel& kernel) {
    return kernel.body.size() == 1 && std::holds_alternative<LibraryCall>(kernel.body[0].node);
  });
}

std::string file_heading(const Context& context) {
  const char* library = calls_library(context.program)
                            ? "#include \"weft_deploy/linear_algebra.h\"\n"
                              "#include \"weft_deploy/random.h\"\n"
                              "#include \"weft_deploy/recurrent.h\"\n"
                              "#include \"weft_deploy/scan.h\"\n"
                              "#include \"weft_deploy/scatter.h\"\n"
                              "#include \"weft_deploy/selection.h\"\n"
                              "#include \"weft_deploy/sort.h\"\n"
                              "#include \"weft_deploy/unique.h\"\n"
                            : "";
  return fmt::format(
      "// Kernels of {0}, written by weft {1}. CMakeLists.txt compiles this file once per "
      "instruction set;\n"
      "// each function works on the part [part.begin, part.end) of its outermost loop.\n"
      "#include \"weft_deploy/conv.h\"\n"
      "#include \"weft_deploy/gemm.h\"\n"
      "#include \"weft_deploy/integer_math.h\"\n"
      "#include \"weft_deploy/kernel_support.h\"\n"
      "#include \"weft_deploy/scalar_math.h\"\n{2}"
      "#include \"weft_deploy/vector_math.h\"\n\n"
      "using namespace weft_deploy;\n",
      context.options.name, context.options.tool_version, library);
}

}  // namespace

const std::vector<IsaVariant>& isa_variants() {
  static const std::vector<IsaVariant> kVariants = {
      {"baseline", ""},
      {"avx2", "-mavx2 -mfma -mf16c"},
      {"avx512", "-mavx512f -mavx512dq -mavx512bw -mavx512vl -mavx2 -mfma -mf16c"}};
  return kVariants;
}

const char* common_flags() { return "-O2 -ffp-contract=off -fno-math-errno"; }

std::vector<KernelFile> kernel_files(const Context& context) {
  std::vector<KernelFile> files;
  const auto start = [&] {
    files.push_back({fmt::format("{}_kernels_{}.cpp", context.options.name, files.size()),
                     file_heading(context)});
  };
  for (const cpp::PrintedKernel& kernel : context.kernels) {
    if (files.empty() || files.back().text.size() + kernel.text.size() > kLongestFile) start();
    files.back().text += "\n" + kernel.text;
  }
  return files;
}

std::string port_type(const Port& port) { return port.meta.str(); }

std::string port_name(const Port& port) { return cpp::identifier(port.name); }

}  // namespace weft::codegen::bundle
