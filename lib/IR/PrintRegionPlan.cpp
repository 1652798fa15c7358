//===- PrintRegionPlan.cpp - Text of a mapped program ---------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IR/PrintIsl.h"

#include "gputile/IR/RegionPlan.h"

using namespace gputile;
using namespace gputile::ir;

static std::string referencesText(const std::vector<ReferenceId> &references) {
  std::vector<std::string> texts;
  for (const ReferenceId &id : references)
    texts.push_back("S" + std::to_string(id.statement) + ".$" + std::to_string(id.reference));
  return joined(texts);
}

static void printShared(std::ostream &out, const SharedTile &tile) {
  out << "    shared " << tile.name << '[' << joined(tile.size, "][") << "] of array " << tile.array
      << ", padding " << tile.padding << ", prefix " << tile.prefix;
  if (tile.circular)
    out << ", " << tile.circular->slots << " slots in dimension " << tile.circular->dim;
  out << ", used by " << referencesText(tile.references) << "\n      offset "
      << islText(tile.offset) << "\n      copied " << islText(tile.copied) << '\n';
  if (tile.stored)
    out << "      stored " << islText(*tile.stored) << '\n';
}

static void printRegister(std::ostream &out, const RegisterTile &tile) {
  out << "    registers " << tile.name << " of array " << tile.array << ", used by "
      << referencesText(tile.references) << "\n      element " << islText(tile.element)
      << "\n      loaded  " << islText(tile.loaded) << "\n      stored  " << islText(tile.stored)
      << '\n';
}

static const char *modeName(LaunchMode mode) {
  switch (mode) {
  case LaunchMode::Kernels:
    return "one launch each";
  case LaunchMode::Cooperative:
    return "one cooperative launch";
  case LaunchMode::Flags:
    return "one launch with flags";
  }
  __builtin_unreachable();
}

static const char *actionName(KernelAction::Kind kind) {
  switch (kind) {
  case KernelAction::Kind::CopyIn:
    return "copy-in";
  case KernelAction::Kind::CopyOut:
    return "copy-out";
  case KernelAction::Kind::Barrier:
    return "barrier";
  case KernelAction::Kind::RegisterLoad:
    return "register-load";
  case KernelAction::Kind::RegisterStore:
    return "register-store";
  }
  __builtin_unreachable();
}

static std::string orderText(const KernelPlan &kernel) {
  std::vector<std::string> texts;
  for (bool isLoop : kernel.orderIsLoop)
    texts.push_back(isLoop ? "loop" : "position");
  for (unsigned position : kernel.unrolled)
    if (position < texts.size())
      texts[position] = "unrolled";
  return joined(texts);
}

static void printMapping(std::ostream &out, const KernelPlan &kernel) {
  out << "    launch " << islText(kernel.launch) << "\n    host   " << islText(kernel.host)
      << "\n    block  " << islText(kernel.block) << "\n    thread " << islText(kernel.thread)
      << "\n    order  " << islText(kernel.order) << "\n           (" << orderText(kernel) << ")\n"
      << "    blocks " << islText(kernel.blocks) << "\n    full   " << islText(kernel.fullBlocks)
      << '\n';
}

static void printKernel(std::ostream &out, const KernelPlan &kernel) {
  out << "  kernel " << kernel.name << " of statements {" << joined(kernel.statements)
      << "}, host dimensions (" << joined(kernel.hostDims) << "), " << modeName(kernel.mode)
      << " for the last " << kernel.innerHostDims
      << (kernel.leader ? " in the launch of kernel " + std::to_string(*kernel.leader) : "") << ", "
      << kernel.blockDims << " block dimensions, tile (" << joined(kernel.tileSizes)
      << "), threads (" << joined(kernel.blockSize) << "), " << kernel.sharedBytes
      << " shared bytes\n";
  printMapping(out, kernel);
  if (kernel.working)
    out << "    working " << islText(*kernel.working) << '\n';
  if (kernel.waits)
    out << "    waits  " << islText(*kernel.waits) << '\n';
  for (const SharedTile &tile : kernel.shared)
    printShared(out, tile);
  for (const RegisterTile &tile : kernel.registers)
    printRegister(out, tile);
  for (const KernelAction &action : kernel.actions) {
    out << "    " << actionName(action.kind) << ' ' << action.name << " (" << action.tile << ") "
        << islText(action.order) << '\n';
    if (action.slice)
      out << "      slice " << islText(*action.slice) << '\n';
  }
}

static std::string boxText(const Box &box) {
  std::vector<std::string> texts;
  for (unsigned d = 0; d < box.lower.size() && d < box.upper.size(); ++d)
    texts.push_back("[" + islText(box.lower[d]) + " to " + islText(box.upper[d]) + "]");
  return texts.empty() ? "(one element)" : joined(texts, " x ");
}

static void printTransfer(std::ostream &out, const ArrayTransfer &transfer) {
  out << "  array " << transfer.array << (transfer.byValue ? ", by value" : "") << "\n    box "
      << boxText(transfer.box) << '\n';
  if (transfer.copyIn)
    out << "    copy in  " << boxText(transfer.copyInBox) << " for " << islText(transfer.copyInSet)
        << '\n';
  if (transfer.copyOut)
    out << "    copy out " << boxText(transfer.copyOutBox) << " for "
        << islText(transfer.copyOutSet) << (transfer.compared ? ", where changed" : "") << '\n';
}

std::string gputile::printRegionPlan(const RegionPlan &plan) {
  std::ostringstream out;
  out << "plan with " << plan.launchDims << " launch dimensions\n  launch " << islText(plan.launch)
      << '\n';
  for (const KernelPlan &kernel : plan.kernels)
    printKernel(out, kernel);
  for (const ArrayTransfer &transfer : plan.transfers)
    printTransfer(out, transfer);
  return out.str();
}
