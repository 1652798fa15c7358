//===- ExitValues.cpp - Iterators after the region --------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Host/ExitValues.h"

namespace gputile::codegen {

std::string exitStatements(const RegionModel &region) {
  ExprPrinter printer(Dialect::C);
  for (const Parameter &parameter : region.scop.parameters)
    printer.define(parameter.name,
                   {"((long long)(" + parameter.callExpr + "))", Bound::parameter(), {}});
  TextWriter writer;
  for (const ExitValue &exit : region.scop.exitValues) {
    isl::set defined = exit.value.domain().intersect(region.guarded);
    if (defined.is_empty())
      continue;
    const ExprText value = printer.print(ParamExprs(defined).value(exit.value));
    const std::string assignment = exit.variable + " = " + value.text + ";";
    if (region.guarded.is_subset(defined)) {
      writer.line(assignment);
      continue;
    }
    writer.line("if (", printer.print(ParamExprs(region.guarded).condition(defined)), ")");
    writer.line("  ", assignment);
  }
  return writer.text();
}

} // namespace gputile::codegen
