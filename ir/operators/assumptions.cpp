/// \file What the rules of operators rely on where extents are symbolic.
#include <weft/ir/operators/assumptions.h>

namespace weft::ir {
namespace {

thread_local AssumptionScope* current = nullptr;

}  // namespace

AssumptionScope::AssumptionScope() : outer_(current) { current = this; }

AssumptionScope::~AssumptionScope() { current = outer_; }

void assume(const IntExpr& not_negative) {
  if (current == nullptr || not_negative.bounds().first >= 0) return;
  current->assumptions_.push_back(not_negative);
}

}  // namespace weft::ir
