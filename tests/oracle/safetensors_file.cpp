/// \file Reading of .safetensors files: length of the header, header in JSON, data.
#include "tests/oracle/safetensors_file.h"

#include <cmath>
#include <cstring>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

namespace weft_oracle {
namespace {

struct TypeRow {
  const char* name;
  Kind kind;
  size_t bytes;
};

constexpr TypeRow kTypes[] = {{"BOOL", Kind::kBool, 1}, {"U8", Kind::kU8, 1},
                              {"I8", Kind::kI8, 1},     {"I16", Kind::kI16, 2},
                              {"I32", Kind::kI32, 4},   {"I64", Kind::kI64, 8},
                              {"F16", Kind::kF16, 2},   {"BF16", Kind::kBF16, 2},
                              {"F32", Kind::kF32, 4},   {"F64", Kind::kF64, 8}};

template <class T>
T load(const char* bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof value);
  return value;
}

double from_half(uint16_t bits) {
  int exponent = bits >> 10 & 31, mantissa = bits & 1023;
  double size = exponent == 31 ? (mantissa ? NAN : INFINITY)
                : exponent     ? std::ldexp(1024 + mantissa, exponent - 25)
                               : std::ldexp(mantissa, -24);
  return bits >> 15 ? -size : size;
}

double from_bfloat(uint16_t bits) {
  uint32_t wide = static_cast<uint32_t>(bits) << 16;
  return static_cast<double>(load<float>(reinterpret_cast<const char*>(&wide)));
}

void read_element(OracleTensor& tensor, int64_t i, const char* bytes) {
  switch (tensor.kind) {
    case Kind::kBool:
    case Kind::kU8:
      return tensor.set_integer(i, load<uint8_t>(bytes));
    case Kind::kI8:
      return tensor.set_integer(i, load<int8_t>(bytes));
    case Kind::kI16:
      return tensor.set_integer(i, load<int16_t>(bytes));
    case Kind::kI32:
      return tensor.set_integer(i, load<int32_t>(bytes));
    case Kind::kI64:
      return tensor.set_integer(i, load<int64_t>(bytes));
    case Kind::kF16:
      return tensor.set(i, from_half(load<uint16_t>(bytes)));
    case Kind::kBF16:
      return tensor.set(i, from_bfloat(load<uint16_t>(bytes)));
    case Kind::kF32:
      return tensor.set(i, static_cast<double>(load<float>(bytes)));
    case Kind::kF64:
      return tensor.set(i, load<double>(bytes));
  }
}

OracleTensor read_tensor(const std::string& name, const nlohmann::json& entry,
                         const std::string& data) {
  auto type_name = entry.at("dtype").get<std::string>();
  for (const TypeRow& type : kTypes) {
    if (type_name != type.name) continue;
    OracleTensor tensor(type.kind, entry.at("shape").get<Sizes>());
    auto offsets = entry.at("data_offsets").get<std::vector<size_t>>();
    size_t bytes = static_cast<size_t>(tensor.numel()) * type.bytes;
    if (offsets.size() != 2 || offsets[0] > data.size() || data.size() - offsets[0] < bytes ||
        offsets[1] != offsets[0] + bytes) {
      throw OracleError("'" + name + "' does not lie in the file");
    }
    for (int64_t i = 0; i < tensor.numel(); ++i) {
      read_element(tensor, i, data.data() + offsets[0] + static_cast<size_t>(i) * type.bytes);
    }
    return tensor;
  }
  throw OracleError("'" + name + "' has unknown type " + type_name);
}

}  // namespace

const OracleTensor& SafetensorsFile::at(const std::string& name) const {
  auto it = tensors.find(name);
  if (it == tensors.end()) throw OracleError("no tensor '" + name + "'");
  return it->second;
}

SafetensorsFile read_safetensors(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream) throw OracleError("cannot open " + path.string());
  std::string text((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
  if (text.size() < 8) throw OracleError(path.string() + " is too short");
  auto header_size = load<uint64_t>(text.data());
  if (header_size > text.size() - 8) throw OracleError(path.string() + " ends in its header");
  std::string data = text.substr(8 + header_size);
  SafetensorsFile file;
  try {
    auto header = nlohmann::json::parse(text.substr(8, header_size));
    for (const auto& [name, entry] : header.items()) {
      if (name == "__metadata__") {
        file.metadata = entry.get<std::map<std::string, std::string>>();
      } else {
        file.tensors.emplace(name, read_tensor(name, entry, data));
      }
    }
  } catch (const nlohmann::json::exception& error) {
    throw OracleError(path.string() + ": " + error.what());
  }
  return file;
}

}  // namespace weft_oracle
