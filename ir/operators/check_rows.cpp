/// \file Rows of the checks that a graph makes while it runs.
#include <weft/ir/operators/operator.h>

namespace weft::ir {
namespace {

std::vector<ValueMeta> no_results(const Call&) { return {}; }

constexpr OperatorRow kRows[] = {
    {"check_argument(Any input, Any expected, str argument) -> ()",
     "Nothing; fails unless an argument has the value that the graph was captured for.",
     Structured{no_results}, 0, Effect::kHost},
    {"check_extent(int input, str condition) -> ()",
     "Nothing; fails, naming the condition, for a negative integer.", Structured{no_results}, 0,
     Effect::kHost},
    {"assert_true(Tensor condition, str message) -> ()",
     "Nothing; fails with the message unless all elements are true.", Structured{no_results}, 0,
     Effect::kHost},
};

}  // namespace

std::span<const OperatorRow> check_rows() { return kRows; }

}  // namespace weft::ir
