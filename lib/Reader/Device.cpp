//===- Device.cpp - Kernels, interpreted -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reader/Interpreter.h"

#include "clang/AST/Attr.h"

using namespace clang;

namespace gputile::reader {

Accessor Interpreter::accessor(unsigned lane) const {
  const Group &here = group();
  if (!here.onDevice)
    return {};
  const unsigned block = lane / here.threads;
  return {LaunchNumber, here.units[block], here.epochs[block], static_cast<int32_t>(lane % here.threads)};
}

Extents Interpreter::extentsAt(uint64_t address) {
  Extents extents;
  for (unsigned d = 0; d < 3; ++d)
    extents[d] = static_cast<uint32_t>(Data.load(address + 4 * d, 4, {}, false).bits);
  return extents;
}

void Interpreter::launch(const CUDAKernelCallExpr *call) {
  const CallExpr *config = call->getConfig();
  const Extents grid = extentsAt(firstValue(scalarOrRecord(config->getArg(0)))),
                block = extentsAt(firstValue(scalarOrRecord(config->getArg(1))));
  const FunctionDecl *kernel = call->getDirectCallee();
  if (!kernel)
    throw NotFollowed{"a launch through a pointer"};
  std::vector<uint64_t> arguments;
  for (const Expr *e : call->arguments()) {
    const Lanes values = value(e);
    requireKnown(values, "an argument of a kernel");
    arguments.push_back(firstValue(values));
  }
  if (!fails())
    launchKernel(*kernel, grid, block, arguments, false);
}

/// A kernel, grid, block, and the address of a list of addresses of arguments.
void Interpreter::launchList(llvm::ArrayRef<uint64_t> values) {
  const auto &kernel = *reinterpret_cast<const FunctionDecl *>(values[0]);
  std::vector<uint64_t> arguments;
  for (unsigned p = 0; p < kernel.getNumParams(); ++p) {
    const ValueType type = valueType(Context, kernel.getParamDecl(p)->getType());
    const Address at = Data.load(values[3] + 8 * p, 8, {}, false).bits;
    const Cell cell = Data.load(at, type.bytes, {}, false);
    arguments.push_back(wrapped(cell.bits, type));
  }
  launchKernel(kernel, extentsAt(values[1]), extentsAt(values[2]), arguments, true);
}

/// The largest number of threads that the kernel is compiled for, or none.
static uint64_t launchBound(const ASTContext &context, const FunctionDecl &kernel) {
  const auto *bounds = kernel.getAttr<CUDALaunchBoundsAttr>();
  Expr::EvalResult result;
  if (!bounds || !bounds->getMaxThreads()->EvaluateAsInt(result, context))
    return 1024;
  return result.Val.getInt().getZExtValue();
}

void Interpreter::launchKernel(const FunctionDecl &kernel, Extents grid, Extents block,
                               llvm::ArrayRef<uint64_t> arguments, bool cooperative) {
  const uint64_t count = uint64_t(grid[0]) * grid[1] * grid[2];
  const uint64_t threads = uint64_t(block[0]) * block[1] * block[2];
  if (count == 0 || threads == 0 || threads > launchBound(Context, kernel))
    throw Fault{"launches " + std::to_string(count) + " blocks of " + std::to_string(threads) +
                " threads, which the kernel cannot have"};
  ++Launches;
  if (Limits.corners && Launches > Limits.cornerLaunches)
    throw CornerDone{};
  std::vector<Extents> blocks;
  for (uint64_t i = 0; i < count; ++i) {
    if (Limits.corners && i == 1)
      i = std::max<uint64_t>(i, count - 1);
    blocks.push_back({uint32_t(i % grid[0]), uint32_t(i / grid[0] % grid[1]),
                      uint32_t(i / grid[0] / grid[1])});
  }
  ++LaunchNumber;
  Units = 0;
  Data.before.clear();
  Signals.clear();
  Waited.clear();
  if (cooperative)
    return runBlocks(kernel, grid, block, blocks, arguments);
  for (const Extents &one : blocks)
    runBlocks(kernel, grid, block, one, arguments);
}

void Interpreter::prepareGroup(Group &group, Extents grid, Extents block, llvm::ArrayRef<Extents> blocks) {
  group.onDevice = true;
  group.grid = grid;
  group.block = block;
  group.threads = block[0] * block[1] * block[2];
  group.lanes = group.threads * static_cast<unsigned>(blocks.size());
  group.blocks.assign(blocks.begin(), blocks.end());
  group.epochs.assign(blocks.size(), 0);
  for (size_t b = 0; b < blocks.size(); ++b)
    group.units.push_back(Units++);
  for (Variable &variable : group.builtins)
    variable.values = Lanes(group.lanes);
  for (unsigned l = 0; l < group.lanes; ++l) {
    const unsigned t = l % group.threads;
    const Extents thread = {t % block[0], t / block[0] % block[1], t / block[0] / block[1]};
    for (unsigned d = 0; d < 3; ++d) {
      group.builtins[d].values.bits[l] = thread[d];
      group.builtins[3 + d].values.bits[l] = blocks[l / group.threads][d];
      group.builtins[6 + d].values.bits[l] = block[d];
      group.builtins[9 + d].values.bits[l] = grid[d];
    }
  }
}

/// The first and the last thread of each block.
void Interpreter::cornerMask(Mask &mask) const {
  for (size_t l = 0; l < mask.size(); ++l) {
    const size_t thread = l % group().threads;
    mask[l] = thread == 0 || thread + 1 == group().threads;
  }
}

void Interpreter::runBlocks(const FunctionDecl &kernel, Extents grid, Extents block,
                            llvm::ArrayRef<Extents> blocks, llvm::ArrayRef<uint64_t> arguments) {
  const FunctionDecl *definition = nullptr;
  if (!kernel.hasBody(definition))
    throw NotFollowed{"a kernel without a body"};
  Group here;
  prepareGroup(here, grid, block, blocks);
  const Mask host = Active;
  Group *const before = Current;
  Frame *const top = Top;
  Current = &here;
  Active.assign(here.lanes, 1);
  if (Limits.corners)
    cornerMask(Active);
  CornerSteps = 0;
  std::vector<Lanes> values;
  for (const uint64_t bits : arguments)
    values.push_back(uniform(bits));
  try {
    callBody(definition, {}, std::move(values));
  } catch (const CornerDone &) {
    Top = top; // Its objects stay until all memory goes.
  }
  for (const Address owned : here.owned)
    Data.release(owned);
  Current = before;
  Active = host;
}

void Interpreter::barrier() {
  Group &here = group();
  for (size_t b = 0; b < here.blocks.size(); ++b) {
    const auto first = Active.begin() + long(b * here.threads);
    const auto count = std::count_if(first, first + here.threads, [](uint8_t lane) { return lane != 0; });
    if (count == 0)
      continue;
    if (count != here.threads && !Limits.corners)
      throw Fault{"has a barrier that " + std::to_string(count) + " of " +
                  std::to_string(here.threads) + " threads meet"};
    ++here.epochs[b];
    if (const auto waited = Waited.find(here.units[b]); waited != Waited.end()) {
      const uint32_t unit = here.units[b];
      if (Data.before.size() <= unit)
        Data.before.resize(unit + 1);
      llvm::BitVector &all = Data.before[unit];
      all.resize(std::max(all.size(), waited->second.size()));
      all |= waited->second;
      Waited.erase(waited);
    }
  }
}

Lanes Interpreter::shuffle(const Lanes &values, long distance) const {
  constexpr long Warp = 32;
  Lanes result = values;
  for (size_t l = 0; l < values.size(); ++l) {
    if (!Active[l])
      continue;
    const long thread = static_cast<long>(l % Current->threads);
    const long other = thread + distance;
    if (other / Warp != thread / Warp || other < 0 || other >= static_cast<long>(Current->threads))
      continue; // A lane without such a neighbour gets its own value.
    const size_t source = l + static_cast<size_t>(other) - static_cast<size_t>(thread);
    if (!Active[source] && !Limits.corners)
      throw Fault{"has a shuffle that not all lanes of a warp take part in"};
    result.bits[l] = values.bits[source];
    result.setUnknown(l, values.isUnknown(source));
  }
  return result;
}

void Interpreter::gridBarrier() {
  for (const uint8_t lane : Active)
    if (!lane && !Limits.corners)
      throw Fault{"has a barrier of the grid that not all threads meet"};
  ++LaunchNumber;
}

Lanes Interpreter::atomicAdd(const Lanes &address, const Lanes &amount) {
  Lanes old = uniform(0);
  for (unsigned l = 0; l < old.size(); ++l) {
    if (!Active[l])
      continue;
    const Cell cell = Data.load(address.bits[l], 4, accessor(l), true);
    old.bits[l] = cell.bits;
    Data.store(address.bits[l], 4, {cell.bits + amount.bits[l], cell.known}, accessor(l), true);
    // What a block does behind a ticket is a unit of its own.
    group().units[l / group().threads] = Units++;
  }
  return old;
}

/// A flag that is set orders what its unit did before; a flag that is seen, what other threads
/// of the unit do behind the next barrier.
void Interpreter::noteFlag(Address flag, unsigned lane, bool isStore, bool isSet) {
  if (!isSet)
    return;
  const uint32_t unit = group().units[lane / group().threads];
  if (!isStore) {
    llvm::BitVector &all = Waited[unit];
    const llvm::BitVector &signal = Signals[flag];
    all.resize(std::max(all.size(), signal.size()));
    all |= signal;
    return;
  }
  llvm::BitVector signal = unit < Data.before.size() ? Data.before[unit] : llvm::BitVector();
  signal.resize(std::max<unsigned>(signal.size(), unit + 1));
  signal.set(unit);
  Signals[flag] = std::move(signal);
}

} // namespace gputile::reader
