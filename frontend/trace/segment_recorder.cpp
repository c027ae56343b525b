#include <weft/frontend/trace/segment_recorder.h>

#include <algorithm>
#include <bit>
#include <optional>
#include <set>

#include <fmt/format.h>

#include <weft/frontend/trace/diagnostics.h>
#include <weft/frontend/trace/segment_capture.h>
#include <weft/runtime/tensor/tensor_impl.h>

namespace weft {
namespace {

using NotCompiled = SegmentNotCompiled;

const Storage* storage_of(const ir::Value& value) {
  const ir::TensorHandle* tensor = value.tensor();
  return tensor ? (*tensor)->storage.get() : nullptr;
}

/// A run that goes on without end where decisions are forced.
struct RunTooLong {};

void add_leaves(const ir::Value& value, std::vector<ir::Value>& leaves) {
  if (const auto* list = value.list()) {
    for (const ir::Value& item : *list) add_leaves(item, leaves);
  } else if (const ir::ValueDict* dict = value.dict()) {
    for (const auto& [name, item] : dict->items) add_leaves(item, leaves);
  } else {
    leaves.push_back(value);
  }
}

/// Turns what the user's text gave into a description, and finds the tensors that code has to
/// compute.
class ResultReader {
 public:
  ResultReader(const std::vector<ir::Value>& taken, const nn::Module* owner) : taken_(taken) {
    for (const ir::Value& leaf : taken) {
      if (const Storage* storage = storage_of(leaf)) memory_.insert(storage);
    }
    if (!owner) return;
    for (const Tensor& tensor : owner->parameters()) memory_.insert(tensor.handle()->storage.get());
    for (const Tensor& tensor : owner->buffers()) memory_.insert(tensor.handle()->storage.get());
  }

  void read(const ir::Value& value) {
    if (const auto* list = value.list()) {
      text_ += '(';
      for (const ir::Value& item : *list) read(item);
      text_ += ')';
      return;
    }
    if (const ir::TensorHandle* tensor = value.tensor()) {
      read_tensor(*tensor);
    } else if (const auto* flag = std::get_if<bool>(&value.value)) {
      text_ += *flag ? "b1 " : "b0 ";
    } else if (const auto* integer = std::get_if<std::int64_t>(&value.value)) {
      text_ += fmt::format("i{} ", *integer);
    } else if (const auto* number = std::get_if<double>(&value.value)) {
      text_ += fmt::format("d{:x} ", std::bit_cast<std::uint64_t>(*number));
    } else if (value.is_none()) {
      text_ += "n ";
    } else {
      throw NotCompiled{"a result is neither a tensor nor a number"};
    }
  }

  const std::string& text() const { return text_; }
  const std::vector<ir::TensorHandle>& tensors() const { return tensors_; }

 private:
  void read_tensor(const ir::TensorHandle& tensor) {
    for (std::size_t k = 0; k < taken_.size(); ++k) {
      const ir::TensorHandle* leaf = taken_[k].tensor();
      if (leaf && *leaf == tensor) {
        text_ += fmt::format("a{} ", k);
        return;
      }
    }
    if (!memory_.insert(tensor->storage.get()).second) {
      throw NotCompiled{"a result shares memory with something else"};
    }
    text_ += fmt::format("o{} ", tensors_.size());
    tensors_.push_back(tensor);
  }

  const std::vector<ir::Value>& taken_;
  std::set<const Storage*> memory_;
  std::string text_;
  std::vector<ir::TensorHandle> tensors_;
};

/// Strides that are not row-major, of a tensor that is dense in some order of its dimensions.
std::vector<std::int64_t> special_strides(const TensorImpl& tensor) {
  if (tensor.strides == dense_strides(tensor.sizes)) return {};
  std::vector<std::size_t> order(tensor.sizes.size());
  for (std::size_t d = 0; d < order.size(); ++d) order[d] = d;
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return tensor.strides[a] < tensor.strides[b];
  });
  std::int64_t expected = 1;
  for (const std::size_t d : order) {
    if (tensor.sizes[d] != 1 && tensor.strides[d] != expected) {
      throw NotCompiled{"a result is no dense tensor"};
    }
    expected *= tensor.sizes[d];
  }
  return tensor.strides;
}

/// What operators that change a tensor itself, not its elements, would change.
struct TensorLayout {
  const Storage* storage = nullptr;
  std::int64_t offset = 0;
  std::vector<std::int64_t> sizes, strides;
  friend bool operator==(const TensorLayout&, const TensorLayout&) = default;
};

std::vector<TensorLayout> layouts_of(const std::vector<ir::Value>& leaves) {
  std::vector<TensorLayout> layouts;
  for (const ir::Value& leaf : leaves) {
    const ir::TensorHandle* tensor = leaf.tensor();
    if (!tensor) continue;
    layouts.push_back(
        {(*tensor)->storage.get(), (*tensor)->offset, (*tensor)->sizes, (*tensor)->strides});
  }
  return layouts;
}

}  // namespace

bool SegmentRecorder::run(const SegmentCall& call, ir::Value& result) {
  std::string key = segment_key(call);
  const std::vector<ir::Value> leaves = segment_leaves(call);
  const std::vector<TensorLayout> before = layouts_of(leaves);
  {
    const SegmentHandlerScope inside(nullptr);
    result = call.text();
  }
  std::string name = call.site + (' ' + key);
  met_.push_back(name);
  if (!known_.emplace(std::move(name), segments_.size()).second) return true;
  RecordedSegment segment;
  segment.site = call.site;
  segment.key = std::move(key);
  const SegmentHandlerScope inside(nullptr);
  try {
    if (layouts_of(leaves) != before) throw NotCompiled{"it changes the shape of what it takes"};
    ResultReader reader(leaves, call.owner);
    reader.read(result);
    if (reader.tensors().empty()) throw NotCompiled{"it gives no tensor that it computes"};
    for (const ir::TensorHandle& tensor : reader.tensors()) {
      segment.strides.push_back(special_strides(*tensor));
    }
    SegmentGraph captured = capture_segment(call, reader.text());
    segment.fingerprint = fingerprint(captured);
    segment.graph = std::move(captured.graph);
    segment.sources = std::move(captured.sources);
    segment.result = reader.text();
    for (const ir::Value& input : call.inputs) {
      std::vector<ir::Value> taken;
      add_leaves(input, taken);
      segment.input_leaves += taken.size();
    }
  } catch (const NotCompiled& refusal) {
    segment.reason = refusal.reason;
  } catch (const Error& error) {
    segment.reason = error.diagnostic().message;
  }
  segments_.push_back(std::move(segment));
  return true;
}

bool SegmentRecorder::decide(const char* site, bool value) {
  const std::size_t count = decisions_.size();
  const bool is_forced = count < forced_.size();
  const bool taken = is_forced ? forced_[count] : value;
  constexpr std::size_t kMostDecisions = 10000;
  if (count == kMostDecisions) throw RunTooLong();
  decisions_.push_back({site, taken, is_forced && taken != value});
  return taken;
}

void SegmentRecorder::begin(std::vector<bool> forced) {
  forced_ = std::move(forced);
  decisions_.clear();
  met_.clear();
}

bool explore_segments(SegmentRecorder& recorder, const std::function<void()>& forward,
                      int most_runs) {
  const SegmentHandlerScope scope(&recorder);
  recorder.begin({});
  forward();
  const std::vector<std::string> first = recorder.met();
  recorder.begin({});
  forward();
  if (recorder.met() != first) {
    fail(diag::CaptureNotRepeatable, {}, {"two runs went through different segments"});
  }
  std::set<std::pair<std::string, bool>> seen;
  std::vector<std::vector<bool>> open;
  const auto look = [&] {
    std::vector<bool> prefix;
    for (const SegmentDecision& decision : recorder.decisions()) {
      seen.emplace(decision.site, decision.taken);
      if (seen.emplace(decision.site, !decision.taken).second) {
        open.push_back(prefix);
        open.back().push_back(!decision.taken);
      }
      prefix.push_back(decision.taken);
    }
  };
  look();
  for (int runs = 2; !open.empty() && runs < most_runs; ++runs) {
    std::vector<bool> forced = std::move(open.front());
    open.erase(open.begin());
    recorder.begin(std::move(forced));
    try {
      forward();
    } catch (const std::bad_alloc&) {
      throw;
    } catch (...) {
      // The data never goes this way, perhaps; what was met on the way is known all the same.
    }
    look();
  }
  return open.empty();
}

}  // namespace weft
