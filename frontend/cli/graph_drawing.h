/// \file Draws a graph with graphviz.
#pragma once

#include <string>

namespace weft::cli {

/// Writes an SVG file from a graph in graphviz's language with the program `dot` ($WEFT_DOT, if it
/// is set). The file appears once it is complete.
/// \error W7005 if `dot` cannot be run or fails, W7004
void write_svg(const std::string& dot_text, const std::string& file);

}  // namespace weft::cli
