/// \file The border between the weft program and a user's compiled model file.
///
/// The program compiles a small C++ file that includes the user's source and ends in
/// `WEFT_CAPTURE_UNIT(::Model)`, loads it, and drives the model through its ModelEntry.
#pragma once

#include <weft/frontend/trace/model_entry.h>

/// Defines `weft_model_entry()` for a module class or holder.
#define WEFT_CAPTURE_UNIT(...)                              \
  extern "C" const ::weft::ModelEntry* weft_model_entry() { \
    static const ::weft::ModelEntry entry =                 \
        ::weft::make_model_entry<__VA_ARGS__>(#__VA_ARGS__); \
    return &entry;                                          \
  }
