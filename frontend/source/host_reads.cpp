#include <weft/frontend/source/host_reads.h>

#include <algorithm>
#include <deque>
#include <map>
#include <set>
#include <tuple>

#include <clang/AST/ExprConcepts.h>
#include <clang/AST/StmtCXX.h>

#include <weft/frontend/source/model_finder.h>
#include <weft/frontend/source/owned_modules.h>
#include <weft/frontend/source/reached_code.h>
#include <weft/frontend/source/read_kinds.h>

namespace weft::source {
namespace {

using clang::dyn_cast;

/// Of a longer chain of calls only the last are told.
constexpr std::size_t kMaxCalls = 12;

/// A function to walk, and the call that led to it.
struct Reached {
  clang::FunctionDecl* function = nullptr;
  const clang::FunctionDecl* caller = nullptr;  // canonical; null for forward
  CallSite call;
};

/// Where in a function's body the walk is.
struct Place {
  const clang::FunctionDecl* function = nullptr;  // whose return statements these are
  const clang::FunctionDecl* root = nullptr;      // canonical; how the code was reached
  ControlKind control = ControlKind::kNone;
  SourceLocation control_location;
};

/// A decision that may turn out to depend on data.
struct Decision {
  DataBranch branch;
  const clang::Expr* condition;
  const clang::FunctionDecl* root;
};

class HostReadFinder {
 public:
  HostReadFinder(clang::Sema& sema, clang::ASTContext& context, const UserFiles& user_files,
                 clang::CXXRecordDecl* model, SourceModel& result)
      : sema_(sema), context_(context), user_files_(user_files), model_(model), result_(result) {
    collect_overriders(context.getTranslationUnitDecl());
  }

  ReachedCode run(clang::CXXMethodDecl* forward) {
    reach(forward, forward->getLocation(), {.control_location = {}});
    while (!pending_.empty()) {
      clang::FunctionDecl* function = pending_.front();
      pending_.pop_front();
      if (const clang::FunctionDecl* body = definition_of(sema_, function)) {
        walk_function(body, function->getCanonicalDecl());
      }
    }
    flow_.solve();
    keep_reads();
    keep_branches();
    return {std::move(bodies_), std::move(overriders_), std::move(flow_)};
  }

 private:
  // --- which functions ---

  void reach(Reached step) {
    const clang::FunctionDecl* key = step.function->getCanonicalDecl();
    const clang::FunctionDecl* pattern = step.function->getTemplateInstantiationPattern();
    if (!user_files_.contains(pattern ? pattern : step.function)) return;
    if (!reached_.emplace(key, step).second) return;
    pending_.push_back(step.function);
  }

  void reach(clang::FunctionDecl* function, clang::SourceLocation from, const Place& place) {
    const auto step = [&](clang::FunctionDecl* target) {
      reach({target,
             place.root,
             {location_of(context_.getSourceManager(), from), function_name(target)}});
    };
    step(function);
    const auto* method = dyn_cast<clang::CXXMethodDecl>(function);
    if (!method) return;
    for (clang::CXXMethodDecl* overrider : overriders_[method->getCanonicalDecl()]) {
      reach(overrider, from, place);
    }
    if (const clang::CXXRecordDecl* held = module_called_by(method)) {
      for (clang::FunctionDecl* forward : methods_named(held, "forward")) step(forward);
    }
    if (calls_unknown_modules(method) && !owned_modules_reached_) {
      owned_modules_reached_ = true;
      for (clang::FunctionDecl* callback : owned_callbacks(sema_, user_files_, model_)) {
        step(callback);
      }
    }
  }

  /// What a virtual method of the user may run in its place.
  /// (What a precompiled header declares is not the user's, and is not loaded for this.)
  void collect_overriders(const clang::DeclContext* context) {
    for (clang::Decl* decl : context->noload_decls()) {
      if (!user_files_.contains(decl)) continue;
      if (auto* pattern = dyn_cast<clang::ClassTemplateDecl>(decl)) {
        for (auto* special : pattern->specializations()) collect_overriders(special);
      } else if (auto* method = dyn_cast<clang::CXXMethodDecl>(decl)) {
        for (const clang::CXXMethodDecl* base : method->overridden_methods()) {
          overriders_[base->getCanonicalDecl()].push_back(method);
        }
      } else if (const auto* inner = dyn_cast<clang::DeclContext>(decl)) {
        if (llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl, clang::RecordDecl>(decl)) {
          collect_overriders(inner);
        }
      }
    }
  }

  std::string function_name(const clang::FunctionDecl* function) const {
    const auto* method = dyn_cast<clang::CXXMethodDecl>(function);
    if (!method || !method->getParent()->isLambda()) return qualified_name(function);
    const clang::DeclContext* at = method->getParent()->getDeclContext();
    while (at && !llvm::isa<clang::FunctionDecl>(at)) at = at->getParent();
    return at ? function_name(llvm::cast<clang::FunctionDecl>(at)) + " (lambda)" : "lambda";
  }

  std::vector<CallSite> calls_to(const clang::FunctionDecl* root) const {
    std::vector<CallSite> calls;
    for (auto at = reached_.find(root); at != reached_.end() && at->second.caller;
         at = reached_.find(at->second.caller)) {
      calls.push_back(at->second.call);
      if (calls.size() == kMaxCalls) break;
    }
    std::reverse(calls.begin(), calls.end());
    return calls;
  }

  // --- one function ---

  void walk_function(const clang::FunctionDecl* body, const clang::FunctionDecl* root) {
    if (!walked_.insert(body->getCanonicalDecl()).second) return;
    bodies_.push_back(body);
    const Place place{.function = body, .root = root, .control_location = {}};
    flow_.add_body(body);
    if (const auto* constructor = dyn_cast<clang::CXXConstructorDecl>(body)) {
      for (const clang::CXXCtorInitializer* initializer : constructor->inits()) {
        flow_.add_initializer(initializer);
        walk(initializer->getInit(), place);
      }
    }
    walk(body->getBody(), place);
  }

  void walk(const clang::Stmt* node, const Place& place) {
    if (!node) return;
    if (llvm::isa<clang::UnaryExprOrTypeTraitExpr, clang::CXXNoexceptExpr, clang::CXXTypeidExpr,
                  clang::RequiresExpr>(node)) {
      return;
    }
    flow_.add(node, place.function);
    if (const auto* lambda = dyn_cast<clang::LambdaExpr>(node)) return walk_lambda(lambda, place);
    if (const auto* argument = dyn_cast<clang::CXXDefaultArgExpr>(node)) {
      if (user_files_.contains(argument->getParam())) walk(argument->getExpr(), place);
      return;
    }
    if (const auto* member = dyn_cast<clang::CXXDefaultInitExpr>(node)) {
      if (user_files_.contains(member->getField())) walk(member->getExpr(), place);
      return;
    }
    if (const auto* call = dyn_cast<clang::CallExpr>(node)) {
      if (const auto kind = read_kind(call)) add_read(call, *kind, place);
    }
    reach_from(node, place);
    const auto [kind, condition, location] = decision_of(node);
    if (kind == ControlKind::kNone) {
      for (const clang::Stmt* child : node->children()) walk(child, place);
      return;
    }
    const SourceLocation at =
        location_of(context_.getSourceManager(), location, function_name(place.function));
    const bool is_operator =
        kind == ControlKind::kConditional || kind == ControlKind::kAnd || kind == ControlKind::kOr;
    // Inside a condition the statement that it belongs to is the decision.
    const bool nested = is_operator && place.control != ControlKind::kNone;
    if (!nested) add_decision(kind, condition, at, place);
    Place inside = place;
    if (!nested) {
      inside.control = kind;
      inside.control_location = at;
    }
    for (const clang::Stmt* child : node->children()) {
      walk(child, child == condition ? inside : place);
    }
  }

  void walk_lambda(const clang::LambdaExpr* lambda, const Place& place) {
    for (const clang::Expr* init : lambda->capture_inits()) walk(init, place);
    std::vector<const clang::FunctionDecl*> bodies = {lambda->getCallOperator()};
    if (const auto* generic = lambda->getDependentCallOperator()) {
      bodies.assign(generic->specializations().begin(), generic->specializations().end());
    }
    for (const clang::FunctionDecl* body : bodies) {
      if (!body->hasBody() || !walked_.insert(body->getCanonicalDecl()).second) continue;
      flow_.add_body(body);
      walk(body->getBody(), {.function = body, .root = place.root, .control_location = {}});
    }
  }

  void reach_from(const clang::Stmt* node, const Place& place) {
    if (const auto* name = dyn_cast<clang::DeclRefExpr>(node)) {
      if (auto* function =
              dyn_cast<clang::FunctionDecl>(const_cast<clang::ValueDecl*>(name->getDecl()))) {
        reach(function, name->getLocation(), place);
      }
    } else if (const auto* member = dyn_cast<clang::MemberExpr>(node)) {
      if (auto* method = dyn_cast<clang::CXXMethodDecl>(member->getMemberDecl())) {
        reach(method, member->getMemberLoc(), place);
      }
    } else if (const auto* construction = dyn_cast<clang::CXXConstructExpr>(node)) {
      clang::CXXConstructorDecl* constructor = construction->getConstructor();
      reach(constructor, construction->getLocation(), place);
      // A library algorithm may call an object that it is given, and its destructor runs later.
      for (clang::FunctionDecl* method : call_operators(constructor->getParent())) {
        reach(method, construction->getLocation(), place);
      }
      if (clang::CXXDestructorDecl* destructor = constructor->getParent()->getDestructor()) {
        reach(destructor, construction->getLocation(), place);
      }
    }
  }

  struct Found {
    ControlKind kind = ControlKind::kNone;
    const clang::Expr* condition = nullptr;
    clang::SourceLocation location;
  };

  static Found decision_of(const clang::Stmt* node) {
    if (const auto* one = dyn_cast<clang::IfStmt>(node)) {
      if (one->isConstexpr() || one->isConsteval()) return {};
      return {ControlKind::kIf, one->getCond(), one->getIfLoc()};
    }
    if (const auto* one = dyn_cast<clang::WhileStmt>(node)) {
      return {ControlKind::kWhile, one->getCond(), one->getWhileLoc()};
    }
    if (const auto* one = dyn_cast<clang::DoStmt>(node)) {
      return {ControlKind::kDo, one->getCond(), one->getDoLoc()};
    }
    if (const auto* one = dyn_cast<clang::ForStmt>(node); one && one->getCond()) {
      return {ControlKind::kFor, one->getCond(), one->getForLoc()};
    }
    if (const auto* one = dyn_cast<clang::SwitchStmt>(node)) {
      return {ControlKind::kSwitch, one->getCond(), one->getSwitchLoc()};
    }
    if (const auto* one = dyn_cast<clang::ConditionalOperator>(node)) {
      return {ControlKind::kConditional, one->getCond(), one->getQuestionLoc()};
    }
    if (const auto* one = dyn_cast<clang::BinaryConditionalOperator>(node)) {
      return {ControlKind::kConditional, one->getCommon(), one->getQuestionLoc()};
    }
    if (const auto* one = dyn_cast<clang::BinaryOperator>(node); one && one->isLogicalOp()) {
      const bool is_and = one->getOpcode() == clang::BO_LAnd;
      return {is_and ? ControlKind::kAnd : ControlKind::kOr, one->getLHS(), one->getOperatorLoc()};
    }
    return {};
  }

  // --- what is found ---

  void add_decision(ControlKind kind, const clang::Expr* condition, SourceLocation location,
                    const Place& place) {
    DataBranch branch;
    branch.kind = kind;
    branch.condition = text_of(context_, condition->getSourceRange());
    branch.location = location;
    decisions_.push_back({std::move(branch), condition, place.root});
  }

  void add_read(const clang::CallExpr* call, ReadKind kind, const Place& place) {
    HostRead read;
    read.kind = kind;
    read.text = text_of(context_, call->getSourceRange());
    read.control = place.control;
    read.control_location = place.control_location;
    read.reached_by = calls_to(place.root);
    clang::SourceLocation where = call->getExprLoc();
    const clang::Expr* callee = call->getCallee()->IgnoreParenImpCasts();
    if (llvm::isa<clang::CXXConversionDecl>(call->getDirectCallee())) {
      where = call->getBeginLoc();
      read.operation = call->getDirectCallee()->getNameAsString();
    } else if (const auto* member = dyn_cast<clang::MemberExpr>(callee)) {
      where = member->getMemberLoc();
      read.operation = text_of(context_, {where, member->getEndLoc()});
    } else {
      read.operation = call->getDirectCallee()->getNameAsString();
      if (const auto* name = dyn_cast<clang::DeclRefExpr>(callee)) where = name->getLocation();
    }
    read.location = location_of(context_.getSourceManager(), where, function_name(place.function));
    // The same text in two instantiations of a template is one place.
    for (std::size_t i = 0; i < reads_.size(); ++i) {
      if (key(reads_[i].location) == key(read.location) && reads_[i].kind == kind) {
        return flow_.add_read(call, i);
      }
    }
    flow_.add_read(call, reads_.size());
    reads_.push_back(std::move(read));
  }

  static std::tuple<std::string_view, int, int> key(const SourceLocation& location) {
    return {location.file, location.line, location.column};
  }

  void keep_reads() {
    std::vector<std::size_t> order(reads_.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return std::pair(key(reads_[a].location), a) < std::pair(key(reads_[b].location), b);
    });
    new_index_.resize(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
      new_index_[order[i]] = i;
      result_.reads.push_back(reads_[order[i]]);
    }
  }

  void keep_branches() {
    std::map<std::tuple<std::string_view, int, int>, DataBranch> kept;
    for (Decision& decision : decisions_) {
      const std::set<std::size_t> reads = flow_.reads_of(decision.condition);
      if (reads.empty()) continue;
      DataBranch& branch =
          kept.emplace(key(decision.branch.location), decision.branch).first->second;
      branch.reached_by = calls_to(decision.root);
      for (const std::size_t read : reads) branch.reads.push_back(new_index_[read]);
      std::sort(branch.reads.begin(), branch.reads.end());
      branch.reads.erase(std::unique(branch.reads.begin(), branch.reads.end()), branch.reads.end());
    }
    for (auto& [place, branch] : kept) result_.branches.push_back(std::move(branch));
  }

  clang::Sema& sema_;
  clang::ASTContext& context_;
  const UserFiles& user_files_;
  clang::CXXRecordDecl* model_;
  SourceModel& result_;
  DataFlow flow_;
  std::deque<clang::FunctionDecl*> pending_;
  std::map<const clang::FunctionDecl*, Reached> reached_;
  std::set<const clang::FunctionDecl*> walked_;
  std::vector<const clang::FunctionDecl*> bodies_;
  Overriders overriders_;
  bool owned_modules_reached_ = false;
  std::vector<HostRead> reads_;
  std::vector<Decision> decisions_;
  std::vector<std::size_t> new_index_;
};

}  // namespace

ReachedCode find_host_reads(clang::Sema& sema, const UserFiles& user_files,
                            const ChosenModel& model, SourceModel& result) {
  return HostReadFinder(sema, model.forward->getASTContext(), user_files, model.record, result)
      .run(model.forward);
}

}  // namespace weft::source
