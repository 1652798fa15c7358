//===- TransferText.h - Device arrays in the entry --------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_CODEGEN_HOST_TRANSFERTEXT_H
#define GPUTILE_LIB_CODEGEN_HOST_TRANSFERTEXT_H

#include "CodeGen/Host/Target.h"

#include <set>
#include <utility>

namespace gputile::codegen {

std::vector<ArrayUse> findArrayUses(RegionModel &region, const std::vector<KernelWithCode> &kernels);

/// Declares the arrays, their strides and boxes, and checks their layouts and overlaps.
class ArrayPrinter {
public:
  /// \param guards gets what is checked, for users
  ArrayPrinter(const EntryModel &entry, const HostTarget &target, NodePrinter &printer,
               std::vector<std::string> &guards)
      : Entry(entry), Target(target), Printer(printer), Guards(guards) {}

  /// Checks already here that two arrays share no memory.
  void printSeparate(unsigned a, unsigned b);
  /// Whether \p a and \p b may share memory as far as is known, one of them being written.
  bool mayOverlap(unsigned a, unsigned b) const;
  /// What is not printed yet.
  void printRest();

private:
  const EntryModel &Entry;
  const HostTarget &Target;
  NodePrinter &Printer;
  std::vector<std::string> &Guards;
  std::set<unsigned> Declared, LaidOut;
  std::set<std::pair<unsigned, unsigned>> Separate;
  bool HasSizes = false;

  void giveUp(const std::string &condition, GiveUp reason, const std::string &why);
  void declare(unsigned array);
  void layOut(unsigned array);
  void checkRows(unsigned array);
  void checkOverlap(unsigned a, unsigned b);
};

/// Reads by-value scalars that came by address.
void printValues(const EntryModel &entry, NodePrinter &printer);

} // namespace gputile::codegen

#endif
