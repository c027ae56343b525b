/// \file Meaning of einsum.
#include <weft/ir/operators/einsum.h>

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include <weft/ir/graph.h>
#include <weft/ir/operators/contraction.h>

namespace weft::ir {
namespace {

constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

[[noreturn]] void refuse(const Call& call, const std::string& equation, const std::string& what) {
  call.fail(diag::ValueOutOfDomain, {fmt::format("equation \"{}\": {}", equation, what)});
}

/// An equation taken apart at its commas and arrow. Ellipses are still in the terms.
struct Equation {
  std::string text;
  std::vector<std::string> terms;
  std::optional<std::string> output;
};

Equation parse(const Call& call, const std::string& text) {
  Equation equation;
  equation.text = text;
  std::string compact;
  for (const char c : text) {
    if (c != ' ') compact += c;
  }
  std::string inputs = compact;
  if (const std::size_t arrow = compact.find("->"); arrow != std::string::npos) {
    inputs = compact.substr(0, arrow);
    equation.output = compact.substr(arrow + 2);
  }
  std::size_t begin = 0;
  for (;;) {
    const std::size_t comma = inputs.find(',', begin);
    equation.terms.push_back(inputs.substr(begin, comma - begin));
    if (comma == std::string::npos) break;
    begin = comma + 1;
  }
  const std::size_t operands = call.tensors(1).size();
  if (equation.terms.size() != operands) {
    refuse(call, text, fmt::format("{} terms for {} operands", equation.terms.size(), operands));
  }
  return equation;
}

/// A term in which `...` is replaced by the last of the letters that stand for it.
struct Term {
  std::string letters;
  std::size_t hidden = 0;  ///< how many letters the ellipsis stands for
};

/// Checks the letters and returns where the ellipsis is.
std::size_t find_ellipsis(const Call& call, const Equation& equation, const std::string& term) {
  const std::size_t dots = term.find("...");
  for (std::size_t k = 0; k < term.size(); ++k) {
    if (dots != std::string::npos && k >= dots && k < dots + 3) continue;
    if (kLetters.find(term[k]) == std::string_view::npos) {
      refuse(call, equation.text, fmt::format("unexpected `{}`", term[k]));
    }
  }
  return dots;
}

std::string replace_ellipsis(const std::string& term, std::size_t dots,
                             const std::string& letters) {
  return dots == std::string::npos ? term : term.substr(0, dots) + letters + term.substr(dots + 3);
}

/// Terms and output with letters only.
struct Normalised {
  std::vector<std::string> terms;
  std::string output;
};

Normalised normalise(const Call& call, const Equation& equation) {
  const std::vector<const TensorMeta*> operands = call.tensors(1);
  std::vector<std::size_t> dots;
  std::vector<std::size_t> hidden;
  std::size_t longest = 0;
  for (std::size_t k = 0; k < operands.size(); ++k) {
    const std::string& term = equation.terms[k];
    dots.push_back(find_ellipsis(call, equation, term));
    const bool open = dots.back() != std::string::npos;
    const std::size_t named = open ? term.size() - 3 : term.size();
    const std::size_t rank = operands[k]->rank();
    if (named > rank || (!open && named != rank)) {
      refuse(call, equation.text,
             fmt::format("term `{}` does not fit shape {}", term, shape_str(operands[k]->sizes)));
    }
    hidden.push_back(rank - named);
    longest = std::max(longest, hidden.back());
  }
  std::string spare;
  for (const char c : kLetters) {
    if (spare.size() < longest && equation.text.find(c) == std::string::npos) spare += c;
  }
  if (spare.size() < longest) refuse(call, equation.text, "no letters left for the ellipsis");

  Normalised result;
  for (std::size_t k = 0; k < operands.size(); ++k) {
    result.terms.push_back(
        replace_ellipsis(equation.terms[k], dots[k], spare.substr(longest - hidden[k])));
  }
  if (equation.output) {
    const std::size_t at = find_ellipsis(call, equation, *equation.output);
    result.output = replace_ellipsis(*equation.output, at, spare);
    return result;
  }
  // Without an output, the letters that occur once, in alphabetical order, after the ellipsis.
  std::string all;
  for (const std::string& term : equation.terms) all += term;
  std::string once;
  for (const char c : all) {
    if (c != '.' && std::count(all.begin(), all.end(), c) == 1) once += c;
  }
  std::sort(once.begin(), once.end());
  result.output = spare + once;
  return result;
}

void check_output(const Call& call, const std::string& text, const Normalised& equation) {
  for (const char c : equation.output) {
    if (std::count(equation.output.begin(), equation.output.end(), c) > 1) {
      refuse(call, text, fmt::format("`{}` occurs twice in the output", c));
    }
    const bool known =
        std::any_of(equation.terms.begin(), equation.terms.end(),
                    [c](const std::string& term) { return term.find(c) != std::string::npos; });
    if (!known) refuse(call, text, fmt::format("`{}` occurs in the output only", c));
  }
}

std::vector<int> labels_of(const std::string& letters) {
  return std::vector<int>(letters.begin(), letters.end());
}

/// Letters of `a` and `b`, each once, that are needed later on.
std::string kept_letters(const std::string& a, const std::string& b,
                         const std::vector<std::string>& later, const std::string& output) {
  std::string kept;
  for (const char c : a + b) {
    if (kept.find(c) != std::string::npos) continue;
    const bool needed = output.find(c) != std::string::npos ||
                        std::any_of(later.begin(), later.end(), [c](const std::string& term) {
                          return term.find(c) != std::string::npos;
                        });
    if (needed) kept += c;
  }
  return kept;
}

}  // namespace

std::vector<Compute> contract_equation_rule(const Call& call) {
  const Equation equation = parse(call, call.text(0));
  const std::vector<const TensorMeta*> operands = call.tensors(1);
  std::vector<Factor> factors;
  for (std::size_t k = 0; k < operands.size(); ++k) {
    if (equation.terms[k].size() != operands[k]->rank()) {
      refuse(call, equation.text,
             fmt::format("term `{}` does not fit shape {}", equation.terms[k],
                         shape_str(operands[k]->sizes)));
    }
    factors.push_back({call.input_ordinal(1, k), operands[k], labels_of(equation.terms[k])});
  }
  const std::string output = equation.output.value_or("");
  check_output(call, equation.text, {equation.terms, output});
  return {contract(call, factors, labels_of(output))};
}

std::vector<Node*> einsum_rule(Decomposition& d) {
  const Call& call = d.call();
  const Equation equation = parse(call, call.text(0));
  const Normalised normal = normalise(call, equation);
  check_output(call, equation.text, normal);
  const std::vector<Argument> operands = d.items(1);

  if (operands.size() == 1) {
    return {d.op("contract", {normal.terms[0] + "->" + normal.output, d.argument(1)})};
  }
  Argument value = operands[0];
  std::string letters = normal.terms[0];
  for (std::size_t k = 1; k < operands.size(); ++k) {
    const std::vector<std::string> later(normal.terms.begin() + static_cast<std::ptrdiff_t>(k) + 1,
                                         normal.terms.end());
    const std::string kept = later.empty()
                                 ? normal.output
                                 : kept_letters(letters, normal.terms[k], later, normal.output);
    value = d.op("contract", {letters + "," + normal.terms[k] + "->" + kept,
                              std::vector<Argument>{value, operands[k]}});
    letters = kept;
  }
  return {value.node()};
}

}  // namespace weft::ir
