//===- gputile-calibrate.cu - Measures a device profile -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Compile it for the GPU that it shall measure: docs/devices.md.
///
//===----------------------------------------------------------------------===//

#include "Arithmetic.cuh"
#include "Launches.cuh"
#include "Memory.cuh"
#include "ProfileText.h"

#include <cstring>
#include <fstream>
#include <iostream>
#include <limits>

using namespace gputile::calibrate;

namespace {

int attributeOf(cudaDeviceAttr attribute) {
  int value = 0;
  need(cudaDeviceGetAttribute(&value, attribute, 0), "an attribute of the device");
  return value;
}

/// Adds what CUDA knows.
void addLimits(Numbers &numbers, const std::string &driver) {
  const auto add = [&](const char *name, int value) {
    numbers[name] = {static_cast<double>(value), driver};
  };
  add("multiprocessors", attributeOf(cudaDevAttrMultiProcessorCount));
  add("warpsPerMultiprocessor", attributeOf(cudaDevAttrMaxThreadsPerMultiProcessor) / lanes);
  add("blocksPerMultiprocessor", attributeOf(cudaDevAttrMaxBlocksPerMultiprocessor));
  add("registersPerMultiprocessor", attributeOf(cudaDevAttrMaxRegistersPerMultiprocessor));
  add("threadsPerBlock", attributeOf(cudaDevAttrMaxThreadsPerBlock));
  add("threadsInZ", attributeOf(cudaDevAttrMaxBlockDimZ));
  add("sharedBytesPerMultiprocessor", attributeOf(cudaDevAttrMaxSharedMemoryPerMultiprocessor));
  add("sharedBytesPerBlock", attributeOf(cudaDevAttrMaxSharedMemoryPerBlock));
  add("sharedBytesPerBlockOptIn", attributeOf(cudaDevAttrMaxSharedMemoryPerBlockOptin));
  add("sharedBytesReservedPerBlock", attributeOf(cudaDevAttrReservedSharedMemoryPerBlock));
  numbers["registersPerThread"] = {255, "CUDA C++ Programming Guide, since compute capability 3.5"};
}

/// Of what schedulers can start, kernels start about so much, as docs/performance.md counts.
constexpr double efficiency = 0.6;

void addArithmetic(Numbers &numbers, const std::string &measured) {
  const int multiprocessors = attributeOf(cudaDevAttrMultiProcessorCount);
  const int warps = attributeOf(cudaDevAttrMaxThreadsPerMultiProcessor) / lanes;
  const double clock = clockOf(multiprocessors);
  const double cycles = clock * 1e9 * multiprocessors; // Of all multiprocessors in a second.
  numbers["clockGigahertz"] = {clock, measured};
  numbers["fp32LanesPerCycle"] = {multiplyAddRate<float>(multiprocessors, warps) / cycles,
                                  measured};
  numbers["fp64LanesPerCycle"] = {multiplyAddRate<double>(multiprocessors, warps) / cycles,
                                  measured};
  numbers["laneInstructionsPerNanosecond"] = {efficiency * mixedRate(multiprocessors, warps) / 1e9,
                                              "estimated: an efficiency of 0.6 of what was " +
                                                  measured};
  const BarrierCycles barrier = barrierCycles();
  numbers["blockBarrierCycles"] = {barrier.fixed, measured};
  numbers["blockBarrierCyclesPerWarp"] = {barrier.perWarp, measured};
  numbers["shuffleCycles"] = {shuffleCycles(), measured};
}

void addMemory(Numbers &numbers, const std::string &measured) {
  const int multiprocessors = attributeOf(cudaDevAttrMultiProcessorCount);
  size_t available = 0, all = 0;
  need(cudaMemGetInfo(&available, &all), "the memory of the device");
  const auto l2 = static_cast<size_t>(attributeOf(cudaDevAttrL2CacheSize));
  const size_t beyondL2 = std::min(std::max(size_t(512) << 20, 8 * l2), available / 4);
  const auto threads = static_cast<size_t>(multiprocessors) *
                       static_cast<size_t>(attributeOf(cudaDevAttrMaxThreadsPerMultiProcessor));
  numbers["dramGigabytesPerSecond"] = {copyRate(threads, beyondL2, 4) / 1e9, measured};
  // All launches together do not come to a line twice.
  numbers["dramLatencyCycles"] = {loadCycles(beyondL2, 1 << 16, 2 * l2), measured};
  numbers["l2GigabytesPerSecond"] = {copyRate(threads, l2 / 8, 1000) / 1e9, measured};
  numbers["l2LatencyCycles"] = {loadCycles(l2 / 8, 1 << 17, 1), measured};
  numbers["hostToDeviceGigabytesPerSecond"] = {transferRate(cudaMemcpyHostToDevice) / 1e9,
                                               measured};
  numbers["deviceToHostGigabytesPerSecond"] = {transferRate(cudaMemcpyDeviceToHost) / 1e9,
                                               measured};
}

void addLaunches(Numbers &numbers, const std::string &measured) {
  const int multiprocessors = attributeOf(cudaDevAttrMultiProcessorCount);
  const bool cooperative = attributeOf(cudaDevAttrCooperativeLaunch) != 0;
  const double never = std::numeric_limits<double>::infinity();
  numbers["launchMicroseconds"] = {launchSeconds(multiprocessors) * 1e6, measured};
  numbers["graphNodeMicroseconds"] = {graphNodeSeconds(multiprocessors) * 1e6, measured};
  numbers["gridBarrierMicroseconds"] = {
      cooperative ? gridBarrierSeconds(multiprocessors) * 1e6 : never, measured};
  numbers["flagMicroseconds"] = {cooperative ? flagSeconds() * 1e6 : never, measured};
}

std::string driverText() {
  int version = 0;
  need(cudaDriverGetVersion(&version), "CUDA's driver");
  return "CUDA's driver " + std::to_string(version / 1000) + "." +
         std::to_string(version % 1000 / 10);
}

int usage() {
  std::cerr
      << "usage: gputile-calibrate [--name=NAME] [FILE]\n"
         "Measures the first GPU and writes its device profile, without FILE to standard output.\n";
  return 2;
}

int fail(const std::string &what) {
  std::cerr << "gputile-calibrate: error: " << what << '\n';
  return 1;
}

} // namespace

int main(int argc, char **argv) {
  std::string name, path;
  for (int i = 1; i < argc; ++i) {
    if (std::strncmp(argv[i], "--name=", 7) == 0)
      name = argv[i] + 7;
    else if (argv[i][0] != '-' && path.empty())
      path = argv[i];
    else
      return usage();
  }
  need(cudaSetDevice(0), "the first GPU");
  cudaDeviceProp properties;
  need(cudaGetDeviceProperties(&properties, 0), "the first GPU");
  const std::string device = properties.name, driver = driverText();
  const std::string measured = "measured on '" + device + "', " + driver;
  Numbers numbers;
  addLimits(numbers, driver + ", on '" + device + "'");
  addArithmetic(numbers, measured);
  addMemory(numbers, measured);
  addLaunches(numbers, measured);
  std::string mistake;
  const std::optional<std::string> text =
      profileText(name.empty() ? nameOf(device) : name, device, numbers, mistake);
  if (!text)
    return fail("what was measured makes no profile: " + mistake);
  if (path.empty()) {
    std::cout << *text << std::flush;
    return std::cout ? 0 : fail("standard output cannot be written to");
  }
  std::ofstream file(path);
  file << *text << std::flush;
  return file ? 0 : fail("'" + path + "' cannot be written");
}
