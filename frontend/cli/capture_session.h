/// \file From a user's file to a loaded model that can be captured and called.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <weft/frontend/cli/argument_specs.h>
#include <weft/frontend/cli/command_line.h>
#include <weft/frontend/cli/source_paths.h>
#include <weft/frontend/trace/model_entry.h>
#include <weft/frontend/trace/result_tensors.h>
#include <weft/frontend/trace/tracer.h>

namespace weft::source {
struct SourceModel;
}

namespace weft::cli {

/// What a command asks of the session besides the options.
struct SessionNeeds {
  bool unknown_inputs = false;  ///< tensors without a spec become inputs of unknown shape
  bool values = true;           ///< the values of parameters matter, so say where they come from
  bool forward = true;          ///< forward is captured or called, so it needs its arguments
  bool capture = true;          ///< forward is captured, so it must not branch on tensor data
  bool segments = false;        ///< where it cannot be captured whole, its segments will do
  bool transformed = false;     ///< the transformed source is loaded, for its segments
};

/// Analyses the file, compiles and loads it, makes the model in eval mode and loads its weights.
/// Notes for the user go to standard error, and so does what the model prints with std::cout.
class CaptureSession {
 public:
  /// \error what the analysis (W6xxx), the compiler (W71xx), the specs (W72xx) and the weights
  ///        (W73xx) complain about
  explicit CaptureSession(const ModelOptions& options, const SessionNeeds& needs = {});

  /// What the analysis found; null for a weft without Clang.
  const source::SourceModel* source() const { return source_.get(); }
  /// True if it is certain that forward cannot be captured whole. Unless values of parameters are
  /// needed, nothing has been compiled then, and there is no model.
  bool is_in_segments() const { return is_in_segments_; }
  /// Tries to capture forward, where it is not certain that it can be. False if it meets a graph
  /// break; every other error is for the capture proper to tell.
  bool is_one_graph();

  /// The model's class without namespaces.
  const std::string& model_name() const { return model_name_; }
  nn::Module& model() { return *model_; }
  const SourcePaths& paths() const { return paths_; }
  const ForwardArguments& arguments() const { return arguments_; }

  /// Extents of the specs that the last capture is for one number of.
  const std::vector<Specialisation>& specialisations() const { return specialisations_; }
  /// A place where the file declares a number that comes from sizes, or converts one.
  struct SymbolicNumber {
    SourceLocation where;
    std::string type;  ///< int64_t, float or double
    bool is_symbolic = false;
  };
  const std::vector<SymbolicNumber>& symbolic_numbers() const { return symbolic_numbers_; }

  /// Lets the specs of what is captured next hold under conditions on their extents besides their
  /// own; none for an empty text. Extents get new symbols.
  /// \error W42xx at a condition that is none, or that leaves no extent
  void narrow(const std::string& conditions);

  /// Goes on with a new model, as this one was at first, or with another one. Returns the one that
  /// it was.
  std::shared_ptr<nn::Module> renew_model();
  std::shared_ptr<nn::Module> exchange_model(std::shared_ptr<nn::Module> model);

  /// The graph as the user wrote it.
  ir::GraphModule capture();
  /// The core graph of a captured one, as the options about passes say.
  ir::GraphModule lower(const ir::GraphModule& captured) const;
  /// The same with other options.
  ir::GraphModule lower(const ir::GraphModule& captured, const PassOptions& options) const;

  /// Calls forward with tensors, one for each tensor spec. The results are flattened from left to
  /// right; numbers among them are tensors without dimensions.
  std::vector<ir::TensorHandle> call(const std::vector<ir::TensorHandle>& tensors);

 private:
  void analyse(const ModelOptions& options, const SessionNeeds& needs);
  void load_model(const ModelOptions& options, const SessionNeeds& needs);
  std::vector<std::string> make_model();
  void load_unit(const ModelOptions& options);
  bool has_open_extents() const;
  static bool is_graph_break(const Error& error);

  SourcePaths paths_;
  PassOptions passes_;
  std::string weights_;
  std::string model_name_;
  std::string unit_text_;
  struct SymbolicUnit {
    std::string text;
    bool with_floats = false;
  };
  std::vector<SymbolicUnit> symbolic_units_;  ///< to be tried in this order
  std::vector<SymbolicNumber> symbolic_numbers_;
  std::vector<Specialisation> specialisations_;
  SourceLocation forward_location_;
  std::shared_ptr<const source::SourceModel> source_;
  bool is_in_segments_ = false;
  bool has_segments_ = false;
  std::optional<Error> refusal_;  ///< if a decision on data cannot be captured after all
  SpecTexts specs_;
  std::function<ForwardArguments(const SpecTexts&)> match_;  ///< to forward's parameters
  ForwardArguments arguments_;
  const ModelEntry* entry_ = nullptr;
  std::shared_ptr<nn::Module> model_;
};

/// Restarts the random numbers, so that every mode draws the same.
void restart_random();

}  // namespace weft::cli
