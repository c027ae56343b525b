#include <weft/frontend/source/compiler_flags.h>

#include <cstdlib>
#include <filesystem>
#include <initializer_list>
#include <string_view>

#include <clang/Driver/Options.h>
#include <llvm/Option/ArgList.h>
#include <llvm/Option/OptTable.h>

#include <fmt/format.h>

#include <weft/frontend/source/diagnostics.h>

namespace weft::source {
namespace {

namespace options = clang::driver::options;

bool starts_with_any(std::string_view text, std::initializer_list<std::string_view> prefixes) {
  for (const std::string_view prefix : prefixes) {
    if (text.starts_with(prefix)) return true;
  }
  return false;
}

/// Options that steer what a compiler writes or links, which an analysis has no use for.
bool concerns_output(const llvm::opt::Option& option) {
  for (const unsigned group : {options::OPT_M_Group, options::OPT_Link_Group,
                               options::OPT_Action_Group, options::OPT_fdiagnostics_color_EQ}) {
    if (option.matches(group)) return true;
  }
  for (const unsigned id :
       {options::OPT_o, options::OPT_c, options::OPT_S, options::OPT_E, options::OPT_x,
        options::OPT_l, options::OPT_save_temps, options::OPT_save_temps_EQ, options::OPT_pipe,
        options::OPT_v, options::OPT__HASH_HASH_HASH, options::OPT_resource_dir,
        options::OPT_resource_dir_EQ}) {
    if (option.matches(id)) return true;
  }
  return false;
}

bool is_before_cpp20(std::string_view standard) {
  for (const std::string_view old :
       {"c++98", "c++03", "c++0x", "c++11", "c++1y", "c++14", "c++1z", "c++17"}) {
    if (standard == old || (standard.starts_with("gnu") && standard.substr(3) == old.substr(1))) {
      return true;
    }
  }
  return false;
}

}  // namespace

CompilerFlags sort_flags(const std::vector<std::string>& flags) {
  std::vector<const char*> pointers;
  for (const std::string& flag : flags) pointers.push_back(flag.c_str());
  unsigned missing_index = 0, missing_count = 0;
  const llvm::opt::InputArgList parsed = clang::driver::getDriverOptTable().ParseArgs(
      pointers, missing_index, missing_count, llvm::opt::Visibility(options::ClangOption));
  if (missing_count > 0) {
    fail(diag::CompilerFlagsRejected, {},
         {fmt::format("`{}` needs a value", flags[missing_index])});
  }
  CompilerFlags result;
  for (const llvm::opt::Arg* argument : parsed) {
    const llvm::opt::Option& option = argument->getOption();
    const std::string text = argument->getAsString(parsed);
    if (option.matches(options::OPT_UNKNOWN)) {
      // GCC has several hundred options of these families that Clang lacks, and none of them
      // changes what a program means.
      if (starts_with_any(text, {"-f", "-m", "-W", "--param"})) {
        result.ignored.push_back(text);
        continue;
      }
      fail(diag::CompilerFlagUnknown, {}, {text});
    }
    if (option.matches(options::OPT_INPUT)) fail(diag::CompilerFlagUnknown, {}, {text});
    if (concerns_output(option)) continue;
    if (option.matches(options::OPT_std_EQ) && is_before_cpp20(argument->getValue())) {
      fail(diag::LanguageTooOld, {}, {text});
    }
    llvm::opt::ArgStringList rendered;
    argument->render(parsed, rendered);
    result.accepted.insert(result.accepted.end(), rendered.begin(), rendered.end());
  }
  return result;
}

std::string find_resource_dir(const std::string& asked) {
  std::string dir = asked;
  if (const char* variable = std::getenv("WEFT_RESOURCE_DIR"); dir.empty() && variable) {
    dir = variable;
  }
  if (dir.empty()) dir = WEFT_CLANG_RESOURCE_DIR;
  std::error_code ignored;
  if (!std::filesystem::exists(dir + "/include/stddef.h", ignored)) {
    fail(diag::ResourceDirMissing, {}, {dir});
  }
  return dir;
}

}  // namespace weft::source
