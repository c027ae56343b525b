#include <weft/frontend/trace/ended_capture.h>

#include <string>

#include <weft/frontend/trace/diagnostics.h>
#include <weft/ir/operators/operator.h>
#include <weft/runtime/nn/module.h>

namespace weft {

namespace {

/// Refuses every use of a proxy whose capture has ended.
class EndedCapture : public OperatorHandler {
 public:
  ir::Value call_operator(const ir::Operator& op, std::vector<ir::Value>, CallStyle,
                          SourceLocation where) override {
    fail(diag::ProxyEscaped, where, {op.schema.name});
  }
  bool call_module(nn::Module& module, const std::vector<ir::Value>&, SourceLocation where,
                   ir::Value&) override {
    fail(diag::ProxyEscaped, where, {module.module_type()});
  }
  std::int64_t require_int(const TensorImpl&, SourceLocation where) override {
    fail(diag::ProxyEscaped, where, {"a size"});
  }
  double require_float(const TensorImpl&, SourceLocation where) override {
    fail(diag::ProxyEscaped, where, {"item"});
  }
  bool require_bool(const TensorImpl&, SourceLocation where) override {
    fail(diag::ProxyEscaped, where, {"a condition"});
  }
  void require_data(const TensorImpl&, std::string_view what, SourceLocation where) override {
    fail(diag::ProxyEscaped, where, {std::string(what)});
  }
};

}  // namespace

OperatorHandler& ended_capture() {
  static EndedCapture handler;
  return handler;
}

void end_proxy(TensorImpl& proxy) {
  proxy.node = nullptr;
  proxy.handler = &ended_capture();
}

}  // namespace weft
