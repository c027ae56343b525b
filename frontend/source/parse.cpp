#include <weft/frontend/source/parse.h>

#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <set>
#include <utility>

#include <clang/AST/ASTConsumer.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendActions.h>
#include <clang/Frontend/Utils.h>
#include <llvm/Support/thread.h>

#include <fmt/format.h>

#include <weft/frontend/source/ast_facts.h>
#include <weft/frontend/source/diagnostics.h>
#include <weft/frontend/source/message_collector.h>
#include <weft/frontend/source/precompiled_header.h>

namespace weft::source {
namespace {

/// Clang and the walks over its trees recurse once for each level of an expression, and generated
/// code has deep ones. Memory is taken only as far as it is used.
constexpr unsigned kStackSize = 256u << 20;
/// Precompiled headers, of 40 MB each, that are kept: one for each set of flags.
constexpr std::size_t kMostPrecompiled = 4;

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

/// All arguments but those that name the file.
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
  arguments.insert(arguments.end(), {"-w", "-Wno-c++11-narrowing", "-fno-caret-diagnostics",
                                     fmt::format("-ferror-limit={}", kErrorLimit)});
  return arguments;
}

std::vector<std::string> with_slashes(const std::vector<std::string>& dirs) {
  std::vector<std::string> result;
  for (const std::string& dir : dirs) {
    if (!dir.empty()) result.push_back(dir.back() == '/' ? dir : dir + '/');
  }
  return result;
}

/// Runs an action of Clang. False if it failed without a message.
/// \error W6003 if Clang rejects the arguments
bool run_action(const std::vector<std::string>& arguments, clang::FrontendAction& action,
                const std::string& output, MessageCollector& messages) {
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
  invocation->getFrontendOpts().OutputFile = output;
  // A precompiled header is of no use once a header of the system has changed.
  invocation->getHeaderSearchOpts().ModulesValidateSystemHeaders = true;

  clang::CompilerInstance instance;
  instance.setInvocation(invocation);
  instance.createDiagnostics(&messages, /*ShouldOwnClient=*/false);
  instance.setVerboseOutputStream(llvm::nulls());
  bool succeeded = false;
  llvm::thread(std::optional<unsigned>(kStackSize), [&] {
    succeeded = instance.ExecuteAction(action);
  }).join();
  return succeeded;
}

/// The precompiled torch/torch.h for this parse, made where it is not there yet. Empty where the
/// file must be parsed without: the cache saves time, and nothing depends on it.
std::string precompiled_header(const ParseJob& job, const std::vector<std::string>& arguments) {
  if (job.precompiled_folder.empty()) return {};
  std::ifstream stream(job.path, std::ios::binary);
  const std::string text((std::istreambuf_iterator<char>(stream)), {});
  if (!starts_with_torch(text)) return {};
  namespace fs = std::filesystem;
  std::error_code error;
  for (const std::string& dir : job.include_dirs) {
    const std::string header = dir + "/torch/torch.h";
    if (!fs::exists(header, error)) continue;
    const std::string path = precompiled_path(job.precompiled_folder, header, arguments);
    if (path.empty() || fs::exists(path, error)) return path;
    std::vector<std::string> all = arguments;
    all.insert(all.end(), {"-x", "c++-header", header});
    MessageCollector messages({});
    clang::GeneratePCHAction action;
    const bool made = run_action(all, action, path, messages);
    if (!made || messages.has_errors()) return {};
    remove_old_precompiled(job.precompiled_folder, kMostPrecompiled);
    return path;
  }
  return {};
}

}  // namespace

void parse_file(const ParseJob& job, const std::function<void(const Program&)>& use) {
  const std::vector<std::string> library_dirs = with_slashes(job.include_dirs);
  const std::vector<std::string> arguments = driver_arguments(job);
  const std::string precompiled = precompiled_header(job, arguments);
  bool is_used = false, is_repeated = false;
  const Use use_once = [&](const Program& program) {
    is_used = true;
    // The file has no errors of its own, so the precompiled form was out of date.
    std::error_code ignored;
    if (is_repeated) std::filesystem::remove(precompiled, ignored);
    use(program);
  };
  const auto parse = [&](bool with_precompiled) {
    MessageCollector messages(library_dirs);
    std::vector<std::string> all = arguments;
    if (with_precompiled) all.insert(all.end(), {"-include-pch", precompiled});
    all.insert(all.end(), {"-x", "c++", job.path});
    std::exception_ptr failure;
    UseAction action(library_dirs, use_once, failure);
    const bool succeeded = run_action(all, action, "", messages);
    if (messages.has_errors()) throw Error(messages.diagnostic());
    if (failure) std::rethrow_exception(failure);
    if (!succeeded) fail(diag::InternalError, {}, {"Clang stopped without a message"});
  };
  if (!precompiled.empty()) {
    try {
      return parse(true);
    } catch (const Error&) {
      if (is_used) throw;
    }
    is_repeated = true;
  }
  parse(false);
}

}  // namespace weft::source
