//===- PrintScop.cpp - Text of a Scop and of its dependences --------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IR/PrintIsl.h"

#include "gputile/IR/Ddg.h"
#include "gputile/IR/Scop.h"

using namespace gputile;
using namespace gputile::ir;

static const char *storageName(ArrayStorage storage) {
  switch (storage) {
  case ArrayStorage::Object:
    return "object";
  case ArrayStorage::Pointer:
    return "pointer";
  case ArrayStorage::Private:
    return "private";
  }
  __builtin_unreachable();
}

static const char *accessKindName(AccessKind kind) {
  switch (kind) {
  case AccessKind::Read:
    return "read";
  case AccessKind::MustWrite:
    return "write";
  case AccessKind::MayWrite:
    return "may-write";
  }
  __builtin_unreachable();
}

static void printArray(std::ostream &out, const Array &array) {
  out << "  array " << array.name << ": " << array.elementType << ", rank " << array.rank << ", "
      << storageName(array.storage);
  if (array.noAlias)
    out << ", no alias";
  if (array.inDeviceMemory)
    out << ", in device memory";
  if (array.deadAfter)
    out << ", dead after";
  if (array.looselyRounded)
    out << ", loosely rounded";
  for (const std::string &name : array.sharers)
    out << ", may be " << name;
  out << '\n';
}

static void printPieces(std::ostream &out, const Statement &s,
                        const std::vector<BodyPiece> &pieces) {
  for (const BodyPiece &piece : pieces) {
    switch (piece.kind) {
    case BodyPiece::Kind::Text:
      out << piece.text;
      break;
    case BodyPiece::Kind::Reference:
      out << '$' << piece.index;
      break;
    case BodyPiece::Kind::Iterator:
      out << s.iterators[piece.index];
      break;
    case BodyPiece::Kind::Parameter:
      out << "parameter " << piece.index;
      break;
    case BodyPiece::Kind::Noted:
      out << "note(";
      if (const Reference &noted = s.references[piece.index]; !noted.subscripts.empty())
        printPieces(out, s, noted.subscripts.front());
      out << ')';
      break;
    }
  }
}

static void printInspection(std::ostream &out, const Statement &s) {
  out << "  before it, for " << islText(s.domain) << ": ";
  printPieces(out, s, s.body);
  out << '\n';
}

static void printStatement(std::ostream &out, const Scop &scop, const Statement &s) {
  out << "  statement " << s.name << ": ";
  printPieces(out, s, s.body);
  out << "\n    domain   " << islText(s.domain) << "\n    schedule " << islText(s.schedule) << '\n';
  if (s.iteratorValues)
    out << "    values   " << islText(*s.iteratorValues) << '\n';
  if (s.unsplit)
    out << "    unsplit  " << islText(*s.unsplit) << '\n';
  for (unsigned r = 0; r < s.references.size(); ++r) {
    const Reference &reference = s.references[r];
    out << "    $" << r << " = " << scop.arrays[reference.array].name
        << (reference.affine ? ": " : " (not affine): ") << islText(reference.index) << '\n';
  }
  for (const Access &access : s.accesses)
    out << "    " << accessKindName(access.kind) << " $" << access.reference << " "
        << islText(access.relation) << '\n';
  for (const Update &update : s.updates)
    out << "    update $" << update.reference << " " << updateText(update.op)
        << (update.unordered                             ? ", in any order"
            : update.order == UpdateOrder::Reassociable ? ", reassociable"
            : update.order == UpdateOrder::Fixed        ? ", in this order"
                                                         : "")
        << '\n';
}

std::string gputile::printScop(const Scop &scop) {
  std::ostringstream out;
  out << "scop " << scop.name << " (" << scop.file << ':' << scop.line << ")\n";
  for (const Parameter &parameter : scop.parameters)
    out << "  parameter " << parameter.name << " = " << parameter.callExpr << ": " << parameter.type
        << '\n';
  out << "  context " << islText(scop.context) << "\n  guard   " << islText(scop.guard) << '\n';
  for (const Array &array : scop.arrays)
    printArray(out, array);
  for (const Statement &statement : scop.statements)
    printStatement(out, scop, statement);
  for (const Inspection &inspection : scop.inspections)
    printInspection(out, inspection.text);
  for (const Independence &claim : scop.independent)
    out << "  independent " << scop.arrays[claim.array].name << " in " << islText(claim.apart) << '\n';
  for (const ExitValue &exit : scop.exitValues)
    out << "  exit value " << exit.variable << " = " << islText(exit.value) << '\n';
  for (const std::string &pointer : scop.turningPointers)
    out << "  of " << scop.turns << " turns " << pointer << '\n';
  for (const PointerExit &exit : scop.pointerExits)
    for (const auto &[pointer, source, moved] : exit.values)
      out << "  exit value " << pointer << " = " << (moved ? "moved " : "") << source << " in "
          << islText(exit.when) << '\n';
  for (const ProgramEnd &end : scop.programEnds)
    out << "  program end " << end.flag << ": " << end.call << '\n';
  return out.str();
}

const char *gputile::dependenceKindName(DependenceKind kind) {
  switch (kind) {
  case DependenceKind::Flow:
    return "flow";
  case DependenceKind::Anti:
    return "anti";
  case DependenceKind::Output:
    return "output";
  }
  __builtin_unreachable();
}

std::string gputile::printDdg(const Ddg &ddg) {
  std::ostringstream out;
  out << "dependences: " << ddg.edges.size() << '\n';
  for (const Dependence &edge : ddg.edges) {
    out << "  " << dependenceKindName(edge.kind) << " S" << edge.source << '.' << edge.sourceAccess
        << " -> S" << edge.target << '.' << edge.targetAccess;
    if (edge.distance)
      out << " (" << joined(*edge.distance, ",") << ')';
    out << (edge.hindering ? " hindering" : "") << ": " << islText(edge.relation) << '\n';
  }
  return out.str();
}
