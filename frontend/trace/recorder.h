/// \file Recorder: turns operator calls on proxies into nodes of a graph.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <weft/ir/graph_module.h>
#include <weft/runtime/dispatch.h>
#include <weft/runtime/tensor/tensor_impl.h>

namespace weft {

/// What captures (Tracer) and transforms (NodeProxies) have in common. A derived class says which
/// graph nodes go to, and what stands for the operands.
class Recorder : public OperatorHandler {
 public:
  /// What stands for a value in the graph: a proxy's node, an attribute, a constant, an aggregate.
  virtual ir::Argument create_arg(const ir::Value& value, SourceLocation where);
  /// Every node is made here.
  virtual ir::Node* create_node(ir::OpCode opcode, const std::string& target,
                                std::vector<ir::Argument> args, ir::KeywordArguments kwargs,
                                SourceLocation where) = 0;
  /// A proxy for a node of the graph.
  virtual ir::TensorHandle proxy(ir::Node* node) { return make_proxy(node, this); }

  // OperatorHandler
  ir::Value call_operator(const ir::Operator& op, std::vector<ir::Value> arguments, CallStyle style,
                          SourceLocation where) override;
  std::int64_t require_int(const TensorImpl& proxy, SourceLocation where) override;
  bool decide(Relation relation, const ir::Value& a, const ir::Value& b, Assume assume) override;
  double require_float(const TensorImpl& proxy, SourceLocation where) override;
  bool require_bool(const TensorImpl& proxy, SourceLocation where) override;
  [[noreturn]] void require_data(const TensorImpl& proxy, std::string_view what,
                                 SourceLocation where) override;

 protected:
  /// The node of a proxy that is an operand here.
  /// \error W4004, W4005 for a proxy of an ended or of another capture
  virtual ir::Node* operand_node(const TensorImpl& proxy, SourceLocation where) = 0;
  /// What stands for a tensor with storage.
  virtual ir::Argument constant_argument(const ir::TensorHandle& tensor, SourceLocation where) = 0;
  /// Called where user code goes on with the number that an integer of the graph is in this capture.
  virtual void note_number(const TensorImpl& proxy, std::int64_t value);
  /// Called where an open extent is needed as a number, or for the decision `what`. Throws where the
  /// capture can be done again with a number; else the caller complains.
  virtual void need_extent(const TensorImpl& proxy, const std::string& what);
  /// True where reading an element of a tensor is recorded, and refused only where its value is
  /// needed.
  virtual bool records_reads() const { return false; }
  /// Called before an operator that writes is recorded; throws where it must not be.
  virtual void check_write(const ir::Operator& op, const std::vector<ir::Value>& arguments,
                           SourceLocation where);

  /// One proxy, or one for each part of a result that is a list. `count` is needed where the meta
  /// of the node does not tell.
  ir::Value wrap_results(ir::Node* node, std::size_t count, SourceLocation where);
  /// Records that a comparison of extents has to hold.
  void check_relation(Relation relation, const ir::Value& a, const ir::Value& b,
                      const std::string& text);
  [[noreturn]] void break_on(const TensorImpl& proxy, std::string_view wanted,
                             SourceLocation where);
  /// Throws, and keeps the error for code that catches it and goes on.
  [[noreturn]] void refuse(Error error);
  /// The first graph break.
  std::optional<Error> refusal_;
};

/// Runs `action`; an error without a place gets `where`.
template <typename Action>
auto with_location(SourceLocation where, Action action) {
  try {
    return action();
  } catch (const Error& error) {
    if (error.diagnostic().location.known() || !where.known()) throw;
    Diagnostic diagnostic = error.diagnostic();
    diagnostic.location = where;
    throw Error(std::move(diagnostic));
  }
}

}  // namespace weft
