#include "tests/differential/compiled_batch.h"

#include <dlfcn.h>
#include <unistd.h>
#include <set>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <regex>
#include <stdexcept>
#include <thread>

#include <fmt/format.h>

#include <weft/codegen/bundle/parts.h>
#include <weft/runtime/deploy/isa_select.h>
#include <weft/runtime/eager/copy.h>
#include <weft/runtime/tensor/tensor_impl.h>

namespace weft::differential {

namespace fs = std::filesystem;

/// One bundle: its files, then its loaded functions or the reason why it cannot be run.
struct CompiledBatch::Member {
  std::string name;
  codegen::BundleFiles files;
  std::vector<codegen::Port> outputs;
  std::set<std::size_t> written;  ///< inputs that a run writes
  std::string problem;

  std::int32_t (*create)(void** model, const char* weights_path, weft_status* status) = nullptr;
  void (*destroy)(void* model) = nullptr;
  std::size_t (*workspace_bytes)(const void* model) = nullptr;
  // Where the data decides numbers of results:
  std::int32_t (*workspace_size)(const void* model, const weft_tensor_view* inputs,
                                 std::int32_t input_count, std::size_t* bytes,
                                 weft_status* status) = nullptr;
  std::int32_t (*output_shapes)(const weft_tensor_view* inputs, std::int32_t input_count,
                                weft_tensor_view* outputs, std::int32_t output_count,
                                weft_status* status) = nullptr;
  std::int32_t (*result_shapes)(const weft_tensor_view* inputs, std::int32_t input_count,
                                const void* workspace, weft_tensor_view* outputs,
                                std::int32_t output_count, weft_status* status) = nullptr;
  std::int32_t (*set_seed)(void* workspace, std::size_t workspace_bytes, std::uint64_t seed,
                           weft_status* status) = nullptr;
  void (*set_threads)(void* model, std::int32_t threads) = nullptr;
  using Run = std::int32_t (*)(const void* model, const weft_tensor_view* inputs,
                               std::int32_t input_count, const weft_tensor_view* outputs,
                               std::int32_t output_count, void* workspace,
                               std::size_t workspace_bytes, weft_status* status);
  Run run = nullptr;
  Run check = nullptr;
};

/// Members in one translation unit.
struct CompiledBatch::Unit {
  std::string name;
};

namespace {

void write_file(const fs::path& path, const std::string& text) {
  fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << text;
}

std::string read_file(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

std::string compiler() {
  const char* wish = std::getenv("WEFT_CXX");
  return wish ? wish : WEFT_HOST_COMPILER;
}

/// Runs a command of the shell; empty if it succeeds, else what it printed.
std::string shell(const std::string& command, const fs::path& log) {
  const std::string whole = "(" + command + ") >" + log.string() + " 2>&1";
  if (std::system(whole.c_str()) == 0) return {};
  return command + "\n" + read_file(log).substr(0, 6000);
}

const codegen::bundle::IsaVariant& variant(const std::string& name) {
  for (const auto& row : codegen::bundle::isa_variants()) {
    if (row.name == name) return row;
  }
  throw std::runtime_error("no instruction set " + name);
}

void read_tensor(const ir::Value& value, std::byte* out) {
  const ir::TensorHandle dense = eager::contiguous(*value.tensor());
  std::memcpy(out, dense->data(),
              static_cast<std::size_t>(dense->numel()) * ir::size_of(dense->dtype));
}

/// The names of the kernels, which the table of every instruction set refers to.
std::vector<std::string> kernel_functions(const std::string& text) {
  static const std::regex form(R"(WEFT_KERNEL\((\w+)\)\()");
  std::vector<std::string> names;
  for (std::sregex_iterator it(text.begin(), text.end(), form), end; it != end; ++it) {
    names.push_back((*it)[1]);
  }
  return names;
}

/// Headers that entries include. They come first, so that an entry can stand in a namespace.
std::string preamble(const codegen::BundleFiles& files) {
  std::string text =
      "#include <cstdint>\n#include <memory>\n#include <new>\n#include <stdexcept>\n"
      "#include <string>\n#include <vector>\n";
  for (const auto& [path, content] : files) {
    if (path.rfind("weft_deploy/", 0) != 0 || path.find(".h") == std::string::npos) continue;
    static const char* const kHost[] = {
        "branch.h",  "conv_plan.h", "extent_math.h", "guard.h",  "isa_select.h",  "kernel_part.h",
        "refusal.h", "run_state.h", "thread_pool.h", "tiling.h", "weights_file.h"};
    for (const char* header : kHost) {
      if (path == std::string("weft_deploy/") + header) text += "#include \"" + path + "\"\n";
    }
  }
  return text;
}

weft_tensor_view view_of(const TensorImpl& tensor) {
  static constexpr std::int32_t kTypes[] = {WEFT_BOOL, WEFT_U8,  WEFT_I8,   WEFT_I16, WEFT_I32,
                                            WEFT_I64,  WEFT_F16, WEFT_BF16, WEFT_F32, WEFT_F64};
  static constexpr DType kOwn[] = {
      DType::kBool,  DType::kUInt8,   DType::kInt8,     DType::kInt16,   DType::kInt32,
      DType::kInt64, DType::kFloat16, DType::kBFloat16, DType::kFloat32, DType::kFloat64};
  weft_tensor_view view = {};
  view.data = tensor.data();
  view.dtype = kTypes[std::find(std::begin(kOwn), std::end(kOwn), tensor.dtype) - kOwn];
  view.rank = static_cast<std::int32_t>(tensor.sizes.size());
  std::copy(tensor.sizes.begin(), tensor.sizes.end(), view.sizes);
  std::copy(tensor.strides.begin(), tensor.strides.end(), view.strides);
  return view;
}

}  // namespace

CompiledBatch::CompiledBatch(BatchOptions options) : options_(std::move(options)) {
  if (options_.instruction_set.empty()) {
    options_.instruction_set = weft_deploy::isa_name(weft_deploy::detect_isa());
  }
  // Bundles choose by this variable.
  setenv("WEFT_ISA", options_.instruction_set.c_str(), 1);
  std::string form = (fs::temp_directory_path() / "weft-batch-XXXXXX").string();
  if (!mkdtemp(form.data())) throw std::runtime_error("cannot make a folder like " + form);
  folder_ = form;
}

CompiledBatch::~CompiledBatch() {
  std::error_code error;
  fs::remove_all(folder_, error);
}

std::size_t CompiledBatch::add(const ir::GraphModule& core) {
  // Unique in the process, since libraries of several batches are loaded side by side.
  static std::atomic<int> next{0};
  auto member = std::make_unique<Member>();
  member->name = fmt::format("m{}", next++);
  const codegen::Program program = codegen::lower(core, options_.lower);
  member->files = codegen::make_bundle(program, core, {member->name, "test", read_tensor});
  member->outputs = program.outputs;
  for (const codegen::WrittenInput& written : program.written) {
    member->written.insert(static_cast<std::size_t>(written.input));
  }
  members_.push_back(std::move(member));
  return members_.size() - 1;
}

void CompiledBatch::compile(Unit& unit, const std::vector<std::size_t>& positions) {
  const fs::path folder = folder_ / unit.name;
  std::string entry = preamble(members_[positions[0]]->files);
  std::string kernels;
  std::string others;
  for (const std::size_t position : positions) {
    const Member& member = *members_[position];
    for (const auto& [path, text] : member.files) {
      const bool is_kernel = path.find("_kernels_") != std::string::npos;
      write_file(folder / path, is_kernel && options_.alter ? options_.alter(text) : text);
      if (!is_kernel) continue;
      kernels += fmt::format("#include \"{}\"\n", path);
      for (const std::string& function : kernel_functions(text)) {
        for (const auto& isa : codegen::bundle::isa_variants()) {
          if (isa.name == options_.instruction_set) continue;
          others +=
              fmt::format("extern \"C\" void {0}_{1}();\nvoid {0}_{1}() {{ __builtin_trap(); }}\n",
                          function, isa.name);
        }
      }
    }
    // Names without linkage are the same in every entry.
    entry += fmt::format("namespace unit_{0} {{\n#include \"{0}.cpp\"\n}}\n", member.name);
  }
  write_file(folder / "entry.cpp", entry);
  write_file(folder / "kernels.cpp", kernels);
  write_file(folder / "others.cpp", others);
  const auto& isa = variant(options_.instruction_set);
  const std::string common =
      fmt::format("cd {} && {} -std=c++17 {} {} -fPIC -pthread -w -I.", folder.string(), compiler(),
                  codegen::bundle::common_flags(), options_.flags);
  const std::string command = fmt::format(
      "{0} {1} -DWEFT_ISA_NAME={2} -c kernels.cpp && {0} -DWEFT_KERNELS_PER_ISA=1 -c entry.cpp && "
      "{0} -c others.cpp && "
      "{3} -shared -pthread -o all.so kernels.o entry.o others.o",
      common, isa.flags, isa.name, compiler());
  const std::string problem = shell(command, folder / "log");
  if (!problem.empty() && positions.size() > 1) {
    // Find the members that are at fault.
    const auto middle = positions.begin() + static_cast<std::ptrdiff_t>(positions.size() / 2);
    Unit left{unit.name + "a"};
    Unit right{unit.name + "b"};
    compile(left, {positions.begin(), middle});
    compile(right, {middle, positions.end()});
    return;
  }
  // Never unloaded: threads of a bundle may still be about to leave its code.
  void* library =
      problem.empty() ? dlopen((folder / "all.so").c_str(), RTLD_NOW | RTLD_LOCAL) : nullptr;
  for (const std::size_t position : positions) {
    Member& member = *members_[position];
    if (!library) {
      member.problem =
          problem.empty() ? dlerror() : "the generated code does not compile: " + problem;
      continue;
    }
    const auto look_up = [&](const char* what, auto& function) {
      function = reinterpret_cast<std::decay_t<decltype(function)>>(
          dlsym(library, (member.name + what).c_str()));
    };
    look_up("_create", member.create);
    look_up("_destroy", member.destroy);
    look_up("_workspace_bytes", member.workspace_bytes);
    look_up("_set_threads", member.set_threads);
    look_up("_workspace_size", member.workspace_size);
    look_up("_output_shapes", member.output_shapes);
    look_up("_result_shapes", member.result_shapes);
    look_up("_set_seed", member.set_seed);
    look_up("_run", member.run);
    look_up("_check", member.check);
  }
}

void CompiledBatch::build() {
  std::vector<std::vector<std::size_t>> units;
  for (std::size_t k = 0; k < members_.size(); ++k) {
    if (units.empty() || units.back().size() >= options_.per_unit) units.emplace_back();
    units.back().push_back(k);
  }
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    for (std::size_t k = next++; k < units.size(); k = next++) {
      Unit unit{fmt::format("u{}", k)};
      compile(unit, units[k]);
    }
  };
  std::vector<std::thread> workers;
  const unsigned count = std::max(1U, std::thread::hardware_concurrency());
  for (unsigned k = 1; k < count; ++k) workers.emplace_back(work);
  work();
  for (std::thread& worker : workers) worker.join();
}

std::string CompiledBatch::source(std::size_t position) const {
  std::string text;
  for (const auto& [path, content] : members_[position]->files) {
    if (path.find("_kernels_") != std::string::npos) text += content;
  }
  return text;
}

std::string CompiledBatch::entry(std::size_t position) const {
  const Member& member = *members_[position];
  return member.files.at(member.name + ".cpp");
}

const CompiledBatch::Member& CompiledBatch::built(std::size_t position) const {
  const Member& member = *members_[position];
  if (!member.problem.empty()) throw std::runtime_error(member.problem);
  if (!member.run) throw std::runtime_error(member.name + " has not been built");
  return member;
}

std::shared_ptr<void> CompiledBatch::create(std::size_t position) const {
  const Member& member = built(position);
  const fs::path weights = fs::path(folder_) / (member.name + ".weights");
  if (!fs::exists(weights)) write_file(weights, member.files.at(member.name + ".weights"));
  weft_status status = {};
  void* model = nullptr;
  if (member.create(&model, weights.c_str(), &status) != WEFT_OK) {
    throw std::runtime_error(std::string("create: ") + status.message);
  }
  member.set_threads(model, options_.threads);
  return {model, member.destroy};
}

std::size_t CompiledBatch::workspace_size(std::size_t position, const void* model,
                                          const std::vector<weft_tensor_view>& inputs) const {
  const Member& member = built(position);
  if (!member.workspace_size) return member.workspace_bytes(model);
  std::size_t bytes = 0;
  member.workspace_size(model, inputs.data(), static_cast<std::int32_t>(inputs.size()), &bytes,
                        nullptr);
  return bytes;
}

std::int32_t CompiledBatch::call(std::size_t position, const void* model, const BundleCall& call,
                                 weft_status* status, bool check_only) const {
  const Member& member = built(position);
  const Member::Run function = check_only ? member.check : member.run;
  return function(model, call.inputs.data(), call.input_count, call.outputs.data(),
                  call.output_count, call.workspace, call.workspace_bytes, status);
}

namespace {

/// The beginning of a tensor as a dense tensor of a shape with no more elements.
ir::TensorHandle beginning(const ir::TensorHandle& tensor, std::vector<std::int64_t> sizes) {
  const ir::TensorHandle result = make_tensor(tensor->dtype, std::move(sizes));
  std::memcpy(result->data(), tensor->data(),
              static_cast<std::size_t>(result->numel()) * ir::size_of(result->dtype));
  return result;
}

}  // namespace

std::vector<ir::TensorHandle> CompiledBatch::run(std::size_t position,
                                                 const std::vector<ir::TensorHandle>& inputs,
                                                 std::uint64_t seed) const {
  const Member& member = built(position);
  std::vector<ir::TensorHandle> dense;
  std::vector<weft_tensor_view> input_views;
  std::vector<weft_tensor_view> output_views;
  for (const ir::TensorHandle& input : inputs) {
    dense.push_back(eager::contiguous(input));
    input_views.push_back(view_of(*dense.back()));
  }
  weft_status status = {};
  const auto check = [&](std::int32_t code) {
    if (code != WEFT_OK) throw std::runtime_error(status.message);
  };
  const auto input_count = static_cast<std::int32_t>(inputs.size());
  const auto output_count = static_cast<std::int32_t>(member.outputs.size());
  std::vector<weft_tensor_view> shapes(member.outputs.size());
  if (member.output_shapes) {
    check(member.output_shapes(input_views.data(), input_count, shapes.data(), output_count,
                               &status));
  }
  std::vector<ir::TensorHandle> outputs;
  for (std::size_t k = 0; k < member.outputs.size(); ++k) {
    const codegen::Port& port = member.outputs[k];
    std::vector<std::int64_t> sizes(shapes[k].sizes, shapes[k].sizes + shapes[k].rank);
    if (!member.output_shapes) {
      for (const ir::IntExpr& size : port.meta.sizes) sizes.push_back(size.value());
    }
    outputs.push_back(make_tensor(port.meta.dtype, sizes));
    // What a kernel fails to write is seen.
    std::memset(outputs.back()->data(), 0x7B,
                static_cast<std::size_t>(outputs.back()->numel()) * ir::size_of(port.meta.dtype));
    output_views.push_back(view_of(*outputs.back()));
  }
  const std::shared_ptr<void> owner = create(position);
  void* const model = owner.get();
  std::size_t bytes = 0;
  if (member.workspace_size) {
    check(member.workspace_size(model, input_views.data(), input_count, &bytes, &status));
  } else {
    bytes = member.workspace_bytes(model);
  }
  std::vector<unsigned char> workspace(bytes, 0x7B);
  if (member.set_seed) check(member.set_seed(workspace.data(), bytes, seed, &status));
  check(member.run(model, input_views.data(), input_count, output_views.data(), output_count,
                   workspace.data(), bytes, &status));
  // What the model writes.
  for (std::size_t k = 0; k < inputs.size(); ++k) {
    if (member.written.count(k) != 0 && dense[k] != inputs[k]) {
      eager::copy_into(dense[k], inputs[k]);
    }
  }
  if (member.result_shapes) {
    check(member.result_shapes(input_views.data(), input_count, workspace.data(), shapes.data(),
                               output_count, &status));
    for (std::size_t k = 0; k < outputs.size(); ++k) {
      outputs[k] = beginning(outputs[k], {shapes[k].sizes, shapes[k].sizes + shapes[k].rank});
    }
  }
  return outputs;
}

}  // namespace weft::differential
