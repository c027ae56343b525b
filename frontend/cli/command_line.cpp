#include <weft/frontend/cli/command_line.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include <weft/frontend/cli/diagnostics.h>

namespace weft::cli {
namespace {

constexpr std::array<std::string_view, 6> kCommands = {"compile", "explain", "graph",
                                                       "run",     "verify",  "weights"};

/// One value per occurrence: `--input a b` is not two inputs.
void add_repeated(CLI::App& app, const std::string& name, std::vector<std::string>& into,
                  const std::string& type, const std::string& what) {
  app.add_option(name, into, what)->allow_extra_args(false)->type_name(type);
}

void add_variants(CLI::App& app, ModelOptions& model) {
  add_repeated(app, "--variant", model.variants, "\"N in [2,64]\"",
               "compile the model for these extents by itself; once for each variant. A call runs "
               "the first that is for it");
}

void add_model_options(CLI::App& app, ModelOptions& model) {
  app.add_option("model.cpp", model.file, "C++ file that defines the model")
      ->required()
      ->type_name("");
  app.add_option("--model", model.model,
                 "class of the model; may be left out if it is the only one")
      ->type_name("NAME");
  add_repeated(app, "--input", model.inputs, "SPEC",
               "tensor argument of forward, \"x: f32[N,3,8,8]\"; once for each, in order");
  add_repeated(app, "--scalar", model.scalars, "SPEC",
               "argument of forward that is no tensor, \"k: i64 = 3\"");
  app.add_option("--weights", model.weights, "parameters and buffers (safetensors, .pt)")
      ->type_name("FILE");
  app.add_option("-O", model.passes.level,
                 "How much the graph is changed: 0 as little as possible, 1 cleaned, 2 (the "
                 "default) all that keeps each bit of the results, 3 also what changes rounding")
      ->check(CLI::Range(0, 3))
      ->type_name("0..3");
  add_repeated(app, "--disable-pass", model.passes.disabled, "NAME",
               "leave this pass out; once for each");
  add_repeated(app, "--print-after", model.passes.print_after, "NAME",
               "print the graph after this pass to standard error; once for each");
  app.footer("Flags for the C++ compiler that reads the model follow after `--`.");
}

/// Everything that CLI11 needs to keep alive while it parses.
struct Parser {
  CLI::App app{"Captures a tensor model written in C++ and compiles it ahead of time.", "weft"};
  CompileOptions compile;
  ExplainOptions explain;
  GraphOptions graph;
  RunOptions run;
  VerifyOptions verify;
  WeightsOptions weights;
  std::string target = "cpu";
  std::string fallback = "error";
  bool tabular = false, code = false, core = false, text = false, dot = false;

  Parser() {
    app.set_version_flag("--version", "weft " WEFT_VERSION, "Print the version and exit");
    app.require_subcommand(1);
    add_compile();
    add_explain();
    add_graph();
    add_run();
    add_verify();
    add_weights();
  }

  void add_compile() {
    CLI::App& command = *app.add_subcommand("compile", "Write a bundle: C++17 source and weights");
    add_model_options(command, compile.model);
    add_variants(command, compile.model);
    command.add_option("-o", compile.folder, "Folder of the bundle (default: ./NAME)")
        ->type_name("DIR");
    command
        .add_option("--name", compile.name,
                    "Prefix of the bundle's files and symbols (default: last part of DIR, else the "
                    "model's name in lower case)")
        ->type_name("NAME");
    command.add_option("--target", target, "What to generate code for")
        ->check(CLI::IsMember({"cpu"}))
        ->type_name("cpu");
    command
        .add_option("--fallback", fallback,
                    "What becomes of calls that the compiled model is not for: they are refused "
                    "(error, the default) or go to the eager model where the program sets one")
        ->check(CLI::IsMember({"error", "eager"}))
        ->type_name("error|eager");
    command.add_flag("--stats", compile.stats, "Print kernels, memory and operations");
    command.add_flag("--segments", compile.segments,
                     "Write the transformed source with compiled segments, also for a model that "
                     "is captured as one graph");
    command.add_flag("--full-graph", compile.full_graph,
                     "Refuse a model that is not captured as one graph");
  }

  void add_explain() {
    CLI::App& command = *app.add_subcommand(
        "explain", "Print extents, guards and what a model is compiled for, with lines");
    add_model_options(command, explain.model);
    add_variants(command, explain.model);
    command.add_flag("--json", explain.json, "As JSON");
    command
        .add_option("--html", explain.html,
                    "Also write the segments of a model that is not captured whole as a web page")
        ->type_name("FILE");
    command.add_flag("--full-graph", explain.full_graph,
                     "Refuse a model that is not captured as one graph");
  }

  void add_graph() {
    CLI::App& command = *app.add_subcommand("graph", "Print the captured graph");
    add_model_options(command, graph.model);
    command
        .add_option("--save", graph.save,
                    "Store the graph with its tensors and modules: FILE.weft, FILE.json or binary")
        ->type_name("FILE");
    const std::vector<CLI::Option*> forms = {
        command.add_flag("--tabular", tabular, "As a table (default)"),
        command.add_flag("--code", code, "As code"),
        command.add_flag("--text", text, "As lossless text, which weft reads back (.weft)"),
        command.add_flag("--dot", dot, "In the language of graphviz"),
        command.add_option("--svg", graph.svg, "Drawn by graphviz's `dot` into a file")
            ->type_name("FILE"),
        command.add_flag("--core", core, "The core graph, after all passes")};
    for (std::size_t i = 0; i < forms.size(); ++i) {
      for (std::size_t k = i + 1; k < forms.size(); ++k) forms[i]->excludes(forms[k]);
    }
  }

  void add_run() {
    CLI::App& command = *app.add_subcommand("run", "Build a bundle if needed, and run it");
    command.add_option("DIR", run.folder, "Folder of the bundle")->required()->type_name("");
    add_repeated(command, "--input", run.inputs, "NAME=FILE[:TENSOR]",
                 "tensor in a safetensors file (default: NAME or input.NAME); once for each input");
    command
        .add_option("--output", run.output,
                    "File for the results output.0, output.1, ... (safetensors)")
        ->required()
        ->type_name("FILE");
    command.add_option("--seed", run.seed, "Where the model's random numbers begin (default: 0)")
        ->type_name("N");
  }

  void add_verify() {
    CLI::App& command =
        *app.add_subcommand("verify", "Run the model in every mode and compare the results");
    add_model_options(command, verify.model);
    add_variants(command, verify.model);
    command
        .add_option("--inputs", verify.inputs,
                    "Tensors NAME or input.NAME (safetensors); without it values are made")
        ->type_name("FILE");
    add_repeated(command, "--at", verify.at, "N=3,H=7",
                 "Extents to run at, without --inputs; once for each run (default: a few)");
    CLI::Option* const expected = command
                                      .add_option("--expected", verify.expected,
                                                  "Tensors output.0, output.1, ... (safetensors)")
                                      ->type_name("FILE");
    command.add_flag("--eager", verify.eager, "Eager mode alone, for models that are not captured")
        ->needs(expected);
    command.add_flag("--segments", verify.segments,
                     "The transformed source with compiled segments, also for a model that is "
                     "captured as one graph");
    command.add_flag("--full-graph", verify.full_graph,
                     "Refuse a model that is not captured as one graph");
    command.add_option("--rtol", verify.rtol, "Relative tolerance, |got - want| <= A + R * |want|")
        ->type_name("R")
        ->capture_default_str();
    command.add_option("--atol", verify.atol, "Absolute tolerance")
        ->type_name("A")
        ->capture_default_str();
  }

  void add_weights() {
    CLI::App& command = *app.add_subcommand(
        "weights", "List the parameters and buffers of a model, or the tensors of a file");
    command
        .add_option("FILE", weights.model.file,
                    "C++ file that defines a model, or a file of tensors (safetensors, .pt)")
        ->required()
        ->type_name("");
    command
        .add_option("--model", weights.model.model,
                    "class of the model; may be left out if it is the only one")
        ->type_name("NAME");
    command.add_option("-o", weights.output, "Write them into a safetensors file")
        ->type_name("FILE");
    command.footer("Flags for the C++ compiler that reads a model follow after `--`.");
  }

  Command chosen(std::vector<std::string> flags) {
    const auto with_flags = [&](auto options) {
      options.model.flags = std::move(flags);
      return options;
    };
    compile.eager_fallback = fallback == "eager";
    if (app.got_subcommand("compile")) return with_flags(compile);
    if (app.got_subcommand("explain")) return with_flags(explain);
    if (app.got_subcommand("graph")) {
      graph.form = code                ? GraphForm::kCode
                   : core              ? GraphForm::kCore
                   : text              ? GraphForm::kText
                   : dot               ? GraphForm::kDot
                   : graph.svg.empty() ? GraphForm::kTabular
                                       : GraphForm::kSvg;
      return with_flags(graph);
    }
    if (app.got_subcommand("verify")) return with_flags(verify);
    if (app.got_subcommand("weights")) return with_flags(weights);
    return run;
  }
};

[[noreturn]] void complain(const std::string& what, const std::string& command) {
  fail(diag::CommandLineWrong, {}, {what, command.empty() ? "" : command + " "});
}

}  // namespace

Command parse_command_line(std::vector<std::string> arguments) {
  const auto dashes = std::find(arguments.begin(), arguments.end(), "--");
  const bool has_flags = dashes != arguments.end();
  std::vector<std::string> flags(has_flags ? dashes + 1 : dashes, arguments.end());
  arguments.erase(dashes, arguments.end());

  std::string command;
  if (arguments.empty()) complain("no command is given", "");
  if (!arguments[0].starts_with("-")) {
    command = arguments[0];
    if (std::find(kCommands.begin(), kCommands.end(), command) == kCommands.end()) {
      complain(fmt::format("unknown command `{}`; the commands are {}", command,
                           fmt::join(kCommands, ", ")),
               "");
    }
  }
  Parser parser;
  try {
    std::reverse(arguments.begin(), arguments.end());  // CLI11 takes them from the back
    parser.app.parse(std::move(arguments));
  } catch (const CLI::CallForHelp&) {
    return PrintText{parser.app.help()};
  } catch (const CLI::CallForVersion& version) {
    return PrintText{std::string(version.what()) + "\n"};
  } catch (const CLI::ExtrasError&) {
    complain(fmt::format("unexpected: {}", fmt::join(parser.app.remaining(/*recurse=*/true), " ")),
             command);
  } catch (const CLI::ParseError& error) {
    complain(error.what(), command);
  }
  if (has_flags && command == "run") complain("`run` takes no compiler flags", command);
  if (!parser.verify.at.empty() && !parser.verify.inputs.empty()) {
    complain("--inputs has the extents already, so --at says nothing", command);
  }
  for (const double tolerance : {parser.verify.rtol, parser.verify.atol}) {
    if (!(tolerance >= 0) || std::isinf(tolerance)) {
      complain(fmt::format("a tolerance of {} makes no sense", tolerance), command);
    }
  }
  return parser.chosen(std::move(flags));
}

}  // namespace weft::cli
