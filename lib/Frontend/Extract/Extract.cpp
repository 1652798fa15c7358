//===- Extract.cpp - From a marked statement to a Scop --------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Describe.h"
#include "Frontend/Extract/ConstantRows.h"
#include "Frontend/Extract/DevicePointers.h"
#include "Frontend/Extract/EarlyEnds.h"
#include "Frontend/Extract/EarlyReads.h"
#include "Frontend/Extract/ExitValues.h"
#include "Frontend/Extract/ExposedReads.h"
#include "Frontend/Extract/ExtentsClause.h"
#include "Frontend/Extract/IndependentClause.h"
#include "Frontend/Extract/IterationCounts.h"
#include "Frontend/Extract/LoopSizes.h"
#include "Frontend/Extract/OutOfBounds.h"
#include "Frontend/Extract/Parts.h"
#include "Frontend/Extract/PrivateClauses.h"
#include "Frontend/Extract/ReductionClauses.h"
#include "Frontend/Extract/RegionWalker.h"
#include "Frontend/Extract/ScratchBounds.h"
#include "Frontend/Extract/State.h"
#include "Frontend/Extract/UnknownCalls.h"
#include "Frontend/Inline/Addresses.h"
#include "Frontend/Inline/CarriedValues.h"
#include "Frontend/Inline/ClosedForms.h"
#include "Frontend/Inline/FlatLoops.h"
#include "Frontend/Inline/Increments.h"
#include "Frontend/Inline/MemoryCalls.h"
#include "Frontend/Inline/PlacesOfExtrema.h"
#include "Frontend/Inline/PointerTurns.h"
#include "Frontend/Inline/PointerVariables.h"
#include "Frontend/Inline/VariableSteps.h"
#include "Frontend/Inline/WhileLoops.h"
#include "gputile/IR/Rounding.h"
#include "gputile/Support/IslTools.h"

using namespace clang;

namespace gputile {

using namespace frontend;

/// Name, file and line of the region.
static void nameRegion(ExtractState &state) {
  Scop &scop = state.TheScop;
  const PresumedLoc presumed = placeOfRegion(state.Ast, state.Region);
  scop.loc = sourceRef(state.Region.pragma ? state.Region.pragma->loc
                                           : state.Region.statement->getBeginLoc());
  if (presumed.isValid()) {
    scop.file = presumed.getFilename();
    scop.line = presumed.getLine();
  }
  scop.name = state.Names.unique(nameOfRegion(state.Ast, state.Region));
}

static isl::set alignedTo(const isl::set &set, const isl::set &model) {
  return isl::manage(isl_set_align_params(set.copy(), model.space().release()));
}

static isl::map alignedTo(const isl::map &map, const isl::set &model) {
  return alignParams(map, model.space());
}

/// All parameters of the Scop in order, without constraints.
static isl::set parameterUniverse(const ExtractState &state) {
  isl::set all = state.universe();
  const std::vector<Parameter> &parameters = state.TheScop.parameters;
  for (auto parameter = parameters.rbegin(); parameter != parameters.rend(); ++parameter) {
    isl::pw_aff value =
        isl::pw_aff::param_on_domain(state.universe(), isl::id(state.Isl, parameter->name));
    // The parameters of the space to align to come first.
    all = isl::manage(isl_set_align_params(all.release(), value.domain().space().release()));
  }
  return all;
}

/// Gives all statements schedules in one space, and all relations one order of
/// parameters.
static void placeStatements(ExtractState &state, const isl::set &model) {
  size_t depth = maximalDepth(state);
  for (PlacedStatement &placed : state.Statements) {
    Statement &s = placed.statement;
    s.domain = alignedTo(s.domain, model);
    s.schedule = scheduleMap(state.Isl, s.name, placed.positions, placed.countsDown, depth)
                     .intersect_domain(s.domain);
    for (Reference &reference : s.references)
      reference.index = alignedTo(reference.index, model);
    for (Access &access : s.accesses)
      access.relation = alignedTo(access.relation, model);
    state.TheScop.statements.push_back(std::move(s));
  }
}

static bool isWritten(const Scop &scop, unsigned array) {
  return llvm::any_of(scop.statements, [&](const Statement &statement) {
    return llvm::any_of(statement.accesses, [&](const Access &access) {
      return access.kind != AccessKind::Read &&
             statement.references[access.reference].array == array;
    });
  });
}

/// Whether lvalues of the two types may name the same memory.
static bool mayAlias(const ExtractState &state, const Array &a, const Array &b) {
  const auto plain = [](llvm::StringRef type) {
    type.consume_front("unsigned ");
    type.consume_front("signed ");
    return type == "unsigned" ? "int" : type;
  };
  const llvm::StringRef first = plain(a.elementType), second = plain(b.elementType);
  return !state.Region.strictAliasing || first == second || first == "char" || second == "char";
}

/// The entry compares the memory of arrays that decide with that of those that the region writes
/// before it looks at the former, so that the place of both has to be known until then.
static bool canCompareFirst(const ExtractState &state, unsigned deciding) {
  const Scop &scop = state.TheScop;
  const auto isInspected = [&](unsigned array) {
    return llvm::any_of(scop.inspected,
                        [&](const InspectedArray &found) { return found.array == array; });
  };
  for (unsigned a = 0; a < scop.arrays.size(); ++a)
    if (a != deciding && isWritten(scop, a) && !scop.arrays[a].noAlias &&
        scop.arrays[a].storage != ArrayStorage::Private &&
        mayAlias(state, scop.arrays[a], scop.arrays[deciding]) &&
        (isInspected(a) || isInspected(deciding)))
      return false;
  return true;
}

/// Inspections read what the region does not write.
static void takeInspections(ExtractState &state, ArrayTable &arrays, const isl::set &model) {
  Scop &scop = state.TheScop;
  scop.inspected = arrays.inspected();
  for (auto &[inspection, refusal] : state.Inspections) {
    std::set<unsigned> noted;
    for (const BodyPiece &piece : inspection.text.body)
      if (piece.kind == BodyPiece::Kind::Noted)
        noted.insert(piece.index);
    std::vector<Reference> &references = inspection.text.references;
    for (unsigned r = 0; r < references.size(); ++r) {
      const unsigned array = references[r].array;
      if (!noted.count(r) &&
          (isWritten(scop, array) || scop.arrays[array].storage == ArrayStorage::Private))
        throw RefusalError{refusal};
      if (references[r].affine)
        references[r].index = alignedTo(references[r].index, model);
    }
    for (const unsigned array : inspection.deciding)
      if (!canCompareFirst(state, array))
        throw RefusalError{refusal};
    inspection.text.domain = alignedTo(inspection.text.domain, model);
    inspection.text.schedule = inspection.text.domain.identity();
    scop.inspections.push_back(std::move(inspection));
  }
  for (const InspectedArray &found : scop.inspected) {
    const Array &array = scop.arrays[found.array];
    state.Diagnostics.report({DiagId::InspectedReads,
                              array.loc,
                              {array.sourceName},
                              {{DiagId::NoteExtentsSave, {}, {array.sourceName}}},
                              {}});
  }
}

/// Whether \p inspection notes elements of an array that is \p used.
static bool notesAny(const Inspection &inspection, const std::vector<bool> &used) {
  return llvm::any_of(inspection.text.body, [&](const BodyPiece &piece) {
    return piece.kind == BodyPiece::Kind::Noted &&
           used[inspection.text.references[piece.index].array];
  });
}

/// Arrays that were met only in statements that turned out to do nothing, and inspections for
/// these.
static void removeUnusedArrays(Scop &scop) {
  std::vector<bool> used(scop.arrays.size());
  for (const Statement &s : scop.statements)
    for (const Reference &reference : s.references)
      used[reference.array] = true;
  std::erase_if(scop.inspections,
                [&](const Inspection &inspection) { return !notesAny(inspection, used); });
  for (const Inspection &inspection : scop.inspections)
    for (const Reference &reference : inspection.text.references)
      used[reference.array] = true;
  std::erase_if(scop.inspected, [&](const InspectedArray &found) { return !used[found.array]; });
  std::vector<unsigned> renumbered(scop.arrays.size());
  std::vector<Array> kept;
  for (unsigned a = 0; a < scop.arrays.size(); ++a) {
    renumbered[a] = static_cast<unsigned>(kept.size());
    if (used[a])
      kept.push_back(scop.arrays[a]);
  }
  scop.arrays = std::move(kept);
  for (Statement &s : scop.statements)
    for (Reference &reference : s.references)
      reference.array = renumbered[reference.array];
  for (Inspection &inspection : scop.inspections) {
    for (Reference &reference : inspection.text.references)
      reference.array = renumbered[reference.array];
    for (unsigned &array : inspection.deciding)
      array = renumbered[array];
  }
  for (InspectedArray &found : scop.inspected)
    found.array = renumbered[found.array];
  for (Independence &claim : scop.independent)
    claim.array = renumbered[claim.array];
}

/// The union of \p sets, of which there is one.
static isl::set unionOf(const std::vector<isl::set> &sets) {
  isl::set all = sets.front();
  for (size_t k = 1; k < sets.size(); ++k)
    all = all.unite(sets[k]);
  return all.coalesce();
}

/// Notes which pointers are assumed to point to more than is certainly accessed.
static void noteAssumedExtents(ExtractState &state) {
  isl::set ranges = state.typeRanges();
  for (const auto &[array, elements] : state.UncertainElements) {
    auto certain = state.CertainElements.find(array);
    if (certain != state.CertainElements.end() &&
        unionOf(elements).intersect_params(ranges).is_subset(unionOf(certain->second)))
      continue;
    Array &info = state.TheScop.arrays[array];
    info.assumedExtent = true;
    state.Diagnostics.report({DiagId::ConditionalExtent, info.loc, {info.sourceName}, {}, {}});
  }
}

/// Later statements may have narrowed the guard so that earlier ones never run.
static void removeIdleStatements(ExtractState &state) {
  std::erase_if(state.Statements, [&](const PlacedStatement &placed) {
    return !state.canRun(placed.statement.domain.params());
  });
}

static void finishScop(ExtractState &state, ArrayTable &arrays) {
  Scop &scop = state.TheScop;
  removeIdleStatements(state);
  if (state.Statements.empty()) {
    computeExitValues(state); // Data may decide on one: then it is a statement after all.
    refuse(DiagId::NoStatements, state.Region.statement->getBeginLoc());
  }
  if (const std::vector<Refusal> outside = subscriptsOutside(state); !outside.empty())
    throw RefusalError{outside.front()};
  computeExitValues(state);
  addExposedReads(state, arrays);
  finishPlaces(state, arrays);
  keepScratchInBounds(state, arrays);
  isl::set model = parameterUniverse(state);
  placeIndependences(state);
  placeStatements(state, model);
  takeInspections(state, arrays, model);
  isl::set ranges = state.typeRanges();
  scop.context = alignedTo(state.knownContext(), model).coalesce();
  scop.guard = alignedTo(scop.guard.gist(ranges), model).coalesce();
  for (ExitValue &exit : scop.exitValues)
    exit.value = isl::manage(
        isl_pw_aff_align_params(exit.value.copy(), model.space().release()));
  for (PointerExit &exit : scop.pointerExits)
    exit.when = alignedTo(exit.when, model);
  applyDevicePointers(state);
  noteAssumedExtents(state);
  removeUnusedArrays(scop);
  takeRowsApart(scop);
  scop.hostDeclarations = state.Places.privateMembers().declarations();
  addProgramEnds(state);
}

namespace {
/// Keeps messages of an attempt until it is the last one.
class AttemptDiagnostics : public DiagnosticHandler {
public:
  void report(const Diagnostic &diagnostic) override { Kept.push_back(diagnostic); }
  std::vector<Diagnostic> Kept;
};
} // namespace

namespace {
/// A region in a form in which it may be analysed.
struct Form {
  InlinedRegion inlined;
  const Stmt *evaluated; ///< Reads the same, with the bounds of all loops.
  SteppedLoops loops = {}; ///< Those with variable steps, in whose place are others.
  LoopSizes sizes = {};    ///< Of loops that stand for others.
  bool told = true;        ///< Why it is refused may be what users read.
};
} // namespace

static Scop extract(isl::ctx isl, ASTContext &context, const MarkedRegion &region,
                    const Form &form, const Clauses &clauses,
                    const ScalarValues::Variables &notFollowed, DiagnosticHandler &diagnostics) {
  ExtractState state(isl, context, region, form.inlined, clauses, diagnostics);
  applyPrivateClauses(state);
  applyReductionClauses(state);
  applyExtentsClause(state);
  state.Scalars.follow(followedVariables(state, notFollowed));
  nameRegion(state);
  noteUnconditionalReads(state, form.evaluated);
  addIterationCounts(state, form.loops);
  demandLoopSizes(state, form.sizes);
  RegionWalker walker(state);
  walker.run();
  checkExtentsClause(state, walker.arrays());
  checkIndependentClause(state);
  finishScop(state, walker.arrays());
  return std::move(state.TheScop);
}

/// Everything in \p region that would refuse it, as far as one walk finds it.
static std::vector<Refusal> culpritsIn(isl::ctx isl, ASTContext &context,
                                       const MarkedRegion &region, const Form &form,
                                       const Clauses &clauses,
                                       const ScalarValues::Variables &notFollowed) {
  std::vector<Refusal> culprits;
  AttemptDiagnostics unheard;
  ExtractState state(isl, context, region, form.inlined, clauses, unheard);
  state.Culprits = &culprits;
  try {
    applyPrivateClauses(state);
    applyReductionClauses(state);
    applyExtentsClause(state);
    state.Scalars.follow(followedVariables(state, notFollowed));
    noteUnconditionalReads(state, form.evaluated);
    addIterationCounts(state, form.loops);
    demandLoopSizes(state, form.sizes);
    RegionWalker(state).run();
    const std::vector<Refusal> outside = subscriptsOutside(state);
    culprits.insert(culprits.end(), outside.begin(), outside.end());
  } catch (const RefusalError &error) {
    culprits.push_back(error.refusal);
  } catch (const NotFollowedError &) {
    // What stands behind it remains unsaid.
  } catch (const isl::exception &) {
    // As above: it costs too much.
  }
  return culprits;
}

static bool sameMessage(const Refusal &a, const Refusal &b) {
  return a.id == b.id && a.args == b.args;
}

/// \p first with notes at the other places that refuse the region: users see at once what
/// there is to do.
static Refusal withOthers(Refusal first, const std::vector<Refusal> &culprits) {
  constexpr size_t MostSaid = 8;
  std::vector<Refusal> said{first};
  for (const Refusal &other : culprits) {
    if (said.size() > MostSaid ||
        llvm::any_of(said, [&](const Refusal &known) { return sameMessage(known, other); }))
      continue;
    first.notes.push_back({DiagId::NoteAlso, other.loc, {reasonOf(other)}});
    said.push_back(other);
  }
  return first;
}

static Result<Scop> attemptExtraction(isl::ctx isl, ASTContext &context,
                                      const MarkedRegion &region, const Form &form,
                                      const Clauses &clauses, const ScalarValues::Variables &notFollowed,
                                      DiagnosticHandler &diagnostics) {
  try {
    return extract(isl, context, region, form, clauses, notFollowed, diagnostics);
  } catch (const RefusalError &error) {
    if (error.refusal.id == DiagId::InvalidCode)
      return error.refusal;
    return withOthers(error.refusal, culpritsIn(isl, context, region, form, clauses, notFollowed));
  }
}

/// Without variables that turn out to have no values that are known.
static Result<Scop> extractForm(isl::ctx isl, ASTContext &context, const MarkedRegion &region,
                                const Form &form, const Clauses &clauses,
                                std::vector<Diagnostic> &said) {
  ScalarValues::Variables notFollowed;
  while (true) {
    AttemptDiagnostics attempt;
    try {
      Result<Scop> result = attemptExtraction(isl, context, region, form, clauses, notFollowed, attempt);
      if (result)
        markLooseRounding(*result);
      said = std::move(attempt.Kept);
      return result;
    } catch (const NotFollowedError &error) {
      notFollowed.insert(error.variable);
    }
  }
}

/// The form of \p inlined in which what nests count has its values, if there is anything.
static void addClosedForm(ASTContext &context, const MarkedRegion &region,
                          const InlinedRegion &inlined, std::vector<Form> &forms) {
  Form closed{inlined, inlined.statement};
  const auto sizes = closeForms(context, region, closed.inlined);
  if (!sizes)
    return;
  closed.sizes = *sizes;
  closed.told = false; // Users have the variables that they wrote.
  Form flat = closed;
  const LoopSizes ofDigits = splitFlatLoops(context, region, flat.inlined);
  flat.sizes.sizes.insert(flat.sizes.sizes.end(), ofDigits.sizes.begin(), ofDigits.sizes.end());
  if (!ofDigits.sizes.empty())
    forms.push_back(flat);
  forms.push_back(closed);
}

/// The forms of \p inlined, the best first: with for loops in the place of while and do loops,
/// which may else run in the text of statements, and with counted loops in the place of those with
/// variable steps.
static std::vector<Form> formsOf(ASTContext &context, const MarkedRegion &region,
                                 const InlinedRegion &inlined) {
  std::vector<Form> forms;
  InlinedRegion plain = inlined, counted = inlined, whole = inlined;
  takePointerTurnsApart(context, region, plain);
  const size_t counts = countWhileLoops(context, region, DoToo::No, counted);
  if (countWhileLoops(context, region, DoToo::Yes, whole) > counts) {
    takePointerTurnsApart(context, region, whole);
    addClosedForm(context, region, whole, forms);
    forms.push_back({whole, whole.statement});
    forms.back().told = false;
  }
  if (counts > 0)
    takePointerTurnsApart(context, region, counted);
  else
    counted = plain;
  addClosedForm(context, region, counted, forms);
  Form flat{counted, counted.statement};
  flat.sizes = splitFlatLoops(context, region, flat.inlined);
  flat.told = false; // Users have the loops that they wrote.
  if (!flat.sizes.sizes.empty())
    forms.push_back(flat);
  Form stepped{counted, counted.statement}, tiles = stepped;
  stepped.loops = countVariableSteps(context, region, TilesToo::No, stepped.inlined);
  tiles.loops = countVariableSteps(context, region, TilesToo::Yes, tiles.inlined);
  if (!stepped.loops.counts.empty())
    forms.push_back(stepped);
  if (counts > 0)
    forms.push_back({counted, counted.statement});
  forms.push_back({plain, plain.statement});
  if (tiles.loops.counts.size() > stepped.loops.counts.size())
    forms.push_back(tiles), forms.back().told = false; // As tiles, the loops say more.
  return forms;
}

namespace {
/// Why a form of a region is refused.
struct RefusedForm {
  bool told;    ///< Form::told
  bool stepped; ///< With counted loops in the place of variable steps.
  Refusal refusal;
  std::vector<Diagnostic> said;
};
} // namespace

/// Whether \p now tells more than \p before: what hinders the loops as they stand, unless that is the head of a
/// loop and another form leads beyond it.
static bool isTold(const RefusedForm &before, const RefusedForm &now) {
  if (before.stepped == now.stepped)
    return !now.stepped;
  return (now.stepped ? before : now).refusal.id == DiagId::LoopForm ? now.stepped : !now.stepped;
}

static void reportAll(const std::vector<Diagnostic> &all, DiagnosticHandler &diagnostics) {
  for (const Diagnostic &diagnostic : all)
    diagnostics.report(diagnostic);
}

/// The first form of \p inlined that is a Scop.
static Result<Scop> extractForms(isl::ctx isl, ASTContext &context, const MarkedRegion &region,
                                 const InlinedRegion &inlined, const Clauses &clauses,
                                 DiagnosticHandler &diagnostics) {
  std::optional<RefusedForm> told;
  for (const Form &form : formsOf(context, region, inlined)) {
    std::vector<Diagnostic> said;
    Result<Scop> result = extractForm(isl, context, region, form, clauses, said);
    if (result) {
      reportAll(said, diagnostics);
      return result;
    }
    const RefusedForm refused{form.told, !form.loops.counts.empty(), result.refusal(), said};
    if (!told || (form.told && (!told->told || isTold(*told, refused))))
      told = refused;
  }
  reportAll(told->said, diagnostics);
  return told->refusal;
}

static std::optional<UnorderedProgram> unorderedProgram(isl::ctx isl, ASTContext &context,
                                                        const MarkedRegion &region,
                                                        InlinedRegion inlined,
                                                        const Clauses &clauses) {
  UnorderedProgram program;
  std::vector<const ForStmt *> loops = findPlacesAfterwards(context, region, inlined);
  const std::vector<const ForStmt *> carrying = computeCarriedValues(context, region, inlined);
  loops.insert(loops.end(), carrying.begin(), carrying.end());
  for (const ForStmt *loop : loops)
    forEachPart(loop, [&](const Stmt *part) {
      const auto *expr = dyn_cast<Expr>(part);
      program.places.push_back(sourceRef(expr ? expr->getExprLoc() : part->getBeginLoc()));
      program.places.push_back(sourceRef(part->getBeginLoc()));
    });
  if (program.places.empty())
    return std::nullopt;
  program.extract = [=, &context] {
    AttemptDiagnostics unsaid; // The program as it was written has told its users.
    return extractForms(isl, context, region, inlined, clauses, unsaid);
  };
  return program;
}

Result<Scop> extractScop(IslContext &isl, ASTContext &context, const MarkedRegion &region,
                         const Clauses &clauses, DiagnosticHandler &diagnostics,
                         std::optional<UnorderedProgram> *unordered) {
  if (!region.statement)
    return Refusal{DiagId::PragmaNotALoop, {}, {}, {}, {}};
  InlinedRegion inlined;
  try {
    refuseInvalidCode(region.statement);
    inlined = inlineCalls(context, region);
    replaceAddresses(context, region, inlined);
    replaceMemoryCalls(context, region, inlined);
    separateIncrements(context, region, inlined);
    replacePointerVariables(context, region, inlined);
    refuseInvalidCode(inlined.statement);
    refuseUnknownCalls(context, inlined.statement);
  } catch (const RefusalError &error) {
    return error.refusal;
  }
  if (unordered)
    *unordered = unorderedProgram(isl.get(), context, region, inlined, clauses);
  return extractForms(isl.get(), context, region, inlined, clauses, diagnostics);
}

} // namespace gputile
