/// \file What a person needs to look into a fault of weft.
#pragma once

#include <string>
#include <vector>

namespace weft::cli {

/// Writes the command line, the message and the model's file into a new folder among the
/// temporary files, and returns its path; empty if that is not possible.
std::string write_report(const std::vector<std::string>& arguments, const std::string& message);

}  // namespace weft::cli
