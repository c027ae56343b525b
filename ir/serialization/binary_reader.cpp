/// \file Reading of the binary form. Every count and every number is checked before it is used.
#include <weft/ir/diagnostics.h>
#include <weft/ir/serialization/binary_bytes.h>
#include <weft/ir/serialization/binary_format.h>
#include <weft/ir/serialization/graph_builder.h>
#include <weft/ir/serialization/serialization.h>

namespace weft::ir {
namespace {

using serialization::ArgumentTag;
using serialization::ByteReader;
using serialization::GraphBuilder;
using serialization::NodeRecord;
using serialization::ValueTag;

class BinaryReader : private ByteReader {
 public:
  using ByteReader::ByteReader;

  Graph read() {
    if (bytes(serialization::kBinaryMagic.size()) != serialization::kBinaryMagic) {
      rewind();
      damaged("it does not begin as a graph of version 1");
    }
    table(texts_, [this] { return std::string(bytes(number())); });
    for (std::uint64_t n = count(); n > 0; --n) symbol();
    table(values_, [this] { return SharedMeta(value(0)); });
    table(stacks_, [this] { return stack(); });
    table(locations_, [this] { return location(); });
    const std::uint64_t nodes = count();
    for (std::uint64_t i = 0; i < nodes; ++i) node();
    if (!at_end()) damaged("there is more behind the last node");
    return builder_.take();
  }

 private:
  void check_depth(int depth) const {
    if (depth > serialization::kDeepest) {
      fail(diag::GraphFileDepth, {}, {std::to_string(serialization::kDeepest)});
    }
  }

  template <typename T, typename Read>
  void table(std::vector<T>& into, const Read& read) {
    for (std::uint64_t n = count(); n > 0; --n) into.push_back(read());
  }
  template <typename T>
  const T& entry(const std::vector<T>& entries, const char* what) {
    const std::uint64_t i = number();
    if (i >= entries.size()) damaged(std::string("there is no such ") + what);
    return entries[i];
  }
  const std::string& text() { return entry(texts_, "text"); }

  void symbol() {
    const std::string& name = text();
    const std::uint8_t kind = byte();
    if (kind == 0) {
      const std::int64_t lower = signed_number();
      const std::int64_t upper = signed_number();
      builder_.symbol(name, lower, upper, std::nullopt, {});
    } else if (kind == 1) {
      builder_.symbol(name, 0, INT64_MAX, expression(0), {});
    } else {
      damaged("there is no such kind of symbol");
    }
  }

  IntExpr expression(int depth) {
    check_depth(depth);
    const std::uint64_t terms = count();
    IntExpr sum = signed_number();
    for (std::uint64_t i = 0; i < terms; ++i) {
      const std::int64_t coefficient = signed_number();
      IntExpr product = 1;
      for (std::uint64_t n = count(); n > 0; --n) {
        product = serialization::multiply(product, atom(depth), {});
      }
      sum = serialization::add_term(sum, coefficient, product, {});
    }
    return sum;
  }

  IntExpr atom(int depth) {
    const std::uint8_t kind = byte();
    if (kind > static_cast<std::uint8_t>(IntExpr::AtomKind::kMax)) {
      damaged("there is no such kind of expression");
    }
    if (kind == static_cast<std::uint8_t>(IntExpr::AtomKind::kSymbol)) {
      return entry(builder_.symbols(), "symbol");
    }
    const IntExpr a = expression(depth + 1);
    const IntExpr b = expression(depth + 1);
    return serialization::combine(static_cast<IntExpr::AtomKind>(kind), a, b, {});
  }

  DType dtype() {
    const std::uint8_t v = byte();
    if (v >= kDTypeCount) damaged("there is no such element type");
    return static_cast<DType>(v);
  }

  ValueMeta value(int depth) {
    check_depth(depth);
    const std::uint8_t tag = byte();
    switch (static_cast<ValueTag>(tag)) {
      case ValueTag::kUnknown:
        return {};
      case ValueTag::kDense:
      case ValueTag::kStrided:
        return {tensor(static_cast<ValueTag>(tag) == ValueTag::kDense)};
      case ValueTag::kInteger:
        return {expression(0)};
      case ValueTag::kNumber: {
        const std::uint8_t category = byte();
        if (category > static_cast<std::uint8_t>(DTypeCategory::kFloating)) {
          damaged("there is no such category");
        }
        return {UnknownNumber{static_cast<DTypeCategory>(category)}};
      }
      case ValueTag::kList: {
        ValueMetaList items;
        for (std::uint64_t n = count(); n > 0; --n) items.push_back(value(depth + 1));
        return {std::move(items)};
      }
    }
    damaged("there is no such kind of value");
  }

  TensorMeta tensor(bool is_dense) {
    TensorMeta result;
    result.dtype = dtype();
    const std::uint64_t rank = count();
    for (std::uint64_t i = 0; i < rank; ++i) result.sizes.push_back(expression(0));
    if (!is_dense) {
      for (std::uint64_t i = 0; i < rank; ++i) result.strides.push_back(expression(0));
      return result;
    }
    try {
      result.strides = contiguous_strides(result.sizes);
    } catch (const Error& e) {
      fail(diag::GraphFileValue, {}, {e.diagnostic().message});
    }
    return result;
  }

  ModuleStack stack() {
    ModuleStack::Frames frames;
    for (std::uint64_t n = count(); n > 0; --n) {
      const std::string& path = text();
      frames.push_back({path, text()});
    }
    return frames;
  }

  SourceLocation location() {
    SourceLocation result;
    result.file = intern(text());
    result.line = small_number();
    result.column = small_number();
    result.function = intern(text());
    return result;
  }

  void node() {
    const std::uint8_t fields = byte();
    if ((fields & serialization::kOpcodeBits) > static_cast<std::uint8_t>(OpCode::kOutput)) {
      damaged("there is no such opcode");
    }
    NodeRecord record;
    record.opcode = static_cast<OpCode>(fields & serialization::kOpcodeBits);
    record.name = bytes(number());
    record.target = text();
    record.args = items(0);
    if ((fields & serialization::kHasKwargs) != 0) {
      for (std::uint64_t n = count(); n > 0; --n) {
        const std::string& key = text();
        record.kwargs.emplace_back(key, argument(0));
      }
    }
    NodeMeta& meta = record.meta;
    if ((fields & serialization::kHasValue) != 0) meta.value = entry(values_, "value");
    if ((fields & serialization::kHasLocation) != 0) meta.location = entry(locations_, "location");
    if ((fields & serialization::kHasModules) != 0) meta.module_stack = entry(stacks_, "stack");
    if ((fields & serialization::kHasOthers) != 0) {
      meta.type = text();
      for (std::uint64_t n = count(); n > 0; --n) {
        const std::string& key = text();
        attach(meta.custom, key);
      }
    }
    nodes_.push_back(builder_.node(std::move(record), {}));
  }

  void attach(Attachments& custom, const std::string& key) {
    Argument value = argument(0);
    for_each_node(value, [this](Node*) { damaged("an attachment holds a node"); });
    if (!custom.try_emplace(key, std::move(value))) damaged("an attachment is there twice");
  }

  std::vector<Argument> items(int depth) {
    std::vector<Argument> result;
    std::uint64_t n = count();
    // Memory follows what has been read, not what was promised.
    result.reserve(std::min<std::uint64_t>(n, 16));
    for (; n > 0; --n) result.push_back(argument(depth));
    return result;
  }

  Argument argument(int depth) {
    check_depth(depth);
    switch (static_cast<ArgumentTag>(byte())) {
      case ArgumentTag::kNone:
        return {};
      case ArgumentTag::kNode: {
        const std::uint64_t distance = number();
        if (distance == 0 || distance > nodes_.size()) damaged("there is no such operand");
        return nodes_[nodes_.size() - distance];
      }
      case ArgumentTag::kFalse:
        return false;
      case ArgumentTag::kTrue:
        return true;
      case ArgumentTag::kInteger:
        return signed_number();
      case ArgumentTag::kFloat:
        return real();
      case ArgumentTag::kText:
        return text();
      case ArgumentTag::kDType:
        return dtype();
      case ArgumentTag::kDevice:
        return Device{text()};
      case ArgumentTag::kEnum: {
        const std::string& type = text();
        return EnumValue{type, text()};
      }
      case ArgumentTag::kEllipsis:
        return EllipsisArgument{};
      case ArgumentTag::kSlice: {
        std::vector<Argument> parts;
        for (int i = 0; i < 3; ++i) parts.push_back(argument(depth + 1));
        return SliceArgument(std::move(parts));
      }
      case ArgumentTag::kList:
        return items(depth + 1);
      case ArgumentTag::kDict: {
        std::vector<ArgumentItem> entries;
        for (std::uint64_t n = count(); n > 0; --n) {
          const std::string& key = text();
          entries.push_back({key, argument(depth + 1)});
        }
        return ArgumentDict(std::move(entries));
      }
    }
    damaged("there is no such kind of argument");
  }

  GraphBuilder builder_;
  std::vector<std::string> texts_;
  std::vector<SharedMeta> values_;
  std::vector<ModuleStack> stacks_;
  std::vector<SourceLocation> locations_;
  std::vector<Node*> nodes_;
};

}  // namespace

Graph from_binary(const std::uint8_t* data, std::size_t size) {
  return BinaryReader(data, size).read();
}

}  // namespace weft::ir
