//===- RegisterText.cpp - Loads and stores of register tiles ----*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Kernel/RegisterText.h"

#include "CodeGen/Kernel/ElementText.h"

namespace gputile::codegen {

namespace {

/// The copy of one register, at one combination of unrolled positions, or of all where these
/// are the iterators of loops around it.
struct RegisterCopy {
  std::string name; ///< "p_C[1][0]", "p_C[c4][c5]"
  std::vector<isl::ast_expr> index;
  isl::ast_expr condition; ///< Constant 1 when it always happens.
};

} // namespace

/// { S[c…] }: the loops around a leaf without constraints, and \p params.
static isl::set atLeaf(const LeafContext &context, const isl::set &params) {
  isl_space *space = isl_ast_build_get_schedule_space(context.build.get());
  return isl::set(isl::manage(isl_set_universe(space))).intersect_params(params);
}

/// { A[a] } or an empty set: the element of thread t at unrolled positions \p at.
static isl::set elementAt(const KernelModel &kernel, const isl::map &elements,
                          const std::vector<long> &at) {
  std::vector<std::string> names = kernel.hostAndBlock();
  names.insert(names.end(), kernel.thread.begin(), kernel.thread.end());
  isl::map fixed = bindLeadingDims(elements, names);
  for (unsigned u = 0; u < at.size(); ++u)
    fixed = isl::manage(isl_map_fix_si(fixed.release(), isl_dim_in, u, static_cast<int>(at[u])));
  return fixed.range();
}

/// Evaluates one register's element and condition; false when it never happens.
static bool makeCopy(const LeafContext &context, const isl::set &element, RegisterCopy &copy) {
  isl::set happens = atLeaf(context, element.params());
  isl::set here = context.schedule.range();
  if (happens.is_disjoint(here))
    return false;
  copy.condition = context.build.expr_from(happens);
  isl::set everywhere = atLeaf(context, paramUniverse(element.ctx()));
  isl::map values = isl::manage(
      isl_map_from_domain_and_range(everywhere.release(), element.copy())).detect_equalities();
  isl::pw_multi_aff index = values.as_pw_multi_aff();
  for (unsigned d = 0; d < setDims(element); ++d)
    copy.index.push_back(context.build.expr_from(index.at(static_cast<int>(d)).coalesce()));
  return true;
}

static std::string registerName(const std::string &name, const std::vector<long> &position) {
  std::string text = name;
  for (long p : position)
    text += "[" + std::to_string(p) + "]";
  return position.empty() ? text + "[0]" : text;
}

/// Calls \p visit for every combination of positions (counted from 0).
static void forEachPosition(const std::vector<std::pair<long, long>> &ranges,
                            std::vector<long> &position,
                            const std::function<void()> &visit) {
  if (position.size() == ranges.size())
    return visit();
  for (long p = 0; p < ranges[position.size()].second; ++p) {
    position.push_back(p);
    forEachPosition(ranges, position, visit);
    position.pop_back();
  }
}

static std::vector<RegisterCopy> makeCopies(const KernelModel &kernel, const KernelAction &action,
                                            const LeafContext &context) {
  const RegisterTile &tile = kernel.plan.registers[action.tile];
  bool load = action.kind == KernelAction::Kind::RegisterLoad;
  const std::vector<std::pair<long, long>> &ranges = kernel.unrolledRanges;
  std::vector<RegisterCopy> copies;
  std::vector<long> position;
  forEachPosition(ranges, position, [&] {
    std::vector<long> at = position;
    for (unsigned u = 0; u < at.size(); ++u)
      at[u] += ranges[u].first;
    RegisterCopy copy;
    copy.name = registerName(kernel.registerNames[action.tile], position);
    if (makeCopy(context, elementAt(kernel, load ? tile.loaded : tile.stored, at), copy))
      copies.push_back(copy);
  });
  return copies;
}

/// The copy of any register, in loops over all positions.
static std::optional<RegisterCopy> makeLoopCopy(const KernelModel &kernel,
                                                const KernelAction &action,
                                                const LeafContext &context) {
  const RegisterTile &tile = kernel.plan.registers[action.tile];
  const std::vector<std::string> positions = kernel.pointIterators();
  std::vector<std::string> names = kernel.hostAndBlock();
  names.insert(names.end(), kernel.thread.begin(), kernel.thread.end());
  names.insert(names.end(), positions.begin(), positions.end());
  isl::set known = context.known;
  RegisterCopy copy;
  copy.name = kernel.registerNames[action.tile];
  for (size_t u = 0; u < positions.size(); ++u) {
    const auto [low, count] = kernel.unrolledRanges[u];
    if (low != 0)
      return std::nullopt;
    known = known.intersect(paramInterval(known.ctx(), positions[u], 0, count - 1));
    copy.name += "[" + positions[u] + "]";
  }
  const bool load = action.kind == KernelAction::Kind::RegisterLoad;
  const isl::set element =
      bindLeadingDims(load ? tile.loaded : tile.stored, names).range().detect_equalities();
  const ParamExprs exprs(known);
  const std::optional<isl::pw_multi_aff> index = onlyPiece(element.as_pw_multi_aff().coalesce());
  if (!index || isl_set_n_basic_set(element.params().get()) != 1)
    return std::nullopt;
  for (unsigned d = 0; d < setDims(element); ++d)
    copy.index.push_back(exprs.value(index->at(static_cast<int>(d))));
  copy.condition = exprs.condition(exprs.implied(element.params()) ? known : element.params());
  return copy;
}

static void printCopy(const KernelModel &kernel, unsigned array, const RegisterCopy &copy, bool load,
                      NodePrinter &printer) {
  const ArrayText &text = kernel.region.arrays[array];
  std::vector<std::string> indices;
  for (unsigned d = 0; d < copy.index.size(); ++d)
    indices.push_back(text.strides[d] == "1" ? printer.term(copy.index[d])
                                             : printer.factor(copy.index[d]));
  std::string element = globalElement(text, indices, printer.writer());
  bool always = isConstant(copy.condition, 1);
  if (!always) {
    printer.writer().line("if (", printer.expr(copy.condition), ")");
    printer.writer().indent();
  }
  printer.writer().line(load ? copy.name + " = " + element + ";" : element + " = " + copy.name + ";");
  if (!always)
    printer.writer().outdent();
}

static void openPointLoops(const KernelModel &kernel, NodePrinter &printer) {
  const std::vector<std::string> iterators = kernel.pointIterators();
  for (size_t u = 0; u < iterators.size(); ++u) {
    const std::string &name = iterators[u];
    const long count = kernel.unrolledRanges[u].second;
    printer.exprs().declare(name, Bound::constant(count));
    printer.writer().line("GPT_UNROLL");
    printer.writer().open("for (", printer.type(), " ", name, " = 0; ", name, " < ", count, "; ++",
                          name, ")");
  }
}

LeafText registerText(const KernelModel &kernel, const KernelAction &action,
                      const LeafContext &context) {
  unsigned array = kernel.plan.registers[action.tile].array;
  bool load = action.kind == KernelAction::Kind::RegisterLoad;
  if (kernel.loopsOverPoints())
    if (std::optional<RegisterCopy> copy = makeLoopCopy(kernel, action, context))
      return [&kernel, array, load, copy = *copy](NodePrinter &printer) {
        openPointLoops(kernel, printer);
        printCopy(kernel, array, copy, load, printer);
        for (size_t u = 0; u < kernel.plan.unrolled.size(); ++u)
          printer.writer().close();
      };
  std::vector<RegisterCopy> copies = makeCopies(kernel, action, context);
  return [&kernel, array, load, copies](NodePrinter &printer) {
    for (const RegisterCopy &copy : copies)
      printCopy(kernel, array, copy, load, printer);
  };
}

std::string registerDeclaration(const KernelModel &kernel, unsigned tile) {
  const RegisterTile &plan = kernel.plan.registers[tile];
  std::string text = kernel.region.scop.arrays[plan.array].elementType + " " +
                     kernel.registerNames[tile];
  const std::vector<std::pair<long, long>> &ranges = kernel.unrolledRanges;
  for (auto [low, count] : ranges)
    text += "[" + std::to_string(count) + "]";
  return text + (ranges.empty() ? "[1];" : ";");
}

} // namespace gputile::codegen
