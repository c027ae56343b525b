#include <weft/frontend/source/segment_finder.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include <clang/AST/StmtCXX.h>
#include <clang/Lex/Lexer.h>

#include <weft/frontend/source/describe_type.h>
#include <weft/frontend/source/tensor_code.h>

namespace weft::source {
namespace {

using clang::dyn_cast;

using Variables = std::set<const clang::ValueDecl*>;
using Counts = std::map<const clang::ValueDecl*, int>;

const clang::ValueDecl* canonical(const clang::ValueDecl* decl) {
  return llvm::cast<clang::ValueDecl>(decl->getCanonicalDecl());
}

bool is_local(const clang::ValueDecl* decl) {
  if (llvm::isa<clang::BindingDecl>(decl)) return true;
  const auto* variable = dyn_cast<clang::VarDecl>(decl);
  return variable && variable->hasLocalStorage();
}

/// Counts how often local variables are named.
void count_names(const clang::Stmt* node, Counts& counts) {
  if (!node) return;
  if (const auto* name = dyn_cast<clang::DeclRefExpr>(node)) {
    if (is_local(name->getDecl())) ++counts[canonical(name->getDecl())];
  }
  for (const clang::Stmt* child : node->children()) count_names(child, counts);
}

bool has_jumps(const clang::Stmt* node) {
  if (!node) return false;
  if (llvm::isa<clang::GotoStmt, clang::IndirectGotoStmt, clang::CoroutineBodyStmt, clang::AsmStmt,
                clang::LabelStmt>(node)) {
    return true;
  }
  return std::any_of(node->child_begin(), node->child_end(), has_jumps);
}

/// A run of statements that is tensor code, with what is known of it.
struct Run {
  std::vector<const clang::Stmt*> statements;
  TensorCodeUse use;
};

class SegmentFinder {
 public:
  SegmentFinder(clang::Sema& sema, const UserFiles& user_files, clang::CXXRecordDecl* model,
                const ReachedCode& code)
      : context_(sema.getASTContext()),
        manager_(context_.getSourceManager()),
        types_(context_, user_files),
        tensor_code_(sema, user_files, model, code),
        code_(code) {}

  SegmentPlan run() {
    if (code_.functions.empty()) return {};
    if (!tensor_code_.obstacle(code_.functions.front())) return {};
    for (const clang::FunctionDecl* function : code_.functions) {
      const auto* method = dyn_cast<clang::CXXMethodDecl>(function);
      if (llvm::isa<clang::CXXConstructorDecl, clang::CXXDestructorDecl>(function) ||
          (method && method->getParent()->isLambda()) || !tensor_code_.obstacle(function)) {
        continue;
      }
      plan_function(function);
    }
    const auto by_place = [](const auto& a, const auto& b) {
      return std::pair(a.file, a.begin) < std::pair(b.file, b.begin);
    };
    std::sort(plan_.segments.begin(), plan_.segments.end(), by_place);
    std::sort(plan_.decisions.begin(), plan_.decisions.end(), by_place);
    return std::move(plan_);
  }

 private:
  // --- where code stands ---

  struct Place {
    std::string file;
    std::size_t begin = 0;
    std::size_t end = 0;
  };

  /// The bytes of a range that a file spells; nothing if it is partly in a macro.
  std::optional<Place> place_of(clang::SourceRange range) const {
    const clang::CharSourceRange chars = clang::Lexer::makeFileCharRange(
        clang::CharSourceRange::getTokenRange(range), manager_, context_.getLangOpts());
    if (chars.isInvalid() || range.getBegin().isMacroID() || range.getEnd().isMacroID()) {
      return std::nullopt;
    }
    const auto [begin_file, begin] = manager_.getDecomposedLoc(chars.getBegin());
    const auto [end_file, end] = manager_.getDecomposedLoc(chars.getEnd());
    const auto entry = manager_.getFileEntryRefForID(begin_file);
    if (begin_file != end_file || !entry) return std::nullopt;
    return Place{entry->getName().str(), begin, end};
  }

  /// The same for a statement with its semicolon.
  std::optional<Place> place_of_statement(const clang::Stmt* node) const {
    std::optional<Place> place = place_of(node->getSourceRange());
    if (!place) return std::nullopt;
    const auto next =
        clang::Lexer::findNextToken(node->getEndLoc(), manager_, context_.getLangOpts());
    const bool is_closed = llvm::isa<clang::DeclStmt, clang::CompoundStmt, clang::NullStmt>(node);
    if (!is_closed && next && next->is(clang::tok::semi)) {
      place->end = manager_.getFileOffset(next->getEndLoc());
    }
    return place;
  }

  // --- functions ---

  void plan_function(const clang::FunctionDecl* function) {
    function_ = function;
    if (function->isTemplateInstantiation() || function->isDependentContext()) {
      return add_host(function->getBody(), {function->getLocation(), "is in a template"});
    }
    if (has_jumps(function->getBody())) {
      return add_host(function->getBody(), {function->getLocation(), "has jumps"});
    }
    names_.clear();
    count_names(function->getBody(), names_);
    if (const auto* tried = dyn_cast<clang::CXXTryStmt>(function->getBody())) {
      plan_host(tried);
    } else if (const auto* body = dyn_cast<clang::CompoundStmt>(function->getBody())) {
      plan_block(body);
    }
  }

  /// The statements of a block, or of a switch, where a declaration must not be jumped over.
  void plan_block(const clang::CompoundStmt* block, bool in_switch = false) {
    Run run;
    for (const clang::Stmt* child : block->body()) {
      std::optional<Obstacle> obstacle = tries_ > 0 ? in_try(child) : judge(child, run.use);
      if (!obstacle && in_switch && llvm::isa<clang::DeclStmt>(child)) {
        obstacle = Obstacle{child->getBeginLoc(), "declares in a switch"};
      }
      if (!obstacle) {
        run.statements.push_back(child);
        continue;
      }
      end_run(run);
      plan_host(child);
      if (is_simple(child)) add_host(child, *obstacle);
    }
    end_run(run);
  }

  static Obstacle in_try(const clang::Stmt* node) {
    return {node->getBeginLoc(), "is in a try block, whose handlers see what was done before"};
  }

  std::optional<Obstacle> judge(const clang::Stmt* node, TensorCodeUse& use) {
    if (!place_of_statement(node)) return Obstacle{node->getBeginLoc(), "is partly in a macro"};
    return tensor_code_.obstacle(node, use);
  }

  /// A statement that has no statements in it.
  static bool is_simple(const clang::Stmt* node) {
    return llvm::isa<clang::Expr, clang::DeclStmt, clang::ReturnStmt>(node);
  }

  void add_host(const clang::Stmt* node, const Obstacle& obstacle) {
    std::string text = text_of(context_, node->getSourceRange());
    constexpr std::size_t kLongest = 80;
    if (text.size() > kLongest) text = text.substr(0, kLongest - 3) + "...";
    plan_.host.push_back({location_of(manager_, node->getBeginLoc(), function_name()), text,
                          obstacle.reason, location_of(manager_, obstacle.where)});
  }

  std::string function_name() const { return qualified_name(function_); }

  // --- host code ---

  void plan_host(const clang::Stmt* node) {
    if (!node) return;
    using namespace clang;
    if (const auto* block = dyn_cast<CompoundStmt>(node)) return plan_block(block);
    if (const auto* one = dyn_cast<IfStmt>(node)) {
      plan_host(one->getInit());
      plan_expressions(one->getConditionVariableDeclStmt());
      plan_condition(one->getCond(), one->hasVarStorage() || one->isConstexpr());
      plan_body(one->getThen());
      plan_body(one->getElse());
    } else if (const auto* one = dyn_cast<WhileStmt>(node)) {
      plan_expressions(one->getConditionVariableDeclStmt());
      plan_condition(one->getCond(), one->hasVarStorage());
      plan_body(one->getBody());
    } else if (const auto* one = dyn_cast<DoStmt>(node)) {
      plan_body(one->getBody());
      plan_condition(one->getCond(), false);
    } else if (const auto* one = dyn_cast<ForStmt>(node)) {
      plan_expressions(one->getInit());
      plan_condition(one->getCond(), one->getConditionVariable() != nullptr);
      plan_expressions(one->getInc());
      plan_body(one->getBody());
    } else if (const auto* one = dyn_cast<CXXForRangeStmt>(node)) {
      plan_expressions(one->getRangeInit());
      plan_body(one->getBody());
    } else if (const auto* one = dyn_cast<SwitchStmt>(node)) {
      plan_host(one->getInit());
      plan_expressions(one->getCond());
      if (const auto* block = dyn_cast<CompoundStmt>(one->getBody())) plan_block(block, true);
    } else if (const auto* one = dyn_cast<SwitchCase>(node)) {
      plan_body(one->getSubStmt());
    } else if (const auto* one = dyn_cast<CXXTryStmt>(node)) {
      ++tries_;
      plan_block(one->getTryBlock());
      --tries_;
      for (unsigned i = 0; i < one->getNumHandlers(); ++i) {
        plan_host(one->getHandler(i)->getHandlerBlock());
      }
    } else if (const auto* one = dyn_cast<AttributedStmt>(node)) {
      plan_host(one->getSubStmt());
    } else {
      plan_expressions(node);
    }
  }

  /// The one statement of an `if`, a loop or a label.
  void plan_body(const clang::Stmt* body) {
    if (!body) return;
    if (const auto* block = dyn_cast<clang::CompoundStmt>(body)) return plan_block(block);
    Run run;
    if (tries_ == 0 && !llvm::isa<clang::DeclStmt>(body) && !judge(body, run.use)) {
      run.statements.push_back(body);
      return end_run(run);
    }
    plan_host(body);
  }

  void plan_condition(const clang::Expr* condition, bool is_fixed) {
    if (!condition) return;
    plan_expressions(condition);
    if (is_fixed || !tensor_code_.depends_on_data(condition)) return;
    if (const auto place = place_of(condition->getSourceRange())) {
      plan_.decisions.push_back({place->file, place->begin, place->end,
                                 location_of(manager_, condition->getBeginLoc(), function_name())});
    }
  }

  /// The largest expressions that are tensor code.
  void plan_expressions(const clang::Stmt* node) {
    if (!node ||
        llvm::isa<clang::LambdaExpr, clang::UnaryExprOrTypeTraitExpr, clang::CXXNoexceptExpr,
                  clang::CXXDefaultArgExpr, clang::CXXDefaultInitExpr>(node)) {
      return;
    }
    if (const auto* choice = dyn_cast<clang::ConditionalOperator>(node)) {
      plan_condition(choice->getCond(), false);
      plan_expressions(choice->getTrueExpr());
      plan_expressions(choice->getFalseExpr());
      return;
    }
    if (const auto* call = dyn_cast<clang::CallExpr>(node)) {
      if (call->isPRValue() && is_tensor(call->getType()) && add_expression(call)) return;
    }
    if (const auto* declarations = dyn_cast<clang::DeclStmt>(node)) {
      for (const clang::Decl* decl : declarations->decls()) {
        if (const auto* variable = dyn_cast<clang::VarDecl>(decl)) {
          if (!variable->isStaticLocal()) plan_expressions(variable->getInit());
        }
      }
      return;
    }
    for (const clang::Stmt* child : node->children()) plan_expressions(child);
  }

  bool add_expression(const clang::CallExpr* call) {
    Run run;
    run.statements.push_back(call);
    const auto place = place_of(call->getSourceRange());
    if (!place || tensor_code_.obstacle(call, run.use) || !run.use.assigned.empty() ||
        !tensor_code_.has_operator(call)) {
      return false;
    }
    Segment segment;
    segment.is_expression = true;
    return add_segment(run, *place, std::move(segment));
  }

  // --- segments ---

  void end_run(Run& run) { add_statements(std::exchange(run, {}).statements); }

  /// What is neither computed at the beginning nor at the end of a run stays outside.
  void add_statements(std::vector<const clang::Stmt*> statements) {
    const auto computes = [&](const clang::Stmt* node) { return tensor_code_.has_operator(node); };
    while (!statements.empty() && !computes(statements.back())) statements.pop_back();
    if (statements.empty()) return;
    // A container that is filled later has to be declared inside.
    while (!computes(statements.front()) && is_run({statements.begin() + 1, statements.end()})) {
      statements.erase(statements.begin());
    }
    Run run;
    run.statements = statements;
    for (const clang::Stmt* one : statements) {
      if (const auto obstacle = tensor_code_.obstacle(one, run.use)) {
        return split(statements, one, *obstacle);
      }
    }
    if (const auto* declaration = declares_what_cannot_leave(run)) {
      return split(statements, declaration,
                   {declaration->getBeginLoc(), "declares what a segment cannot give"});
    }
    const auto first_place = place_of_statement(statements.front());
    const auto last_place = place_of_statement(statements.back());
    if (first_place->file != last_place->file) return;
    if (!add_segment(run, {first_place->file, first_place->begin, last_place->end}, {}) &&
        statements.size() > 1) {
      split(statements, statements[statements.size() / 2], {});
    }
  }

  bool is_run(const std::vector<const clang::Stmt*>& statements) {
    TensorCodeUse use;
    return std::all_of(statements.begin(), statements.end(),
                       [&](const clang::Stmt* one) { return !tensor_code_.obstacle(one, use); });
  }

  /// Leaves one statement of the run on the host.
  void split(const std::vector<const clang::Stmt*>& statements, const clang::Stmt* at,
             const Obstacle& obstacle) {
    const auto found = std::find(statements.begin(), statements.end(), at);
    add_statements({statements.begin(), found});
    plan_host(at);
    if (is_simple(at) && !obstacle.reason.empty()) add_host(at, obstacle);
    add_statements({found + 1, statements.end()});
  }

  /// The variables that are named outside of the run.
  bool is_named_outside(const clang::ValueDecl* decl, const Counts& inside) const {
    const auto all = names_.find(decl);
    const auto here = inside.find(decl);
    return all != names_.end() && all->second > (here == inside.end() ? 0 : here->second);
  }

  static Counts names_in(const Run& run) {
    Counts counts;
    for (const clang::Stmt* one : run.statements) count_names(one, counts);
    return counts;
  }

  const clang::Stmt* declares_what_cannot_leave(const Run& run) const {
    const Counts inside = names_in(run);
    for (const clang::Stmt* one : run.statements) {
      const auto* declarations = dyn_cast<clang::DeclStmt>(one);
      if (!declarations) continue;
      for (const clang::Decl* decl : declarations->decls()) {
        const auto* variable = dyn_cast<clang::VarDecl>(decl);
        if (!variable) return one;  // a type, which code behind may name
        const auto cannot_leave = [&](const clang::ValueDecl* value) {
          return is_named_outside(canonical(value), inside) &&
                 (variable->getType()->isReferenceType() || variable->isConstexpr() ||
                  !can_cross(value->getType()));
        };
        if (const auto* parts = dyn_cast<clang::DecompositionDecl>(variable)) {
          for (const clang::BindingDecl* part : parts->bindings()) {
            if (cannot_leave(part)) return one;
          }
        } else if (cannot_leave(variable)) {
          return one;
        }
      }
    }
    return nullptr;
  }

  /// Values that a segment can take and give.
  bool can_cross(clang::QualType type) const { return can_cross(types_.describe(type)); }

  static bool can_cross(const TypeInfo& type) {
    switch (type.kind) {
      case TypeKind::kTensor:
      case TypeKind::kBool:
      case TypeKind::kInt:
      case TypeKind::kInt64:
      case TypeKind::kFloat:
      case TypeKind::kDouble:
        return true;
      case TypeKind::kVector:
      case TypeKind::kArray:
      case TypeKind::kOptional:
      case TypeKind::kPair:
      case TypeKind::kTuple:
        return std::all_of(type.elements.begin(), type.elements.end(),
                           [](const TypeInfo& element) { return can_cross(element); });
      default:
        return false;
    }
  }

  bool add_segment(const Run& run, const Place& place, Segment segment) {
    Counts inside = names_in(run);
    for (const clang::ValueDecl* decl : run.use.declared) inside.emplace(decl, 0);
    for (const auto& [decl, count] : inside) {
      if (run.use.declared.count(decl)) continue;
      const auto* variable = dyn_cast<clang::VarDecl>(decl);
      if (variable && variable->isConstexpr()) return false;
      if (!can_cross(decl->getType())) return false;
    }
    for (const auto& [decl, count] : inside) {
      const bool is_own = run.use.declared.count(decl) != 0;
      const bool is_assigned = run.use.assigned.count(decl) != 0;
      const bool is_new = is_assigned && is_assigned_first(run, decl);
      const clang::QualType type = decl->getType();
      if (!is_own && !is_new) {
        segment.inputs.push_back(
            {decl->getNameAsString(), is_tensor(type), is_float(type), is_assigned});
      }
      if (is_assigned || (is_own && is_named_outside(decl, inside))) {
        segment.outputs.push_back({decl->getNameAsString(), is_tensor(type), is_own,
                                   type.getNonReferenceType().isConstQualified(), is_new});
      }
    }
    for (const clang::FieldDecl* field : run.use.fields) {
      if (!can_cross(field->getType())) {
        // What a constructor has made stays.
        if (tensor_code_.may_change(field)) return false;
        continue;
      }
      segment.members.push_back(field->getNameAsString());
    }
    // Two declarations of one name, or a name that means something else inside.
    std::set<std::string> names;
    for (const SegmentInput& input : segment.inputs) {
      if (!names.insert(input.name).second) return false;
    }
    for (const SegmentOutput& output : segment.outputs) {
      if (output.is_declared && !names.insert(output.name).second) return false;
    }
    by_name(segment);
    segment.file = place.file;
    segment.begin = place.begin;
    segment.end = place.end;
    segment.location =
        location_of(manager_, run.statements.front()->getBeginLoc(), function_name());
    segment.last_line =
        location_of(manager_, run.statements.back()->getEndLoc(), function_name()).line;
    segment.function = function_name();
    const auto* method = dyn_cast<clang::CXXMethodDecl>(function_);
    segment.in_method = method && method->isInstance();
    segment.uses_this = run.use.uses_this;
    plan_.segments.push_back(std::move(segment));
    return true;
  }

  static void by_name(Segment& segment) {
    const auto less = [](const auto& a, const auto& b) { return a.name < b.name; };
    std::sort(segment.inputs.begin(), segment.inputs.end(), less);
    std::sort(segment.outputs.begin(), segment.outputs.end(), less);
    std::sort(segment.members.begin(), segment.members.end());
  }

  bool is_float(clang::QualType type) const {
    type = type.getNonReferenceType().getUnqualifiedType();
    return context_.hasSameType(type, context_.FloatTy) ||
           context_.hasSameType(type, context_.DoubleTy);
  }

  /// True if the first statement that names the tensor assigns it as a whole, without its value.
  bool is_assigned_first(const Run& run, const clang::ValueDecl* decl) const {
    if (!is_tensor(decl->getType())) return false;
    for (const clang::Stmt* one : run.statements) {
      Counts counts;
      count_names(one, counts);
      if (counts.count(decl) == 0) continue;
      const auto* expression = dyn_cast<clang::Expr>(one);
      if (!expression) return false;
      const auto* call = dyn_cast<clang::CXXOperatorCallExpr>(expression->IgnoreImplicit());
      if (!call || call->getOperator() != clang::OO_Equal) return false;
      const auto* name = dyn_cast<clang::DeclRefExpr>(call->getArg(0)->IgnoreParenImpCasts());
      return name && canonical(name->getDecl()) == decl && counts[decl] == 1;
    }
    return false;
  }

  clang::ASTContext& context_;
  clang::SourceManager& manager_;
  TypeDescriber types_;
  TensorCode tensor_code_;
  const ReachedCode& code_;
  const clang::FunctionDecl* function_ = nullptr;
  Counts names_;  // of the whole function
  int tries_ = 0;
  SegmentPlan plan_;
};

}  // namespace

SegmentPlan find_segments(clang::Sema& sema, const UserFiles& user_files,
                          clang::CXXRecordDecl* model, const ReachedCode& code) {
  return SegmentFinder(sema, user_files, model, code).run();
}

}  // namespace weft::source
