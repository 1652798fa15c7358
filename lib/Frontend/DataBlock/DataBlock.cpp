//===- DataBlock.cpp - Arrays kept on the device between regions -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/Frontend/DataBlock.h"
#include "gputile/Frontend/DynamicVisitor.h"

#include "Frontend/DataBlock/HostCode.h"
#include "Frontend/DataBlock/VariableNamed.h"

#include "clang/AST/ASTContext.h"

using namespace clang;

namespace gputile {

using namespace frontend;

namespace {

/// Finds mentions of a name in a block.
class Mentioned : public DynamicVisitor {
public:
  explicit Mentioned(const VarDecl *variable) : Variable(variable) {}
  bool VisitDeclRefExpr(DeclRefExpr *ref) override {
    found |= ref->getDecl()->getCanonicalDecl() == Variable;
    return true;
  }
  bool found = false;

private:
  const VarDecl *Variable;
};

bool isMentioned(const VarDecl *variable, const Stmt *block) {
  Mentioned mentioned(variable);
  mentioned.TraverseStmt(const_cast<Stmt *>(block));
  return mentioned.found;
}

/// Checks one block.
class BlockCheck {
public:
  BlockCheck(ASTContext &context, const MarkedRegion &block, DiagnosticHandler &diagnostics)
      : Context(context), Block(block), Diagnostics(diagnostics) {}

  std::optional<DataBlock> run(const std::vector<RegionUse> &regions, bool strictAliasing) {
    if (!findArrays())
      return std::nullopt;
    HostCode code(Context, Variables, regions, strictAliasing);
    if (const auto culprit = code.check(*Block.statement)) {
      reportCulprit(*culprit);
      return std::nullopt;
    }
    DataBlock result{Block, {}};
    bool good = true;
    for (size_t i = 0; i < Variables.size(); ++i) {
      bool used = false;
      good &= checkUses(code, i, used);
      if (used && isUsable(Variables[i]))
        result.names.push_back(Arrays[i]->name);
    }
    if (good && result.names.empty())
      report(DiagId::DataNotUsed, Block.pragma->data->loc,
             {"no region of this block that runs on the GPU uses them"}, {});
    return good && !result.names.empty() ? std::optional(result) : std::nullopt;
  }

private:
  void report(DiagId id, SourceRef loc, std::vector<std::string> args,
              std::vector<DiagNote> notes, std::vector<FixIt> fixIts = {}) {
    Diagnostics.report({id, loc, std::move(args), std::move(notes), std::move(fixIts)});
  }

  /// The clause with \p copied in `copy`, which is right for whatever regions do.
  FixIt copying(const DataArray &copied) const {
    std::string text;
    for (const char *direction : {"copyin", "copyout", "copy"}) {
      std::string names;
      for (const DataArray &array : Block.pragma->data->arrays) {
        const bool both = &array == &copied || (array.in && array.out);
        if (direction == std::string(both ? "copy" : array.in ? "copyin" : "copyout"))
          names += (names.empty() ? "" : ", ") + array.name;
      }
      if (!names.empty())
        text += (text.empty() ? "" : " ") + std::string(direction) + ": " + names;
    }
    const GivenClause &clause = Block.pragma->given.front(); // There is no other.
    return {clause.loc, clause.end, "data(" + text + ")"};
  }

  /// The variables that the clause names. \returns false when there are others.
  bool findArrays() {
    bool good = true;
    for (const DataArray &array : Block.pragma->data->arrays) {
      const VarDecl *variable = variableNamed(Context, array.name, *Block.statement);
      const QualType element = variable ? elementType(Context, variable) : QualType();
      if (variable && variable->getType()->isDependentType()) {
        report(DiagId::DataNotUsed, array.loc, {"the type depends on template parameters"}, {});
        return false;
      }
      const bool later = variable && !Context.getSourceManager().isBeforeInTranslationUnit(
                                         variable->getCanonicalDecl()->getLocation(),
                                         Block.statement->getBeginLoc());
      if (element.isNull() || later || element->isFunctionType()) {
        report(DiagId::PragmaBadValue, array.loc,
               {array.name, "data", "an array or a pointer that is declared before the block"}, {});
        good = false;
        continue;
      }
      if (element->isRecordType()) {
        report(DiagId::DataNotUsed, array.loc, {"the elements of '" + array.name + "' are structures"}, {});
        return false;
      }
      Arrays.push_back(&array);
      Variables.push_back(variable->getCanonicalDecl());
    }
    return good;
  }

  /// A name that C++ might look up differently is used where the block shows what it means.
  bool isUsable(const VarDecl *variable) const {
    return !Context.getLangOpts().CPlusPlus || isMentioned(variable, Block.statement);
  }

  void reportCulprit(const HostCode::Culprit &culprit) {
    std::vector<DiagNote> notes;
    if (culprit.call.isValid())
      notes.push_back({DiagId::NoteHere, {culprit.call.getRawEncoding()}, {"the call"}});
    if (culprit.refused)
      notes.push_back({DiagId::NoteHere,
                       {culprit.refused->region.pragma->loc.getRawEncoding()},
                       {"the region that runs on the CPU"}});
    notes.push_back({DiagId::NoteHere, Block.pragma->data->loc, {"clause 'data'"}});
    report(DiagId::DataNotUsed, {culprit.loc.getRawEncoding()}, {culprit.what}, notes);
  }

  /// Compares the clause with what regions do. \returns false after an error.
  bool checkUses(const HostCode &code, size_t index, bool &used) {
    const DataArray &array = *Arrays[index];
    bool written = false;
    for (const RegionUse *region : code.reached()) {
      const std::vector<DiagNote> notes = {
          {DiagId::NoteHere, {region->region.pragma->loc.getRawEncoding()}, {"the region"}}};
      bool reads = false, writes = false;
      for (const ArrayUse &use : region->arrays)
        if (const VarDecl *variable = code.variableAt(use.variable);
            variable && code.related(variable, Variables[index])) {
          reads |= use.readFirst;
          writes |= use.written;
          used = true;
        }
      if (writes && !array.out) {
        report(DiagId::DataCopyinWritten, array.loc, {array.name}, notes, {copying(array)});
        return false;
      }
      if (reads && !array.in && !written)
        report(DiagId::DataCopyoutRead, array.loc, {array.name}, notes, {copying(array)});
      written |= writes || reads;
    }
    return true;
  }

  ASTContext &Context;
  const MarkedRegion &Block;
  DiagnosticHandler &Diagnostics;
  std::vector<const DataArray *> Arrays;
  std::vector<const VarDecl *> Variables; ///< Of Arrays.
};

} // namespace

std::optional<DataBlock> checkDataBlock(ASTContext &context, const MarkedRegion &block,
                                        const std::vector<RegionUse> &regions, bool strictAliasing,
                                        DiagnosticHandler &diagnostics) {
  return BlockCheck(context, block, diagnostics).run(regions, strictAliasing);
}

} // namespace gputile
