/// \file The parts of a bundle, one function each.
#pragma once

#include <string>
#include <vector>

#include <weft/codegen/bundle/bundle.h>
#include <weft/codegen/cpp/kernel_printer.h>
#include <weft/codegen/cpp/spelling.h>

namespace weft::codegen {
struct Variant;
}

namespace weft::codegen::bundle {

/// A kernel file and the kernels that it defines.
struct KernelFile {
  std::string path;
  std::string text;
};

/// One instruction set of the kernel files.
struct IsaVariant {
  const char* name;   ///< "avx2"
  const char* flags;  ///< compiler flags, separated by blanks
};
const std::vector<IsaVariant>& isa_variants();
/// Flags of every file of a bundle.
const char* common_flags();

/// What the parts share.
struct Context {
  const Program& program;
  const ir::GraphModule& module;
  const BundleOptions& options;
  std::vector<cpp::PrintedKernel> kernels;
  std::string bundle_name;                         ///< of the bundle that a variant is in
  const std::vector<Variant>* variants = nullptr;  ///< of the common interface of variants
};

std::vector<KernelFile> kernel_files(const Context& context);
std::string header_file(const Context& context);
std::string entry_file(const Context& context);
/// `entries` are the source files that are compiled once.
std::string cmake_file(const BundleOptions& options, const std::vector<std::string>& entries,
                       const std::vector<KernelFile>& kernels);
std::string manifest_file(const Context& context, const std::vector<KernelFile>& kernels);
/// A safetensors file whose tensors begin at multiples of 64 bytes.
class WeightsWriter {
 public:
  void add(const std::string& name, const ir::TensorMeta& meta, const std::string& bytes);
  std::string file() const;

 private:
  std::string items_;
  std::string data_;
  int paddings_ = 0;
};
/// The elements of a weight of the program, dense and in row-major order.
std::string weight_bytes(const Context& context, const Port& weight);
/// The kernels of a program, printed.
Context make_context(const Program& program, const ir::GraphModule& module,
                     const BundleOptions& options);
/// The support headers, by path in the bundle.
BundleFiles support_files();

/// True if a workspace keeps something from one call to the next: the random generator, numbers
/// that the last call found in its data.
bool keeps_state(const Program& program);
/// How many numbers of results the data decides, and which of them a symbol is.
std::size_t found_numbers(const Program& program);
std::size_t found_position(const Program& program, const ir::Symbol& symbol);
/// The checks that can be made once the number `symbol` has been found, and not before.
std::string conditions_on_found(const Context& context, const ir::Symbol& symbol);

/// "WEFT_F32".
std::string weft_dtype(DType type);

/// The tables of the entry, and the function that checks types and shapes of inputs and reads the
/// extents off them.
std::string input_checks(const Program& program);
/// The same, and the function that checks inputs and outputs.
std::string guard_functions(const Program& program);
/// The function that checks all of a call, its workspace included.
std::string call_check(const Context& context);
/// `const int64_t N = extents[0];` for all extents.
std::string extent_lines(const Program& program, const cpp::SymbolNames& names, const char* type);

// Parts of the entry of a program with extents that a call decides: the functions for memory before
// the model's struct, the one after it, and the further entry points.
std::string extent_sizes(const Context& context);
std::string workspace_size_function(const Context& context);
std::string extent_functions(const Context& context);

/// True if a run writes the input.
bool is_written(const Program& program, std::size_t input);

/// "f32[1, 10]".
std::string port_type(const Port& port);
/// A C++ identifier for a port of the program.
std::string port_name(const Port& port);

}  // namespace weft::codegen::bundle
