// The three forms of graph modules: what they keep, and files that are damaged or hostile.
#include <gtest/gtest.h>

#include <random>

#include <weft/ir/diagnostics.h>
#include <weft/ir/serialization/serialization.h>
#include <weft/ir/serialization/stored_module.h>

namespace weft::ir {
namespace {

StoredGraphModule sample() {
  StoredGraphModule whole;
  whole.tensors.push_back(
      {DType::kFloat32, {2}, {1}, std::string("\x00\x00\x80\x3f\x00\x00\x00\x40", 8), "", ""});
  whole.tensors.push_back({DType::kBool, {2, 1}, {1, 2}, std::string("\x01\x00", 2), "", ""});
  whole.tensors.push_back({DType::kInt64, {0}, {1}, "", "", ""});
  whole.tensors.push_back({DType::kFloat16, {3, 4}, {4, 1}, "", "net.safetensors", "fc.weight"});
  whole.root.name = "Net";
  whole.root.custom["tag"] = 7;
  whole.root.attributes = {{"w", 0}, {"again", 0}, {"odd \"path\"\n", 1}};
  Graph& g = whole.root.graph;
  Node* x = g.placeholder("x");
  Node* called = g.call_module("fc", {g.call_function("add", {x, g.get_attr("w")})});
  g.output(called);
  StoredModule& fc = whole.root.modules.emplace_back();
  fc.path = "fc";
  fc.name = "Linear";
  fc.attributes = {{"weight", 3}};
  fc.graph.output(fc.graph.call_function("relu", {fc.graph.placeholder("input")}));
  return whole;
}

std::vector<std::string> forms(const StoredGraphModule& module) {
  return {module_to_text(module), module_to_json(module), module_to_binary(module)};
}

std::string error_of(const std::string& data) {
  try {
    read_stored_module(data, "net.weft");
  } catch (const Error& error) {
    return error.diagnostic().str();
  }
  return "none";
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

TEST(FxStoredForms, B94_EveryFormGivesTheModuleBack) {
  const StoredGraphModule whole = sample();
  const std::vector<std::string> written = forms(whole);
  for (const std::string& data : written) {
    EXPECT_TRUE(is_stored_module(data));
    const StoredGraphModule read = read_stored_module(data, "net.weft");
    EXPECT_EQ(forms(read), written);
    ASSERT_EQ(read.tensors.size(), 4u);
    EXPECT_EQ(read.tensors[1].strides, (std::vector<std::int64_t>{1, 2}));
    EXPECT_EQ(read.tensors[1].bytes, std::string("\x01\x00", 2));
    EXPECT_EQ(read.tensors[3].name, "fc.weight");
    EXPECT_EQ(read.root.attributes, whole.root.attributes);
    EXPECT_EQ(read.root.custom.at("tag"), Argument(7));
    EXPECT_TRUE(structurally_equal(read.root.modules.at(0).graph, whole.root.modules[0].graph));
  }
}

TEST(FxStoredForms, B94_TheTextIsWhatTheDocumentShows) {
  EXPECT_EQ(module_to_text(sample()),
            "weft module 1\n"
            "tensor 0 f32[2] hex \"0000803f00000040\"\n"
            "tensor 1 bool[2, 1] strides [1, 2] hex \"0100\"\n"
            "tensor 2 i64[0] hex \"\"\n"
            "tensor 3 f16[3, 4] in \"net.safetensors\" \"fc.weight\"\n"
            "module \"\" \"Net\" with {\"tag\": 7} {\n"
            "attribute \"w\" 0\n"
            "attribute \"again\" 0\n"
            "attribute \"odd \\\"path\\\"\\n\" 1\n"
            "module \"fc\" \"Linear\" {\n"
            "attribute \"weight\" 3\n"
            "graph {\n"
            "%input = placeholder[input]()\n"
            "%relu = call_function[relu](%input)\n"
            "%output = output[output](%relu)\n"
            "}\n"
            "}\n"
            "graph {\n"
            "%x = placeholder[x]()\n"
            "%w = get_attr[w]()\n"
            "%add = call_function[add](%x, %w)\n"
            "%fc = call_module[fc](%add)\n"
            "%output = output[output](%fc)\n"
            "}\n"
            "}\n");
}

TEST(FxStoredForms, AGraphAloneIsAModuleWithoutTensors) {
  Graph graph;
  graph.output(graph.placeholder("x"));
  const std::vector<std::uint8_t> binary = to_binary(graph);
  for (const std::string& data :
       {to_text(graph), to_json(graph), std::string(binary.begin(), binary.end())}) {
    EXPECT_TRUE(is_stored_module(data));
    EXPECT_TRUE(structurally_equal(read_stored_module(data, "g").root.graph, graph));
  }
  EXPECT_FALSE(is_stored_module("#include <torch/torch.h>\nint weft;\n"));
  EXPECT_FALSE(is_stored_module(""));
}

TEST(FxStoredForms, FaultsAreLocated) {
  const std::string text = module_to_text(sample());
  const auto with = [&](const std::string& from, const std::string& to) {
    return error_of(replaced(text, from, to));
  };
  EXPECT_EQ(with("module 1", "module 2").substr(0, 22), "net.weft:1:13: error: ");
  EXPECT_NE(with("module 1", "module 2").find("W1405"), std::string::npos);
  EXPECT_NE(with("\"again\" 0", "\"again\" 4").find("no tensor `4` [W1404]"), std::string::npos);
  EXPECT_NE(with("\"again\" 0", "\"again\" -1").find("W1404"), std::string::npos);
  EXPECT_NE(with("\"again\" 0", "\"w\" 0").find("the name `w` is there twice [W1402]"),
            std::string::npos);
  EXPECT_NE(with("tensor 1", "tensor 3").find("W1402"), std::string::npos);
  EXPECT_NE(with("f32[2]", "f99[2]").find("W1404"), std::string::npos);
  EXPECT_NE(with("0000803f", "0000803").find("W1405"), std::string::npos);
  EXPECT_NE(with("0000803f", "0000803g").find("W1405"), std::string::npos);
  EXPECT_NE(with("f32[2]", "f32[3]").find("a tensor of 3 elements with 8 bytes"),
            std::string::npos);
  EXPECT_NE(with("f32[2]", "f32[-2]").find("W1405"), std::string::npos);
  EXPECT_NE(with("f32[2]", "f32[4611686018427387904, 4]").find("W1405"), std::string::npos);
  EXPECT_NE(with("strides [1, 2]", "strides [1]").find("W1405"), std::string::npos);
  EXPECT_NE(with("strides [1, 2]", "strides [1000000, 2]").find("W1405"), std::string::npos);
  EXPECT_NE(with("strides [1, 2]", "strides [9223372036854775807, 2]").find("W1405"),
            std::string::npos);
  EXPECT_NE(with("net.safetensors", "/etc/net").find("no plain name"), std::string::npos);
  EXPECT_NE(error_of(text + "}").find("W1401"), std::string::npos);
  EXPECT_NE(error_of(text.substr(0, text.size() - 4)).find("W1401"), std::string::npos);
  EXPECT_NE(error_of("{\"weft_module\": 1, \"tensors\": []}").find("W1407"), std::string::npos);
  EXPECT_NE(error_of("{\"weft_module\": 2}").find("W1407"), std::string::npos);
}

TEST(FxStoredForms, DeepNestingIsRefused) {
  StoredGraphModule whole;
  StoredModule* at = &whole.root;
  for (int i = 0; i < 400; ++i) at = &at->modules.emplace_back();
  for (const std::string& data : forms(whole)) {
    EXPECT_NE(error_of(data).find("W1409"), std::string::npos);
  }
}

TEST(FxStoredForms, DamagedFilesNeverCrash) {
  std::mt19937 random(5);
  for (const std::string& data : forms(sample())) {
    for (std::size_t size = 0; size < data.size(); size += 1 + size / 64) {
      const std::string error = error_of(data.substr(0, size));
      EXPECT_NE(error, "none") << size;
    }
    for (int i = 0; i < 2000; ++i) {
      std::string changed = data;
      changed[random() % changed.size()] = static_cast<char>(random());
      error_of(changed);
    }
  }
}

}  // namespace
}  // namespace weft::ir
