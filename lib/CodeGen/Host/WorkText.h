//===- WorkText.h - How much a region does ----------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_CODEGEN_HOST_WORKTEXT_H
#define GPUTILE_LIB_CODEGEN_HOST_WORKTEXT_H

#include "CodeGen/Host/Target.h"

#include <map>

namespace gputile::codegen {

/// C text of how much a region does. All counts are those of boxes around sets: cheap to evaluate,
/// and right up to a small factor, which is enough to see that a call is not worth a launch.
class WorkText {
public:
  WorkText(const EntryModel &entry, const HostTarget &target, ExprPrinter &printer)
      : Entry(entry), Region(entry.region), Target(target), Printer(printer) {}

  /// Of type long long: how many instances the statement with the most has.
  std::string mostInstances();
  /// What a call costs. Only where the plan has costs.
  CallWork call();

private:
  std::string volume(const isl::set &set) const;
  std::string instances(unsigned statement);
  KernelWork workOf(const KernelWithCode &kernel);
  std::string hostNanoseconds();

  const EntryModel &Entry;
  const RegionModel &Region;
  const HostTarget &Target;
  ExprPrinter &Printer;
  std::map<unsigned, std::string> Instances; ///< Once printed, by statement.
};

} // namespace gputile::codegen

#endif
