/// \file A writer of Python's pickles, protocol 2, as far as archives of libtorch need them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace weft::weights {

/// Each call appends what leaves one more value on the reader's stack, or takes values from it.
class PickleWriter {
 public:
  PickleWriter() : bytes_("\x80\x02") {}

  void integer(std::int64_t value);
  void boolean(bool value) { bytes_ += value ? '\x88' : '\x89'; }
  void text(std::string_view value);
  void integers(const std::vector<std::int64_t>& values);
  /// The class or function `module.name`.
  void name(std::string_view module, std::string_view name);

  void mark() { bytes_ += '('; }
  void tuple() { bytes_ += 't'; }  ///< of all values since the mark
  void call() { bytes_ += 'R'; }   ///< a name with a tuple
  void call_without_arguments() { bytes_ += ")R"; }
  void persistent() { bytes_ += 'Q'; }  ///< what the last value stands for

  /// A new object of a class, whose state follows: names and values in turns.
  void object(std::string_view module, std::string_view class_name);
  void begin_state() { bytes_ += "}("; }
  void end_state() { bytes_ += "ub"; }

  std::uint32_t remember();  ///< the last value, under a number
  void recall(std::uint32_t number);

  void finish() { bytes_ += '.'; }
  const std::string& bytes() const { return bytes_; }

 private:
  /// The lowest `width` bytes, lowest first.
  void number(std::uint64_t value, int width);

  std::string bytes_;
  std::uint32_t remembered_ = 0;
};

}  // namespace weft::weights
