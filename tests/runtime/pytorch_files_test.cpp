// Files that PyTorch 2.4.1 and libtorch wrote (data/pytorch), in the forms of other versions too,
// and files made to do harm.

#include <gtest/gtest.h>

#include <cstddef>
#include <fstream>
#include <random>
#include <span>
#include <sstream>
#include <string>
#include <vector>

#include <zip.h>

#include <weft/runtime/tensor/tensor_impl.h>
#include <weft/runtime/weft.h>
#include <weft/runtime/weights/pytorch.h>

#include "runtime_testing.h"

namespace weft {
namespace {

using testing::expect_error;
using testing::values_of;

std::string file(const std::string& name) {
  return std::string(WEFT_SOURCE_DIR) + "/tests/runtime/data/pytorch/" + name;
}

Tensor find(const NamedTensors& tensors, const std::string& name) {
  for (const auto& [own, tensor] : tensors) {
    if (own == name) return tensor;
  }
  ADD_FAILURE() << "no tensor " << name;
  return Tensor();
}

std::vector<std::string> names(const NamedTensors& tensors) {
  std::vector<std::string> result;
  for (const auto& [name, tensor] : tensors) result.push_back(name);
  return result;
}

const std::vector<std::string> kNet = {"fc1.weight",
                                       "fc1.bias",
                                       "norm.weight",
                                       "norm.bias",
                                       "norm.running_mean",
                                       "norm.running_var",
                                       "norm.num_batches_tracked",
                                       "fc2.weight",
                                       "fc2.bias"};

/// `arange * 0.25 + k`, as the writer filled parameter k.
void expect_parameter(const NamedTensors& tensors, const std::string& name, int k) {
  const std::vector<double> values = values_of(find(tensors, name));
  for (std::size_t i = 0; i < values.size(); ++i) {
    EXPECT_EQ(values[i], 0.25 * static_cast<double>(i) + k) << name;
  }
}

void expect_net(const NamedTensors& tensors) {
  const char* parameters[] = {"fc1.weight", "fc1.bias",   "norm.weight",
                              "norm.bias",  "fc2.weight", "fc2.bias"};
  for (int k = 0; k < 6; ++k) expect_parameter(tensors, parameters[k], k);
  EXPECT_EQ(find(tensors, "fc1.weight").sizes(), (std::vector<std::int64_t>{4, 3}));
  EXPECT_EQ(find(tensors, "norm.num_batches_tracked").dtype(), kInt64);
}

TEST(PytorchFiles, StateDict) {
  const NamedTensors tensors = load_pytorch(file("state_dict.pt"));
  EXPECT_EQ(names(tensors), kNet);
  expect_net(tensors);
}

TEST(PytorchFiles, TheStateDictOfACheckpoint) {
  const NamedTensors tensors = load_pytorch(file("checkpoint.pt"));
  EXPECT_EQ(names(tensors), kNet);
  expect_net(tensors);
}

TEST(PytorchFiles, TorchScript) { expect_net(load_pytorch(file("scripted.pt"))); }

TEST(PytorchFiles, ModuleOfLibtorch) {
  const NamedTensors tensors = load_pytorch(file("cpp_module.pt"));
  expect_net(tensors);
  EXPECT_EQ(values_of(find(tensors, "scale")), std::vector<double>{1.5});
}

TEST(PytorchFiles, TensorsWithoutNames) {
  EXPECT_EQ(values_of(find(load_pytorch(file("cpp_tensor.pt")), "0")),
            (std::vector<double>{0, 1, 2, 3, 4, 5}));
  const NamedTensors two = load_pytorch(file("cpp_tensors.pt"));
  EXPECT_EQ(names(two), (std::vector<std::string>{"0", "1"}));
  EXPECT_EQ(values_of(find(two, "1")), (std::vector<double>{0, 0}));
  EXPECT_EQ(values_of(find(load_pytorch(file("tensor.pt")), "0")).size(), 24U);
}

TEST(PytorchFiles, ElementTypesStridesAndSharedStorage) {
  const NamedTensors tensors = load_pytorch(file("kinds.pt"));
  EXPECT_EQ(tensors.size(), 15U);
  const auto expect = [&](const std::string& name, DType dtype, std::vector<double> values) {
    EXPECT_EQ(find(tensors, name).dtype(), dtype) << name;
    EXPECT_EQ(values_of(find(tensors, name)), values) << name;
  };
  expect("half", kFloat16, {0.5, -2});
  expect("bfloat", kBFloat16, {1.5, -3});
  expect("double", kFloat64, {2.25});
  expect("bools", kBool, {1, 0});
  expect("bytes", kUInt8, {255, 1});
  expect("chars", kInt8, {-3});
  expect("shorts", kInt16, {-300});
  expect("ints", kInt32, {70000});
  expect("longs", kInt64, {1099511627776.0});
  expect("column", kFloat32, {2, 8, 14, 20});
  expect("expanded", kFloat32, {7, 7, 7});
  expect("empty", kFloat32, {});
  const Tensor transposed = find(tensors, "transposed");
  EXPECT_EQ(transposed.sizes(), (std::vector<std::int64_t>{6, 4}));
  EXPECT_EQ(transposed.handle()->strides, (std::vector<std::int64_t>{1, 6}));
  EXPECT_EQ(find(tensors, "tied_a").data_ptr(), find(tensors, "tied_b").data_ptr());
}

TEST(PytorchFiles, TheFormBefore16) {
  const NamedTensors tensors = load_tensors(file("legacy.pt"));
  EXPECT_EQ(names(tensors), kNet);
  expect_net(tensors);
}

/// Files without the records that later versions write, and with more of them.
TEST(PytorchFiles, ArchivesOfOtherVersions) {
  for (const char* name : {"state_dict_1.6.pt", "state_dict_later.pt"}) {
    SCOPED_TRACE(name);
    const NamedTensors tensors = load_tensors(file(name));
    EXPECT_EQ(names(tensors), kNet);
    expect_net(tensors);
  }
}

TEST(PytorchFiles, EveryProtocolInBothForms) {
  for (const char* name :
       {"legacy_kinds.pt", "legacy_protocol_3.pt", "legacy_protocol_4.pt", "legacy_protocol_5.pt",
        "protocol_3.pt", "protocol_4.pt", "protocol_5.pt"}) {
    SCOPED_TRACE(name);
    const NamedTensors tensors = load_tensors(file(name));
    EXPECT_EQ(names(tensors),
              (std::vector<std::string>{"half", "bools", "bfloat", "double", "column", "transposed",
                                        "empty", "tied", "longs", "parameter", "nested.deep.w"}));
    EXPECT_EQ(find(tensors, "half").dtype(), kHalf);
    EXPECT_EQ(values_of(find(tensors, "half")), (std::vector<double>{0.5, -2}));
    EXPECT_EQ(values_of(find(tensors, "bools")), (std::vector<double>{1, 0}));
    EXPECT_EQ(find(tensors, "bfloat").dtype(), kBFloat16);
    EXPECT_EQ(values_of(find(tensors, "bfloat")), (std::vector<double>{1.5}));
    EXPECT_EQ(find(tensors, "double").dim(), 0);
    EXPECT_EQ(values_of(find(tensors, "double")), (std::vector<double>{2.25}));
    EXPECT_EQ(values_of(find(tensors, "column")), (std::vector<double>{2, 8, 14, 20}));
    EXPECT_EQ(find(tensors, "transposed").handle()->strides, (std::vector<std::int64_t>{1, 6}));
    EXPECT_EQ(find(tensors, "transposed").data_ptr(), find(tensors, "tied").data_ptr());
    EXPECT_EQ(find(tensors, "empty").sizes(), (std::vector<std::int64_t>{0, 3}));
    EXPECT_EQ(values_of(find(tensors, "longs")), (std::vector<double>{1099511627776.0}));
    EXPECT_EQ(values_of(find(tensors, "parameter")), (std::vector<double>{1, 1}));
    EXPECT_EQ(values_of(find(tensors, "nested.deep.w")), (std::vector<double>{3, 3}));
  }
}

TEST(PytorchFiles, WhatTrainingLeavesBesideTheWeights) {
  const NamedTensors tensors = load_tensors(file("training.pt"));
  EXPECT_EQ(names(tensors), std::vector<std::string>{"w"});
  EXPECT_EQ(values_of(find(tensors, "w")), (std::vector<double>{0, 1, 2}));
}

TEST(PytorchFiles, TorchScriptWithContainersAsAttributes) {
  EXPECT_EQ(values_of(find(load_tensors(file("scripted_tags.pt")), "w")),
            (std::vector<double>{1, 1}));
}

TEST(PytorchFiles, AreToldBySight) {
  EXPECT_EQ(names(load_tensors(file("state_dict.pt"))), kNet);
  const std::string path = ::testing::TempDir() + "told_by_sight";
  save_safetensors(path, {{"x", ones({2})}});
  EXPECT_EQ(names(load_tensors(path)), std::vector<std::string>{"x"});
}

TEST(PytorchFiles, RefusedFormsSayWhatToDo) {
  expect_error("W3111", [] { load_pytorch(file("whole_module.pt")); }, "__main__.Net");
  expect_error("W3111", [] { load_pytorch(file("whole_module.pt")); }, "state_dict()");
  expect_error("W3112", [] { load_pytorch(file("quantized.pt")); }, "_rebuild_qtensor");
  expect_error("W3112", [] { load_pytorch(file("quantized.pt")); }, "dequantize()");
  expect_error("W3112", [] { load_pytorch(file("legacy_quantized.pt")); }, "_rebuild_qtensor");
  expect_error("W3112", [] { load_pytorch(file("sparse.pt")); }, "_rebuild_sparse_tensor");
  expect_error("W3112", [] { load_pytorch(file("negated.pt")); }, "the mark `neg`");
  expect_error("W3107", [] { load_pytorch(file("complex.pt")); }, "ComplexFloatStorage");
  expect_error("W3110", [] { load_pytorch("nowhere.pt"); }, "No such file");
  const std::string path = ::testing::TempDir() + "bare_pickle.pt";
  std::ofstream(path, std::ios::binary) << std::string("\x80\x04\x95\x15\0\0\0\0\0\0\0}.", 13);
  expect_error("W3110", [&] { load_tensors(path); }, "a pickle that torch.save did not write");
}

/// A zip archive of stored records.
std::string zip_of(const std::vector<std::pair<std::string, std::string>>& records,
                   zip_int32_t method = ZIP_CM_STORE) {
  // Tests run side by side.
  const std::string path = ::testing::TempDir() +
                           ::testing::UnitTest::GetInstance()->current_test_info()->name() + ".zip";
  zip_t* archive = zip_open(path.c_str(), ZIP_CREATE | ZIP_TRUNCATE, nullptr);
  for (const auto& [name, bytes] : records) {
    zip_source_t* source = zip_source_buffer(archive, bytes.data(), bytes.size(), 0);
    const zip_int64_t index = zip_file_add(archive, name.c_str(), source, 0);
    zip_set_file_compression(archive, static_cast<zip_uint64_t>(index), method, 0);
  }
  zip_close(archive);
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

NamedTensors load_bytes(const std::string& bytes) {
  return load_pytorch(std::as_bytes(std::span(bytes.data(), bytes.size())), "hostile.pt");
}

void expect_refused(const std::string& pickle, std::string_view part,
                    std::string_view id = "W3110") {
  expect_error(
      id, [&] { load_bytes(zip_of({{"a/data.pkl", pickle}, {"a/data/0", "12345678"}})); }, part);
}

std::string text(const std::string& value) {
  return std::string("X") + static_cast<char>(value.size()) + std::string(3, '\0') + value;
}
std::string integer(std::int64_t value) {
  std::string result = "\x8a\x08";
  for (int i = 0; i < 8; ++i) result += static_cast<char>(value >> (8 * i) & 0xFF);
  return result;
}
std::string tuple(const std::vector<std::string>& items) {
  std::string result = "(";
  for (const std::string& item : items) result += item;
  return result + "t";
}
std::string global(const std::string& module, const std::string& name) {
  return "c" + module + "\n" + name + "\n";
}

/// A dictionary with one f32 tensor over the eight bytes of record 0.
std::string one_tensor(const std::string& offset, const std::vector<std::string>& sizes,
                       const std::vector<std::string>& strides,
                       const std::string& count = integer(2), const std::string& key = "0") {
  const std::string storage =
      tuple({text("storage"), global("torch", "FloatStorage"), text(key), text("cpu"), count}) +
      "Q";
  return std::string("\x80\x02") + "}" + text("x") + global("torch._utils", "_rebuild_tensor_v2") +
         tuple({storage, offset, tuple(sizes), tuple(strides), "\x89", "N"}) + "Rs.";
}

TEST(HostilePytorchFiles, TheGoodFileIsGood) {
  const NamedTensors tensors =
      load_bytes(zip_of({{"a/data.pkl", one_tensor(integer(0), {integer(2)}, {integer(1)})},
                         {"a/data/0", std::string(8, '\0')}}));
  EXPECT_EQ(values_of(find(tensors, "x")), (std::vector<double>{0, 0}));
}

TEST(HostilePytorchFiles, NothingIsRun) {
  const std::string call = tuple({text("touch /tmp/weft_was_here")}) + "R.";
  for (const auto& [module, name] :
       std::vector<std::pair<std::string, std::string>>{{"os", "system"},
                                                        {"posix", "system"},
                                                        {"builtins", "eval"},
                                                        {"torch.hub", "load"},
                                                        {"torch", "load"},
                                                        {"torch._utils", "_import_dotted_name"},
                                                        {"torch.storage", "_load_from_bytes"}}) {
    expect_refused("\x80\x02" + global(module, name) + call, module + "." + name, "W3111");
  }
  // By the newer code, which takes the names from values.
  expect_refused("\x80\x04" + text("os") + text("system") + "\x93" + call, "os.system", "W3111");
}

TEST(HostilePytorchFiles, TensorsStayInTheirStorage) {
  const std::int64_t huge = INT64_MAX;
  expect_refused(one_tensor(integer(0), {integer(3)}, {integer(1)}), "beyond its storage");
  expect_refused(one_tensor(integer(1), {integer(2)}, {integer(1)}), "beyond its storage");
  expect_refused(one_tensor(integer(-1), {integer(2)}, {integer(1)}), "beyond its storage");
  expect_refused(one_tensor(integer(huge), {integer(2)}, {integer(1)}), "beyond its storage");
  expect_refused(one_tensor(integer(0), {integer(huge)}, {integer(huge)}), "beyond its storage");
  expect_refused(one_tensor(integer(0), {integer(huge), integer(huge)}, {integer(0), integer(0)}),
                 "beyond its storage");
  expect_refused(one_tensor(integer(0), {integer(-2)}, {integer(1)}), "no natural number");
  expect_refused(one_tensor(integer(0), {integer(2)}, {integer(-1)}), "no natural number");
  expect_refused(one_tensor(integer(0), {integer(2)}, {}), "differ in number");
  expect_refused(one_tensor(integer(0), {integer(2)}, {integer(1)}, integer(3)), "8 bytes");
  expect_refused(one_tensor(integer(0), {integer(2)}, {integer(1)}, integer(-1)), "8 bytes");
  expect_refused(one_tensor(integer(0), {integer(2)}, {integer(1)}, integer(2), "../0"),
                 "no record");
}

TEST(HostilePytorchFiles, Pickles) {
  expect_refused("", "ends in the middle");
  expect_refused("\x80\x02", "ends in the middle");
  expect_refused("\x80\x07N.", "protocol is 7");
  expect_refused("\x80\x02.", "a value is missing");
  expect_refused("\x80\x02t.", "a mark is missing");
  expect_refused("\x80\x02h\x05.", "has not made");
  expect_refused("\x80\x02NN\x86R.", "a value is missing");
  expect_refused("\x80\x02N)R.", "no function is called");
  expect_refused("\x80\x02}Na.", "takes none");
  expect_refused("\x80\x02}(Nu.", "no value");
  expect_refused("\x80\x02Nb.", "a value is missing");
  expect_refused("\x80\x02NNb.", "has none");
  expect_refused("\x80\x02i.", "0x69");
  expect_refused("\x80\x02" + global("collections", "OrderedDict") + "N\x85R.", "no list");
  expect_refused("\x80\x02" + global("collections", "OrderedDict") + "](Ne\x85R.", "no pair");
  expect_refused("\x80\x02\x8a\xff" + text("a"), "ends in the middle");
  expect_refused(std::string("\x80\x02X\xff\xff\xff\xff", 7) + "a.", "ends in the middle");
  expect_refused("\x80\x02X\x02" + std::string(3, '\0') + "\xff\xfe.", "UTF-8");
  expect_refused("\x80\x02N.", "no tensors");
}

TEST(HostilePytorchFiles, ValuesThatContainThemselves) {
  expect_refused("\x80\x02}q\x01" + text("a") + "h\x01s.", "nested too deeply");
  // Each dictionary holds the next one twice: 2^100 ways through it.
  std::string bomb = "\x80\x02}q\x01" + text("k") + "Ns0";
  for (int i = 0; i < 90; ++i) {
    bomb += "}" + text("a") + "h\x01s" + text("b") + "h\x01sq\x01" + "0";
  }
  expect_refused(bomb + "h\x01.", "too many values");
}

TEST(HostilePytorchFiles, Archives) {
  const std::string pickle = one_tensor(integer(0), {integer(2)}, {integer(1)});
  const std::string data(8, '\0');
  expect_error("W3110", [&] { load_bytes(zip_of({{"a/data/0", data}})); }, "without data.pkl");
  expect_error(
      "W3110", [&] { load_bytes(zip_of({{"a/b/data.pkl", pickle}})); }, "without data.pkl");
  expect_error(
      "W3110", [&] { load_bytes(zip_of({{"a/data.pkl", pickle}, {"b/data.pkl", pickle}})); },
      "more than one");
  expect_error("W3110", [&] { load_bytes(zip_of({{"a/data.pkl", pickle}})); }, "no record");
  expect_error(
      "W3110",
      [&] {
        load_bytes(zip_of({{"a/data.pkl", pickle}, {"a/byteorder", "big"}, {"a/data/0", data}}));
      },
      "byte order");
  expect_error(
      "W3110",
      [&] {
        load_bytes(zip_of({{"a/data.pkl", pickle + std::string(100000, 'x')}, {"a/data/0", data}},
                          ZIP_CM_DEFLATE));
      },
      "compressed");
  for (const char* version : {"0", "11", "", "three", "99999999999999999999"}) {
    expect_error(
        "W3110",
        [&] {
          load_bytes(zip_of({{"a/data.pkl", pickle}, {"a/version", version}, {"a/data/0", data}}));
        },
        "its version is");
  }
  std::string damaged = zip_of({{"a/data.pkl", pickle}, {"a/data/0", "ABCDEFGH"}});
  damaged[damaged.find("ABCDEFGH")] = 'x';
  expect_error("W3110", [&] { load_bytes(damaged); }, "damaged");
}

/// A file of the form before 1.6.
std::string legacy_of(const std::string& pickle, const std::string& storages,
                      const std::string& keys = "]" + text("0") + "a",
                      const std::string& machine = "}" + text("little_endian") + "\x88s") {
  return "\x80\x02\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19.\x80\x02M\xe9\x03." +
         ("\x80\x02" + machine + ".") + pickle + ("\x80\x02" + keys + ".") + storages;
}

TEST(HostilePytorchFiles, TheFormBefore16) {
  const std::string pickle = one_tensor(integer(0), {integer(2)}, {integer(1)});
  const std::string two = std::string("\x02") + std::string(7, '\0');
  const std::string data = two + std::string(8, '\0');
  EXPECT_EQ(values_of(find(load_bytes(legacy_of(pickle, data)), "x")), (std::vector<double>{0, 0}));
  const auto refused = [](const std::string& bytes, std::string_view part,
                          std::string_view id = "W3110") {
    expect_error(id, [&] { load_bytes(bytes); }, part);
  };
  for (std::size_t cut = 14; cut < legacy_of(pickle, data).size(); ++cut) {
    refused(legacy_of(pickle, data).substr(0, cut), "");
  }
  refused(legacy_of(pickle, ""), "ends before storage 0");
  refused(legacy_of(pickle, std::string(8, '\xff')), "beyond its end");
  refused(legacy_of(pickle, std::string("\x03") + data.substr(1)), "beyond its end");
  refused(legacy_of(pickle, std::string("\x01") + data.substr(1)), "4 bytes");
  refused(legacy_of(pickle, data, "]"), "no storage 0");
  refused(legacy_of(pickle, data, "]" + text("1") + "a"), "no tensor names");
  refused(legacy_of(pickle, data, "]Na"), "no tensor names");
  refused(legacy_of(pickle, data, "N"), "no list");
  refused(legacy_of(pickle, data, "]", "}" + text("little_endian") + "\x89s"), "big");
  refused(legacy_of(pickle, data, "]", "N"), "which machine");
  refused(legacy_of("\x80\x02" + global("os", "system") + ".", data), "os.system", "W3111");
}

/// As Python 2 wrote it: strings of bytes, and dictionaries made of lists of pairs.
TEST(PytorchFiles, PicklesOfPython2) {
  const auto string = [](const std::string& value) {
    return std::string("U") + static_cast<char>(value.size()) + value;
  };
  const std::string storage = tuple({string("storage"), global("torch", "FloatStorage"),
                                     string("7"), string("cpu"), "K\x02", "N"}) +
                              "Q";
  const std::string size = global("torch", "Size") + "(K\x02t\x85R";
  const std::string tensor = global("torch._utils", "_rebuild_tensor") +
                             tuple({storage, "K" + std::string(1, '\0'), size, "K\x01\x85"}) + "R";
  const std::string pickle = "\x80\x02" + global("collections", "OrderedDict") + "]]" +
                             string("w") + "a" + tensor + "aa\x85R" + "}" + string("\xff") + "Nsb.";
  const std::string data =
      std::string("\x02") + std::string(7, '\0') + std::string("\0\0\x80\x3f\0\0\0\x40", 8);
  const NamedTensors tensors = load_bytes(legacy_of(pickle, data, "]" + string("7") + "a"));
  EXPECT_EQ(values_of(find(tensors, "w")), (std::vector<double>{1, 2}));
}

/// Whatever happens to a file's bytes, it loads or is refused.
TEST(HostilePytorchFiles, DamagedFilesAreRefusedOrLoad) {
  std::mt19937 random(7);
  for (const char* name :
       {"kinds.pt", "cpp_module.pt", "checkpoint.pt", "legacy_kinds.pt", "training.pt"}) {
    std::ifstream stream(file(name), std::ios::binary);
    std::ostringstream content;
    content << stream.rdbuf();
    const std::string good = content.str();
    for (int round = 0; round < 1500; ++round) {
      std::string bytes = good;
      if (round % 10 == 0) bytes.resize(random() % bytes.size());
      for (unsigned k = 0; k <= random() % 4 && !bytes.empty(); ++k) {
        bytes[random() % bytes.size()] = static_cast<char>(random());
      }
      try {
        for (const auto& [own, tensor] : load_bytes(bytes)) {
          if (tensor.numel() < 1000) values_of(tensor);
        }
      } catch (const Error&) {
      }
    }
  }
}

}  // namespace
}  // namespace weft
