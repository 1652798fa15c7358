//===- Kernel.h - Running a small PTX kernel in a test ----------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once
#include "Launch.h"

#include "gtest/gtest.h"

#include <cstdlib>
#include <numeric>

namespace gputile::counts {

inline const char Head[] = ".version 8.0\n.target sm_90\n.address_size 64\n";

/// One array of device memory, which the kernel `k` gets as its parameter `p`.
template <class T> class KernelRun {
  std::unique_ptr<Program> program;

public:
  std::vector<T> data;
  KernelCounts counts;
  std::string error;

  KernelRun(const std::string &module, std::vector<T> values, Launch launch)
      : data(std::move(values)) {
    llvm::Expected<std::unique_ptr<Program>> decoded = decode(Head + module);
    if (!decoded) {
      error = toString(decoded.takeError());
      return;
    }
    program = std::move(*decoded);
    // As cudaMalloc aligns memory, so that sectors are known.
    const size_t bytes = data.size() * sizeof(T);
    const std::unique_ptr<void, decltype(&std::free)> device(
        std::aligned_alloc(256, (bytes + 255) / 256 * 256), std::free);
    std::memcpy(device.get(), data.data(), bytes);
    DeviceMemory memory;
    memory.add(device.get(), bytes);
    for (const Program::Global &global : program->globals)
      memory.add(global.at, global.size);
    const void *pointer = device.get();
    const void *arguments[] = {&pointer};
    if (llvm::Error problem =
            execute(*program, *program->kernel("k"), launch, arguments, memory, counts))
      error = toString(std::move(problem));
    std::memcpy(data.data(), device.get(), bytes);
  }
  Totals totals() const { return totalsOf(*program, counts); }
  const InstructionCount &of(Class kind) const {
    static InstructionCount result;
    result = totals().byClass[static_cast<unsigned>(kind)];
    return result;
  }
  std::vector<LoopCounts> loops() const { return loopsOf(*program, *program->kernel("k"), counts); }
};

/// A kernel whose body finds %tid.x in %r0 and the address of `data` in %rd0.
inline std::string kernel(const std::string &body) {
  return ".visible .entry k(.param .u64 p)\n{\n"
         ".reg .pred %p<10>; .reg .b16 %h<10>; .reg .b32 %r<40>; .reg .f32 %f<20>; .reg .f64 "
         "%d<20>; .reg .b64 %rd<40>;\n"
         "ld.param.u64 %rd0, [p];\nmov.u32 %r0, %tid.x;\n" +
         body + "\n}\n";
}
/// Instructions that `kernel` adds.
inline constexpr uint64_t HeadInstructions = 2;

/// The address of this thread's element of `bytes` in %rd1.
inline std::string elementAddress(unsigned bytes) {
  return "mul.wide.u32 %rd1, %r0, " + std::to_string(bytes) + ";\nadd.s64 %rd1, %rd0, %rd1;\n";
}

inline Launch threads(unsigned perBlock, unsigned blocks = 1) {
  Launch launch;
  launch.grid.x = blocks;
  launch.block.x = perBlock;
  return launch;
}

/// 0, 1, 2, …
template <class T> std::vector<T> ramp(size_t count) {
  std::vector<T> values(count);
  std::iota(values.begin(), values.end(), T(0));
  return values;
}

} // namespace gputile::counts
