/// \file Which files can be parsed from a precompiled `torch/torch.h`, and where that is kept.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace weft::source {

/// True where the text includes <torch/torch.h> and nothing before that can change what the header
/// means: comments, `#pragma once` and includes of standard headers.
bool starts_with_torch(std::string_view text);

/// The file in `folder` for the precompiled form of `header` under these compiler arguments. Its
/// name follows from all that decides what the header means, except the content of the files that
/// it includes, which Clang checks when it loads the form. Empty if an argument names a relative
/// path, which means another file in another folder.
std::string precompiled_path(const std::string& folder, const std::string& header,
                             const std::vector<std::string>& arguments);

/// Removes the oldest precompiled headers of a folder until `most` are left.
void remove_old_precompiled(const std::string& folder, std::size_t most);

}  // namespace weft::source
