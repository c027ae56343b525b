#include <weft/runtime/eager/evaluate.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <string_view>
#include <utility>

#include <weft/ir/diagnostics.h>
#include <weft/runtime/eager/accumulators.h>
#include <weft/runtime/eager/block.h>
#include <weft/runtime/eager/plan.h>
#include <weft/runtime/tensor/tensor_impl.h>

namespace weft::eager {

namespace {

using ir::Combine;
using ir::ScalarOp;

/// Runs a list of instructions over one block of one loop variable.
class BlockMachine {
 public:
  /// No block is longer than `longest`.
  BlockMachine(const Plan& plan, const std::vector<Instruction>& instructions,
               const std::vector<ir::TensorHandle>& inputs, std::string_view operator_name,
               SourceLocation where, std::size_t longest)
      : plan_(plan), instructions_(instructions), inputs_(inputs), name_(operator_name),
        where_(where), block_bytes_((longest * 8 + 63) / 64 * 64),
        blocks_(new std::byte[instructions.size() * block_bytes_]) {
    for (std::size_t i = 0; i < instructions.size(); ++i) {
      if (instructions[i].op == ScalarOp::kConstant) {
        fill_block(instructions[i].type, instructions[i].constant, block(i), longest);
      }
    }
  }

  /// `values` holds the loop variables; `variable` runs over `n` values from its value there.
  /// `accumulators` is the block that kAccumulator stands for.
  void run(std::vector<std::int64_t>& values, std::size_t variable, std::size_t n,
           const void* accumulators = nullptr) {
    accumulators_ = accumulators;
    if (variable != variable_) find_uniform(variable);
    for (std::size_t i = 0; i < instructions_.size(); ++i) {
      const bool once = uniform_[i] && n > 1;
      execute(instructions_[i], i, values, variable, once ? 1 : n);
      if (once && instructions_[i].op != ScalarOp::kConstant) repeat(i, n);
    }
  }

  void* block(std::size_t slot) { return blocks_.get() + slot * block_bytes_; }

 private:
  /// Finds the instructions whose values do not change along the variable.
  void find_uniform(std::size_t variable) {
    variable_ = variable;
    uniform_.assign(instructions_.size(), false);
    for (std::size_t i = 0; i < instructions_.size(); ++i) {
      const Instruction& instruction = instructions_[i];
      bool uniform = instruction.op != ScalarOp::kAccumulator &&
                     !instruction.index.uses_indirect() && !instruction.index.depends_on(variable);
      for (const int operand : instruction.operands) {
        uniform = uniform && uniform_[static_cast<std::size_t>(operand)];
      }
      uniform_[i] = uniform;
    }
  }

  /// Copies the first element of a block over the others.
  void repeat(std::size_t slot, std::size_t n) {
    with_type(instructions_[slot].type, [&]<typename T>(T*) {
      T* y = static_cast<T*>(block(slot));
      std::fill(y + 1, y + n, y[0]);
    });
  }

  void execute(const Instruction& instruction, std::size_t slot, std::vector<std::int64_t>& values,
               std::size_t variable, std::size_t n) {
    const auto operand = [&](std::size_t k) {
      return block(static_cast<std::size_t>(instruction.operands[k]));
    };
    const auto operand_type = [&](std::size_t k) {
      return instructions_[static_cast<std::size_t>(instruction.operands[k])].type;
    };
    void* out = block(slot);
    switch (instruction.op) {
      case ScalarOp::kConstant:
        return;
      case ScalarOp::kLoad:
        return load(instruction, out, values, variable, n);
      case ScalarOp::kIndex:
        for_each_index(instruction.index, values, variable, n,
                       [&](std::size_t i, std::int64_t index) {
                         static_cast<std::int64_t*>(out)[i] = index;
                       });
        return;
      case ScalarOp::kCheckedIndex:
      case ScalarOp::kBoundedIndex:
        return check_index(instruction, operand(0), out, values, variable, n);
      case ScalarOp::kAccumulator:
        load_block(instruction.type, accumulators_, 1, out, n);
        return;
      case ScalarOp::kCast:
        return cast_block(operand_type(0), operand(0), instruction.type, out, n);
      case ScalarOp::kSelect:
        return select_block(instruction.type, static_cast<const bool*>(operand(0)), operand(1),
                            operand(2), out, n);
      default:
        break;
    }
    if (instruction.operands.size() == 1) {
      unary_block(instruction.op, operand_type(0), operand(0), out, n);
    } else if (!binary_block(instruction.op, operand_type(0), operand(0), operand(1), out, n)) {
      fail(diag::IntegerDivisionByZero, where_, {std::string(name_)});
    }
  }

  /// Calls `f(i, index)` for the block's elements.
  template <typename F>
  void for_each_index(const IndexFunction& index, std::vector<std::int64_t>& values,
                      std::size_t variable, std::size_t n, F f) {
    if (!index.uses_indirect() && !index.bends(variable)) {
      const std::int64_t start = index(values.data());
      const std::int64_t step = index.coefficients()[variable];
      for (std::size_t i = 0; i < n; ++i) f(i, start + static_cast<std::int64_t>(i) * step);
      return;
    }
    std::vector<const std::int64_t*>& indirect = indirect_;
    indirect.clear();
    for (const int slot : plan_.indirect_slots) {
      indirect.push_back(static_cast<const std::int64_t*>(block(static_cast<std::size_t>(slot))));
    }
    std::int64_t at[kBlock];
    index.evaluate(values.data(), variable, n, indirect, at);
    for (std::size_t i = 0; i < n; ++i) f(i, at[i]);
  }

  void load(const Instruction& instruction, void* out, std::vector<std::int64_t>& values,
            std::size_t variable, std::size_t n) {
    const TensorImpl& tensor = *inputs_[static_cast<std::size_t>(instruction.input)];
    const std::byte* data = tensor.data();
    const auto width = static_cast<std::int64_t>(ir::size_of(instruction.type));
    const IndexFunction& index = instruction.index;
    const bool straight = !index.uses_indirect() && !index.bends(variable);
    if (instruction.operands.empty() && straight) {
      const std::int64_t start = index(values.data());
      return load_block(instruction.type, data + start * width, index.coefficients()[variable],
                        out, n);
    }
    const bool* condition = nullptr;
    const std::byte* other = nullptr;
    if (!instruction.operands.empty()) {
      condition = static_cast<const bool*>(block(static_cast<std::size_t>(instruction.operands[0])));
      other = static_cast<const std::byte*>(block(static_cast<std::size_t>(instruction.operands[1])));
    }
    if (condition) {
      const auto loaded = static_cast<std::size_t>(std::count(condition, condition + n, true));
      if (loaded == 0) {
        std::copy_n(other, n * static_cast<std::size_t>(width), static_cast<std::byte*>(out));
        return;
      }
      if (loaded == n && straight) {
        const std::int64_t start = index(values.data());
        return load_block(instruction.type, data + start * width, index.coefficients()[variable],
                          out, n);
      }
    }
    with_type(instruction.type, [&]<typename T>(T*) {
      T* y = static_cast<T*>(out);
      const T* x = reinterpret_cast<const T*>(data);
      const T* z = reinterpret_cast<const T*>(other);
      if (straight) {
        const std::int64_t start = index(values.data());
        const std::int64_t step = index.coefficients()[variable];
        for (std::size_t i = 0; i < n; ++i) {
          y[i] = condition[i] ? x[start + static_cast<std::int64_t>(i) * step] : z[i];
        }
        return;
      }
      for_each_index(index, values, variable, n, [&](std::size_t i, std::int64_t at) {
        y[i] = !condition || condition[i] ? x[at] : z[i];
      });
    });
  }

  void check_index(const Instruction& instruction, const void* operand, void* out,
                   std::vector<std::int64_t>& values, std::size_t variable, std::size_t n) {
    const auto* x = static_cast<const std::int64_t*>(operand);
    auto* y = static_cast<std::int64_t*>(out);
    const bool from_end = instruction.op == ScalarOp::kCheckedIndex;
    for_each_index(instruction.index, values, variable, n,
                   [&](std::size_t i, std::int64_t extent) {
                     if (x[i] < (from_end ? -extent : 0) || x[i] >= extent) {
                       fail(diag::IndexOutOfRange, where_,
                            {std::string(name_), std::to_string(x[i]), std::to_string(extent)});
                     }
                     y[i] = x[i] < 0 ? x[i] + extent : x[i];
                   });
  }

  const Plan& plan_;
  const std::vector<Instruction>& instructions_;
  const std::vector<ir::TensorHandle>& inputs_;
  std::string_view name_;
  SourceLocation where_;
  std::size_t block_bytes_;
  std::unique_ptr<std::byte[]> blocks_;
  const void* accumulators_ = nullptr;
  std::vector<const std::int64_t*> indirect_;
  std::vector<bool> uniform_;
  std::size_t variable_ = static_cast<std::size_t>(-1);
};

/// Moves `values[first, last)` to the next point of the loops; false after the last point.
bool advance(std::vector<std::int64_t>& values, const std::vector<std::int64_t>& extents,
             std::size_t first, std::size_t last) {
  for (std::size_t d = last; d-- > first;) {
    if (++values[d] < extents[d]) return true;
    values[d] = 0;
  }
  return false;
}

/// The longest run of elements that a loop over blocks handles at once.
std::size_t longest_block(const Plan& plan) {
  std::int64_t longest = 1;
  for (const std::int64_t extent : plan.extents) longest = std::max(longest, extent);
  return static_cast<std::size_t>(std::min<std::int64_t>(longest, kBlock));
}

/// The result loop that blocks run over: the last one that is longer than 1.
std::size_t innermost_loop(const Plan& plan) {
  std::size_t d = plan.result_loops - 1;
  while (d > 0 && plan.extents[d] == 1) --d;
  return d;
}

class Evaluation {
 public:
  Evaluation(const ir::Compute& compute, const Plan& plan, ir::TensorHandle result,
             const std::vector<ir::TensorHandle>& inputs, std::string_view name,
             SourceLocation where)
      : compute_(compute), plan_(plan),
        body_(plan, plan.instructions, inputs, name, where, longest_block(plan)),
        finish_(plan, plan.finish, inputs, name, where, longest_block(plan)),
        result_(std::move(result)) {}

  void run() {
    values_.assign(plan_.scope.loops.size() + plan_.scope.indirect.size(), 0);
    if (compute_.combine == Combine::kNone) {
      map();
    } else {
      reduce();
    }
  }

 private:
  void map() {
    const std::size_t inner = innermost();
    do {
      for (std::int64_t at = 0; at < plan_.extents[inner]; at += kBlock) {
        const std::size_t n = block_length(inner, at);
        values_[inner] = at;
        body_.run(values_, inner, n);
        store(body_.block(static_cast<std::size_t>(plan_.body)), n);
      }
      values_[inner] = 0;
    } while (advance(values_, plan_.extents, 0, inner));
  }

  void reduce() {
    const std::size_t loops = plan_.scope.loops.size();
    std::int64_t count = 1;
    for (std::size_t d = plan_.result_loops; d < loops; ++d) count *= plan_.extents[d];
    const bool lanes = prefers_lanes();
    const std::size_t inner = lanes ? innermost() : plan_.result_loops;
    const std::int64_t step = lanes ? static_cast<std::int64_t>(kBlock) : 1;
    Accumulators accumulators(compute_.combine, accumulator_type());
    do {
      const std::int64_t end = lanes ? plan_.extents[inner] : 1;
      for (std::int64_t at = 0; at < end; at += step) {
        const std::size_t n = lanes ? block_length(inner, at) : 1;
        accumulators.start(n, count == 0);
        if (count > 0 && lanes) {
          values_[inner] = at;
          reduce_lanes(accumulators, inner, n);
        } else if (count > 0) {
          reduce_run(accumulators);
        }
        values_[inner] = lanes ? at : 0;
        emit(accumulators, lanes ? inner : innermost(), n);
      }
      if (lanes) values_[inner] = 0;
    } while (advance(values_, plan_.extents, 0, lanes ? inner : plan_.result_loops));
  }

  void reduce_lanes(Accumulators& accumulators, std::size_t inner, std::size_t n) {
    std::int64_t position = 0;
    do {
      body_.run(values_, inner, n);
      accumulators.add_lanes(body_.block(static_cast<std::size_t>(plan_.body)), n, position++);
    } while (advance(values_, plan_.extents, plan_.result_loops, plan_.scope.loops.size()));
  }

  void reduce_run(Accumulators& accumulators) {
    const std::size_t last = plan_.scope.loops.size() - 1;
    std::int64_t position = 0;
    do {
      for (std::int64_t at = 0; at < plan_.extents[last]; at += kBlock) {
        const std::size_t n = block_length(last, at);
        values_[last] = at;
        body_.run(values_, last, n);
        accumulators.add_run(body_.block(static_cast<std::size_t>(plan_.body)), n, position);
        position += static_cast<std::int64_t>(n);
      }
      values_[last] = 0;
    } while (advance(values_, plan_.extents, plan_.result_loops, last));
  }

  void emit(Accumulators& accumulators, std::size_t variable, std::size_t n) {
    const void* values = accumulators.finish(n);
    if (plan_.finish_root < 0) return store(values, n);
    finish_.run(values_, variable, n, values);
    store(finish_.block(static_cast<std::size_t>(plan_.finish_root)), n);
  }

  /// Results come in row-major order, so each block goes directly behind the one before.
  void store(const void* values, std::size_t n) {
    const std::size_t bytes = n * ir::size_of(compute_.dtype);
    std::copy_n(static_cast<const std::byte*>(values), bytes, result_->data() + written_);
    written_ += bytes;
  }

  std::size_t innermost() const { return innermost_loop(plan_); }

  /// Blocks over results rather than along the reduction, where that is the way memory runs.
  bool prefers_lanes() const {
    const std::size_t inner = innermost();
    const std::size_t last = plan_.scope.loops.size() - 1;
    if (plan_.extents[inner] < 8) return false;
    if (plan_.extents[last] < 8) return true;
    int votes = 0;
    for (const Instruction& instruction : plan_.instructions) {
      if (instruction.op != ScalarOp::kLoad) continue;
      const auto& coefficients = instruction.index.coefficients();
      votes += std::abs(coefficients[inner]) == 1;
      votes -= std::abs(coefficients[last]) == 1;
    }
    return votes > 0;
  }

  std::size_t block_length(std::size_t variable, std::int64_t at) const {
    return static_cast<std::size_t>(
        std::min<std::int64_t>(kBlock, plan_.extents[variable] - at));
  }

  DType accumulator_type() const { return compute_.body.type(); }

  const ir::Compute& compute_;
  const Plan& plan_;
  BlockMachine body_;
  BlockMachine finish_;
  ir::TensorHandle result_;
  std::vector<std::int64_t> values_;
  std::size_t written_ = 0;
};

/// An expression with its plan.
class PreparedEvaluation : public PreparedCompute {
 public:
  PreparedEvaluation(ir::Compute compute, const std::vector<ir::TensorHandle>& inputs,
                     std::string name)
      : compute_(std::move(compute)), plan_(make_plan(compute_, inputs)), name_(std::move(name)) {
    for (const ir::IntExpr& size : compute_.sizes) sizes_.push_back(size.value());
    merge_loops(plan_);
  }

  ir::TensorHandle run(const std::vector<ir::TensorHandle>& inputs,
                       SourceLocation where) const override {
    ir::TensorHandle result = make_tensor(compute_.dtype, sizes_);
    if (result->numel() == 0) return result;
    Evaluation(compute_, plan_, result, inputs, name_, where).run();
    return result;
  }

 private:
  ir::Compute compute_;
  Plan plan_;
  std::string name_;
  std::vector<std::int64_t> sizes_;
};

}  // namespace

std::unique_ptr<const PreparedCompute> prepare_evaluation(
    ir::Compute compute, const std::vector<ir::TensorHandle>& inputs, std::string operator_name) {
  return std::make_unique<PreparedEvaluation>(std::move(compute), inputs,
                                              std::move(operator_name));
}

}  // namespace weft::eager
