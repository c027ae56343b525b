/// \file A reader of .safetensors files for tests, written apart from weft's.
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "tests/oracle/oracle_tensor.h"

namespace weft_oracle {

struct SafetensorsFile {
  std::map<std::string, OracleTensor> tensors;
  std::map<std::string, std::string> metadata;

  /// The tensor of a name; an error that says the name if there is none.
  const OracleTensor& at(const std::string& name) const;
};

/// Reads a whole file. Throws OracleError for a file that cannot be read or is malformed.
SafetensorsFile read_safetensors(const std::filesystem::path& path);

}  // namespace weft_oracle
