//===- ReferenceRun.cpp - The original loops, from the Scop -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reader/ReferenceRun.h"

#include "Reader/ReferenceText.h"

#include <algorithm>

using namespace clang;

namespace gputile::reader {

const FunctionDecl &functionNamed(ASTContext &context, const std::string &name) {
  const auto found = context.getTranslationUnitDecl()->lookup(&context.Idents.get(name));
  for (const NamedDecl *decl : found)
    if (const auto *function = dyn_cast<FunctionDecl>(decl))
      return *function;
  throw NotFollowed{"function '" + name + "', which the text lacks"};
}

std::optional<std::vector<Instance>> instancesAt(const Scop &scop, const isl::set &at, size_t limit) {
  std::vector<Instance> instances;
  for (unsigned s = 0; s < scop.statements.size(); ++s) {
    const Statement &statement = scop.statements[s];
    const auto points = pointsAt(statement.domain, at, limit - instances.size());
    if (!points)
      return std::nullopt;
    if (points->empty())
      continue;
    const FunctionAt time(statement.schedule, statement.domain, at);
    for (const IntPoint &point : *points)
      instances.push_back({time(point), s, point});
  }
  std::sort(instances.begin(), instances.end(),
            [](const Instance &a, const Instance &b) { return a.time < b.time; });
  return instances;
}

namespace {

/// What one statement needs to be executed.
struct StatementAt {
  const FunctionDecl *function = nullptr;
  std::optional<FunctionAt> iterators;
  std::vector<std::optional<FunctionAt>> references; ///< None: not affine.
};

/// Where an array of the original Scop lies.
struct Home {
  Address zero = 0;
  IntPoint stride;
  unsigned bytes = 0;
  Address begin = 0, end = 0; ///< Behind it, other arrays may follow.
};

} // namespace

/// All that statements access of array \p index of \p scop.
static isl::set accessed(const Scop &scop, unsigned index) {
  isl::union_set all(scop.ctx(), "{ }");
  for (const Statement &statement : scop.statements)
    for (const Access &access : statement.accesses)
      if (statement.references[access.reference].array == index)
        all = all.unite(isl::union_set(access.relation.intersect_domain(statement.domain).range()));
  isl::set result;
  all.foreach_set([&](const isl::set &set) { result = set; });
  return result;
}

/// Private arrays have memory of their own, without values.
static Home privateHome(Memory &memory, const Scop &scop, unsigned index, const isl::set &at) {
  const Array &array = scop.arrays[index];
  Home home{0, IntPoint(array.rank, 1), array.elementBytes, 0, 0};
  const isl::set elements = accessed(scop, index);
  const auto box = elements.is_null() ? std::nullopt : boundingBoxAt(elements, at);
  if (!box)
    return home;
  int64_t count = 1, first = 0;
  for (unsigned d = array.rank; d-- > 0;) {
    home.stride[d] = count;
    first += box->lower[d] * count;
    count *= box->upper[d] - box->lower[d] + 1;
  }
  const Address base = memory.allocate(array.sourceName, static_cast<uint64_t>(count) * array.elementBytes).base;
  home.begin = base;
  home.end = base + static_cast<uint64_t>(count) * array.elementBytes;
  home.zero = base - static_cast<uint64_t>(first * int64_t(array.elementBytes));
  return home;
}

static std::vector<Home> findHomes(Memory &memory, const PlannedRegion &region, const ProgramAt &program) {
  std::vector<Home> homes;
  for (unsigned o = 0; o < region.original.arrays.size(); ++o) {
    const std::string &name = region.original.arrays[o].name;
    const auto planned = std::find_if(region.scop.arrays.begin(), region.scop.arrays.end(),
                                      [&](const Array &array) { return array.name == name; });
    const ArrayAt *there = planned == region.scop.arrays.end()
                               ? nullptr
                               : &program.arrays()[size_t(planned - region.scop.arrays.begin())];
    if (there && there->onHost)
      homes.push_back({there->zero(), there->stride, there->bytes, there->object,
                       there->object + static_cast<uint64_t>(there->elements()) * there->bytes});
    else
      homes.push_back(privateHome(memory, region.original, o, program.at()));
  }
  return homes;
}

static StatementAt prepare(ASTContext &context, const Scop &scop, const Statement &statement, const isl::set &at) {
  StatementAt result;
  result.function = &functionNamed(context, referenceFunction(scop, statement));
  if (statement.iteratorValues)
    result.iterators.emplace(isl::manage(isl_map_from_pw_multi_aff(statement.iteratorValues->copy())),
                             statement.domain, at);
  for (const Reference &reference : statement.references)
    result.references.push_back(
        reference.affine
            ? std::optional<FunctionAt>(std::in_place, reference.index, statement.domain, at)
            : std::nullopt);
  return result;
}

void runReference(ASTContext &context, Memory &memory, const PlannedRegion &region, const Sample &sample,
                  const ProgramAt &program, const std::vector<Instance> &instances) {
  const Scop &scop = region.original;
  const std::vector<Home> homes = findHomes(memory, region, program);
  std::vector<std::optional<StatementAt>> statements(scop.statements.size());
  for (const Instance &instance : instances)
    if (!statements[instance.statement])
      statements[instance.statement] =
          prepare(context, scop, scop.statements[instance.statement], program.at());
  const Instance *current = nullptr;
  Interpreter interpreter(context, memory, {});
  interpreter.element = [&](unsigned index, llvm::ArrayRef<int64_t> subscripts) {
    const Home &home = homes[scop.statements[current->statement].references[index].array];
    const auto &function = statements[current->statement]->references[index];
    const IntPoint element = function ? (*function)(current->point) : IntPoint(subscripts.begin(), subscripts.end());
    int64_t linear = 0;
    for (size_t d = 0; d < element.size(); ++d)
      linear += element[d] * home.stride[d];
    const Address at = home.zero + static_cast<uint64_t>(linear * int64_t(home.bytes));
    if (at < home.begin || at + home.bytes > home.end)
      throw Fault{"leaves an array"};
    return at;
  };
  for (const Instance &instance : instances) {
    current = &instance;
    const StatementAt &statement = *statements[instance.statement];
    const IntPoint values = statement.iterators ? (*statement.iterators)(instance.point) : instance.point;
    std::vector<uint64_t> arguments(values.begin(), values.end());
    arguments.insert(arguments.end(), sample.begin(), sample.end());
    interpreter.call(*statement.function, arguments);
  }
}

} // namespace gputile::reader
