//===- State.cpp - What the parts of the extraction share -----------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Extract/State.h"

#include "Frontend/CText/Type.h"

#include "llvm/ADT/StringSet.h"

using namespace clang;

namespace gputile::frontend {

/// Identifiers of C that mean something else in CUDA C++, or in isl's texts.
static bool isReservedInCuda(llvm::StringRef name) {
  static const llvm::StringSet<> reserved = {
      "alignas", "alignof", "and", "and_eq", "asm", "bitand", "bitor", "bool", "catch", "char8_t",
      "char16_t", "char32_t", "class", "compl", "concept", "consteval", "constexpr", "constinit",
      "const_cast", "co_await", "co_return", "co_yield", "decltype", "delete", "dynamic_cast",
      "explicit", "export", "false", "friend", "mutable", "namespace", "new", "noexcept", "not",
      "not_eq", "nullptr", "operator", "or", "or_eq", "private", "protected", "public",
      "reinterpret_cast", "requires", "static_assert", "static_cast", "template", "this",
      "thread_local", "throw", "true", "try", "typeid", "typename", "using", "virtual", "wchar_t",
      "xor", "xor_eq", "threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize", "dim3", "min",
      "max", "abs", "main", "std", "NULL", "errno", "stdin", "stdout", "stderr",
      "exists", "implies", "mod", "floor", "ceil", "floord", "ceild", "rat", "infty", "NaN"};
  return reserved.contains(name) || name.starts_with("gpt_") || name.starts_with("gputile_");
}

/// The tuples of statements are called so.
static bool isStatementName(llvm::StringRef name) {
  return name.consume_front("S") && !name.empty() && llvm::all_of(name, llvm::isDigit);
}

std::string NameTable::unique(llvm::StringRef wanted) {
  std::string name = wanted.empty() ? "unnamed" : wanted.str();
  for (char &c : name)
    if (!llvm::isAlnum(c) && c != '_')
      c = '_';
  if (isReservedInCuda(name) || isStatementName(name))
    name += "_";
  std::string candidate = name;
  for (unsigned k = 1; !Taken.insert(candidate).second; ++k)
    candidate = name + "_" + std::to_string(k);
  return candidate;
}

static std::string identifierFrom(llvm::StringRef text) {
  std::string name;
  for (char c : text)
    name += llvm::isAlnum(c) ? c : '_';
  return name.empty() || llvm::isDigit(name[0]) ? "r" + name : name;
}

PresumedLoc placeOfRegion(const ASTContext &ast, const MarkedRegion &region) {
  const SourceManager &sources = ast.getSourceManager();
  const SourceLocation loc = region.pragma ? region.pragma->loc : region.statement->getBeginLoc();
  return sources.getPresumedLoc(sources.getExpansionLoc(loc));
}

std::string nameOfRegion(const ASTContext &ast, const MarkedRegion &region) {
  const PresumedLoc place = placeOfRegion(ast, region);
  const llvm::StringRef file = place.isValid() ? place.getFilename() : "";
  llvm::StringRef stem = file.rsplit('/').second;
  if (stem.empty())
    stem = file;
  stem = stem.substr(0, stem.find('.'));
  const std::string function = region.function ? region.function->getNameAsString() : "region";
  return identifierFrom(stem) + "_" + identifierFrom(function) + "_" +
         std::to_string(place.isValid() ? place.getLine() : 0);
}

ExtractState::ExtractState(isl::ctx isl, ASTContext &ast, const MarkedRegion &region,
                           const InlinedRegion &inlined, const Clauses &clauses,
                           DiagnosticHandler &diagnostics)
    : Isl(isl), Ast(ast), Region(region), Inlined(inlined), Diagnostics(diagnostics),
      Facts(collectRegionFacts(inlined.statement)),
      Analyses(region.analyses ? region.analyses : std::make_shared<FunctionAnalyses>()),
      Function(Analyses->factsOf(region.function)),
      Places(ast, Facts, inlined.statement, region, nameOfRegion(ast, region)) {
  TheScop.clauses = clauses;
  TheScop.guard = universe();
  TheScop.context = universe();
}

const LoopLevel *ExtractState::loopOver(const VarDecl *variable) const {
  for (const LoopLevel &level : Loops)
    if (level.variable == variable)
      return &level;
  return nullptr;
}

std::optional<unsigned> ExtractState::findParameter(const VarDecl *variable) const {
  for (unsigned p = 0; p < ParameterInfos.size(); ++p)
    if (variable && ParameterInfos[p].variable == variable->getCanonicalDecl())
      return p;
  return std::nullopt;
}

void ExtractState::addParameter(const VarDecl *variable, QualType type, std::string name,
                                std::string callExpr) {
  ParameterInfos.push_back({variable, type});
  TheScop.parameters.push_back({std::move(name), std::move(callExpr), typeText(type)});
}

unsigned ExtractState::parameterFor(const VarDecl *variable, SourceLocation use) {
  if (auto known = findParameter(variable))
    return *known;
  refuseVolatile(variable->getType(), variable->getName(), use);
  QualType type = integerType(variable->getType());
  ParameterVariables.insert(variable->getCanonicalDecl());
  std::string &name = ParameterNames[variable->getCanonicalDecl()];
  if (name.empty())
    name = Names.unique(variable->getName());
  addParameter(variable->getCanonicalDecl(), type, name, Places.textOf(variable, use));
  return static_cast<unsigned>(ParameterInfos.size() - 1);
}

unsigned ExtractState::textParameter(const std::string &name, const std::string &callExpr,
                                     QualType type) {
  for (unsigned p = 0; p < TheScop.parameters.size(); ++p)
    if (TheScop.parameters[p].callExpr == callExpr)
      return p;
  std::string &unique = TextParameterNames[callExpr];
  if (unique.empty())
    unique = Names.unique(name);
  addParameter(nullptr, integerType(type), unique, callExpr);
  return static_cast<unsigned>(ParameterInfos.size() - 1);
}

unsigned ExtractState::sizeParameter(const std::string &name, const std::string &callExpr) {
  return textParameter(name, callExpr, Ast.getSizeType());
}

unsigned ExtractState::inspectedParameter(const std::string &name) {
  for (unsigned p = 0; p < TheScop.parameters.size(); ++p)
    if (TheScop.parameters[p].name == name)
      return p;
  addParameter(nullptr, Ast.LongLongTy, name, "(inspected " + name + ")");
  TheScop.parameters.back().inspected = true;
  return static_cast<unsigned>(ParameterInfos.size() - 1);
}

void ExtractState::handle(const Stmt *block, llvm::function_ref<void()> body) const {
  auto call = Inlined.calls.find(block);
  if (call == Inlined.calls.end())
    return body();
  try {
    body();
  } catch (RefusalError &error) {
    const std::string name = call->second->getDirectCallee()->getNameAsString();
    error.refusal.notes.push_back({DiagId::NoteHere, sourceRef(call->second->getBeginLoc()),
                                   {"the call of '" + name + "' in the region"}});
    throw;
  }
}

std::optional<Refusal> ExtractState::attempt(llvm::function_ref<void()> body) {
  const isl::set guard = TheScop.guard;
  const size_t parameters = TheScop.parameters.size(), loops = Loops.size();
  try {
    body();
    return std::nullopt;
  } catch (const RefusalError &error) {
    TheScop.guard = guard;
    truncateParameters(parameters);
    Loops.erase(Loops.begin() + static_cast<long>(loops), Loops.end());
    return error.refusal;
  }
}

bool ExtractState::step(llvm::function_ref<void()> body) {
  if (!Culprits) {
    body();
    return true;
  }
  const auto refusal = attempt(body);
  // A loop with a jump may run in the text of a statement.
  if (refusal && refusal->id == DiagId::JumpInRegion)
    throw RefusalError{*refusal};
  if (refusal)
    Culprits->push_back(*refusal);
  return !refusal;
}

void ExtractState::truncateParameters(size_t count) {
  ParameterInfos.resize(count);
  TheScop.parameters.resize(count);
}

bool isScattered(const isl::set &set) {
  constexpr int maxPieces = 12, maxQuotients = 3;
  isl_basic_set_list *pieces = isl_set_get_basic_set_list(set.get());
  const int count = isl_basic_set_list_n_basic_set(pieces);
  bool scattered = count > maxPieces;
  for (int k = 0; k < count && !scattered; ++k) {
    const isl::basic_set piece = isl::manage(isl_basic_set_list_get_basic_set(pieces, k));
    scattered = isl_basic_set_dim(piece.get(), isl_dim_div) > maxQuotients;
  }
  isl_basic_set_list_free(pieces);
  return scattered;
}

/// The value as one expression for all points; null where it has pieces.
static isl_aff *wholeAff(const isl::pw_aff &value) {
  return isl_pw_aff_isa_aff(value.get()) ? isl_pw_aff_as_aff(value.copy()) : nullptr;
}

static isl::set setOf(isl_basic_set *set) { return isl::manage(isl_set_from_basic_set(set)); }

/// { : lower <= value <= upper }. isl's comparison of piecewise expressions takes several
/// times as long as that of two expressions, which most values are.
static isl::set between(const isl::pw_aff &value, const isl::val &lower, const isl::val &upper) {
  const isl::set domain = value.domain();
  isl_aff *aff = wholeAff(value);
  if (!aff)
    return value.ge_set(domain.pw_aff_on_domain(lower))
        .intersect(value.le_set(domain.pw_aff_on_domain(upper)));
  isl_local_space *space = isl_aff_get_domain_local_space(aff);
  isl_aff *least = isl_aff_val_on_domain(isl_local_space_copy(space), lower.copy());
  isl_aff *greatest = isl_aff_val_on_domain(space, upper.copy());
  return setOf(isl_aff_ge_basic_set(isl_aff_copy(aff), least))
      .intersect(setOf(isl_aff_le_basic_set(aff, greatest)));
}

isl::set equalSet(const isl::pw_aff &a, const isl::pw_aff &b) {
  isl_aff *first = wholeAff(a);
  isl_aff *second = first ? wholeAff(b) : nullptr;
  if (second) {
    first = isl_aff_align_params(first, isl_aff_get_domain_space(second));
    second = isl_aff_align_params(second, isl_aff_get_domain_space(first));
    return setOf(isl_aff_eq_basic_set(first, second));
  }
  isl_aff_free(first);
  return a.eq_set(b);
}

isl::set typeRange(ASTContext &ast, isl::pw_aff value, QualType type) {
  type = integerType(type);
  bool isSigned = type->isSignedIntegerType();
  unsigned bits = type->isBooleanType() ? 1 : static_cast<unsigned>(ast.getIntWidth(type));
  isl::val power = isl::manage(isl_val_2exp(isl_val_int_from_ui(
      value.ctx().get(), isSigned ? bits - 1 : bits)));
  return between(value, isSigned ? power.neg() : isl::val::zero(value.ctx()), power.sub(1));
}

isl::set ExtractState::typeRanges() const {
  const auto isOf = [&](const KnownRange &range, size_t p) {
    return range.name == TheScop.parameters[p].name && range.type == ParameterInfos[p].type;
  };
  size_t known = 0;
  while (known < Ranges.size() && known < ParameterInfos.size() && isOf(Ranges[known], known))
    ++known;
  Ranges.erase(Ranges.begin() + static_cast<long>(known), Ranges.end());
  for (size_t p = known; p < ParameterInfos.size(); ++p) {
    const std::string &name = TheScop.parameters[p].name;
    const QualType type = ParameterInfos[p].type;
    const isl::pw_aff value = isl::pw_aff::param_on_domain(universe(), isl::id(Isl, name));
    Ranges.push_back({name, type,
                      (p == 0 ? universe() : Ranges.back().upToHere)
                          .intersect(typeRange(Ast, value, type))
                          .intersect(typeRange(Ast, value, Ast.LongLongTy))});
  }
  return Ranges.empty() ? universe() : Ranges.back().upToHere;
}

isl::set ExtractState::knownContext() const {
  isl::set known = universe();
  for (unsigned p = 0; p < ParameterInfos.size(); ++p) {
    QualType type = integerType(ParameterInfos[p].type);
    isl::pw_aff value = isl::pw_aff::param_on_domain(
        universe(), isl::id(Isl, TheScop.parameters[p].name));
    if (type->isBooleanType() || Ast.getIntWidth(type) <= 16)
      known = known.intersect(typeRange(Ast, value, type));
    else if (type->isUnsignedIntegerType())
      known = known.intersect(value.ge_set(universe().pw_aff_on_domain(0)));
  }
  return known;
}

bool ExtractState::canRun(const isl::set &domain) const {
  return !domain.intersect(knownContext()).intersect(TheScop.guard).is_empty();
}

isl::set ExtractState::projectIterators(isl::set set, const char *kept) const {
  std::set<std::string> keep{kept};
  for (const Parameter &parameter : TheScop.parameters)
    keep.insert(parameter.name);
  for (int d = static_cast<int>(isl_set_dim(set.get(), isl_dim_param)) - 1; d >= 0; --d)
    if (!keep.count(isl_set_get_dim_name(set.get(), isl_dim_param, d)))
      set = isl::manage(isl_set_project_out(set.release(), isl_dim_param, d, 1));
  return set;
}

bool ExtractState::involvesIterators(const isl::pw_aff &value) const {
  for (const LoopLevel &level : Loops)
    if (value.involves_param(level.id))
      return true;
  return false;
}

isl::set ExtractState::possible(const isl::set &domain) const {
  const isl::set ranges = typeRanges();
  // The subscripts of a statement ask for the same set, one after the other.
  const auto isFor = [&](const Possible &last) {
    return last.domain.get() == domain.get() && last.ranges.get() == ranges.get() &&
           last.guard.get() == TheScop.guard.get();
  };
  if (!LastPossible || !isFor(*LastPossible))
    LastPossible = {domain, ranges, TheScop.guard, domain.intersect(ranges).intersect(TheScop.guard)};
  return LastPossible->points;
}

void ExtractState::require(const isl::set &valid, const isl::set &domain, SourceLocation loc) {
  const isl::set known = possible(domain);
  if (!exclude(known.subtract(valid), known))
    refuse(DiagId::AlwaysWraps, loc);
}

bool ExtractState::exclude(const isl::set &bad, const isl::set &known) {
  if (bad.is_empty())
    return true;
  const isl::set parameters = projectIterators(bad);
  if (projectIterators(known).is_subset(parameters))
    return false;
  TheScop.guard = TheScop.guard.subtract(parameters).coalesce();
  return true;
}

} // namespace gputile::frontend
