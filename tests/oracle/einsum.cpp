/// \file einsum, as one loop over all values of all labels.
#include <algorithm>
#include <cctype>
#include <map>

#include "tests/oracle/layout.h"
#include "tests/oracle/oracle.h"
#include "tests/oracle/promotion.h"
#include "tests/oracle/reduction.h"

namespace weft_oracle {
namespace {

using Labels = std::vector<int>;
/// Dimensions under "..." get labels from here on, the last of them the highest.
constexpr int kEllipsis = 1000;

/// The label of each dimension of a term; `rank` less the written labels is what "..." stands for.
/// The dimensions of all ellipses are aligned at the right, so `widest` is the longest of them.
Labels read_term(const std::string& term, int64_t ellipsis_rank, int64_t widest) {
  Labels labels;
  for (size_t i = 0; i < term.size(); ++i) {
    if (term.compare(i, 3, "...") == 0) {
      for (int64_t k = widest - ellipsis_rank; k < widest; ++k)
        labels.push_back(kEllipsis + static_cast<int>(k));
      i += 2;
    } else if (std::isalpha(static_cast<unsigned char>(term[i]))) {
      labels.push_back(term[i]);
    } else {
      throw OracleError("einsum: unexpected character in '" + term + "'");
    }
  }
  return labels;
}

int64_t written_labels(const std::string& term) {
  return std::count_if(term.begin(), term.end(), [](unsigned char c) { return std::isalpha(c); });
}

struct Equation {
  std::vector<std::string> terms;
  bool has_result = false;
  std::string result;
};

Equation parse(std::string text) {
  text.erase(std::remove(text.begin(), text.end(), ' '), text.end());
  Equation equation;
  size_t arrow = text.find("->");
  if (arrow != std::string::npos) {
    equation.has_result = true;
    equation.result = text.substr(arrow + 2);
    text.resize(arrow);
  }
  size_t start = 0;
  for (size_t comma = text.find(','); comma != std::string::npos; comma = text.find(',', start)) {
    equation.terms.push_back(text.substr(start, comma - start));
    start = comma + 1;
  }
  equation.terms.push_back(text.substr(start));
  return equation;
}

/// Without "->": the dimensions of "...", then the labels that occur once, in the order of the
/// alphabet.
Labels implied_result(const std::vector<Labels>& terms, int64_t widest) {
  std::map<int, int> uses;
  for (const Labels& term : terms) {
    for (int label : term) ++uses[label];
  }
  Labels result;
  for (int64_t k = 0; k < widest; ++k) result.push_back(kEllipsis + static_cast<int>(k));
  for (const auto& [label, count] : uses) {
    if (label < kEllipsis && count == 1) result.push_back(label);
  }
  return result;
}

std::map<int, int64_t> label_extents(const std::vector<Labels>& terms,
                                     const std::vector<OracleTensor>& operands) {
  std::map<int, int64_t> extents;
  for (size_t k = 0; k < terms.size(); ++k) {
    if (static_cast<int64_t>(terms[k].size()) != operands[k].rank())
      throw OracleError("einsum: rank and labels differ");
    for (size_t d = 0; d < terms[k].size(); ++d) {
      int64_t size = operands[k].sizes[d];
      auto [it, fresh] = extents.emplace(terms[k][d], size);
      if (!fresh && it->second == 1) it->second = size;
      if (it->second != size && size != 1) throw OracleError("einsum: a label has two extents");
    }
  }
  return extents;
}

/// The loop: the labels of the result first, then the others, which are summed over.
OracleTensor contract(const std::vector<Labels>& terms, const std::vector<OracleTensor>& operands,
                      const Labels& result, const std::map<int, int64_t>& extents) {
  Labels order = result;
  for (const auto& [label, extent] : extents) {
    if (!std::count(result.begin(), result.end(), label)) order.push_back(label);
  }
  Sizes outer, inner;
  for (size_t k = 0; k < order.size(); ++k)
    (k < result.size() ? outer : inner).push_back(extents.at(order[k]));
  OracleTensor out(operands[0].kind, outer);
  std::map<int, int64_t> value;
  auto element = [&](size_t k) {
    Index index(terms[k].size());
    for (size_t d = 0; d < index.size(); ++d)
      index[d] = operands[k].sizes[d] == 1 ? 0 : value[terms[k][d]];
    return position(operands[k].sizes, index);
  };
  each_index(outer, [&](const Index& outer_index, int64_t at) {
    for (size_t k = 0; k < outer_index.size(); ++k) value[order[k]] = outer_index[k];
    Sum real = 0;
    uint64_t whole = 0;
    each_index(inner, [&](const Index& inner_index, int64_t) {
      for (size_t k = 0; k < inner_index.size(); ++k)
        value[order[result.size() + k]] = inner_index[k];
      Sum real_product = 1;
      uint64_t whole_product = 1;
      for (size_t k = 0; k < operands.size(); ++k) {
        if (out.integral()) {
          whole_product *= static_cast<uint64_t>(operands[k].integer(element(k)));
        } else {
          real_product *= operands[k].real(element(k));
        }
      }
      real += real_product;
      whole += whole_product;
    });
    if (out.integral()) {
      out.set_integer(at, static_cast<int64_t>(whole));
    } else {
      out.set(at, static_cast<double>(real));
    }
  });
  return out;
}

Results einsum(const Reader& reader) {
  Equation equation = parse(reader.text("equation", ""));
  std::vector<OracleTensor> operands = reader.tensors(reader.either({"operands", "tensors"}));
  reader.ignore("path");
  if (operands.empty() || operands.size() != equation.terms.size()) {
    throw OracleError("einsum: as many terms as operands are needed");
  }
  int64_t widest = 0;
  auto hidden = [&](size_t k) { return operands[k].rank() - written_labels(equation.terms[k]); };
  for (size_t k = 0; k < operands.size(); ++k) {
    if (operands[k].kind != operands[0].kind) throw OracleError("einsum: kinds differ");
    if (hidden(k) < 0) throw OracleError("einsum: more labels than dimensions");
    if (equation.terms[k].find("...") != std::string::npos) widest = std::max(widest, hidden(k));
  }
  std::vector<Labels> terms;
  for (size_t k = 0; k < operands.size(); ++k)
    terms.push_back(read_term(equation.terms[k], hidden(k), widest));
  Labels result = equation.has_result ? read_term(equation.result, widest, widest)
                                      : implied_result(terms, widest);
  std::map<int, int64_t> extents = label_extents(terms, operands);
  for (int label : result) {
    if (!extents.count(label)) throw OracleError("einsum: a label of the result occurs in no term");
    if (std::count(result.begin(), result.end(), label) > 1)
      throw OracleError("einsum: a label twice in the result");
  }
  return {contract(terms, operands, result, extents)};
}

}  // namespace

void add_einsum(Registry& registry) { registry["einsum"] = einsum; }

}  // namespace weft_oracle
