/// \file What the forms of a graph module take from those of a graph.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include <weft/ir/graph.h>

namespace weft::ir::serialization {

class JsonPlace;
class TextScanner;

// Text. A block is the symbols and statements of a graph, without the line with the version.
std::string graph_block(const Graph& graph);
Graph read_graph_block(TextScanner& scan);
/// `with {...}`; reading begins behind the word.
std::string attachments_text(const Attachments& custom);
void read_attachments(TextScanner& scan, Attachments& custom);
std::string quoted_text(std::string_view text);

// JSON.
nlohmann::ordered_json graph_json(const Graph& graph);
nlohmann::ordered_json attachments_json(const Attachments& custom);
/// A string, or an object with the bytes of what is not UTF-8.
nlohmann::ordered_json text_json(std::string_view text);
nlohmann::json parse_json(std::string_view text);
Graph read_graph(const JsonPlace& place);
void read_attachments(const JsonPlace& place, Attachments& custom);

}  // namespace weft::ir::serialization
