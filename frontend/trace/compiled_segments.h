/// \file The compiled segments of this process: which calls they are for and how they are run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <weft/frontend/trace/bundle_call.h>
#include <weft/frontend/trace/segment.h>

namespace weft {

/// What tells the calls of a segment apart: of each tensor dtype, sizes and strides, of each
/// integer, boolean and string the value, of each float that is no input its bits, and which of
/// the owner's modules are in training mode. "(f32[2,10] 3)(f64:3ff0000000000000)eeet".
std::string segment_key(const SegmentCall& call);

/// The tensors and numbers of a call, inputs before members, without structure.
std::vector<ir::Value> segment_leaves(const SegmentCall& call);

/// The parameter or buffer at a path below a module, or null.
ir::TensorHandle tensor_at_path(const nn::Module& owner, std::string_view path);

/// A segment that is compiled for the calls with one key. Before it runs for an object the first
/// time, the text is captured with that object, and has to have the same fingerprint: so whatever
/// of the object's configuration is part of the compiled code is the same.
struct CompiledSegment {
  /// Where an input of the compiled code comes from.
  struct Source {
    enum class Kind : std::uint8_t {
      kTensor,  ///< the leaf, a tensor
      kNumber,  ///< the leaf, a float, as a tensor without dimensions
      kPath     ///< a parameter or buffer of the owner
    };
    Kind kind = Kind::kTensor;
    std::size_t leaf = 0;
    DType dtype = DType::kFloat64;  ///< of a number
    std::string path;
  };
  std::string site;
  std::string key;
  std::vector<Source> sources;
  /// The result: "o0" an output of the code, "a1" the tensor of a leaf itself, "i3", "b1", "d..."
  /// a number ("d" with its bits), "n" nothing, "(...)" a list.
  std::string result;
  /// Of each output; none for one that is dense.
  std::vector<std::vector<std::int64_t>> strides;
  std::uint64_t fingerprint = 0;  ///< see segment_capture.h
  std::shared_ptr<const BundleCall> code;
};

/// Adds a segment for all threads. Of two with the same site and key the first one counts.
void register_segment(CompiledSegment segment);
/// Forgets all of them.
void forget_segments();

/// Runs what is registered; null where nothing is, or where WEFT_DISABLE_SEGMENTS is set.
SegmentHandler* compiled_segments();

struct SegmentCounts {
  std::uint64_t compiled = 0;  ///< calls that compiled code ran
  std::uint64_t text = 0;      ///< calls that ran the user's text
};
/// Since the process began, by site.
std::map<std::string, SegmentCounts> segment_statistics();

}  // namespace weft
