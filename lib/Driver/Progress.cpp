//===- Progress.cpp - What takes long, on a terminal --------------------- ===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/Progress.h"

#include "llvm/Support/Unicode.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <chrono>

#include <sys/ioctl.h>
#include <unistd.h>

namespace gputile::driver {
namespace {

/// Of the terminal; 0: not known.
unsigned columns() {
  winsize size{};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

/// Only the end of \p what where the line would not fit the terminal, in which a carriage return
/// leads to the beginning of the last line.
std::string lineText(const std::string &what, unsigned seconds) {
  constexpr size_t Fewest = 20;
  const std::string time = " … " + std::to_string(seconds) + " s";
  const size_t most = columns();
  const size_t room = most > Fewest + time.size() ? most - time.size() : Fewest;
  size_t from = most != 0 && what.size() > room ? what.size() - room : 0;
  while (from < what.size() && (static_cast<unsigned char>(what[from]) & 0xC0) == 0x80)
    ++from; // Of several bytes of a character all stay, or none.
  return what.substr(from) + time;
}

/// Overwrites the line of \p width columns: some terminals know no code that erases.
void erase(int width) { llvm::errs() << '\r' + std::string(width, ' ') + '\r'; }

} // namespace

Progress::Progress(bool shown, std::string what) : What(std::move(what)) {
  if (shown)
    Sayer = std::thread([this] { sayEachSecond(); });
}

Progress::~Progress() {
  if (!Sayer.joinable())
    return;
  {
    const std::lock_guard<std::mutex> lock(Mutex);
    Ended = true;
  }
  Wake.notify_one();
  Sayer.join();
}

void Progress::sayEachSecond() {
  const auto start = std::chrono::steady_clock::now();
  int width = 0;
  std::unique_lock<std::mutex> lock(Mutex);
  for (unsigned seconds = 1;
       !Wake.wait_until(lock, start + std::chrono::seconds(seconds), [this] { return Ended; });
       ++seconds) {
    const std::string line = lineText(What, seconds);
    width = std::max(width, llvm::sys::unicode::columnWidthUTF8(line));
    llvm::errs() << '\r' + line;
  }
  if (width > 0)
    erase(width);
}

} // namespace gputile::driver
