//===- Progress.h - What takes long, on a terminal -------------*- C++ -*- ===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_DRIVER_PROGRESS_H
#define GPUTILE_LIB_DRIVER_PROGRESS_H

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace gputile::driver {

/// While it lives, and from its second second on, a line on standard error says what is waited for
/// and since when: "heat.c: region at line 5: tiling … 3 s". At its end the line is erased. Nothing
/// else may be written to standard error meanwhile.
class Progress {
public:
  /// \param shown whether anything is to be said
  /// \param what what is waited for
  Progress(bool shown, std::string what);
  ~Progress();
  Progress(const Progress &) = delete;
  Progress &operator=(const Progress &) = delete;

private:
  void sayEachSecond();

  const std::string What;
  std::mutex Mutex;
  std::condition_variable Wake;
  bool Ended = false; ///< Under the mutex.
  std::thread Sayer;
};

} // namespace gputile::driver

#endif
