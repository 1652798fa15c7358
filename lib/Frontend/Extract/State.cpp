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

isl::set typeRange(ASTContext &ast, isl::pw_aff value, QualType type) {
  type = integerType(type);
  bool isSigned = type->isSignedIntegerType();
  unsigned bits = type->isBooleanType() ? 1 : static_cast<unsigned>(ast.getIntWidth(type));
  isl::val power = isl::manage(isl_val_2exp(isl_val_int_from_ui(
      value.ctx().get(), isSigned ? bits - 1 : bits)));
  isl::pw_aff upper = value.domain().pw_aff_on_domain(power.sub(1));
  isl::pw_aff lower =
      value.domain().pw_aff_on_domain(isSigned ? power.neg() : isl::val::zero(value.ctx()));
  return value.ge_set(lower).intersect(value.le_set(upper));
}

isl::set ExtractState::typeRanges() const {
  isl::set ranges = universe();
  for (unsigned p = 0; p < ParameterInfos.size(); ++p) {
    isl::pw_aff value = isl::pw_aff::param_on_domain(
        universe(), isl::id(Isl, TheScop.parameters[p].name));
    ranges = ranges.intersect(typeRange(Ast, value, ParameterInfos[p].type))
                 .intersect(typeRange(Ast, value, Ast.LongLongTy));
  }
  return ranges;
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

void ExtractState::require(const isl::set &valid, const isl::set &domain, SourceLocation loc) {
  isl::set known = domain.intersect(typeRanges()).intersect(TheScop.guard);
  isl::set bad = known.subtract(valid);
  if (bad.is_empty())
    return;
  isl::set badParameters = projectIterators(bad);
  if (projectIterators(known).is_subset(badParameters))
    refuse(DiagId::AlwaysWraps, loc);
  TheScop.guard = TheScop.guard.subtract(badParameters).coalesce();
}

} // namespace gputile::frontend
