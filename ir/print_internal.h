/// \file How arguments are printed in the three forms of a graph.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <weft/ir/argument.h>

namespace weft::ir {

enum class ArgumentStyle {
  kPlain,    ///< `relu_1`, `[2, x]`, `'mean'`, `None`, `True`
  kPercent,  ///< the same with `%relu_1` for nodes
};

std::string format_argument(const Argument& argument, ArgumentStyle style);
/// The arguments as a tuple: `(%x, 1)`, `(%x,)`, `()`.
std::string format_tuple(const std::vector<Argument>& args, ArgumentStyle style);
/// `text` in the given quotes, with control characters, quotes and backslashes escaped.
std::string quoted(std::string_view text, char quote);

}  // namespace weft::ir
