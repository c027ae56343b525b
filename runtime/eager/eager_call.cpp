/// \file Eager execution of one operator call.
#include <memory>
#include <string>
#include <unordered_map>

#include <weft/runtime/diagnostics.h>
#include <weft/runtime/dispatch.h>
#include <weft/runtime/eager/call_form.h>
#include <weft/runtime/eager/call_values.h>
#include <weft/runtime/eager/prepared_call.h>
#include <weft/runtime/kernels/kernels.h>
#include <weft/runtime/tensor/tensor_impl.h>

namespace weft {

namespace {

using Values = std::vector<ir::Value>;

ir::Value run_query(const ir::Call& call, const ir::ShapeQuery& query, const Values& arguments) {
  const std::string& name = call.op().schema.name;
  if (name == "item" || name == "sym_float") {
    return kernels::item(*arguments[0].tensor(), call.location());
  }
  const ir::ValueMeta result = query.rule(call);
  if (name == "getitem") {
    const std::int64_t index = call.constant_integer(1);
    const Values& list = *arguments[0].list();
    const auto count = static_cast<std::int64_t>(list.size());
    return list.at(static_cast<std::size_t>(index < 0 ? index + count : index));
  }
  if (const ir::IntExpr* integer = result.integer()) return integer->value();
  Values values;
  for (const ir::ValueMeta& item : *result.list()) values.emplace_back(item.integer()->value());
  return values;
}

/// Refuses to write into a tensor several of whose elements are one place in memory.
void require_writable(const ir::Call& call, const TensorImpl& target) {
  for (std::size_t d = 0; d < target.sizes.size(); ++d) {
    if (target.sizes[d] > 1 && target.strides[d] == 0) {
      call.fail(diag::WriteOverlaps, {call.tensor(0).str()});
    }
  }
}

/// A write: the result of the functional form goes into the first argument, which was found fit.
class PreparedWrite : public eager::PreparedCall {
 public:
  explicit PreparedWrite(const ir::Operator& functional) : functional_(functional) {}
  ir::Value run(const Values& arguments, SourceLocation where) const override {
    const ir::Value result = eager_call(functional_, arguments, where);
    eager::copy_into(*result.tensor(), *arguments[0].tensor());
    return arguments[0];
  }

 private:
  const ir::Operator& functional_;
};

std::shared_ptr<const eager::PreparedCall> prepare(const ir::Call& call, const Values& arguments) {
  const ir::Operator* const functional = call.op().functional;
  if (!functional) return eager::prepare(call, arguments);
  ir::infer(call);  // the checks of in-place forms: shape and type of the target
  require_writable(call, **arguments[0].tensor());
  return std::make_shared<PreparedWrite>(*functional);
}

/// What was prepared for calls on one thread, by their form. A program makes calls of few forms,
/// many times; one that makes ever new ones begins anew now and then.
class CallCache {
 public:
  std::shared_ptr<const eager::PreparedCall> find_or_prepare(const ir::Operator& op,
                                                             const Values& arguments,
                                                             SourceLocation where) {
    form_.clear();
    eager::write_form(op, arguments, form_);
    const auto found = calls_.find(form_);
    if (found != calls_.end()) return found->second;
    const ir::Call call = eager::make_call(op, arguments, where);
    std::shared_ptr<const eager::PreparedCall> prepared = prepare(call, arguments);
    if (calls_.size() >= kMost) calls_.clear();
    calls_.emplace(form_, prepared);
    return prepared;
  }

 private:
  static constexpr std::size_t kMost = 4096;
  std::string form_;
  std::unordered_map<std::string, std::shared_ptr<const eager::PreparedCall>> calls_;
};

class EagerExecutor : public ir::Executor {
 public:
  ir::Value call_operator(const ir::Operator& op, const Values& arguments,
                          SourceLocation where) override {
    return eager_call(op, arguments, where);
  }
};

}  // namespace

ir::Value eager_call(const ir::Operator& op, const std::vector<ir::Value>& arguments,
                     SourceLocation where) {
  const ir::Meaning& meaning = op.meaning();
  const auto* query = std::get_if<ir::ShapeQuery>(&meaning);
  const bool has_kernel = !op.functional && std::holds_alternative<ir::Structured>(meaning);
  // Functions of the user's may give another answer each time, for the same arguments.
  if (!query && !has_kernel && op.definition == nullptr) {
    thread_local CallCache cache;
    return cache.find_or_prepare(op, arguments, where)->run(arguments, where);
  }
  const ir::Call call = eager::make_call(op, arguments, where);
  if (query) return run_query(call, *query, arguments);
  if (has_kernel) return kernels::run(call, arguments);
  return prepare(call, arguments)->run(arguments, where);
}

ir::Executor& eager_executor() {
  static EagerExecutor executor;
  return executor;
}

}  // namespace weft
