/// \file Keeps what Clang says about a file as a diagnostic of ours.
/// Internal to frontend/source: it includes Clang headers.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <clang/Basic/Diagnostic.h>

#include <fmt/format.h>

#include <weft/frontend/source/ast_facts.h>
#include <weft/frontend/source/diagnostics.h>

namespace weft::source {

/// Errors after this one are dropped: one mistake rarely has more that are of use.
constexpr int kErrorLimit = 20;
constexpr int kNotesPerError = 8;

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

}  // namespace weft::source
