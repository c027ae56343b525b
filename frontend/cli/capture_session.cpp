#include <weft/frontend/cli/capture_session.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include <weft/frontend/cli/build_cache.h>
#include <weft/frontend/cli/diagnostics.h>
#include <weft/frontend/cli/install_layout.h>
#include <weft/frontend/cli/pass_options.h>
#include <weft/frontend/cli/progress.h>
#include <weft/frontend/cli/unit_library.h>
#include <weft/frontend/cli/user_code.h>
#include <weft/frontend/cli/weights_loader.h>
#include <weft/frontend/source/diagnostics.h>
#include <weft/frontend/trace/diagnostics.h>
#include <weft/frontend/trace/inline_modules.h>
#include <weft/runtime/tensor/factories.h>

#if WEFT_HAVE_CLANG
#include <weft/frontend/source/capture_unit.h>
#include <weft/frontend/source/findings.h>
#include <weft/frontend/source/transformed_source.h>
#endif

namespace weft::cli {
namespace {

std::string last_part(const std::string& qualified) {
  const std::size_t colons = qualified.rfind("::");
  return colons == std::string::npos ? qualified : qualified.substr(colons + 2);
}

#if WEFT_HAVE_CLANG
/// The first place where the host depends on tensor data is the error, the others are notes.
std::optional<Error> refusal_of(const source::SourceModel& model) {
  std::vector<Diagnostic> findings = source::describe_findings(model);
  if (findings.empty()) return std::nullopt;
  constexpr std::size_t kMostNotes = 10;
  Diagnostic first = std::move(findings.front());
  for (std::size_t i = 1; i < findings.size() && i <= kMostNotes; ++i) {
    first.notes.push_back(fmt::format("{}: {}", findings[i].location.str(), findings[i].message));
  }
  if (findings.size() > kMostNotes + 1) {
    first.notes.push_back(fmt::format("and {} more places", findings.size() - kMostNotes - 1));
  }
  return Error(std::move(first));
}

/// False where it is certain that forward cannot be captured: a branch can be, if the capture meets
/// its decision as a truth value; a loop that ends on data and a pointer to data cannot.
bool may_be_captured(const source::SourceModel& model) {
  using source::ControlKind;
  using source::ReadKind;
  const bool branches_only =
      std::all_of(model.branches.begin(), model.branches.end(), [](const auto& branch) {
        return branch.kind == ControlKind::kIf || branch.kind == ControlKind::kConditional ||
               branch.kind == ControlKind::kAnd || branch.kind == ControlKind::kOr;
      });
  const bool values_only =
      std::all_of(model.reads.begin(), model.reads.end(), [](const auto& read) {
        return read.kind == ReadKind::kItem || read.kind == ReadKind::kBoolConversion ||
               read.kind == ReadKind::kComparison;
      });
  return branches_only && values_only;
}
#else
/// Without the analysis the model's name has to be given, and the compiler says whether it fits.
std::string plain_unit_text(const ModelOptions& options) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(options.file, error)) {
    fail(diag::SourceUnreadable, {}, {options.file, "no such file"});
  }
  if (options.model.empty()) {
    fail(diag::CommandLineWrong, {},
         {"--model is missing; this weft was built without Clang and cannot find the class itself",
          ""});
  }
  const std::string path = std::filesystem::absolute(options.file).lexically_normal().string();
  if (path.find_first_of("\"\\\n\r") != std::string::npos) {
    fail(diag::PathNotIncludable, {}, {path});
  }
  const std::string name = options.model.starts_with("::") ? options.model : "::" + options.model;
  return fmt::format(
      "#include \"{}\"\n#include <weft/frontend/trace/capture_unit.h>\nWEFT_CAPTURE_UNIT({})\n",
      path, name);
}
#endif

}  // namespace

CaptureSession::CaptureSession(const ModelOptions& options, const SessionNeeds& needs)
    : paths_(options.file), passes_(options.passes), weights_(options.weights) {
  // The graphs of variants share their weights by name.
  passes_.compute_weights = options.variants.empty();
  analyse(options, needs);
  if (!is_in_segments_ || needs.values) load_model(options, needs);
}

bool CaptureSession::is_graph_break(const Error& error) {
  const std::string_view id = error.id();
  return id == diag::BranchOnTensorData.id || id == diag::HostReadOfTensor.id ||
         id == diag::BreakOnData.id || id == diag::BreakOnHostRead.id ||
         id == diag::TooManyPaths.id;
}

bool CaptureSession::is_one_graph() {
  if (is_in_segments_) return false;
  if (!refusal_ || !has_segments_) return true;
  const SilentOutput silent;
  const std::shared_ptr<nn::Module> kept = renew_model();
  bool result = true;
  try {
    capture();
  } catch (const Error& error) {
    result = !is_graph_break(error);
  }
  exchange_model(kept);
  return result;
}

void CaptureSession::analyse(const ModelOptions& options, const SessionNeeds& needs) {
  specs_ = {options.inputs, options.scalars, {}};
#if WEFT_HAVE_CLANG
  source::SourceModel model;
  {
    const Progress progress("reading " + options.file);
    const InstallLayout& layout = install_layout();
    model = source::analyse_source({.path = options.file,
                                    .model = options.model,
                                    .flags = options.flags,
                                    .include_dirs = {layout.include_dir, layout.compat_dir},
                                    .resource_dir = {},
                                    .precompiled_folder = make_cache_folder().string()});
  }
  forward_location_ = model.forward.location;
  model_name_ = last_part(model.model.name);
  if (needs.forward) {
    match_ = [forward = model.forward, unknown = needs.unknown_inputs](const SpecTexts& specs) {
      return match_specs(forward, specs, unknown);
    };
    arguments_ = match_(specs_);
    if (needs.capture) {
      refusal_ = refusal_of(model);
      if (refusal_ && !may_be_captured(model)) {
        if (!(needs.segments || needs.transformed) || model.plan.segments.empty()) throw *refusal_;
        is_in_segments_ = true;
      }
    }
  }
  if (needs.transformed) {
    const auto text = source::segmented_unit_text(model);
    if (!text) fail(diag::NoSegments, model.forward.location, {model_name_});
    unit_text_ = *text;
    source_ = std::make_shared<source::SourceModel>(std::move(model));
    return;
  }
  unit_text_ = source::capture_unit_text(model);
  bool has_floats = false, reads_elements = false;
  for (const source::SymbolicNumber& number : model.symbolic_numbers) {
    reads_elements = reads_elements || number.is_read;
    if (number.kind > source::NumberKind::kDouble) continue;  // has no type of its own
    constexpr const char* kTypes[] = {"int64_t", "float", "double"};
    symbolic_numbers_.push_back(
        {number.location, kTypes[static_cast<std::size_t>(number.kind)], false});
    has_floats = has_floats || number.kind != source::NumberKind::kInt64;
  }
  if (has_open_extents() || reads_elements) {
    for (const bool with_floats : {true, false}) {
      if (with_floats ? !has_floats && !reads_elements : !has_open_extents()) continue;
      const auto text = source::symbolic_capture_unit_text(model, with_floats);
      if (text) symbolic_units_.push_back({*text, with_floats});
    }
  }
  has_segments_ = !model.plan.segments.empty();
  source_ = std::make_shared<source::SourceModel>(std::move(model));
#else
  (void)needs;
  unit_text_ = plain_unit_text(options);
  model_name_ = last_part(options.model);
  match_ = specs_in_order;
  arguments_ = match_(specs_);
#endif
}

void CaptureSession::load_model(const ModelOptions& options, const SessionNeeds& needs) {
  load_unit(options);
  if (!entry_->make) {
    fail(diag::ModelNotConstructible, forward_location_,
         {model_name_, "it has no default constructor"});
  }
  for (const std::string& note : make_model()) {
    std::fprintf(stderr, "weft: note: %s\n", note.c_str());
  }
  if (weights_.empty() && needs.values && !model_->parameters().empty()) {
    std::fprintf(stderr, "weft: note: no --weights; parameters keep what the constructor made\n");
  }
}

/// Returns what there is to say about its weights.
std::vector<std::string> CaptureSession::make_model() {
  restart_random();
  model_ = run_user_code("the constructor of " + model_name_, forward_location_,
                         [&] { return entry_->make(); });
  model_->eval();
  return weights_.empty() ? std::vector<std::string>() : load_weights(*model_, weights_);
}

std::shared_ptr<nn::Module> CaptureSession::renew_model() {
  std::shared_ptr<nn::Module> before = model_;
  make_model();
  return before;
}

std::shared_ptr<nn::Module> CaptureSession::exchange_model(std::shared_ptr<nn::Module> model) {
  return std::exchange(model_, std::move(model));
}

bool CaptureSession::has_open_extents() const {
  return std::any_of(arguments_.tensors.begin(), arguments_.tensors.end(), [](const auto& spec) {
    return std::any_of(spec.sizes.begin(), spec.sizes.end(),
                       [](const ir::IntExpr& size) { return !size.is_constant(); });
  });
}

// Where symbolic floats do not fit in place of numbers, integers may, and where neither do, the
// file is taken as it is.
void CaptureSession::load_unit(const ModelOptions& options) {
  for (const SymbolicUnit& unit : symbolic_units_) {
    try {
      entry_ = &load_capture_unit(
          {.text = unit.text, .flags = options.flags, .has_symbolic_numbers = true}, paths_);
      for (SymbolicNumber& number : symbolic_numbers_) {
        number.is_symbolic = unit.with_floats || number.type == "int64_t";
      }
      return;
    } catch (const Error& error) {
      if (error.id() != diag::ModelDoesNotBuild.id) throw;
    }
  }
  entry_ = &load_capture_unit({.text = unit_text_, .flags = options.flags}, paths_);
}

void CaptureSession::narrow(const std::string& conditions) {
  specs_.conditions = conditions;
  arguments_ = match_(specs_);
}

ir::GraphModule CaptureSession::capture() {
  const Progress progress("capturing " + model_name_);
  try {
    ir::GraphModule captured = run_user_code("forward of " + model_name_, forward_location_, [&] {
      TraceOptions options;
      options.specialisations = &specialisations_;
      specialisations_.clear();
      return trace_entry(*model_, *entry_, arguments_.inputs, options);
    });
    captured.name = model_name_;
    return captured;
  } catch (const Error& error) {
    // The analysis knows more of the place: what is read there, and how forward gets there.
    const std::string_view id = error.id();
    const bool is_break = id == diag::BreakOnData.id || id == diag::BreakOnHostRead.id;
    if (refusal_ && is_break) throw *refusal_;
    throw;
  }
}

ir::GraphModule CaptureSession::lower(const ir::GraphModule& captured) const {
  return lower(captured, passes_);
}

ir::GraphModule CaptureSession::lower(const ir::GraphModule& captured,
                                      const PassOptions& options) const {
  ir::GraphModule core = inline_modules(captured);
  lower_to_core(core, options);
  return core;
}

std::vector<ir::TensorHandle> CaptureSession::call(const std::vector<ir::TensorHandle>& tensors) {
  std::vector<ir::Value> values;
  std::size_t next = 0;
  for (const TraceInput& input : arguments_.inputs) {
    if (input.absent) {
      values.emplace_back();
    } else if (!input.constant.is_none()) {
      values.push_back(input.constant);
    } else {
      values.emplace_back(tensors.at(next++));
    }
  }
  restart_random();
  const ir::Value result = run_user_code("forward of " + model_name_, forward_location_,
                                         [&] { return entry_->forward(*model_, values); });
  return result_tensors(result);
}

void restart_random() { manual_seed(0); }

}  // namespace weft::cli
