//===- Structures.cpp - Structures as their members -----------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Inline/Structures.h"

#include "Frontend/Extract/LocalGroups.h"
#include "Frontend/Extract/Parts.h"
#include "Frontend/Inline/Clone.h"
#include "Frontend/Inline/Containers.h"
#include "Frontend/Inline/Leaves.h"
#include "Frontend/RegionFacts.h"

#include "clang/AST/ExprCXX.h"

#include <set>

using namespace clang;

namespace gputile::frontend {

namespace {

/// Copies of larger structures stay, and are refused.
constexpr size_t MaxCopied = 64;

/// What is to be replaced.
struct Plan {
  std::map<const VarDecl *, std::vector<Leaf>> variables;
  std::set<const Stmt *> statements; ///< Copies, and `e, f;`.
  std::set<const VarDecl *> kept;    ///< Used as a whole in another way.
};

//===-- Finding ---------------------------------------------------------------===//

/// Whether \p part of an lvalue has the same value while a structure of numbers is assigned: it
/// reads nothing but variables and pointers.
bool isStablePart(const Stmt *part) {
  if (const auto *cast = dyn_cast<CastExpr>(part)) {
    const VarDecl *variable = namedVariable(cast->getSubExpr());
    return cast->getCastKind() != CK_LValueToRValue ||
           (!cast->getSubExpr()->getType().isVolatileQualified() &&
            (cast->getType()->isPointerType() || (variable && !variable->getType()->isReferenceType())));
  }
  if (const auto *op = dyn_cast<BinaryOperator>(part))
    return !op->isAssignmentOp();
  if (const auto *op = dyn_cast<UnaryOperator>(part))
    return !op->isIncrementDecrementOp();
  if (const auto *call = dyn_cast<CallExpr>(part))
    return containerOfData(call);
  return isa<DeclRefExpr, IntegerLiteral, ParenExpr, ArraySubscriptExpr, MemberExpr, CXXThisExpr>(part);
}

/// Another one than `v.data()`.
bool hasCall(const Stmt *stmt) {
  return anyPart(stmt, [](const Stmt *part) {
    const auto *call = dyn_cast<CallExpr>(part);
    return call && !containerOfData(call);
  });
}

bool isStable(const Expr *lvalue) {
  return !anyPart(lvalue, [](const Stmt *part) { return !isStablePart(part); });
}

size_t elementsOf(const std::vector<Leaf> &leaves) {
  size_t count = 0;
  for (const Leaf &leaf : leaves) {
    size_t elements = 1;
    for (uint64_t extent : leaf.extents)
      elements = std::min<size_t>(elements * extent, MaxCopied + 1);
    count += elements;
  }
  return count;
}

/// Finds what a region has of structures. Expressions may be deep: no recursion.
class Finder {
public:
  Finder(ASTContext &ast, Plan &plan) : Ast(ast), ThePlan(plan) {}

  void run(const Stmt *region) {
    visitItem(region);
    while (!Pending.empty()) {
      const Stmt *stmt = Pending.back();
      Pending.pop_back();
      if (stmt)
        visit(stmt);
    }
  }

private:
  ASTContext &Ast;
  Plan &ThePlan;
  std::vector<const Stmt *> Pending;

  void visitParts(const Stmt *stmt) {
    Pending.insert(Pending.end(), stmt->child_begin(), stmt->child_end());
  }

  void visit(const Stmt *stmt) {
    const auto *expr = dyn_cast<Expr>(stmt);
    if (const auto chain = expr ? memberChain(expr) : std::nullopt)
      visitChain(*chain, expr);
    else
      visitParts(stmt);
  }

  /// A statement of a block, or of another statement.
  void visitItem(const Stmt *item) {
    if (const auto *block = dyn_cast_or_null<CompoundStmt>(item)) {
      for (const Stmt *child : block->body())
        visitItem(child);
    } else if (const auto *declared = dyn_cast_or_null<DeclStmt>(item)) {
      for (const Decl *decl : declared->decls())
        visitDeclaration(decl, declared);
    } else if (const auto *expr = dyn_cast_or_null<Expr>(item)) {
      visitExpression(expr);
    } else if (item) {
      visitStatement(item);
    }
  }

  void visitStatement(const Stmt *stmt) {
    std::vector<const Stmt *> items;
    if (const auto *branch = dyn_cast<IfStmt>(stmt))
      items = {branch->getThen(), branch->getElse()};
    else if (const auto *counted = dyn_cast<ForStmt>(stmt))
      items = {counted->getBody()};
    else if (const auto *repeat = dyn_cast<WhileStmt>(stmt))
      items = {repeat->getBody()};
    else if (const auto *repeat = dyn_cast<DoStmt>(stmt))
      items = {repeat->getBody()};
    for (const Stmt *child : stmt->children())
      if (!llvm::is_contained(items, child))
        Pending.push_back(child);
    for (const Stmt *item : items)
      visitItem(item);
  }

  void visitExpression(const Expr *expr) {
    const auto *op = dyn_cast<BinaryOperator>(expr->IgnoreParens());
    if (op && op->getOpcode() == BO_Comma) {
      ThePlan.statements.insert(expr);
      visitExpression(op->getLHS());
      visitExpression(op->getRHS());
      return;
    }
    const auto copy = structureCopy(expr);
    if (!copy || !canSplit(*copy)) {
      Pending.push_back(expr);
      return;
    }
    ThePlan.statements.insert(expr);
    visitWhole(copy->target);
    visitWhole(copy->source);
  }

  bool canSplit(const StructureCopy &copy) const {
    const auto leaves = leavesOf(Ast, copy.target->getType());
    return leaves && elementsOf(*leaves) <= MaxCopied && isStable(copy.target) &&
           (isa<InitListExpr>(copy.source) || isStable(copy.source) || isApart(copy)) &&
           Ast.hasSameUnqualifiedType(copy.target->getType(), copy.source->getType());
  }

  /// Whether the target is a variable of the region that the source does not mention.
  bool isApart(const StructureCopy &copy) const {
    const auto target = memberChain(copy.target);
    return target && ThePlan.variables.count(target->variable) && isReadable(copy.source) &&
           !mentions(copy.source, target->variable);
  }

  bool isReadable(const Expr *source) const { return !hasEffects(Ast, source) && !hasCall(source); }

  /// A structure that is copied.
  void visitWhole(const Expr *expr) {
    if (const auto chain = memberChain(expr))
      visitSubscripts(*chain);
    else
      visitParts(expr);
  }

  void visitDeclaration(const Decl *decl, const DeclStmt *declared) {
    const auto *variable = dyn_cast<VarDecl>(decl);
    auto leaves = variable && variable->hasLocalStorage() && !variable->hasAttrs() &&
                          variable->getTLSKind() == VarDecl::TLS_None &&
                          Ast.getBaseElementType(variable->getType())->isRecordType()
                      ? leavesOf(Ast, variable->getType())
                      : std::nullopt;
    if (!leaves)
      visitParts(declared);
    else if (visitInitialiser(*variable, *leaves))
      ThePlan.variables.emplace(variable, std::move(*leaves));
  }

  /// \returns whether the members can be initialised one by one.
  bool visitInitialiser(const VarDecl &variable, const std::vector<Leaf> &leaves) {
    const Expr *init = variable.getInit();
    if (const auto *made = dyn_cast_or_null<CXXConstructExpr>(init);
        made && made->getConstructor()->isDefaultConstructor() && made->getConstructor()->isTrivial() &&
        !made->requiresZeroInitialization())
      return true;
    const Expr *source = init ? structureSource(init) : nullptr;
    if (!init)
      return true;
    const bool good = source && variable.getType()->isRecordType() && elementsOf(leaves) <= MaxCopied &&
                      (isa<InitListExpr>(source) || isReadable(source)) &&
                      Ast.hasSameUnqualifiedType(variable.getType(), source->getType());
    if (good)
      visitWhole(source);
    else
      Pending.push_back(init);
    return good;
  }

  void visitSubscripts(const MemberChain &chain) {
    for (const Expr *subscript : chain.subscripts)
      Pending.push_back(subscript);
  }

  /// A structure that is no part of a copy is used as a whole.
  void visitChain(const MemberChain &chain, const Expr *expr) {
    if (Ast.getBaseElementType(expr->getType())->isRecordType())
      ThePlan.kept.insert(chain.variable);
    visitSubscripts(chain);
  }
};

//===-- Replacing -------------------------------------------------------------===//

class Splitter : public Cloner {
public:
  Splitter(ASTContext &ast, DeclContext *owner, Plan &plan, Originals &originals)
      : Cloner(ast, owner, /*fresh=*/false, originals), ThePlan(plan) {}

protected:
  bool isReplaced(const Stmt *stmt) const override {
    const auto *expr = dyn_cast<Expr>(stmt);
    const VarDecl *variable = expr ? namedVariable(expr) : nullptr;
    return ThePlan.statements.count(stmt) || (variable && ThePlan.variables.count(variable));
  }
  Expr *replacement(const Expr *expr) override;
  bool append(const Stmt *item, std::vector<Stmt *> &items) override;

private:
  Plan &ThePlan;
  std::map<std::pair<const VarDecl *, Fields>, VarDecl *> Parts;

  using Items = std::vector<Stmt *>;
  bool declare(const DeclStmt *declared, Items &items);
  bool declareParts(const VarDecl *variable, Items &items);
  bool initialise(Expr *place, Expr *value, Items &items);
  bool copy(const StructureCopy &copy, Items &items);
  bool assignList(const Expr *target, const InitListExpr *list, Items &items);
  bool assign(Expr *target, Expr *value, Items &items);
  VarDecl *newPart(const VarDecl *variable, const Leaf &leaf);
  Expr *element(Expr *array, Expr *index);
  Expr *member(Expr *structure, const FieldDecl *field);
  Expr *read(Expr *place);
  bool forEachLeaf(Expr *target, Expr *source, llvm::function_ref<bool(Expr *, Expr *)> body);
  bool listLeaves(const Expr *target, const Expr *init,
                  llvm::function_ref<bool(Expr *, const Expr *)> body);
};

} // namespace

Expr *Splitter::element(Expr *array, Expr *index) {
  const QualType type = Ast.getAsArrayType(array->getType())->getElementType();
  Expr *pointer = ImplicitCastExpr::Create(Ast, Ast.getArrayDecayedType(array->getType()),
                                           CK_ArrayToPointerDecay, array, nullptr, VK_PRValue,
                                           FPOptionsOverride());
  return new (Ast) ArraySubscriptExpr(pointer, index, type, VK_LValue, OK_Ordinary, array->getExprLoc());
}

Expr *Splitter::member(Expr *structure, const FieldDecl *field) {
  return MemberExpr::CreateImplicit(Ast, structure, /*IsArrow=*/false, const_cast<FieldDecl *>(field),
                                    field->getType(), VK_LValue, OK_Ordinary);
}

Expr *Splitter::read(Expr *place) {
  return ImplicitCastExpr::Create(Ast, place->getType().getUnqualifiedType(), CK_LValueToRValue, place,
                                  nullptr, VK_PRValue, FPOptionsOverride());
}

static Expr *position(ASTContext &ast, uint64_t value, SourceLocation loc) {
  return IntegerLiteral::Create(ast, llvm::APInt(ast.getIntWidth(ast.IntTy), value), ast.IntTy, loc);
}

VarDecl *Splitter::newPart(const VarDecl *variable, const Leaf &leaf) {
  std::string name = variable->getNameAsString();
  for (const FieldDecl *field : leaf.fields)
    name += "_" + field->getNameAsString();
  const QualType type = arrayOf(Ast, leaf.type, leaf.extents);
  const SourceLocation loc = variable->getLocation();
  return VarDecl::Create(Ast, Owner, variable->getBeginLoc(), loc, &Ast.Idents.get(name), type,
                         Ast.getTrivialTypeSourceInfo(type, loc), SC_None);
}

/// The part of a variable that \p expr names.
Expr *Splitter::replacement(const Expr *expr) {
  const auto chain = memberChain(expr);
  const auto part = chain ? Parts.find({chain->variable, chain->fields}) : Parts.end();
  if (part == Parts.end())
    return nullptr;
  Expr *place = mention(part->second, expr->getExprLoc());
  for (const Expr *subscript : chain->subscripts) {
    Expr *index = subscript ? this->expr(subscript) : position(Ast, 0, expr->getExprLoc());
    if (!index)
      return nullptr;
    place = element(place, index);
  }
  return place;
}

//===-- Copies ------------------------------------------------------------------===//

/// Calls \p body for each number in \p target, and for what stands there in \p source.
bool Splitter::forEachLeaf(Expr *target, Expr *source, llvm::function_ref<bool(Expr *, Expr *)> body) {
  const QualType type = target->getType();
  if (const auto *array = Ast.getAsConstantArrayType(type)) {
    for (uint64_t k = 0; k < array->getSize().getLimitedValue(); ++k) {
      Expr *index = position(Ast, k, target->getExprLoc());
      if (!forEachLeaf(element(target, index), element(source, index), body))
        return false;
    }
    return true;
  }
  const auto *record = type->getAsRecordDecl();
  if (!record)
    return body(target, source);
  for (const FieldDecl *field : record->getDefinition()->fields())
    if (!forEachLeaf(member(target, field), member(source, field), body))
      return false;
  return true;
}

/// The same for a list of initialisers. What it leaves out is null.
bool Splitter::listLeaves(const Expr *target, const Expr *init,
                          llvm::function_ref<bool(Expr *, const Expr *)> body) {
  auto *place = const_cast<Expr *>(target);
  const QualType type = target->getType();
  if (init && isa<ImplicitValueInitExpr>(init))
    init = nullptr;
  if (const auto *ofMember = dyn_cast_or_null<CXXDefaultInitExpr>(init))
    init = ofMember->getExpr();
  const auto *list = dyn_cast_or_null<InitListExpr>(init ? init->IgnoreParens() : nullptr);
  const auto *array = Ast.getAsConstantArrayType(type);
  const auto *record = type->getAsRecordDecl();
  if (!array && !record)
    return body(place, init);
  if (init && !list && record) {
    const Expr *source = structureSource(init);
    if (const auto *inner = dyn_cast_or_null<InitListExpr>(source))
      return listLeaves(target, inner, body);
    return source && isStable(source) && Ast.hasSameUnqualifiedType(source->getType(), type) &&
           forEachLeaf(place, const_cast<Expr *>(source),
                       [&](Expr *part, Expr *from) { return body(part, read(from)); });
  }
  if (init && (!list || list->isTransparent() || !Ast.hasSameUnqualifiedType(list->getType(), type)))
    return false;
  auto part = [&](unsigned k) {
    return list && k < list->getNumInits() ? list->getInit(k)
           : list && array                 ? list->getArrayFiller()
                                           : nullptr;
  };
  if (array) {
    for (unsigned k = 0; k < array->getSize().getLimitedValue(); ++k)
      if (!listLeaves(element(place, position(Ast, k, target->getExprLoc())), part(k), body))
        return false;
    return true;
  }
  unsigned k = 0;
  for (const FieldDecl *field : record->getDefinition()->fields())
    if (!listLeaves(member(place, field), part(k++), body))
      return false;
  return true;
}

/// `target = value`, where what both name is replaced, too.
bool Splitter::assign(Expr *target, Expr *value, Items &items) {
  Expr *place = expr(target), *copied = expr(value);
  if (!place || !copied)
    return false;
  const bool cxx = Ast.getLangOpts().CPlusPlus;
  items.push_back(BinaryOperator::Create(Ast, place, copied, BO_Assign,
                                         place->getType().getUnqualifiedType(),
                                         cxx ? VK_LValue : VK_PRValue, OK_Ordinary,
                                         target->getExprLoc(), FPOptionsOverride()));
  return true;
}

/// All values are computed before any is assigned: the list may read the target.
bool Splitter::assignList(const Expr *target, const InitListExpr *list, Items &items) {
  std::vector<std::pair<Expr *, VarDecl *>> values;
  const bool good = listLeaves(target, list, [&](Expr *place, const Expr *init) {
    const QualType type = place->getType().getUnqualifiedType();
    const SourceLocation loc = target->getExprLoc();
    auto *value = VarDecl::Create(Ast, Owner, loc, loc, &Ast.Idents.get("value"), type,
                                  Ast.getTrivialTypeSourceInfo(type, loc), SC_None);
    Expr *copy = init ? expr(init) : emptyList(Ast, type, loc);
    value->setInit(copy);
    items.push_back(declaration(value));
    values.emplace_back(place, value);
    return copy != nullptr;
  });
  for (auto [place, value] : values)
    if (!good || !assign(place, read(mention(value, target->getExprLoc())), items))
      return false;
  return good;
}

bool Splitter::copy(const StructureCopy &copy, Items &items) {
  if (const auto *list = dyn_cast<InitListExpr>(copy.source))
    return assignList(copy.target, list, items);
  return forEachLeaf(const_cast<Expr *>(copy.target), const_cast<Expr *>(copy.source),
                     [&](Expr *target, Expr *source) { return assign(target, read(source), items); });
}

//===-- Statements --------------------------------------------------------------===//

/// The first value of \p place, a part of a variable.
bool Splitter::initialise(Expr *place, Expr *value, Items &items) {
  const auto chain = memberChain(place);
  if (!chain->subscripts.empty())
    return assign(place, value, items);
  VarDecl *part = Parts.at({chain->variable, chain->fields});
  Expr *copied = expr(value);
  part->setInit(copied);
  items.push_back(declaration(part));
  return copied;
}

bool Splitter::declareParts(const VarDecl *variable, Items &items) {
  const Expr *init = variable->getInit();
  const Expr *source = init ? structureSource(init) : nullptr;
  for (const Leaf &leaf : ThePlan.variables.at(variable)) {
    VarDecl *part = newPart(variable, leaf);
    Parts[{variable, leaf.fields}] = part;
    if (!source || !leaf.extents.empty())
      items.push_back(declaration(part));
  }
  const SourceLocation loc = variable->getLocation();
  Expr *whole = mention(const_cast<VarDecl *>(variable), loc);
  if (const auto *list = dyn_cast_or_null<InitListExpr>(source))
    return listLeaves(whole, list, [&](Expr *place, const Expr *value) {
      return initialise(place, value ? const_cast<Expr *>(value) : emptyList(Ast, place->getType(), loc), items);
    });
  return !source || forEachLeaf(whole, const_cast<Expr *>(source), [&](Expr *place, Expr *from) {
    return initialise(place, read(from), items);
  });
}

bool Splitter::declare(const DeclStmt *declared, Items &items) {
  for (Decl *decl : declared->decls()) {
    const auto *variable = dyn_cast<VarDecl>(decl);
    if (variable && ThePlan.variables.count(variable)) {
      if (!declareParts(variable, items))
        return false;
      continue;
    }
    auto *alone = new (Ast) DeclStmt(DeclGroupRef(decl), declared->getBeginLoc(), declared->getEndLoc());
    if (!Cloner::append(alone, items))
      return false;
  }
  return true;
}

bool Splitter::append(const Stmt *item, Items &items) {
  if (const auto *declared = dyn_cast<DeclStmt>(item))
    if (llvm::any_of(declared->decls(), [&](const Decl *decl) {
          return ThePlan.variables.count(dyn_cast<VarDecl>(decl));
        }))
      return declare(declared, items);
  if (!ThePlan.statements.count(item))
    return Cloner::append(item, items);
  const auto *whole = cast<Expr>(item);
  if (const auto *op = dyn_cast<BinaryOperator>(whole->IgnoreParens()); op && op->getOpcode() == BO_Comma)
    return append(op->getLHS(), items) && append(op->getRHS(), items);
  return copy(*structureCopy(whole), items);
}

void splitStructures(ASTContext &ast, const MarkedRegion &region, InlinedRegion &inlined) {
  if (!region.function)
    return;
  Plan plan;
  Finder(ast, plan).run(inlined.statement);
  for (const VarDecl *variable : plan.kept)
    plan.variables.erase(variable);
  if (plan.variables.empty() && plan.statements.empty())
    return;
  Cloner::Originals copies;
  Splitter splitter(ast, const_cast<FunctionDecl *>(region.function), plan, copies);
  Stmt *copy = splitter.stmt(inlined.statement);
  if (!copy)
    return;
  inlined.replace(copy, copies);
}

} // namespace gputile::frontend
