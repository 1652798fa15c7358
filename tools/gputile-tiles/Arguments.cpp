//===- Arguments.cpp - The command line of gputile-tiles --------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arguments.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

namespace gputile::tiles {

const char *const HelpText =
    R"(usage: gputile-tiles [options] RESULT.json

Predicts the fastest tile and block sizes of regions under scheme wavefront, with the
execution-time model of Di and Xue (2011). RESULT.json is what gputile --dump-json writes.

  --sizes=NAME=N,…   values of the regions' parameters
  --region=NAME      one region (default: all in the file)
  --device=NAME|FILE the device (default: that of the region)
  --runs=FILE        measured runs, which the costs are fitted to (default: costs are estimated)
  --least-reuse=D    points of a tile for each element that it loads or stores, at least (default: 0)
  --registers=N      registers of a thread (default: 32)
  --best=N           layouts that are shown (default: 3)
  --help             prints this
  --version          prints the version
)";

namespace {

llvm::Error error(const llvm::Twine &what) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), what);
}

llvm::Error readSizes(llvm::StringRef text, Sizes &sizes) {
  llvm::SmallVector<llvm::StringRef> parts;
  text.split(parts, ',');
  for (const llvm::StringRef part : parts) {
    const auto [name, value] = part.rsplit('=');
    int size = 0;
    if (name.empty() || value.getAsInteger(10, size))
      return error("--sizes: expected NAME=N,…, not '" + part + "'");
    sizes[name.str()] = size;
  }
  return llvm::Error::success();
}

llvm::Error readCount(llvm::StringRef name, llvm::StringRef value, long most, long &count) {
  if (value.getAsInteger(10, count) || count < 1 || count > most)
    return error(name + ": expected a number from 1 to " + llvm::Twine(most) + ", not '" + value +
                 "'");
  return llvm::Error::success();
}

llvm::Error readOption(llvm::StringRef name, llvm::StringRef value, Arguments &result) {
  if (name == "--help")
    result.help = true;
  else if (name == "--version")
    result.version = true;
  else if (name == "--sizes")
    return readSizes(value, result.sizes);
  else if (name == "--registers")
    return readCount(name, value, 255, result.registers);
  else if (name == "--best")
    return readCount(name, value, 1000, result.best);
  else if (name == "--region")
    result.region = value.str();
  else if (name == "--device")
    result.device = value.str();
  else if (name == "--runs")
    result.runs = value.str();
  else if (name == "--least-reuse") {
    if (value.getAsDouble(result.leastReuse) || !(result.leastReuse >= 0))
      return error(name + ": expected a number, not '" + value + "'");
  } else
    return error("unknown option '" + name + "'");
  return llvm::Error::success();
}

} // namespace

llvm::Expected<Arguments> readArguments(const std::vector<std::string> &words) {
  Arguments result;
  for (const llvm::StringRef word : words) {
    if (word.size() > 1 && word.front() == '-') {
      const auto [name, value] = word.split('=');
      if (llvm::Error wrong = readOption(name, value, result))
        return std::move(wrong);
    } else if (result.file.empty()) {
      result.file = word.str();
    } else {
      return error("one file is read, not also '" + word + "'");
    }
  }
  if (result.file.empty() && !result.help && !result.version)
    return error("no file is given");
  return result;
}

} // namespace gputile::tiles
