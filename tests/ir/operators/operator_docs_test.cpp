/// \file docs/operators.md says what the table says. Run with WEFT_UPDATE_DOCS=1 to rewrite it.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

#include <weft/ir/operators/operator.h>

namespace weft::ir {
namespace {

std::string kind_of(const Operator& op) {
  static const char* const kNames[] = {"pointwise",   "reduction", "tensor expression", "view",
                                       "composition", "kernel",    "shape"};
  return kNames[op.meaning().index()];
}

std::string spellings_of(const Operator& op) {
  const unsigned s = op.row->spellings;
  std::string text;
  const auto add = [&](const char* name) { text += (text.empty() ? "" : ", ") + std::string(name); };
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

std::string render() {
  std::ostringstream out;
  out << "# Operators\n\n"
         "Names, arguments and defaults are PyTorch's. *Spellings*: `torch::relu(x)` is a function, "
         "`x.relu()` a method, `x.relu_()` the form in place.\n\n"
         "| schema | meaning | spellings | result |\n|---|---|---|---|\n";
  for (const Operator* op : all_operators()) {
    if (op->functional) continue;
    out << "| `" << escaped(op->schema.str()) << "` | " << kind_of(*op) << " | "
        << spellings_of(*op) << " | " << escaped(op->row->doc) << " |\n";
  }
  return out.str();
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
