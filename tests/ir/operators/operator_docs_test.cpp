/// \file docs/operators.md says what the table says. Run with WEFT_UPDATE_DOCS=1 to rewrite it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

#include <weft/ir/operators/operator.h>

#include "onnx_names.h"

namespace weft::ir {
namespace {

std::string kind_of(const Operator& op) {
  static const char* const kNames[] = {
      "pointwise", "reduction", "tensor expression", "view", "composition", "kernel", "shape"};
  return kNames[op.meaning().index()];
}

std::string spellings_of(const Operator& op) {
  const unsigned s = op.row->spellings;
  std::string text;
  const auto add = [&](const char* name) {
    text += (text.empty() ? "" : ", ") + std::string(name);
  };
  if (s & Spelling::kFunction) add("function");
  if (s & Spelling::kMethod) add("method");
  if (s & Spelling::kInPlace) add("in place");
  if (s & Spelling::kFunctional) add("nn::functional");
  return text;
}

std::string escaped(std::string text) {
  for (std::size_t at = 0; (at = text.find('|', at)) != std::string::npos; at += 2) {
    text.insert(at, "\\");
  }
  return text;
}

/// Extents of the results; where no rule says them in a few words, the sentence does.
std::string shapes_of(const Operator& op) {
  const Meaning& meaning = op.meaning();
  if (std::holds_alternative<Pointwise>(meaning)) {
    const auto is_tensor = [](const SchemaParameter& p) {
      return p.type == SchemaType::kTensor || p.type == SchemaType::kTensorOrNumber;
    };
    const auto& parameters = op.schema.parameters;
    const bool one = std::count_if(parameters.begin(), parameters.end(), is_tensor) == 1;
    return one ? "as `input`" : "broadcast";
  }
  if (std::holds_alternative<Reduction>(meaning)) {
    if (!op.schema.find("dim")) return "none";
    return op.schema.find("keepdim") ? "without `dim`, or 1" : "without `dim`";
  }
  return std::holds_alternative<ShapeQuery>(meaning) ? "no tensor" : "see result";
}

std::string types_of(TypeRule rule) {
  switch (rule) {
    case TypeRule::kPromote:
      return "promoted";
    case TypeRule::kPromoteInt:
      return "promoted, bool to int64";
    case TypeRule::kPromoteFloat:
      return "promoted to float";
    case TypeRule::kCompare:
    case TypeRule::kLogical:
    case TypeRule::kBool:
      return "bool";
    case TypeRule::kInput:
      return "as `input`";
    case TypeRule::kFloatOnly:
      return "as `input`, float only";
    case TypeRule::kSum:
      return "as `input`, integers to int64";
    case TypeRule::kIndex:
      return "int64";
  }
  return "";
}

std::string types_of(const Operator& op) {
  const Meaning& meaning = op.meaning();
  if (op.schema.find("dtype")) return "`dtype`";
  if (const auto* pointwise = std::get_if<Pointwise>(&meaning)) return types_of(pointwise->types);
  if (const auto* reduction = std::get_if<Reduction>(&meaning)) return types_of(reduction->types);
  if (op.is_view()) return "as `input`";
  return std::holds_alternative<ShapeQuery>(meaning) ? "no tensor" : "see result";
}

/// Reading data on the host has no place in generated code, but for what its entry checks.
std::string modes_of(const Operator& op) {
  const std::string& name = op.schema.name;
  const bool checked_at_entry = name == "check_extent" || name == "check_argument";
  if (op.row->effect == Effect::kHost && !checked_at_entry) return "eager, graph";
  // Nothing bounds the number of results that a tensor of repeats decides.
  if (name == "repeat_interleave" && !op.schema.overload.empty()) {
    const bool bounded = op.schema.find("output_size").has_value();
    return bounded ? "all, bundle with `output_size`" : "eager, graph";
  }
  return "all";
}

std::string onnx_of(const Operator& op) {
  const auto found = testing::onnx_names().find(op.full_name());
  return found == testing::onnx_names().end() ? "" : found->second;
}

std::string render() {
  std::ostringstream out;
  out << "# Operators\n\n"
         "Names, arguments and defaults are PyTorch's. *Spellings*: `torch::relu(x)` is a "
         "function, "
         "`x.relu()` a method, `x.relu_()` the form in place. *Shapes* and *dtypes* are those of "
         "results: promoted is the type that PyTorch promotes the operands to. *Modes*: eager "
         "calls, captured graphs (interpreted, with all passes) and bundles of generated C++; what "
         "a bundle cannot hold is refused when it is made (W5001, W5007). *ONNX*: the operator of "
         "ONNX that computes the same as one node, where there is one; weft does not read or write "
         "ONNX files. *Gradients* are not built for any operator.\n\n"
         "| schema | meaning | spellings | shapes | dtypes | modes | ONNX | result |\n"
         "|---|---|---|---|---|---|---|---|\n";
  for (const Operator* op : all_operators()) {
    if (op->functional) continue;
    out << "| `" << escaped(op->schema.str()) << "` | " << kind_of(*op) << " | "
        << spellings_of(*op) << " | " << shapes_of(*op) << " | " << types_of(*op) << " | "
        << modes_of(*op) << " | " << onnx_of(*op) << " | " << escaped(op->row->doc) << " |\n";
  }
  return out.str();
}

TEST(OperatorDocs, EveryNameOfOnnxBelongsToAnOperator) {
  for (const auto& [name, onnx] : testing::onnx_names()) {
    EXPECT_NE(find_operator(name), nullptr) << name << " (" << onnx << ")";
  }
}

TEST(OperatorDocs, FileIsCurrent) {
  const std::string path = std::string(WEFT_SOURCE_DIR) + "/docs/operators.md";
  const std::string wanted = render();
  if (std::getenv("WEFT_UPDATE_DOCS")) {
    std::ofstream(path, std::ios::binary) << wanted;
  }
  std::ifstream file(path, std::ios::binary);
  std::ostringstream found;
  found << file.rdbuf();
  EXPECT_EQ(found.str(), wanted) << "run the test with WEFT_UPDATE_DOCS=1 and commit the file";
}

}  // namespace
}  // namespace weft::ir
