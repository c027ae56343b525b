#include <weft/frontend/cli/host_compiler.h>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <filesystem>
#include <mutex>
#include <thread>

#include <weft/frontend/cli/diagnostics.h>
#include <weft/frontend/cli/interruption.h>

extern char** environ;

namespace weft::cli {
namespace {

std::string find_compiler() {
  if (const char* wish = std::getenv("WEFT_CXX"); wish && *wish) return wish;
  std::error_code ignored;
  if (std::filesystem::exists(WEFT_HOST_COMPILER, ignored)) return WEFT_HOST_COMPILER;
  return "c++";
}

/// What a child process is started with.
class SpawnActions {
 public:
  SpawnActions() { posix_spawn_file_actions_init(&actions_); }
  ~SpawnActions() { posix_spawn_file_actions_destroy(&actions_); }
  SpawnActions(const SpawnActions&) = delete;
  SpawnActions& operator=(const SpawnActions&) = delete;
  void read_from(const std::string& file) {
    posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, file.c_str(), O_RDONLY, 0);
  }
  void write_to(int descriptor) {
    posix_spawn_file_actions_adddup2(&actions_, descriptor, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions_, descriptor, STDERR_FILENO);
  }
  const posix_spawn_file_actions_t* get() const { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_;
};

std::string read_all(int descriptor) {
  std::string text;
  char buffer[4096];
  for (;;) {
    const ssize_t count = read(descriptor, buffer, sizeof(buffer));
    if (count > 0) text.append(buffer, static_cast<std::size_t>(count));
    if (count == 0 || (count < 0 && errno != EINTR)) return text;
  }
}

ProcessResult run_process(const std::string& program, const CompilerJob& job) {
  std::vector<char*> argv = {const_cast<char*>(program.c_str())};
  for (const std::string& argument : job.arguments) {
    argv.push_back(const_cast<char*>(argument.c_str()));
  }
  argv.push_back(nullptr);

  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) {
    fail(diag::HostCompilerMissing, {}, {program, std::strerror(errno)});
  }
  SpawnActions actions;
  actions.read_from(job.standard_input.empty() ? "/dev/null" : job.standard_input);
  actions.write_to(ends[1]);
  pid_t child = 0;
  const int error =
      posix_spawnp(&child, program.c_str(), actions.get(), nullptr, argv.data(), environ);
  close(ends[1]);
  if (error != 0) {
    close(ends[0]);
    fail(diag::HostCompilerMissing, {}, {program, std::strerror(error)});
  }
  ProcessResult result;
  result.output = read_all(ends[0]);
  close(ends[0]);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  result.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return result;
}

}  // namespace

const std::string& host_compiler() {
  static const std::string compiler = find_compiler();
  return compiler;
}

ProcessResult run_compiler(const CompilerJob& job) {
  ProcessResult result = run_process(host_compiler(), job);
  stop_if_interrupted();
  return result;
}

std::vector<ProcessResult> run_compilers(const std::vector<CompilerJob>& jobs) {
  std::vector<ProcessResult> results(jobs.size(), ProcessResult{.status = -1, .output = {}});
  const std::string& compiler = host_compiler();
  std::atomic<std::size_t> next = 0;
  std::atomic<bool> failed = false;
  std::exception_ptr error;
  std::mutex mutex;
  const auto work = [&] {
    for (std::size_t k = next++; k < jobs.size() && !failed; k = next++) {
      try {
        results[k] = run_process(compiler, jobs[k]);
        stop_if_interrupted();
        if (results[k].status != 0) failed = true;
      } catch (...) {
        const std::lock_guard<std::mutex> lock(mutex);
        error = std::current_exception();
        failed = true;
      }
    }
  };
  const std::size_t processors = std::max(1U, std::thread::hardware_concurrency());
  std::vector<std::thread> threads;
  for (std::size_t k = 1; k < std::min(processors, jobs.size()); ++k) threads.emplace_back(work);
  work();
  for (std::thread& thread : threads) thread.join();
  if (error) std::rethrow_exception(error);
  return results;
}

}  // namespace weft::cli
