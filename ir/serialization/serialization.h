/// \file Lossless forms of a graph: text (`.weft`), JSON and binary.
///
/// All three hold the same: nodes with their names, targets and arguments, and their whole meta
/// (values with dtypes, extents and strides, source lines, module stacks, types, attachments), and
/// the symbols of symbolic extents with their bounds. Reading gives a graph that is structurally
/// equal to the one that was written, with the same names and metas; writing it again gives the
/// same bytes. Symbols are fresh ones: two graphs never share a symbol through a file.
///
/// Nothing that is read can do more than fail with a located error. A graph may be ill-formed in
/// ways that only lint finds (no output, say): call Graph::lint on what comes from strangers.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <weft/ir/graph.h>

namespace weft::ir {

/// The text form. One statement a node:
///
///     weft graph 1
///     symbol N in [1, 1024]
///     %x = placeholder[x]() : f32[N, 3] type "Tensor"
///     %add = call_function[add](%x, 1.5, alpha=2) : f32[N, 3] at "net.cpp":12:9 in "forward"
///       modules ["fc": "Linear"] with {"tag": 7}
///     %output = output[output](%add)
///
/// Line ends and spaces separate words; `#` begins a comment. Extents are printed as IntExpr prints
/// them, strides only where they are not dense. Texts are in double quotes, with `\n`, `\t`, `\"`,
/// `\\` and `\xHH`.
/// \error W1406 if an operand does not precede its user, or a value cannot be stored
std::string to_text(const Graph& graph);
/// \error W1401 to W1405, W1409 and W1201, with file, line and column
Graph from_text(std::string_view text, const std::string& file = "graph.weft");

/// The JSON form: an object with `symbols` and `nodes`, see docs/graph-files.md.
/// \error W1406 as to_text
std::string to_json(const Graph& graph);
/// \error W1407 with the path of the value that is at fault; W1402 to W1405, W1409, W1201
Graph from_json(std::string_view text);

/// The binary form: small and quick, the same on every machine.
/// \error W1406 as to_text
std::vector<std::uint8_t> to_binary(const Graph& graph);
/// \error W1408 with the byte at which the data is damaged; W1402 to W1405, W1409, W1201
Graph from_binary(const std::uint8_t* data, std::size_t size);

}  // namespace weft::ir
