/// \file Checks of operators that users register.
#include <weft/ir/operators/register_operator.h>

#include <memory>
#include <utility>

#include <weft/ir/operators/registered_operators.h>

namespace weft::ir {
namespace {

std::vector<ValueMeta> shape_of_definition(const Call& call) {
  const OperatorDefinition& definition = *call.op().definition;
  if (definition.shape) return definition.shape(call);
  return std::vector<ValueMeta>(call.op().schema.results.size());
}

std::vector<Node*> decomposition_of_definition(Decomposition& d) {
  return d.call().op().definition->decomposition(d);
}

[[noreturn]] void reject(const Schema& schema, SourceLocation where, std::string what) {
  fail(diag::OperatorDefinitionWrong, where, {schema.full_name(), std::move(what)});
}

void check(const Schema& schema, const OperatorDefinition& definition, SourceLocation where) {
  const int meanings =
      (definition.meaning ? 1 : 0) + (definition.decomposition ? 1 : 0) + (definition.run ? 1 : 0);
  if (meanings != 1) {
    reject(schema, where,
           meanings == 0 ? "it has no meaning: give a meaning, a decomposition or an eager function"
                         : "it has several meanings, which could disagree");
  }
  if (definition.meaning && std::holds_alternative<Structured>(*definition.meaning)) {
    reject(schema, where, "an operator of the user's has no kernel: give an eager function");
  }
  if (definition.shape && !definition.run) {
    reject(schema, where, "the shapes follow from its meaning: leave the shape rule out");
  }
  const char* const source = definition.cpp ? "C++ source" : definition.cuda ? "CUDA source" : nullptr;
  if (source && !definition.run) {
    reject(schema, where,
           std::string("the code follows from its meaning: leave the ") + source + " out");
  }
  if (source && !definition.shape) {
    reject(schema, where, std::string("its ") + source + " needs a shape rule");
  }
  if (source && (definition.effect != Effect::kPure || schema.writes())) {
    reject(schema, where, std::string("an operator with an effect has no ") + source);
  }
  if (schema.writes() && definition.decomposition) {
    reject(schema, where,
           "a decomposition cannot write: register the functional form with kInPlace");
  }
  for (std::size_t i = 0; i < schema.parameters.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      if (schema.parameters[i].name == schema.parameters[k].name) {
        reject(schema, where, "two parameters are called `" + schema.parameters[i].name + "`");
      }
    }
  }
  if (definition.spellings & kInPlace) {
    const bool possible = !schema.parameters.empty() &&
                          schema.parameters[0].type == SchemaType::kTensor &&
                          !schema.parameters[0].list && schema.results.size() == 1 &&
                          schema.results[0].type == SchemaType::kTensor && !schema.results[0].list;
    if (!possible) reject(schema, where, "only a result like the first tensor can be in place");
  }
}

}  // namespace

const Operator& register_operator(OperatorDefinition definition, SourceLocation where) {
  const Schema schema = parse_schema(definition.schema, where);
  check(schema, definition, where);
  if (definition.decomposition) {
    definition.meaning = DecomposeRule{decomposition_of_definition};
  } else if (definition.run) {
    definition.meaning = Structured{shape_of_definition};
  }
  return add_registered_operator(std::make_unique<const OperatorDefinition>(std::move(definition)),
                                 schema, where);
}

}  // namespace weft::ir
