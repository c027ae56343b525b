#include "cli_testing.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>

#include <nlohmann/json.hpp>

extern char** environ;

namespace weft::cli {
namespace {

namespace fs = std::filesystem;

std::string read_file(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

std::vector<char*> pointers(const std::vector<std::string>& texts) {
  std::vector<char*> result;
  for (const std::string& text : texts) result.push_back(const_cast<char*>(text.c_str()));
  result.push_back(nullptr);
  return result;
}

}  // namespace

const char* const kNet = R"(#include <torch/torch.h>

struct Net : torch::nn::Module {
  Net() {
    fc = register_module("fc", torch::nn::Linear(3, 2));
    scale = register_buffer("scale", torch::ones({2}));
  }
  torch::Tensor forward(torch::Tensor x, double gain = 2.0) {
    return torch::relu(fc->forward(x)) * scale * gain;
  }
  torch::nn::Linear fc{nullptr};
  torch::Tensor scale;
};
)";

std::vector<TestTensor> net_weights() {
  return {{"fc.weight", {2, 3}, {1, 2, 3, -1, -2, -3}},
          {"fc.bias", {2}, {0.5, 0.25}},
          {"scale", {2}, {1, 10}}};
}

std::string tests_file(const std::string& path) {
  return std::string(WEFT_SOURCE_DIR) + "/tests/" + path;
}

CliTest::CliTest() {
  const auto* info = ::testing::UnitTest::GetInstance()->current_test_info();
  std::string name = std::string(info->test_suite_name()) + "_" + info->name();
  std::replace(name.begin(), name.end(), '/', '_');
  folder_ = fs::temp_directory_path() / ("weft_cli_" + std::to_string(getpid()) + "_" + name);
  fs::remove_all(folder_);
  fs::create_directories(folder_);
}

CliTest::~CliTest() { fs::remove_all(folder_); }

RunResult CliTest::weft(const std::vector<std::string>& arguments) const {
  return run(WEFT_CLI_PATH, arguments);
}

RunResult CliTest::run(const std::string& program, const std::vector<std::string>& arguments,
                       const std::vector<std::string>& environment) const {
  std::vector<std::string> argv = {program};
  argv.insert(argv.end(), arguments.begin(), arguments.end());
  std::vector<std::string> settings = environment;
  settings.push_back("XDG_CACHE_HOME=" WEFT_BUILD_DIR "/tests/cli_cache");
  for (char** setting = environ; *setting; ++setting) {
    if (std::strncmp(*setting, "XDG_CACHE_HOME=", 15) != 0) settings.emplace_back(*setting);
  }
  const fs::path out = folder_ / ".stdout", err = folder_ / ".stderr";
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addchdir_np(&actions, folder_.c_str());
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  constexpr int kNewFile = O_WRONLY | O_CREAT | O_TRUNC;
  posix_spawn_file_actions_addopen(&actions, 1, out.c_str(), kNewFile, 0600);
  posix_spawn_file_actions_addopen(&actions, 2, err.c_str(), kNewFile, 0600);
  pid_t child = 0;
  const int error = posix_spawnp(&child, program.c_str(), &actions, nullptr, pointers(argv).data(),
                                 pointers(settings).data());
  posix_spawn_file_actions_destroy(&actions);
  RunResult result;
  if (error != 0) {
    ADD_FAILURE() << "cannot run " << program << ": " << std::strerror(error);
    return result;
  }
  int status = 0;
  waitpid(child, &status, 0);
  result.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  result.out = read_file(out);
  result.err = read_file(err);
  fs::remove(out);
  fs::remove(err);
  return result;
}

void CliTest::write(const std::string& name, const std::string& text) const {
  fs::create_directories((folder_ / name).parent_path());
  std::ofstream(folder_ / name, std::ios::binary) << text;
}

void CliTest::write_tensors(const std::string& name, const std::vector<TestTensor>& tensors) const {
  nlohmann::ordered_json header = nlohmann::ordered_json::object();
  std::string data;
  for (const TestTensor& tensor : tensors) {
    const std::size_t begin = data.size();
    data.append(reinterpret_cast<const char*>(tensor.values.data()), 4 * tensor.values.size());
    header[tensor.name] = {
        {"dtype", tensor.dtype}, {"shape", tensor.sizes}, {"data_offsets", {begin, data.size()}}};
  }
  const std::string text = header.dump();
  std::string length(8, '\0');
  const std::uint64_t size = text.size();
  std::memcpy(length.data(), &size, 8);
  write(name, length + text + data);
}

std::string CliTest::read(const std::string& name) const { return read_file(folder_ / name); }

std::vector<std::pair<std::string, std::string>> CliTest::read_folder(
    const std::string& name) const {
  std::vector<std::pair<std::string, std::string>> files;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder_ / name)) {
    if (!entry.is_regular_file()) continue;
    files.emplace_back(fs::relative(entry.path(), folder_ / name).string(),
                       read_file(entry.path()));
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::vector<std::string> CliTest::entries() const {
  std::vector<std::string> names;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder_)) {
    names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace weft::cli
