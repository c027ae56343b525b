#include <weft/frontend/cli/graph_drawing.h>

#include <spawn.h>
#include <sys/wait.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>

#include <weft/frontend/cli/diagnostics.h>
#include <weft/frontend/cli/temporary_folder.h>

extern char** environ;

namespace weft::cli {
namespace {

std::string find_dot() {
  const char* wish = std::getenv("WEFT_DOT");
  return wish != nullptr && *wish != '\0' ? wish : "dot";
}

void run_dot(const std::string& program, const std::string& in, const std::string& out) {
  const char* argv[] = {program.c_str(), "-Tsvg", "-o", out.c_str(), in.c_str(), nullptr};
  pid_t child = 0;
  const int error =
      posix_spawnp(&child, program.c_str(), nullptr, nullptr, const_cast<char**>(argv), environ);
  if (error != 0) fail(diag::GraphNotDrawn, {}, {program, std::strerror(error)});
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    fail(diag::GraphNotDrawn, {}, {program, "it failed"});
  }
}

}  // namespace

void write_svg(const std::string& dot_text, const std::string& file) {
  const std::filesystem::path target = std::filesystem::absolute(file);
  const TemporaryFolder folder(target.parent_path(), ".weft-svg");
  const std::string in = folder.path() / "graph.dot";
  const std::string out = folder.path() / "graph.svg";
  std::ofstream stream(in, std::ios::binary);
  stream << dot_text;
  stream.close();
  if (!stream) fail(diag::FileNotWritten, {}, {in, std::strerror(errno)});
  run_dot(find_dot(), in, out);
  std::error_code error;
  std::filesystem::rename(out, target, error);
  if (error) fail(diag::FileNotWritten, {}, {file, error.message()});
}

}  // namespace weft::cli
