//===- State.h - What the parts of the extraction share ---------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The state of one extraction. The way out of it is `refuse`.
///
/// While a region is walked, loop iterators are isl *parameters*, beside the
/// Scop's own: every set and function lives in a parameter space such as
/// [n, i, j] -> { : 0 <= i < n and 0 <= j < i }. Only when a statement is
/// finished are the iterators bound to the dimensions of its tuple.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_FRONTEND_EXTRACT_STATE_H
#define GPUTILE_LIB_FRONTEND_EXTRACT_STATE_H

#include "Frontend/Extract/Places.h"
#include "Frontend/Extract/ScalarValues.h"
#include "Frontend/FunctionAnalyses.h"
#include "Frontend/Inline/Inline.h"
#include "Frontend/Liveness.h"
#include "Frontend/Refusal.h"

#include "gputile/Frontend/Frontend.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace gputile::frontend {

/// Gives out C identifiers that are unique in the region and no keywords of C++
/// or names of CUDA.
class NameTable {
public:
  std::string unique(llvm::StringRef wanted);

private:
  std::set<std::string> Taken;
};

/// The number of an iteration, which stands for the iterator in tuples.
struct LoopCounter {
  std::string id;   ///< An isl parameter.
  isl::set meaning; ///< [n, i…, k] -> { : i = start(i…) + step * k }
};

/// A loop around the point where the walk is.
struct LoopLevel {
  const clang::VarDecl *variable;
  std::string id; ///< The isl parameter that stands for the iterator's value.
  bool decreasing;
  std::optional<LoopCounter> counter = std::nullopt; ///< See LoopCounters.h.

  /// Later iterations have smaller dimensions.
  bool countsDown() const { return decreasing && !counter; }
};

/// Where the walk is.
struct WalkPoint {
  isl::set domain;               ///< [n, i…] -> { : … }
  std::vector<LoopLevel> loops;  ///< Outermost first.
  std::vector<int> positions;    ///< Next free position per level: loops.size() + 1.
  /// Private arrays, and what truth they must hold for statements here to run.
  std::vector<std::pair<unsigned, bool>> conditions;
};

/// By array of clause independent: the loops (dimensions of the statement) on which all its
/// subscripts depend that are not affine.
using IndependentLoops = std::map<unsigned, std::set<unsigned>>;

/// A subscript of an array in a dimension whose size the type says.
struct BoundedSubscript {
  std::string text;      ///< As the user wrote it.
  std::string array;     ///< The user's name for it, "a".
  std::string dimension; ///< "'a'", or "dimension 2 of 'a'".
  isl::pw_aff value;     ///< [n, i…] -> { [(…)] }
  isl::pw_aff size;      ///< [n] -> { [(…)] }: the number of elements.
  isl::set domain;       ///< [n, i…] -> { : … }: where it is evaluated, whatever the data.
  std::vector<LoopLevel> loops;
  SourceRef loc;
};

/// What is kept of a statement until all schedules have one space.
struct PlacedStatement {
  Statement statement;
  std::vector<int> positions;
  std::vector<bool> countsDown; ///< Per dimension.
  IndependentLoops independent = {};
  std::vector<BoundedSubscript> subscripts = {}; ///< Those evaluated whatever the data.
};

/// A variable that has no memory in the Scop has got a value that outlives the region: a
/// loop has ended, or a followed variable is assigned. { [n, i…, exit] : … } gives it.
struct ExitEvent {
  const clang::VarDecl *variable;
  isl::set value;
  std::vector<LoopLevel> loops;
  std::vector<int> positions; ///< May be one more than those of the point.
  clang::SourceLocation loc;
  bool conditional;
  isl::set valid; ///< Where that is the value in C.
};

/// An Inspection of the Scop in the making.
struct PlacedInspection {
  Inspection inspection;
  Refusal refusal; ///< Why the region stays as it is, if it writes what the inspection reads.
};

/// The isl parameter of an ExitEvent that holds the value.
inline const char *const ExitId = "gpt_exit";

class Choices;

/// The Scop in the making, and what the parts of the extraction share.
class ExtractState {
public:
  ExtractState(isl::ctx isl, clang::ASTContext &ast, const MarkedRegion &region,
               const InlinedRegion &inlined, const Clauses &clauses, DiagnosticHandler &diagnostics);

  isl::ctx Isl;
  const isl::set Universe{Isl, "{ : }"};
  clang::ASTContext &Ast;
  const MarkedRegion &Region;
  const InlinedRegion &Inlined; ///< The statement that is walked.
  DiagnosticHandler &Diagnostics;
  RegionFacts Facts;
  std::shared_ptr<FunctionAnalyses> Analyses; ///< Shared with other regions.
  const FunctionFacts &Function;
  /// Not read behind the region, as its clauses say.
  std::set<const clang::VarDecl *> DeadByClause;
  /// Behind the region and parts of it; made when first asked for.
  std::map<const clang::Stmt *, std::unique_ptr<Liveness>> LivenessBehind;
  /// The operators of clauses `reduction`, by the variable that they name.
  std::multimap<const clang::VarDecl *, UpdateOperator> Reductions;
  /// What clause extents says of pointers.
  std::map<const clang::VarDecl *, const ExtentGiven *> Extents;
  PlaceTable Places;
  CertainLoads Loads;
  /// Conditions on data around the point of the walk.
  size_t DataConditions = 0;
  /// By variable of a place that is not read early in any case: { : … }, the parameters for
  /// which the region reads it as a parameter, or accesses it as an array.
  std::map<const clang::VarDecl *, isl::set> PlaceUses, ArrayUses;
  /// Places that strides of arrays are computed from although it is not known yet that they can be
  /// read before the region.
  std::set<const clang::VarDecl *> StridePlaces;
  /// By parameter that is computed from places of which the same is true, and by their variables:
  /// { : … }, the parameters for which the region computes it.
  std::map<unsigned, std::map<const clang::VarDecl *, isl::set>> LateParameters;
  /// Pointers whose values addresses of places depend on.
  std::set<const clang::VarDecl *> LoadedPointers;
  NameTable Names;
  Scop TheScop;
  std::vector<PlacedStatement> Statements;
  std::vector<PlacedInspection> Inspections;
  std::vector<ExitEvent> Exits;

  /// Iterators that are alive at the moment.
  std::vector<LoopLevel> Loops;
  /// Locals of the region that always equal their initialiser, wherever that is evaluated in their place.
  std::map<const clang::VarDecl *, const clang::Expr *> FixedLocals;
  /// Pointers with subscripts that are computed in 32 bits, as Array::countedIn32Bits says.
  std::set<const clang::VarDecl *> CountedIn32Bits;
  bool MayNotEnd = false; ///< A loop in the text of a statement, see EarlyEnds.h.
  /// What the followed variables hold here.
  ScalarValues Scalars;

  /// While a subscript is evaluated that may have one of several values.
  Choices *Choosing = nullptr;
  unsigned ChoiceCount = 0; ///< Of isl parameters that stand for such values.

  /// Pointers of the region that always equal their initialiser.
  std::map<const clang::VarDecl *, const clang::Expr *> DerivedPointers;

  bool exactFloatingPoint() const { return TheScop.clauses.fp.value != FpMode::Contract; }
  const isl::set &universe() const { return Universe; }

  /// The level of the loop over \p variable around this point, or none.
  const LoopLevel *loopOver(const clang::VarDecl *variable) const;
  /// Index of the Scop parameter for \p variable, if it is one already.
  std::optional<unsigned> findParameter(const clang::VarDecl *variable) const;
  /// Makes \p variable a parameter (once).
  unsigned parameterFor(const clang::VarDecl *variable, clang::SourceLocation use);
  /// A parameter for the C text \p callExpr of integer type \p type (once per text).
  unsigned textParameter(const std::string &name, const std::string &callExpr,
                         clang::QualType type);
  /// A parameter for the C text \p callExpr of type size_t (once per text).
  unsigned sizeParameter(const std::string &name, const std::string &callExpr);
  /// The parameter \p name of type long long that the entry computes: see InspectedArray.
  unsigned inspectedParameter(const std::string &name);
  /// Variables on which parameters depend.
  std::set<const clang::VarDecl *> ParameterVariables;
  /// Locals of the region that keep their value while a loop runs, with the
  /// number of data conditions around their declaration.
  std::map<const clang::VarDecl *, size_t> PrivateLocals;
  /// Runs \p body, which handles \p block: where that stands for a call, a refusal names it.
  void handle(const clang::Stmt *block, llvm::function_ref<void()> body) const;
  /// Runs \p body; when that refuses, undoes what it changed, and returns why.
  std::optional<Refusal> attempt(llvm::function_ref<void()> body);
  /// While a refused region is surveyed: everything in it that would refuse it.
  std::vector<Refusal> *Culprits = nullptr;
  /// Runs \p body; in a survey, notes why it refuses, if it does. \returns false then.
  bool step(llvm::function_ref<void()> body);
  /// Forgets parameters made since there were \p count.
  void truncateParameters(size_t count);
  /// What the parameters' types say: { : 0 <= n <= 4294967295 }. Every parameter
  /// fits a signed 64-bit integer: generated entries decline larger ones.
  isl::set typeRanges() const;

  /// The part of typeRanges that is worth keeping: no limits of types that are wider
  /// than sizes are. What holds for more parameters holds for those, and large numbers
  /// in every relation make isl's operations take twice the time.
  isl::set knownContext() const;

  /// The model is exact only where \p valid holds for all points of \p domain:
  /// where that is not certain, it goes into the guard. Refuses when it never holds.
  void require(const isl::set &valid, const isl::set &domain, clang::SourceLocation loc);
  /// The points of \p domain that types and guard allow.
  isl::set possible(const isl::set &domain) const;
  /// Lets the guard exclude the parameters for which \p bad, a part of \p known, has points. \returns whether some
  /// of those remain for which \p known has; else nothing has changed.
  bool exclude(const isl::set &bad, const isl::set &known);

  /// False when no values of the parameters that are possible here have a point in
  /// \p domain, { : … } with iterators as parameters: what stands there never runs.
  bool canRun(const isl::set &domain) const;

  /// Removes all iterators from \p set: { [n, i…] } becomes { [n] }.
  /// \param kept the name of a parameter that stays, too
  isl::set projectIterators(isl::set set, const char *kept = "") const;
  /// True when \p value depends on a loop iterator.
  bool involvesIterators(const isl::pw_aff &value) const;
  /// By pointer of unknown extent, { A[a] } of each access: elements accessed whatever the data.
  std::map<unsigned, std::vector<isl::set>> CertainElements;
  /// … and elements accessed only where data says so.
  std::map<unsigned, std::vector<isl::set>> UncertainElements;

private:
  /// What the types of the parameters up to this one say.
  struct KnownRange {
    std::string name;
    clang::QualType type;
    isl::set upToHere;
  };
  mutable std::vector<KnownRange> Ranges; ///< Of the first parameters, as typeRanges() found them.

  /// What possible() found last.
  struct Possible {
    isl::set domain, ranges, guard, points;
  };
  mutable std::optional<Possible> LastPossible;

  /// Where a parameter comes from.
  struct ParameterInfo {
    const clang::VarDecl *variable;
    clang::QualType type;
  };
  std::vector<ParameterInfo> ParameterInfos;
  std::map<const clang::VarDecl *, std::string> ParameterNames; ///< Kept when forgotten.
  std::map<std::string, std::string> TextParameterNames;

  void addParameter(const clang::VarDecl *variable, clang::QualType type, std::string name,
                    std::string callExpr);
};

/// Where \p region stands for users.
clang::PresumedLoc placeOfRegion(const clang::ASTContext &ast, const MarkedRegion &region);

/// Name of \p region from its file, function and line: "heat_step_12".
std::string nameOfRegion(const clang::ASTContext &ast, const MarkedRegion &region);

/// Whether \p set has so many pieces, or quotients (of `i % 3`), that analyses of it would
/// take too long: a condition that leads there stays a test in the text of statements, as
/// conditions on data do.
bool isScattered(const isl::set &set);

/// { : a = b }
isl::set equalSet(const isl::pw_aff &a, const isl::pw_aff &b);

/// { : lower <= id <= upper } for the values of integer type \p type.
isl::set typeRange(clang::ASTContext &ast, isl::pw_aff value, clang::QualType type);

} // namespace gputile::frontend

#endif
