#include <weft/frontend/cli/report_folder.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace weft::cli {
namespace {

namespace fs = std::filesystem;

/// As a shell reads it.
std::string quoted(const std::string& argument) {
  std::string result = "'";
  for (const char c : argument) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

}  // namespace

std::string write_report(const std::vector<std::string>& arguments, const std::string& message) {
  std::error_code error;
  std::string folder = (fs::temp_directory_path(error) / "weft-report-XXXXXX").string();
  if (error || !mkdtemp(folder.data())) return {};
  std::ofstream command(fs::path(folder) / "command.txt");
  command << "weft";
  for (const std::string& argument : arguments) command << ' ' << quoted(argument);
  command << "\n";
  std::ofstream(fs::path(folder) / "message.txt") << "weft " WEFT_VERSION "\n" << message << "\n";
  for (const std::string& argument : arguments) {
    if (fs::path(argument).extension() != ".cpp") continue;
    fs::copy_file(argument, fs::path(folder) / fs::path(argument).filename(), error);
  }
  return folder;
}

}  // namespace weft::cli
