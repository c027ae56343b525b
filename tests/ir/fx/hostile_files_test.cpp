// Whatever is read as a graph gives a graph or a located error.
#include "stored_graphs.h"

#include "fx_testing.h"

namespace weft::ir {
namespace {

using testing::error_id;
using testing::graph_of_everything;

struct TextCase {
  const char* text;
  const char* id;
  const char* message;  ///< "line:column: message"
};

TEST(FxFaults, F05_FaultsInTextAreLocated) {
  const TextCase cases[] = {
      {"", "W1401", "1:1: expected `weft`, got the end of the text"},
      {"weft graph 2", "W1405", "1:12: a graph cannot hold this: version 2 of the form"},
      {"weft graph 1\n  x", "W1401", "2:3: expected `%`, got `x`"},
      {"weft graph 1\n%x = relu[x]()", "W1404", "2:6: no opcode `relu`"},
      {"weft graph 1\n%x = call_function[no_such](1)", "W1201", "2:1: no operator `no_such`"},
      {"weft graph 1\n%y = call_function[relu](%x)", "W1403",
       "2:26: no node `x` has been read so far"},
      {"weft graph 1\n%x = placeholder[x]()\n%x = placeholder[y]()", "W1402",
       "3:1: the name `x` is there twice"},
      {"weft graph 1 %x = placeholder[x](1", "W1401",
       "1:35: expected `)`, got the end of the text"},
      {"weft graph 1 %x = placeholder[\"x", "W1401",
       "1:33: expected a closing quote, got the end of the text"},
      {"weft graph 1 %x = placeholder[x](\"\\q\")", "W1401",
       "1:36: expected `n`, `t`, `x`, `\"` or `\\` after a backslash, got `q\")`"},
      {"weft graph 1 %x = placeholder[x](99999999999999999999)", "W1405",
       "1:34: a graph cannot hold this: an integer of more than 64 bits"},
      {"weft graph 1 %x = placeholder[x](1e999)", "W1405",
       "1:34: a graph cannot hold this: a float of more than 64 bits"},
      {"weft graph 1 %x = placeholder[x](1..5)", "W1401", "1:34: expected a number, got `1..5)`"},
      {"weft graph 1 %x = placeholder[x](float7)", "W1404", "1:34: no constant `float7`"},
      {"weft graph 1 %x = placeholder[x]() : f32[N]", "W1404", "1:42: no symbol `N`"},
      {"weft graph 1 %x = placeholder[x]() : f33[1]", "W1404", "1:38: no element type `f33`"},
      {"weft graph 1 %x = placeholder[x]() : f32[2] strides []", "W1405",
       "1:38: a graph cannot hold this: a tensor with other many strides than extents"},
      {"weft graph 1 symbol N in [3, 2]", "W1405",
       "1:21: a graph cannot hold this: symbol `N` has no value between 3 and 2"},
      {"weft graph 1 symbol N symbol N", "W1402", "1:30: the name `N` is there twice"},
      {"weft graph 1 symbol min", "W1402", "1:21: the name `min` is there twice"},
      {"weft graph 1 %x = placeholder[x](slice(1))", "W1405",
       "1:34: a graph cannot hold this: a slice that has not three parts"},
      {"weft graph 1 %x = placeholder[x]() at \"f\":99999999999:1", "W1405",
       "1:43: a graph cannot hold this: line or column 99999999999"},
      {"weft graph 1 %x = placeholder[x]() with {\"a\": 1, \"a\": 2}", "W1402",
       "1:50: the name `a` is there twice"},
      {"weft graph 1 %x = placeholder[x]() %y = placeholder[y]() with {\"a\": [%x]}", "W1405",
       "1:64: a graph cannot hold this: node `x` in an attachment"},
      {"weft graph 1 %x = placeholder[x](a=1, 2)", "W1401",
       "1:40: expected `=` as after the keyword arguments before it, got `)`"},
  };
  for (const TextCase& c : cases) {
    SCOPED_TRACE(c.text);
    try {
      from_text(c.text, "g.weft");
      ADD_FAILURE() << "it was read";
    } catch (const Error& e) {
      EXPECT_EQ(e.id(), c.id);
      EXPECT_EQ(e.diagnostic().location.str() + ": " + e.diagnostic().message,
                std::string("g.weft:") + c.message);
    }
  }
}

TEST(FxFaults, F05_ExtentsThatCannotBeAreRefused) {
  const auto read = [](const std::string& extent) {
    return error_id([&] {
      from_text("weft graph 1 symbol N symbol M %x = placeholder[x]() : int(" + extent + ")");
    });
  };
  EXPECT_EQ(read("9223372036854775807*N + M"), "none");
  EXPECT_EQ(read("9223372036854775807 + 1"), "W1405");
  EXPECT_EQ(read("floordiv(N, 0)"), "W1405");
  EXPECT_EQ(read("-9223372036854775808"), "none");
  EXPECT_EQ(read("-9223372036854775809"), "W1405");
  EXPECT_EQ(read("N*"), "W1401");
  // A product of sums doubles with each factor.
  std::string text = "weft graph 1";
  std::string product = "1";
  for (int i = 0; i < 40; ++i) {
    const std::string k = std::to_string(i);
    text += " symbol a" + k + " symbol b" + k;
    product += "*floordiv(2*a" + k + " + 2*b" + k + ", 2)";
  }
  EXPECT_EQ(error_id([&] { from_text(text + " %x = placeholder[x]() : int(" + product + ")"); }),
            "W1405");
}

TEST(FxFaults, F05_DeepNestingIsRefusedInEveryForm) {
  const std::string open(100000, '[');
  EXPECT_EQ(error_id([&] { from_text("weft graph 1 %x = placeholder[x](" + open); }), "W1409");
  std::string mins;
  for (int i = 0; i < 10000; ++i) mins += "min(";
  EXPECT_EQ(error_id([&] { from_text("weft graph 1 %x = placeholder[x]() : int(" + mins); }),
            "W1409");
  const std::string head =
      R"({"weft_graph": 1, "symbols": [], "nodes": [{"opcode": "placeholder", "name": "x",)"
      R"( "target": "x", "args": [)";
  EXPECT_EQ(
      error_id([&] { from_json(head + std::string(5000, '[') + std::string(5000, ']') + "]}]}"); }),
      "W1409");
  std::vector<std::uint8_t> binary = {'w', 'e', 'f', 't', 'g', 'r', 'f', '1', 1, 1, 'x',
                                      0,   0,   0,   0,   1,   0,   1,   'x', 0, 1};
  for (int i = 0; i < 100000; ++i) {
    binary.push_back(12);
    binary.push_back(1);
  }
  EXPECT_EQ(error_id([&] { testing::from_binary(binary); }), "W1409");
}

TEST(FxFaults, F05_FaultsInJsonNameTheirPlace) {
  const auto message = [](const std::string& text) {
    return testing::error_message([&] { from_json(text); });
  };
  EXPECT_EQ(error_id([&] { from_json("{}"); }), "W1407");
  EXPECT_EQ(message("{}"), "graph in JSON, the whole: expected an object with `weft_graph`");
  EXPECT_EQ(message("[1,").substr(0, 40), "graph in JSON, the whole: expected JSON:");
  EXPECT_EQ(message(R"({"weft_graph": 1, "symbols": [], "nodes": [1]})"),
            "graph in JSON, nodes[0]: expected an object with `opcode`");
  const std::string node =
      R"({"weft_graph": 1, "symbols": [], "nodes": [{"opcode": "placeholder", "name": "x", )"
      R"("target": "x", "args": [)";
  EXPECT_EQ(message(node + R"({"slice": [1]}]}]})"),
            "graph in JSON, nodes[0].args[0].slice: expected an array of 3 items");
  EXPECT_EQ(message(node + R"({"what": 1}]}]})"),
            "graph in JSON, nodes[0].args[0]: expected an object with `dict`");
  EXPECT_EQ(message(node + "18446744073709551615]}]}"),
            "graph in JSON, nodes[0].args[0]: expected an integer of 64 bits");
  EXPECT_EQ(message(node + R"({"bytes": "f"}]}]})"),
            "graph in JSON, nodes[0].args[0].bytes: expected pairs of hexadecimal digits");
  EXPECT_EQ(message(node + R"({"node": "y"}]}]})"), "no node `y` has been read so far");
}

// Whatever the bytes are: a graph, or an error.
template <typename Read>
bool gives_graph_or_error(const Read& read) {
  try {
    read();
    return true;
  } catch (const Error& e) {
    EXPECT_NE(e.id(), "W1000") << e.what();
    return false;
  }
}

TEST(FxFaults, F05_TruncatedFilesAreRefused) {
  const Graph g = graph_of_everything();
  const std::vector<std::uint8_t> binary = to_binary(g);
  for (std::size_t size = 0; size < binary.size(); ++size) {
    EXPECT_FALSE(gives_graph_or_error([&] { from_binary(binary.data(), size); })) << size;
  }
  const std::string text = to_text(g);
  for (std::size_t size = 0; size < text.size(); ++size) {
    gives_graph_or_error([&] { from_text(text.substr(0, size)); });
  }
  const std::string json = to_json(g);
  for (std::size_t size = 0; size + 2 < json.size(); size += 7) {
    EXPECT_FALSE(gives_graph_or_error([&] { from_json(json.substr(0, size)); })) << size;
  }
}

TEST(FxFaults, F05_ChangedBytesNeverCrash) {
  const Graph g = graph_of_everything();
  const std::vector<std::uint8_t> binary = to_binary(g);
  const std::string text = to_text(g);
  std::mt19937 random(5);
  for (int i = 0; i < 20000; ++i) {
    std::vector<std::uint8_t> bytes = binary;
    std::string changed = text;
    for (int k = 0; k < 1 + i % 4; ++k) {
      bytes[random() % bytes.size()] = static_cast<std::uint8_t>(random());
      changed[random() % changed.size()] =
          i % 2 == 0 ? static_cast<char>(random()) : text[random() % text.size()];
    }
    gives_graph_or_error([&] { testing::from_binary(bytes); });
    gives_graph_or_error([&] { from_text(changed); });
  }
}

TEST(FxFaults, F05_FalseCountsAskForNoMemory) {
  std::vector<std::uint8_t> bytes = {'w', 'e', 'f', 't', 'g', 'r', 'f', '1'};
  const std::vector<std::uint8_t> huge = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f};
  bytes.insert(bytes.end(), huge.begin(), huge.end());
  EXPECT_EQ(testing::error_message([&] { testing::from_binary(bytes); }),
            "damaged binary graph, byte 17: a count is larger than the data that follows");
  EXPECT_EQ(error_id([&] { testing::from_binary({1, 2, 3}); }), "W1408");
}

}  // namespace
}  // namespace weft::ir
