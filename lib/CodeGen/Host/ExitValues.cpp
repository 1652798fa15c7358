//===- ExitValues.cpp - Iterators after the region --------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Host/ExitValues.h"

#include "CodeGen/Names.h"

#include <set>
#include <utility>

namespace gputile::codegen {

namespace {
/// `if (condition) variable = value;`, without the test where \p condition is empty.
struct Assignment {
  std::string variable, value, condition;
};
} // namespace

static ExprPrinter parameterPrinter(const RegionModel &region) {
  ExprPrinter printer(Dialect::C);
  for (const Parameter &parameter : region.scop.parameters)
    printer.define(parameter.name,
                   {"((long long)(" + parameter.callExpr + "))", Bound::parameter(), {}});
  return printer;
}

static std::vector<Assignment> assignments(const RegionModel &region) {
  ExprPrinter printer = parameterPrinter(region);
  std::vector<Assignment> result;
  for (const ExitValue &exit : region.scop.exitValues) {
    isl::set defined = exit.value.domain().intersect(region.guarded);
    if (defined.is_empty())
      continue;
    Assignment assignment{exit.variable, printer.print(ParamExprs(defined).value(exit.value)).text, ""};
    if (!region.guarded.is_subset(defined))
      assignment.condition = printer.print(ParamExprs(region.guarded).condition(defined)).text;
    result.push_back(std::move(assignment));
  }
  return result;
}

/// Whether an assignment changes what a later one reads.
static bool dependOnOrder(const std::vector<Assignment> &all) {
  std::set<std::string> changed;
  for (const Assignment &assignment : all) {
    for (const std::string &word : identifiersIn(assignment.value + " " + assignment.condition))
      if (changed.count(word))
        return true;
    changed.merge(identifiersIn(assignment.variable));
  }
  return false;
}

/// Values of pointers: the conditions are computed before anything is assigned.
static std::vector<std::pair<std::string, const PointerExit *>>
pointerExits(const RegionModel &region, TextWriter &writer) {
  ExprPrinter printer = parameterPrinter(region);
  std::vector<std::pair<std::string, const PointerExit *>> exits;
  for (const PointerExit &exit : region.scop.pointerExits) {
    const isl::set when = exit.when.intersect(region.guarded);
    if (when.is_empty())
      continue;
    const std::string test = "gpt_turns" + std::to_string(exits.size());
    writer.line("const int ", test, " = ",
                printer.print(ParamExprs(region.guarded).condition(when)).text, ";");
    exits.emplace_back(test, &exit);
  }
  return exits;
}

/// The pointers of \p exit change all at once.
static void assignPointers(const std::string &test, const PointerExit &exit, TextWriter &writer) {
  const auto given = [](const PointerExit::Value &value, const std::string &text) {
    return value.moved ? "static_cast<__typeof__(" + value.pointer + ") &&>(" + text + ")" : text;
  };
  writer.line("if (", test, ") {");
  for (size_t k = 0; k < exit.values.size(); ++k)
    writer.line("  __typeof__(", exit.values[k].pointer, ") gpt_turned", std::to_string(k), " = ",
                given(exit.values[k], exit.values[k].source), ";");
  for (size_t k = 0; k < exit.values.size(); ++k)
    writer.line("  ", exit.values[k].pointer, " = ",
                given(exit.values[k], "gpt_turned" + std::to_string(k)), ";");
  writer.line("}");
}

std::string exitStatements(const RegionModel &region) {
  TextWriter writer;
  const auto pointers = pointerExits(region, writer);
  std::vector<Assignment> all = assignments(region);
  // Values are those from before the region: all are computed before one is assigned.
  if (dependOnOrder(all))
    for (size_t k = 0; k < all.size(); ++k) {
      const std::string value = "gpt_exit" + std::to_string(k), test = "gpt_exits" + std::to_string(k);
      if (!all[k].condition.empty())
        writer.line("const int ", test, " = ", std::exchange(all[k].condition, test), ";");
      const std::string head = all[k].condition.empty() ? "" : test + " ? ";
      writer.line("const long long ", value, " = ", head, std::exchange(all[k].value, value),
                  head.empty() ? ";" : " : 0;");
    }
  for (const Assignment &assignment : all) {
    const std::string text = assignment.variable + " = " + assignment.value + ";";
    if (!assignment.condition.empty())
      writer.line("if (", assignment.condition, ")");
    writer.line(assignment.condition.empty() ? "" : "  ", text);
  }
  for (const auto &[test, exit] : pointers)
    assignPointers(test, *exit, writer);
  // A handler of signals may go on after all.
  for (const ProgramEnd &end : region.scop.programEnds)
    writer.line("if (", end.flag, ") { ", end.flag, " = 0; ", end.call, "; }");
  return writer.text();
}

} // namespace gputile::codegen
