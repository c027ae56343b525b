/// \file Running programs, with every access checked.
#include <fmt/format.h>

#include <map>
#include <memory>

#include "evaluate.h"

namespace weft::codegen::test {
namespace {

class Machine {
 public:
  Machine(const Program& program, const Inputs& inputs) : program_(program) {
    environment_.symbol = [this](const ir::SymbolInfo& s) { return symbols_.at(s.id); };
    for (const Extent& extent : program.extents) {
      const Array& input = inputs.placeholders.at(static_cast<std::size_t>(extent.input));
      symbols_[extent.symbol->id] =
          (input.sizes.at(static_cast<std::size_t>(extent.dimension)) - extent.offset) /
          extent.factor;
    }
    for (const Condition& condition : program.conditions) {
      if (value(condition.value) < 0) {
        throw Violation(fmt::format("refused: {} needs {}", condition.reason, condition.text));
      }
    }
    for (const Buffer& buffer : program.buffers) {
      memory_.push_back(make_array(ir::dense(buffer.dtype, values(buffer.sizes))));
      for (Element& e : memory_.back().elements) e.valid = false;
    }
    for (std::size_t k = 0; k < program.inputs.size(); ++k) {
      memory_[program.inputs[k].buffer] = inputs.placeholders.at(k);
    }
    for (const Port& port : program.weights) {
      for (const auto& [path, array] : inputs.weights) {
        if (path == port.name) memory_[port.buffer] = array;
      }
    }
    environment_.load = [this](int buffer, const std::vector<std::int64_t>& index) {
      return read(buffer, index.at(0));
    };
    environment_.accumulator = [this](int id) { return scalars_.at(id); };
  }

  /// Runs all, and then once more what has to run every time: the second results count.
  std::vector<Array> run() {
    run_kernels(true);
    for (std::size_t k = 0; k < program_.buffers.size(); ++k) {
      const Buffer& buffer = program_.buffers[k];
      const bool kept =
          buffer.storage == Storage::kInput || buffer.storage == Storage::kWeight ||
          (buffer.storage == Storage::kArena && value(buffer.arena_offset) < program_.constant_bytes);
      for (Element& e : memory_[k].elements) e.valid = e.valid && kept;
    }
    run_kernels(false);
    std::vector<Array> results;
    for (const Port& port : program_.outputs) {
      Array array = memory_[port.buffer];
      for (std::size_t k = 0; k < array.elements.size(); ++k) {
        if (!array.elements[k].valid) {
          throw Violation(fmt::format("element {} of {} was never written", k, port.name));
        }
      }
      array.sizes.clear();
      for (const ir::IntExpr& size : port.meta.sizes) array.sizes.push_back(value(size));
      results.push_back(std::move(array));
    }
    return results;
  }

 private:
  void run_kernels(bool constant_too) {
    for (const Kernel& kernel : program_.kernels) {
      if (kernel.weights_only && !constant_too) continue;
      kernel_ = &kernel;
      forget_scratch();
      scalars_.clear();
      run_body(kernel.body);
    }
  }

  [[noreturn]] void violation(const std::string& what, BufferId id, std::int64_t offset) const {
    throw Violation(
        fmt::format("{}: {} {}[{}]", kernel_->name, what, program_.buffers[id].name, offset));
  }

  std::int64_t value(const ir::IntExpr& e) const { return e.evaluate(environment_.symbol); }

  std::vector<ir::IntExpr> values(const std::vector<ir::IntExpr>& sizes) const {
    std::vector<ir::IntExpr> result;
    for (const ir::IntExpr& size : sizes) result.emplace_back(value(size));
    return result;
  }

  Element read(BufferId id, std::int64_t offset) const {
    const auto& elements = memory_.at(static_cast<std::size_t>(id)).elements;
    if (offset < 0 || offset >= static_cast<std::int64_t>(elements.size())) {
      violation("reads outside of", id, offset);
    }
    if (!elements[static_cast<std::size_t>(offset)].valid) {
      violation("reads before it is written", id, offset);
    }
    return elements[static_cast<std::size_t>(offset)];
  }

  void write(BufferId id, std::int64_t offset, Element element) {
    auto& elements = memory_.at(static_cast<std::size_t>(id)).elements;
    if (offset < 0 || offset >= static_cast<std::int64_t>(elements.size())) {
      violation("writes outside of", id, offset);
    }
    const Storage storage = program_.buffers[id].storage;
    if (storage == Storage::kInput || storage == Storage::kWeight) violation("writes", id, offset);
    if (storage == Storage::kArena) overwrite_neighbours(id, offset);
    const bool constant =
        storage == Storage::kArena &&
        value(program_.buffers[id].arena_offset) < program_.constant_bytes;
    if (constant && !kernel_->weights_only) violation("writes over constant", id, offset);
    element.valid = true;
    elements[static_cast<std::size_t>(offset)] = element;
  }

  // Elements of other buffers at the same place of the arena are gone.
  void overwrite_neighbours(BufferId id, std::int64_t offset) {
    const Buffer& buffer = program_.buffers[id];
    const auto size = static_cast<std::int64_t>(ir::size_of(buffer.dtype));
    const std::int64_t place = value(buffer.arena_offset);
    const std::int64_t begin = place + offset * size;
    if (begin < 0 || begin + size > value(program_.arena_bytes) || place % 64 != 0) {
      violation("has no place in the arena for", id, offset);
    }
    for (std::size_t k = 0; k < program_.buffers.size(); ++k) {
      const Buffer& other = program_.buffers[k];
      if (static_cast<BufferId>(k) == id || other.storage != Storage::kArena) continue;
      const auto width = static_cast<std::int64_t>(ir::size_of(other.dtype));
      const auto count = static_cast<std::int64_t>(memory_[k].elements.size());
      const std::int64_t first = begin - value(other.arena_offset);
      for (std::int64_t i = first / width; i * width < first + size; ++i) {
        if (i >= 0 && i < count && (i + 1) * width > first) {
          memory_[k].elements[static_cast<std::size_t>(i)].valid = false;
        }
      }
    }
  }

  void forget_scratch() {
    for (const BufferId id : kernel_->scratch) {
      for (Element& e : memory_[id].elements) e.valid = false;
    }
  }

  Element evaluate(const ir::ScalarExpr& e) {
    auto& tape = tapes_[e.get()];
    if (!tape) tape = std::make_unique<Tape>(e);
    return tape->evaluate(environment_);
  }

  void run_store(const Store& store) {
    if (store.value.type() != program_.buffers[store.buffer].dtype) {
      violation("stores another type to", store.buffer, 0);
    }
    write(store.buffer, value(store.offset), evaluate(store.value));
  }

  void run_body(const std::vector<Statement>& body) {
    for (const Statement& statement : body) {
      std::visit([&](const auto& node) { run(node); }, statement.node);
    }
  }

  void run(const Loop& loop) {
    const std::int64_t n = value(loop.extent);
    for (std::int64_t k = 0; k < n; ++k) {
      if (loop.kind == LoopKind::kParallel) forget_scratch();
      symbols_[loop.var->id] = loop.kind == LoopKind::kSerial ? k : n - 1 - k;
      run_body(loop.body);
    }
  }
  void run(const Store& store) { run_store(store); }
  void run(const Let& let) { scalars_[let.id] = evaluate(let.value); }
  void run(const LetIndex& index) { symbols_[index.symbol->id] = evaluate(index.value).i; }

  void run(const Reduce& reduce) {
    const bool finds_index =
        reduce.combine == ir::Combine::kArgMin || reduce.combine == ir::Combine::kArgMax;
    if (reduce.dtype != (finds_index ? DType::kInt64 : reduce.body.type())) {
      throw Violation("accumulator of another type");
    }
    Accumulation sum(reduce.combine, reduce.body.type());
    reduce_over(reduce, 0, sum);
    scalars_[reduce.id] = sum.result();
  }

  void reduce_over(const Reduce& reduce, std::size_t d, Accumulation& sum) {
    if (d == reduce.axes.size()) {
      sum.add(evaluate(reduce.body));
      for (const Store& store : reduce.stores) run_store(store);
      return;
    }
    const std::int64_t n = value(reduce.axes[d].extent);
    for (std::int64_t k = 0; k < n; ++k) {
      symbols_[reduce.axes[d].var->id] = k;
      reduce_over(reduce, d + 1, sum);
    }
  }

  void run(const Matmul& x) {
    const std::int64_t rows = value(x.rows);
    const std::int64_t columns = value(x.columns);
    const std::int64_t depth = value(x.depth);
    const std::int64_t a = value(x.a_offset);
    const std::int64_t b = value(x.b_offset);
    for (std::int64_t m = rows; m-- > 0;) {
      for (std::int64_t n = columns; n-- > 0;) {
        Accumulation sum(ir::Combine::kSum, x.dtype);
        for (std::int64_t k = 0; k < depth; ++k) {
          const Element left = read(x.a, a + m * value(x.a_stride_m) + k * value(x.a_stride_k));
          const Element right = read(x.b, b + k * value(x.b_stride_k) + n * value(x.b_stride_n));
          sum.add(convert({left.f * right.f, 0, true}, DType::kFloat64, x.dtype));
        }
        scalars_[kHotTile] = sum.result();
        symbols_[x.m->id] = m;
        symbols_[x.n->id] = n;
        for (const Store& store : x.epilogue) run_store(store);
      }
    }
  }

  void run(const Convolution& x) {
    const std::int64_t per_group = x.channels / x.groups;
    const std::int64_t out_per_group = x.out_channels / x.groups;
    const std::int64_t in_height = value(x.in_height);
    const std::int64_t in_width = value(x.in_width);
    const std::int64_t out_width = value(x.out_width);
    for (std::int64_t o = x.out_channels; o-- > 0;) {
      for (std::int64_t p = value(x.out_height) * out_width; p-- > 0;) {
        Accumulation sum(ir::Combine::kSum, DType::kFloat32);
        for (std::int64_t c = 0; c < per_group; ++c) {
          for (std::int64_t k = 0; k < x.kernel_h * x.kernel_w; ++k) {
            const std::int64_t y =
                p / out_width * x.stride_h - x.pad_h + k / x.kernel_w * x.dilation_h;
            const std::int64_t z =
                p % out_width * x.stride_w - x.pad_w + k % x.kernel_w * x.dilation_w;
            if (y < 0 || y >= in_height || z < 0 || z >= in_width) continue;
            const std::int64_t channel = o / out_per_group * per_group + c;
            const Element in =
                read(x.input, value(x.input_offset) + (channel * in_height + y) * in_width + z);
            const Element w = read(x.weight, value(x.weight_offset) +
                                                 (o * per_group + c) * x.kernel_h * x.kernel_w + k);
            sum.add(convert({in.f * w.f, 0, true}, DType::kFloat64, DType::kFloat32));
          }
        }
        scalars_[kHotTile] = sum.result();
        symbols_[x.channel->id] = o;
        symbols_[x.pixel->id] = p;
        for (const Store& store : x.epilogue) run_store(store);
      }
    }
  }

  void run(const LibraryCall& call) {
    throw Violation(fmt::format("{}: library calls are not run", call.operator_name));
  }

  const Program& program_;
  const Kernel* kernel_ = nullptr;
  std::vector<Array> memory_;
  std::map<std::uint64_t, std::int64_t> symbols_;
  std::map<int, Element> scalars_;
  std::map<const ir::ScalarNode*, std::unique_ptr<Tape>> tapes_;
  Tape::Environment environment_;
};

}  // namespace

std::vector<Array> run_program(const Program& program, const Inputs& inputs) {
  return Machine(program, inputs).run();
}

}  // namespace weft::codegen::test
