//===- Frontend.h - From Clang's AST to Scops --------------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The only layer (with Rewrite and Driver) that knows Clang: parses the pragma,
/// finds marked regions, lowers them to Scops, reports diagnostics.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_FRONTEND_FRONTEND_H
#define GPUTILE_FRONTEND_FRONTEND_H

#include "gputile/Frontend/RegionChoice.h"
#include "gputile/IR/Scop.h"
#include "gputile/Support/Diagnostic.h"

#include "clang/Basic/SourceLocation.h"

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace clang {
class ASTContext;
class CompilerInstance;
class Decl;
class FunctionDecl;
class Stmt;
} // namespace clang

namespace gputile {

/// A clause as it stands in a pragma.
struct GivenClause {
  std::string name; ///< As written, e.g. "tile".
  SourceRef loc;
  SourceRef end = {};    ///< Behind the clause.
  std::string text = {}; ///< What stands in its brackets.
  FixIt removal = {};    ///< Leaves the other clauses.
};

/// An array that clause `data` names.
struct DataArray {
  std::string name;
  SourceRef loc;
  bool in = false, out = false; ///< copyin, copyout; both for copy.
};

/// `data(copyin: a copyout: b)`: the pragma marks a block around regions, not a region.
struct DataClause {
  SourceRef loc;
  std::vector<DataArray> arrays; ///< No name twice.
};

/// A variable that clause private, firstprivate or lastprivate names.
struct PrivateName {
  std::string clause;
  std::string name;
  SourceRef loc;
};

/// A variable or array that clause reduction names.
struct ReductionName {
  std::string code; ///< The operator as written, "+".
  std::string name;
  SourceRef loc;
};

/// `p: n` in clause extents.
struct ExtentGiven {
  std::string name;
  SourceRef loc;
  std::string text; ///< The number of elements, as C; checked as one of `expressions`.
};

/// `wait(q, …)`: the pragma stands for a statement, and marks no region.
struct WaitClause {
  SourceRef loc;
  std::vector<std::string> queues; ///< C texts, checked as `expressions`; none: all queues.
};

/// An array that clause independent, deviceptr or present names.
struct ArrayName {
  std::string name; ///< `B`, `g->u`: as written, without spaces.
  SourceRef loc;
};

/// The C expression in a clause: tokens that nobody has parsed yet.
struct ClauseExpression {
  enum class Kind {
    Condition, ///< Compared with zero, as in `if`.
    Constant,  ///< An integer constant; value number `index` of Clauses::tile or block.
    Integer,   ///< As in `extents`.
    Queue,     ///< An integer or a pointer, as in `async` and `wait`.
  };
  std::string clause; ///< "if"
  std::string text;   ///< Macros are expanded.
  /// Where in `text` each token begins, and where it stands in the pragma.
  std::vector<std::pair<size_t, SourceRef>> tokens = {};
  Kind kind = Kind::Condition;
  size_t index = 0;
};

/// One `#pragma gpu_tile` as the preprocessor saw it. The places are in files. Those of an
/// operator `_Pragma("gpu_tile …")` are all where it begins, or the macro around it.
struct PragmaRecord {
  clang::SourceLocation begin; ///< Of the `#`.
  clang::SourceLocation loc;   ///< Of the `gpu_tile` token.
  clang::SourceLocation end;   ///< Of the end of the directive.
  /// From `_Pragma` to its `)`, in macros too; invalid for directives.
  clang::SourceRange asOperator = {};
  Clauses clauses;           ///< Those given, origin Clause; others untouched.
  std::vector<GivenClause> given; ///< Every well-formed clause, in order.
  std::vector<ClauseExpression> expressions; ///< Those in `given`, to be checked.
  std::vector<PrivateName> privates;
  std::vector<ReductionName> reductions;
  std::vector<ExtentGiven> extents;
  std::vector<ArrayName> independents;
  std::vector<ArrayName> devicePointers; ///< Of clause deviceptr.
  std::vector<ArrayName> presents;       ///< Of clause present.
  std::optional<DataClause> data;
  std::optional<WaitClause> wait;
  std::vector<Diagnostic> errors; ///< Already complete; reported by the consumer.
  /// No pragma of gputile's: a directive of OpenMP or OpenACC, which stays, or the loop itself.
  bool implied = false;
};

/// All pragmas of one compilation. Shared by the pragma handler and the AST
/// consumer of the same compilation; never global.
struct PragmaState {
  std::vector<PragmaRecord> pragmas;
  bool strictAliasing = true; ///< The compilation's: see MarkedRegion.
  std::deque<PragmaRecord> loops; ///< Loops that are taken as if a pragma stood before them.
};

/// Registers the handler for `#pragma gpu_tile` with \p compiler's preprocessor.
void addPragmaHandler(clang::CompilerInstance &compiler, std::shared_ptr<PragmaState> state);

/// Records directives of OpenMP and OpenACC as implied pragmas: in the main file, those before
/// loops whose iterations they share among threads. Without OpenMP they have no other meaning.
/// With it (-fopenmp) other threads would run the region, too, and the record says so.
void addDirectiveRecorder(clang::CompilerInstance &compiler, std::shared_ptr<PragmaState> state);

/// Analyses of functions that the regions of a unit share.
class FunctionAnalyses;

/// A pragma and what it stands before.
struct MarkedRegion {
  const PragmaRecord *pragma = nullptr;
  const clang::Stmt *statement = nullptr; ///< for or compound statement; null: not-a-loop.
  const clang::FunctionDecl *function = nullptr; ///< Innermost enclosing function.
  /// The declaration at file or namespace scope that contains the region.
  const clang::Decl *topLevel = nullptr;
  /// Not-a-loop: what stands after the pragma instead, where that is known.
  clang::SourceLocation culprit;
  std::shared_ptr<FunctionAnalyses> analyses = nullptr; ///< May be null.
  bool strictAliasing = true; ///< Objects of different types share no memory.
  /// The outermost OpenMP directive for the loop `statement`, above or below the pragma;
  /// null when there is none.
  const clang::Stmt *directive = nullptr;
  /// Not-a-loop: the statement after the pragma; and the loop or block behind it, if only
  /// declarations and expressions stand between.
  const clang::Stmt *next = nullptr, *later = nullptr;
  /// Kernels divide by constants with multiplications, with the same bits.
  bool multipliesToDivide = true;
  /// The pragma stands between the statements of a block, or at its ends: another one may be there.
  bool betweenStatements = false;
};

/// A region in one function that was made from a template around it.
struct RegionInstance {
  const clang::Stmt *statement = nullptr;        ///< At the place of the region's.
  const clang::FunctionDecl *function = nullptr; ///< Innermost enclosing function.
  std::string name;                              ///< For users: "step<float>".
  clang::SourceLocation requested;               ///< Where the program needs it, if known.
  /// What `__PRETTY_FUNCTION__` says in the functions around the region, from the
  /// outermost one made from a template to `function`.
  std::vector<std::string> functionTexts;
  const clang::Stmt *directive = nullptr; ///< As of MarkedRegion.

  MarkedRegion regionOf(const MarkedRegion &pattern) const {
    return {pattern.pragma,   statement,        function,
            pattern.topLevel, pattern.culprit,  pattern.analyses,
            pattern.strictAliasing, directive};
  }
};

/// Where types or values in \p region depend on template parameters, if they do: what it
/// does is only known in the functions made from the template.
std::optional<clang::SourceLocation> dependsOnTemplate(const MarkedRegion &region);

/// The name of a parameter pack that \p region mentions: its text cannot be told for one
/// element. Empty when there is none.
std::string packIn(const MarkedRegion &region);

/// The functions made in this unit from the template around \p region that contain the
/// region, in the order in which they were needed first; nothing when that cannot be
/// told (for lambdas of variable templates).
std::optional<std::vector<RegionInstance>> findInstances(clang::ASTContext &context,
                                                         const MarkedRegion &region);

/// The function bodies of the template around \p region that have texts of their own in
/// RegionInstance::functionTexts, all but the innermost.
std::vector<const clang::FunctionDecl *> outerFunctions(const MarkedRegion &region);

/// Pairs every pragma with the statement after it, in the order of \p state.
/// \param visited if not null, set to the number of statements that were looked at
std::vector<MarkedRegion> findRegions(clang::ASTContext &context, const PragmaState &state,
                                      size_t *visited = nullptr);

/// The regions of \p choice in the order of the text; implied ones that say what another
/// one says, and those around a marked region, are left out.
std::vector<MarkedRegion> findRegions(clang::ASTContext &context, PragmaState &state,
                                      RegionChoice choice);

/// A region as a program in which loops need less order, and do more: those that look for an
/// extremum and its place, `if (a[i] > m) { m = a[i]; at = i; }`, find the place behind the
/// extremum, and what loops keep for the next iteration is computed there.
struct UnorderedProgram {
  std::function<Result<Scop>()> extract; ///< Valid as long as the AST.
  /// Where statements of those loops stand. Statements of the region as it was written have such
  /// locations where they belong to them.
  std::vector<SourceRef> places;
};

/// Lowers \p region to a Scop in \p isl. Everything the region does is in the
/// Scop, or the region is refused with the culprit's location.
/// \param clauses the region's clauses merged with options
/// \param diagnostics receives remarks (e.g. math-not-exact)
/// \param unordered if not null, receives the other program, where there is one
Result<Scop> extractScop(IslContext &isl, clang::ASTContext &context, const MarkedRegion &region,
                         const Clauses &clauses, DiagnosticHandler &diagnostics,
                         std::optional<UnorderedProgram> *unordered = nullptr);

/// The flags that switch messages, as the users of a program give them.
struct MessageFlags {
  std::string warnings = "-Wgpu-tile";
  std::string remarks = "-Rgpu-tile";
  bool remarksAreWarnings = false; ///< Where remarks get lost.
};

/// Reports gputile's diagnostics through Clang's engine: refusals in group
/// -Wgpu-tile (so -Werror=gpu-tile, -Wno-gpu-tile work), remarks under -Rgpu-tile,
/// with \p flags and the stable id in the text. Fix-its in macros are left out.
class ClangDiagnosticHandler : public DiagnosticHandler {
public:
  explicit ClangDiagnosticHandler(clang::CompilerInstance &compiler, MessageFlags flags = {});
  void report(const Diagnostic &diagnostic) override;
  unsigned errorCount() const { return Errors; }
  /// What was said and has fix-its.
  const std::vector<Diagnostic> &curable() const { return Curable; }

private:
  clang::CompilerInstance &Compiler;
  MessageFlags Flags;
  std::vector<Diagnostic> Curable;
  unsigned Errors = 0;
  std::set<std::string> Functions; ///< Of which math-not-exact was said.
};

} // namespace gputile

#endif
