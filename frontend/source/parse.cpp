#include <weft/frontend/source/parse.h>

#include <cstdlib>
#include <exception>
#include <filesystem>
#include <optional>
#include <set>
#include <utility>

#include <clang/AST/ASTConsumer.h>
#include <clang/Driver/Options.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendAction.h>
#include <clang/Frontend/Utils.h>
#include <llvm/Option/ArgList.h>
#include <llvm/Option/OptTable.h>
#include <llvm/Support/thread.h>

#include <fmt/format.h>

#include <weft/frontend/source/ast_facts.h>
#include <weft/frontend/source/diagnostics.h>

namespace weft::source {
namespace {

namespace options = clang::driver::options;

/// Errors after this one are dropped: one mistake rarely has more that are of use.
constexpr int kErrorLimit = 20;
constexpr int kNotesPerError = 8;
/// Clang and the walks over its trees recurse once for each level of an expression, and generated
/// code has deep ones. Memory is taken only as far as it is used.
constexpr unsigned kStackSize = 256u << 20;

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

/// One message of Clang.
struct Message {
  bool is_error = false;  // else a note that belongs to the error before it
  std::string text;
  SourceLocation location;
  bool in_user_file = false;

  std::string str() const {
    return fmt::format("{}{}{}: {}", location.str(), location.known() ? ": " : "",
                       is_error ? "error" : "note", text);
  }
};

/// Keeps the errors of a parse and their notes.
class MessageCollector : public clang::DiagnosticConsumer {
 public:
  explicit MessageCollector(std::vector<std::string> library_dirs)
      : library_dirs_(std::move(library_dirs)) {}

  void HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                        const clang::Diagnostic& info) override {
    DiagnosticConsumer::HandleDiagnostic(level, info);
    const bool is_error = level >= clang::DiagnosticsEngine::Error;
    if (level == clang::DiagnosticsEngine::Note ? !keep_notes_ : !is_error) return;
    if (level != clang::DiagnosticsEngine::Note) keep_notes_ = is_error;
    Message message;
    message.is_error = is_error;
    llvm::SmallString<256> text;
    info.FormatDiagnostic(text);
    message.text = text.str().str();
    if (info.hasSourceManager() && info.getLocation().isValid()) {
      const clang::SourceManager& manager = info.getSourceManager();
      message.location = location_of(manager, info.getLocation());
      message.in_user_file = UserFiles(manager, library_dirs_).contains(info.getLocation());
    }
    messages_.push_back(std::move(message));
  }

  bool has_errors() const { return !messages_.empty(); }

  /// The first error in code of the user, or the user's code that led to the first error, with all
  /// other messages as notes.
  Diagnostic diagnostic() const {
    std::size_t chosen = 0;
    for (std::size_t i = 0; i < messages_.size(); ++i) {
      if (i > 0 && messages_[i].is_error && messages_[chosen].in_user_file) break;
      if (messages_[i].in_user_file) {
        chosen = i;
        break;
      }
    }
    Diagnostic result = make_diagnostic(diag::SourceDoesNotCompile, messages_[chosen].location,
                                        {error_of(chosen).text});
    int errors = 0, notes = 0;
    for (std::size_t i = 0; i < messages_.size(); ++i) {
      const Message& message = messages_[i];
      if (message.is_error) {
        notes = 0;
        ++errors;
      } else if (++notes > kNotesPerError) {
        continue;
      }
      if (i == chosen && message.is_error) continue;
      result.notes.push_back(message.str());
    }
    if (errors >= kErrorLimit) result.notes.push_back("further errors are not shown");
    return result;
  }

  std::string text() const {
    std::string all;
    for (const Message& message : messages_) {
      all += (all.empty() ? "" : "; ") + message.text;
    }
    return all;
  }

 private:
  /// The error that a message is, or that a note belongs to.
  const Message& error_of(std::size_t index) const {
    while (index > 0 && !messages_[index].is_error) --index;
    return messages_[index];
  }

  std::vector<std::string> library_dirs_;
  std::vector<Message> messages_;
  bool keep_notes_ = false;
};

using Use = std::function<void(const Program&)>;

/// The files of the user, each once.
std::vector<std::string> names_of_user_files(const clang::SourceManager& manager,
                                             const UserFiles& user_files) {
  std::vector<std::string> names;
  std::set<const clang::FileEntry*> seen;
  for (unsigned i = 0; i < manager.local_sloc_entry_size(); ++i) {
    const clang::SrcMgr::SLocEntry& entry = manager.getLocalSLocEntry(i);
    if (!entry.isFile() || clang::SrcMgr::isSystem(entry.getFile().getFileCharacteristic())) {
      continue;
    }
    const clang::OptionalFileEntryRef file = entry.getFile().getContentCache().OrigEntry;
    if (!file || !user_files.contains_file(file->getName())) continue;
    if (seen.insert(&file->getFileEntry()).second) names.push_back(file->getName().str());
  }
  return names;
}

/// Calls `use` once the file is parsed. LLVM is built without exceptions, so none may pass through
/// its frames: they are kept and thrown again by parse_file.
class UseConsumer : public clang::ASTConsumer {
 public:
  UseConsumer(clang::CompilerInstance& instance, std::vector<std::string> library_dirs,
              const Use& use, std::exception_ptr& failure)
      : instance_(instance),
        user_files_(instance.getSourceManager(), std::move(library_dirs)),
        use_(use),
        failure_(failure) {}

  void HandleTranslationUnit(clang::ASTContext&) override {
    if (instance_.getDiagnostics().hasErrorOccurred()) return;
    try {
      use_({instance_.getSema(), user_files_,
            names_of_user_files(instance_.getSourceManager(), user_files_)});
    } catch (...) {
      failure_ = std::current_exception();
    }
  }

 private:
  clang::CompilerInstance& instance_;
  UserFiles user_files_;
  const Use& use_;
  std::exception_ptr& failure_;
};

class UseAction : public clang::ASTFrontendAction {
 public:
  UseAction(std::vector<std::string> library_dirs, const Use& use, std::exception_ptr& failure)
      : library_dirs_(std::move(library_dirs)), use_(use), failure_(failure) {}

 protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& instance,
                                                        llvm::StringRef) override {
    return std::make_unique<UseConsumer>(instance, library_dirs_, use_, failure_);
  }

 private:
  std::vector<std::string> library_dirs_;
  const Use& use_;
  std::exception_ptr& failure_;
};

std::vector<std::string> driver_arguments(const ParseJob& job) {
  // Warnings do not matter here, and what GCC only warns about must not stop the analysis.
  std::vector<std::string> arguments = {"clang++", "--driver-mode=g++", "-fsyntax-only",
                                        "-resource-dir", job.resource_dir};
  bool has_standard = false;
  for (const std::string& flag : job.flags) {
    has_standard |= flag.starts_with("-std=") || flag.starts_with("--std=");
  }
  if (!has_standard) arguments.push_back("-std=c++20");
  for (const std::string& dir : job.include_dirs) arguments.push_back("-I" + dir);
  arguments.insert(arguments.end(), job.flags.begin(), job.flags.end());
  arguments.insert(arguments.end(),
                   {"-w", "-Wno-c++11-narrowing", "-fno-caret-diagnostics",
                    fmt::format("-ferror-limit={}", kErrorLimit), "-x", "c++", job.path});
  return arguments;
}

std::vector<std::string> with_slashes(const std::vector<std::string>& dirs) {
  std::vector<std::string> result;
  for (const std::string& dir : dirs) {
    if (!dir.empty()) result.push_back(dir.back() == '/' ? dir : dir + '/');
  }
  return result;
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

void parse_file(const ParseJob& job, const std::function<void(const Program&)>& use) {
  const std::vector<std::string> library_dirs = with_slashes(job.include_dirs);
  MessageCollector messages(library_dirs);
  const std::vector<std::string> arguments = driver_arguments(job);
  std::vector<const char*> pointers;
  for (const std::string& argument : arguments) pointers.push_back(argument.c_str());

  clang::CreateInvocationOptions invocation_options;
  invocation_options.Diags = clang::CompilerInstance::createDiagnostics(
      new clang::DiagnosticOptions(), &messages, /*ShouldOwnClient=*/false);
  std::shared_ptr<clang::CompilerInvocation> invocation =
      clang::createInvocation(pointers, std::move(invocation_options));
  if (messages.has_errors() || !invocation) {
    fail(diag::CompilerFlagsRejected, {}, {messages.text()});
  }
  // The driver leaves freeing memory to the end of the process, which is not the end of this one.
  invocation->getFrontendOpts().DisableFree = false;

  clang::CompilerInstance instance;
  instance.setInvocation(invocation);
  instance.createDiagnostics(&messages, /*ShouldOwnClient=*/false);
  instance.setVerboseOutputStream(llvm::nulls());
  std::exception_ptr failure;
  UseAction action(library_dirs, use, failure);
  bool succeeded = false;
  llvm::thread(std::optional<unsigned>(kStackSize), [&] {
    succeeded = instance.ExecuteAction(action);
  }).join();
  if (messages.has_errors()) throw Error(messages.diagnostic());
  if (failure) std::rethrow_exception(failure);
  if (!succeeded) fail(diag::InternalError, {}, {"Clang stopped without a message"});
}

}  // namespace weft::source
