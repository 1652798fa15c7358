//===- InspectionBuilder.cpp - What is read, found before the region ------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Extract/InspectionBuilder.h"

#include "Frontend/LoopHeader.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace gputile::frontend {

/// The words that RegionWalker replaces: it knows why the region is refused.
void InspectionBuilder::refuseInspection() const {
  refuse(DiagId::UnknownExtent, SourceLocation(), {""});
}

//===-- Text beside the inspection ----------------------------------------------===//

/// Prints what is no part of the inspection, and forgets it.
void InspectionBuilder::aside(bool collecting, llvm::function_ref<void()> body) {
  llvm::SaveAndRestore out(Out, PieceList());
  llvm::SaveAndRestore isAside(Aside, true), isCollecting(Collecting, collecting);
  body();
}

/// The notes of the reads in what \p body prints.
PieceList InspectionBuilder::collected(llvm::function_ref<void()> body) {
  llvm::SaveAndRestore notes(Notes, PieceList());
  body();
  return Notes;
}

/// Adds the notes of the reads in what \p body prints aside.
void InspectionBuilder::note(llvm::function_ref<void()> body) {
  PieceList notes = collected([&] { aside(true, body); });
  for (BodyPiece &piece : notes.take())
    Out.add(std::move(piece));
}

void InspectionBuilder::noteValue(const Expr *initialiser) {
  note([&] { value(initialiser); });
}

void InspectionBuilder::noteCondition(const Expr *expr) {
  note([&] { condition(expr); });
}

void InspectionBuilder::gathered(const Expr *read, unsigned array,
                                 std::vector<BodyPiece> subscript) {
  if (!Collecting)
    return;
  Found.insert(read);
  Reference noted;
  noted.array = array;
  noted.affine = false;
  noted.index = TheStatement.domain.identity(); // It has none of its own.
  noted.subscripts.push_back(std::move(subscript));
  TheStatement.references.push_back(std::move(noted));
  Notes.add(BodyPiece::makeNoted(static_cast<unsigned>(TheStatement.references.size() - 1)));
}

/// \p notes are taken where \p condition is \p sense.
void InspectionBuilder::addGuarded(const Expr *condition, bool sense, PieceList notes) {
  if (notes.size() == 0)
    return;
  if (condition->HasSideEffects(State.Ast))
    refuseInspection();
  Notes << (sense ? "if (" : "if (!(");
  PieceList text;
  aside(false, [&] {
    this->condition(condition);
    text = Out;
  });
  for (BodyPiece &piece : text.take())
    Notes.add(std::move(piece));
  Notes << (sense ? ") { " : ")) { ");
  for (BodyPiece &piece : notes.take())
    Notes.add(std::move(piece));
  Notes << "} ";
}

void InspectionBuilder::guarded(const Expr *condition, bool sense,
                                llvm::function_ref<void()> body) {
  if (!Collecting)
    return StatementBuilder::guarded(condition, sense, body);
  addGuarded(condition, sense,
             collected([&] { StatementBuilder::guarded(condition, sense, body); }));
}

void InspectionBuilder::alternatives(const Expr *condition, llvm::function_ref<void()> then,
                                     llvm::function_ref<void()> otherwise) {
  if (!Collecting)
    return StatementBuilder::alternatives(condition, then, otherwise);
  PieceList whenTrue, whenFalse;
  StatementBuilder::alternatives(
      condition, [&] { whenTrue = collected(then); }, [&] { whenFalse = collected(otherwise); });
  addGuarded(condition, true, std::move(whenTrue));
  addGuarded(condition, false, std::move(whenFalse));
}

//===-- Statements --------------------------------------------------------------===//

bool InspectionBuilder::wants(const VarDecl *variable) {
  const bool wanted = TheSlice.needs(variable);
  if (!wanted)
    Unwanted.insert(Locals[variable]);
  return wanted;
}

/// An inspection writes its own variables only.
void InspectionBuilder::lvalue(const Expr *expr, Use use) {
  if (!Aside && use != Use::Read && !localOf(expr))
    refuseInspection();
  StatementBuilder::lvalue(expr, use);
}

/// Decides about every statement before it is printed.
bool InspectionBuilder::update(const Stmt *stmt) {
  if (Aside)
    return StatementBuilder::update(stmt);
  if (!TheSlice.contains(stmt)) {
    aside(false, [&] { statement(stmt); }); // It may assign variables that are followed.
    Out << ";";
    return true;
  }
  if (const auto *branch = dyn_cast<IfStmt>(stmt)) {
    note([&] { condition(branch->getCond()); });
    if (TheSlice.contains(branch->getThen()) ||
        (branch->getElse() && TheSlice.contains(branch->getElse())))
      return false;
    aside(false, [&] { statement(stmt); });
    return true;
  }
  if (const auto *choice = dyn_cast<SwitchStmt>(stmt)) {
    note([&] { value(choice->getCond()); });
    return false;
  }
  if (const auto *declared = dyn_cast<DeclStmt>(stmt)) {
    declarations(declared);
    return true;
  }
  const auto *expr = dyn_cast<Expr>(stmt);
  if (!expr || isComma(expr))
    return false;
  if (!TheSlice.assigns(expr)) {
    note([&] { statement(expr); });
    return true;
  }
  if (TheSlice.reads(expr)) {
    const auto *assign = dyn_cast<BinaryOperator>(expr->IgnoreParens());
    if (!assign || !assign->isAssignmentOp() || TheSlice.reads(assign->getLHS()))
      refuseInspection();
    note([&] { value(assign->getRHS()); });
  }
  return false;
}

/// Notes have no place in the heads of loops.
void InspectionBuilder::repeated(const Stmt *stmt, llvm::function_ref<void()> body) {
  if (const auto *loop = dyn_cast<ForStmt>(stmt);
      loop && !Aside && (TheSlice.reads(loop->getCond()) || TheSlice.reads(loop->getInc())))
    refuseInspection();
  if (const auto *loop = dyn_cast<WhileStmt>(stmt);
      loop && !Aside && TheSlice.reads(loop->getCond()))
    refuseInspection();
  if (const auto *loop = dyn_cast<DoStmt>(stmt); loop && !Aside && TheSlice.reads(loop->getCond()))
    refuseInspection();
  StatementBuilder::repeated(stmt, body);
}

void InspectionBuilder::declarations(const DeclStmt *stmt) {
  for (const Decl *decl : stmt->decls()) {
    const auto *variable = dyn_cast<VarDecl>(decl);
    if (!variable)
      continue;
    if (!TheSlice.needs(variable)) {
      note([&] { declaration(variable); });
      continue;
    }
    if (TheSlice.reads(variable->getInit()))
      noteValue(variable->getInit());
    declaration(variable);
    Out << " ";
  }
}

//===-- The result --------------------------------------------------------------===//

/// No variable that is not declared; and where products and sums may be rounded in several ways,
/// nothing that says so.
bool InspectionBuilder::isAllowed(llvm::StringRef word) const {
  const bool rounds = !State.exactFloatingPoint() && (word == "double" || word == "float");
  return !rounds && !Unwanted.count(word.str());
}

/// \p pieces call no function, and name what is allowed.
void InspectionBuilder::checkText(const Pieces &pieces) const {
  for (const BodyPiece &piece : pieces)
    for (size_t k = 0; piece.kind == BodyPiece::Kind::Text && k < piece.text.size();) {
      const size_t begin = k;
      while (k < piece.text.size() && (llvm::isAlnum(piece.text[k]) || piece.text[k] == '_'))
        ++k;
      const bool called = k > begin && k < piece.text.size() && piece.text[k] == '(';
      if (called || !isAllowed(llvm::StringRef(piece.text).slice(begin, k)))
        refuseInspection();
      k += k == begin;
    }
}

/// Adds the references that \p pieces read, directly or to find others.
void InspectionBuilder::markReads(const Pieces &pieces, std::set<unsigned> &reads) const {
  checkText(pieces);
  for (const BodyPiece &piece : pieces) {
    const bool refers =
        piece.kind == BodyPiece::Kind::Reference || piece.kind == BodyPiece::Kind::Noted;
    if (!refers)
      continue;
    for (const Pieces &subscript : TheStatement.references[piece.index].subscripts)
      markReads(subscript, reads);
    if (piece.kind == BodyPiece::Kind::Reference)
      reads.insert(piece.index);
  }
}

/// The reads whose values say what else is read: all but those that a note takes last.
std::set<unsigned> InspectionBuilder::decidingReads(const Pieces &body) const {
  std::set<unsigned> reads;
  for (const BodyPiece &piece : body) {
    if (piece.kind == BodyPiece::Kind::Reference)
      markReads({piece}, reads);
    if (piece.kind != BodyPiece::Kind::Noted)
      continue;
    for (const BodyPiece &part : TheStatement.references[piece.index].subscripts.front())
      if (part.kind == BodyPiece::Kind::Reference)
        for (const Pieces &subscript : TheStatement.references[part.index].subscripts)
          markReads(subscript, reads);
  }
  return reads;
}

void InspectionBuilder::renumber(Pieces &pieces, const std::map<unsigned, unsigned> &numbers) const {
  for (BodyPiece &piece : pieces)
    if (piece.kind == BodyPiece::Kind::Reference || piece.kind == BodyPiece::Kind::Noted)
      piece.index = numbers.at(piece.index);
}

void InspectionBuilder::finishInspection(const Refusal &refusal) {
  if (!State.canRun(Point.domain))
    return;
  if (!TheSlice.isExact() || !Point.conditions.empty() || !TheSlice.isOf(Found))
    refuseInspection();
  for (const auto &[variable, name] : Locals)
    if (!TheSlice.needs(variable))
      Unwanted.insert(name); // Declared aside, if at all.
  Pieces body = Out.take();
  std::set<unsigned> reads, noted, deciding;
  markReads(body, reads);
  for (const unsigned read : decidingReads(body))
    deciding.insert(TheStatement.references[read].array);
  for (const BodyPiece &piece : body)
    if (piece.kind == BodyPiece::Kind::Noted)
      noted.insert(piece.index);
  std::map<unsigned, unsigned> numbers;
  std::vector<Reference> kept;
  for (unsigned r = 0; r < TheStatement.references.size(); ++r)
    if (reads.count(r) || noted.count(r)) {
      numbers.emplace(r, static_cast<unsigned>(kept.size()));
      kept.push_back(TheStatement.references[r]);
    }
  renumber(body, numbers);
  for (Reference &reference : kept)
    for (Pieces &subscript : reference.subscripts)
      renumber(subscript, numbers);
  TheStatement.references = std::move(kept);
  TheStatement.accesses.clear();
  TheStatement.updates.clear();
  TheStatement.body = std::move(body);
  State.Inspections.push_back(
      {{std::move(TheStatement), {deciding.begin(), deciding.end()}}, refusal});
}

} // namespace gputile::frontend
