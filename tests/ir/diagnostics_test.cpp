#include <gtest/gtest.h>

#include <set>
#include <string>

#include <weft/ir/diagnostics.h>

namespace weft {
namespace {

TEST(Diagnostics, FullText) {
  Diagnostic d = make_diagnostic(diag::DimensionOutOfRange, SourceLocation("model.cpp", 12, 9),
                                 {"sum", "4", "2"});
  d.notes.push_back("the tensor has shape [2, 3]");
  EXPECT_EQ(d.str(),
            "model.cpp:12:9: error: sum: dimension 4 is out of range for rank 2 [W1205]\n"
            "  hint: use a dimension in [-2, 2)\n"
            "  note: the tensor has shape [2, 3]");
}

TEST(Diagnostics, WithoutLocationAndHint) {
  const Diagnostic d = make_diagnostic(diag::LintFailed, {}, {"there is no output"});
  EXPECT_EQ(d.str(), "error: graph is not well formed: there is no output [W1003]");
}

TEST(Diagnostics, ErrorCarriesTheDiagnostic) {
  try {
    fail(diag::UnknownOperator, SourceLocation("a.cpp", 3), {"frobnicate"});
  } catch (const Error& e) {
    EXPECT_EQ(e.id(), "W1201");
    EXPECT_EQ(e.diagnostic().kind, &diag::UnknownOperator);
    EXPECT_STREQ(e.what(),
                 "a.cpp:3: error: no operator `frobnicate` [W1201]\n"
                 "  hint: see docs/operators.md for the operators there are");
    return;
  }
  FAIL() << "nothing was thrown";
}

TEST(Diagnostics, TextOfTheUserIsNeverAFormat) {
  const Diagnostic d = make_diagnostic(diag::LintFailed, {}, {"{0} {1} {} %s {"});
  EXPECT_EQ(d.message, "graph is not well formed: {0} {1} {} %s {");
}

TEST(Diagnostics, IdsAreUniqueAndOfThisLayer) {
  std::set<std::string> ids;
#define WEFT_DIAGNOSTIC(name, id, fault, message, hint) \
  EXPECT_TRUE(ids.insert(id).second) << id;             \
  EXPECT_EQ(std::string(id).substr(0, 2), "W1");
#include <weft/ir/diagnostics.def>
#undef WEFT_DIAGNOSTIC
}

TEST(SourceLocation, PrintsWhatIsKnown) {
  EXPECT_EQ(SourceLocation().str(), "");
  EXPECT_EQ(SourceLocation("m.cpp", 7).str(), "m.cpp:7");
  EXPECT_EQ(SourceLocation("m.cpp", 7, 2).str(), "m.cpp:7:2");
}

TEST(SourceLocation, InternedTextsAreShared) {
  const std::string text = "a file name that is too long for the small buffer of a string";
  EXPECT_EQ(intern(text), intern(std::string(text)));
  EXPECT_EQ(intern(text), text);
}

}  // namespace
}  // namespace weft
