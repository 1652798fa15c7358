//===- Target.h - What an entry function is written for ---------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

/// \file
/// The host side of a region has one logic and two spellings: C++ on the CUDA
/// runtime with the helpers of the prelude, for the .cu files of the gputile command;
/// and C on libgputile_rt, for what the plugin lets Clang compile.

#ifndef GPUTILE_LIB_CODEGEN_HOST_TARGET_H
#define GPUTILE_LIB_CODEGEN_HOST_TARGET_H

#include "CodeGen/Kernel/Text.h"

#include "gputile/CodeGen/CodeGen.h"
#include "gputile/IR/PointerRows.h"
#include "gputile/Support/Text.h"

#include <memory>
#include <string>
#include <vector>

namespace gputile::codegen {

/// What one launch runs, with its text.
struct KernelWithCode {
  std::unique_ptr<KernelModel> model;
  /// Kernels of the plan whose leader it is.
  std::vector<std::unique_ptr<KernelModel>> parts;
  KernelCode code;

  /// The model and those of the parts.
  std::vector<const KernelModel *> models() const {
    std::vector<const KernelModel *> all{model.get()};
    for (const auto &part : parts)
      all.push_back(part.get());
    return all;
  }
};

/// Which arrays the entry describes, and how they come in.
struct ArrayUse {
  bool onDevice = false;  ///< Allocated: some kernel uses it.
  bool described = false; ///< On the device, or read by value and checked for overlap.
  bool byAddress = false; ///< A value that the entry reads through a pointer …
  bool isRead = false;    ///< … if kernels use it: parameters have their values already.
  std::string argument;   ///< Name of the entry's argument; empty for Private.
};

/// The beginnings of calls that ask how warps of scheme stream suit the device, "run.rowBlocks(".
struct RowCalls {
  std::string rowBlocks, planeParts;
};

/// Blocks along dimension \p d of the grid; those of a warp where KernelModel::sparesEdges.
std::string blocksText(const KernelModel &kernel, size_t d, const RowCalls &calls);

/// All warps where KernelModel::sparesEdges, but for the prefix of the function's name.
std::string rowWarpsText(const KernelModel &kernel);

/// Everything that the two spellings print about.
struct EntryModel {
  const RegionModel &region;
  const std::vector<KernelWithCode> &kernels;
  const std::vector<ArrayUse> &uses; ///< Per Scop::arrays.
  const RegionCode &code;            ///< Its name and arguments are known.
};

/// What is tested before anything is computed from the parameters.
struct EarlyTests {
  bool needsFits = false; ///< There is an argument gputile_fits.
  bool hasIf = false;     ///< There is an argument gputile_if.
  bool hasQueue = false;  ///< There are arguments gputile_queue and gputile_is_stream.
  int64_t largest = 0;    ///< Of the magnitude of a parameter.
  std::string work;       ///< C text: about how many statements are executed.
};

/// C text of what the launches of one kernel do, of type double; see gputile_rt_kernel_work.
struct KernelWork {
  std::string launches, steps, blocks, instructions;
};

/// C text of what a call does.
struct CallWork {
  std::string hostNanoseconds;
  std::vector<KernelWork> kernels; ///< Per EntryModel::kernels.
};

enum class BoxKind { All, In, Out };

/// Why an entry gives up.
enum class GiveUp { Guard, Overlap };

/// One launch inside the host loops. Variables `largest` (the largest magnitude of an
/// index) and, for persistent kernels, `blocks` are declared.
struct LaunchSite {
  unsigned kernel;     ///< Into EntryModel::kernels.
  std::string narrow;  ///< Condition under which 32 bits suffice; empty: never.
};

/// How the entry function is spelled for one kind of host code.
class HostTarget {
public:
  virtual ~HostTarget() = default;

  /// Calls that take any number of values of type long long.
  virtual std::string largest(const std::vector<std::string> &values, unsigned indent) const = 0;
  virtual std::string volume(const std::vector<std::string> &values, unsigned indent) const = 0;
  /// The number of blocks that a grid holds along y and along z.
  virtual std::string mostYZ() const = 0;
  /// Conditions on described arrays.
  virtual std::string layoutHolds(unsigned array) const = 0;
  virtual std::string distinctElements(unsigned array) const = 0;
  /// Whether besides subscripts stay in their rows.
  virtual std::string staysInRows(unsigned array) const = 0;
  virtual std::string countsIn32Bits(unsigned array) const = 0;
  /// \param partly both may be the same elements
  virtual std::string overlap(unsigned a, unsigned b, bool partly) const = 0;
  virtual std::string narrow(unsigned array) const = 0;
  /// `return …;`
  virtual std::string giveUp(GiveUp reason, const std::string &why) const = 0;
  virtual std::string nothingToDo() const = 0;

  /// The lines before the body, up to and with the opening brace.
  virtual std::string head() const = 0;
  /// What follows the closing brace.
  virtual std::string tail() const = 0;
  virtual void printEarly(const EarlyTests &tests, TextWriter &writer) const = 0;
  virtual void printArray(unsigned array, TextWriter &writer) const = 0;
  /// Statements after the boxes of an array that is on the device: how it is copied.
  virtual void printCopies(unsigned array, TextWriter &writer) const = 0;
  /// A statement.
  virtual std::string box(unsigned array, BoxKind kind, const std::vector<std::string> &lower,
                          const std::vector<std::string> &upper) const = 0;
  /// A statement: the subscripts of a row, and the first and last element accessed in it.
  virtual std::string row(unsigned array, const std::vector<std::string> &values) const = 0;
  /// A condition, after the last row: writes to one do not change others, or the pointers.
  virtual std::string separateRows(unsigned array) const = 0;
  /// Before the entry reads arrays of the program.
  virtual void printInspect(TextWriter &writer) const = 0;
  /// Before the first test of an array's layout.
  virtual void printSizes(TextWriter &writer) const = 0;
  /// Whether to test there that a call is worth its copies and launches.
  virtual bool weighsCalls() const = 0;
  virtual void printWeigh(const CallWork &work, TextWriter &writer) const = 0;
  /// Device, memory, copies to the device.
  virtual void printStart(TextWriter &writer) const = 0;
  virtual void printLaunch(const LaunchSite &site, TextWriter &writer) const = 0;
  /// Waits, copies from the device, returns.
  virtual void printFinish(TextWriter &writer) const = 0;
};

std::unique_ptr<HostTarget> makeCudaTarget(const EntryModel &entry);
std::unique_ptr<HostTarget> makeRuntimeTarget(const EntryModel &entry);

/// True when the strides of \p array come from the host, else its layout gives them.
bool hasStrides(const Array &array);

/// Name in the entry of what describes array \p array on the device.
std::string arrayVariable(const RegionModel &region, unsigned array);

} // namespace gputile::codegen

#endif
