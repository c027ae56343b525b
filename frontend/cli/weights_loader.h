/// \file Loads a weights file into a model, strictly.
#pragma once

#include <string>
#include <vector>

#include <weft/runtime/nn/module.h>

namespace weft::cli {

/// Copies the file's tensors into the model's parameters and buffers. The file must hold every
/// parameter and nothing that the model lacks, in the same element types and shapes. A tensor that
/// the model has under several paths may be stored under any of them, with equal values. Returns a
/// sentence for each buffer that the file lacks; it keeps what the constructor computed.
/// \error W31xx for a file that is none; W7301 with every tensor that does not fit. The model is
/// then unchanged.
std::vector<std::string> load_weights(nn::Module& model, const std::string& path);

}  // namespace weft::cli
