/// \file Walking and rewriting statements of the loop IR.
#include <weft/codegen/loop/statement.h>

#include <fmt/format.h>

namespace weft::codegen {
namespace {

using ir::IntExpr;
using ir::ScalarExpr;
using ir::Symbol;

/// Calls `f` for the scalar expressions that stand in the statement itself.
template <typename S, typename F>
void own_expressions(S& statement, F&& f) {
  const auto stores = [&](auto& list) {
    for (auto& store : list) f(store.value);
  };
  if (auto* store = std::get_if<Store>(&statement.node)) f(store->value);
  if (auto* let = std::get_if<Let>(&statement.node)) f(let->value);
  if (auto* index = std::get_if<LetIndex>(&statement.node)) f(index->value);
  if (auto* reduce = std::get_if<Reduce>(&statement.node)) {
    f(reduce->body);
    stores(reduce->stores);
  }
  if (auto* matmul = std::get_if<Matmul>(&statement.node)) stores(matmul->epilogue);
  if (auto* convolution = std::get_if<Convolution>(&statement.node)) stores(convolution->epilogue);
}

/// Calls `f` for the integer expressions that stand in the statement itself.
template <typename S, typename F>
void own_indices(S& statement, F&& f) {
  const auto stores = [&](auto& list) {
    for (auto& store : list) f(store.offset);
  };
  if (auto* loop = std::get_if<Loop>(&statement.node)) f(loop->extent);
  if (auto* store = std::get_if<Store>(&statement.node)) f(store->offset);
  if (auto* reduce = std::get_if<Reduce>(&statement.node)) {
    for (auto& axis : reduce->axes) f(axis.extent);
    stores(reduce->stores);
  }
  if (auto* x = std::get_if<Matmul>(&statement.node)) {
    for (auto* e : {&x->rows, &x->columns, &x->depth, &x->a_offset, &x->a_stride_m, &x->a_stride_k,
                    &x->b_offset, &x->b_stride_k, &x->b_stride_n}) {
      f(*e);
    }
    stores(x->epilogue);
  }
  if (auto* x = std::get_if<Convolution>(&statement.node)) {
    f(x->input_offset);
    f(x->weight_offset);
    stores(x->epilogue);
  }
}

template <typename S, typename F>
void for_each_statement(S& body, F&& f) {
  for (auto& statement : body) {
    f(statement);
    if (auto* loop = std::get_if<Loop>(&statement.node)) for_each_statement(loop->body, f);
  }
}

/// Calls `f` for the variables that the statement binds.
template <typename F>
void bound_symbols(Statement& statement, F&& f) {
  if (auto* loop = std::get_if<Loop>(&statement.node)) f(loop->var, "i", &loop->extent);
  if (auto* index = std::get_if<LetIndex>(&statement.node)) f(index->symbol, "x", nullptr);
  if (auto* reduce = std::get_if<Reduce>(&statement.node)) {
    for (Axis& axis : reduce->axes) f(axis.var, "r", &axis.extent);
  }
  if (auto* matmul = std::get_if<Matmul>(&statement.node)) {
    f(matmul->m, "m", &matmul->rows);
    f(matmul->n, "n", &matmul->columns);
  }
  if (auto* x = std::get_if<Convolution>(&statement.node)) {
    const IntExpr channels = x->out_channels;
    const IntExpr pixels = x->out_height * x->out_width;
    f(x->channel, "c", &channels);
    f(x->pixel, "p", &pixels);
  }
}

struct Walk {
  double times = 1;
  Symbol innermost;
  IntExpr extent = 1;
};

// An extent with a chunk's remainder counts as a full chunk.
double trips(const IntExpr& extent) { return expected_value(extent); }

void collect(const std::vector<Statement>& body, const Walk& at, std::vector<MemoryAccess>& out) {
  const auto add_loads = [&](const ScalarExpr& e, const Walk& walk) {
    for_each_load(e, [&](const ir::ScalarNode& load) {
      out.push_back({load.input, load.indices[0], walk.times, false, walk.innermost, walk.extent});
    });
  };
  const auto add_store = [&](const Store& store, const Walk& walk) {
    add_loads(store.value, walk);
    out.push_back({store.buffer, store.offset, walk.times, true, walk.innermost, walk.extent});
  };
  for (const Statement& statement : body) {
    if (const auto* loop = std::get_if<Loop>(&statement.node)) {
      collect(loop->body, {at.times * trips(loop->extent), loop->var, loop->extent}, out);
    } else if (const auto* reduce = std::get_if<Reduce>(&statement.node)) {
      Walk inside = at;
      for (const Axis& axis : reduce->axes) {
        inside = {inside.times * trips(axis.extent), axis.var, axis.extent};
      }
      add_loads(reduce->body, inside);
      for (const Store& store : reduce->stores) add_store(store, inside);
    } else if (const auto* store = std::get_if<Store>(&statement.node)) {
      add_store(*store, at);
    } else if (const auto* let = std::get_if<Let>(&statement.node)) {
      add_loads(let->value, at);
    } else if (const auto* index = std::get_if<LetIndex>(&statement.node)) {
      add_loads(index->value, at);
    }
  }
}

double stores_operations(const std::vector<Store>& stores) {
  double total = 0;
  for (const Store& store : stores) total += 1 + cost(store.value).total + cost(store.value).loads;
  return total;
}

}  // namespace

void for_each_expression(const std::vector<Statement>& body,
                         const std::function<void(const ScalarExpr&)>& visit) {
  for_each_statement(body, [&](const Statement& s) {
    own_expressions(s, [&](const ScalarExpr& e) { visit(e); });
  });
}

void rewrite_expressions(std::vector<Statement>& body,
                         const std::function<ScalarExpr(const ScalarExpr&)>& replace) {
  for_each_statement(
      body, [&](Statement& s) { own_expressions(s, [&](ScalarExpr& e) { e = replace(e); }); });
}

void for_each_index(const std::vector<Statement>& body,
                    const std::function<void(const IntExpr&)>& visit) {
  for_each_statement(body, [&](const Statement& s) {
    own_indices(s, [&](const IntExpr& e) { visit(e); });
    own_expressions(s, [&](const ScalarExpr& e) { for_each_index(e, visit); });
  });
}

void substitute(std::vector<Statement>& body, const Substitution& replacements) {
  if (replacements.empty()) return;
  for_each_statement(body, [&](Statement& s) {
    own_indices(s, [&](IntExpr& e) { e = e.substitute(replacements); });
    own_expressions(s, [&](ScalarExpr& e) { e = substitute(e, replacements); });
  });
}

void number_variables(std::vector<Statement>& body) {
  Substitution names;
  int counters[128] = {};
  for_each_statement(body, [&](Statement& statement) {
    bound_symbols(statement, [&](Symbol& symbol, const char* letter, const IntExpr* extent) {
      if (!symbol) return;
      // Two reductions of one kernel may run over the same axis and share its name.
      for (const auto& [old, renamed] : names) {
        if (old->id != symbol->id) continue;
        symbol = renamed.as_symbol();
        return;
      }
      const std::string name =
          fmt::format("{}{}", letter, counters[static_cast<unsigned char>(letter[0])]++);
      // Extents inside other variables are renamed with everything else below.
      Symbol fresh = extent != nullptr && extent->is_constant()
                         ? ir::make_index(name, *extent)
                         : ir::make_symbol(name, symbol->lower, symbol->upper);
      names.emplace_back(symbol, fresh);
      symbol = fresh;
    });
  });
  substitute(body, names);
}

std::vector<MemoryAccess> memory_accesses(const std::vector<Statement>& body) {
  std::vector<MemoryAccess> result;
  collect(body, {}, result);
  return result;
}

double operations(const std::vector<Statement>& body) {
  double total = 0;
  for (const Statement& statement : body) {
    const auto price = [](const ScalarExpr& e) {
      const Cost c = cost(e);
      return static_cast<double>(c.total + c.loads);
    };
    if (const auto* loop = std::get_if<Loop>(&statement.node)) {
      total += trips(loop->extent) * operations(loop->body);
    } else if (const auto* reduce = std::get_if<Reduce>(&statement.node)) {
      double times = 1;
      for (const Axis& axis : reduce->axes) times *= trips(axis.extent);
      total += times * (1 + price(reduce->body) + stores_operations(reduce->stores));
    } else if (const auto* store = std::get_if<Store>(&statement.node)) {
      total += 1 + price(store->value);
    } else if (const auto* let = std::get_if<Let>(&statement.node)) {
      total += price(let->value);
    } else if (const auto* index = std::get_if<LetIndex>(&statement.node)) {
      total += 1 + price(index->value);
    } else if (const auto* x = std::get_if<Matmul>(&statement.node)) {
      const double results = trips(x->rows) * trips(x->columns);
      total += results * (2 * trips(x->depth) + stores_operations(x->epilogue));
    } else if (const auto* x = std::get_if<Convolution>(&statement.node)) {
      const double results =
          static_cast<double>(x->out_channels) * expected_value(x->out_height * x->out_width);
      const double depth = static_cast<double>(x->channels / x->groups * x->kernel_h * x->kernel_w);
      total += results * (2 * depth + stores_operations(x->epilogue));
    }
  }
  return total;
}

}  // namespace weft::codegen
