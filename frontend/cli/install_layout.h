/// \file Where the running weft has its headers and its library.
#pragma once

#include <string>

namespace weft::cli {

struct InstallLayout {
  std::string include_dir;  ///< holds weft/ir/graph.h
  std::string compat_dir;   ///< holds torch/torch.h
  std::string library;      ///< the libweft.so that this process uses
};

/// Found relative to the program, so that an installed tree can be moved.
/// \error W1000 if the headers are not there
const InstallLayout& install_layout();

}  // namespace weft::cli
