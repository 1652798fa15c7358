// What signals that end the process take along: temporary files, and the compiler.
//
// The program's own handlers, and signals that it ignores, stay as they are. Threads may
// compile at the same time, each with its own folder.
#pragma once

#include <sys/types.h>

#include <string>

namespace gputile::emulation {

/// While it exists, SIGHUP, SIGINT and SIGTERM remove a folder before they end the process.
class Ending {
  int slot; ///< -1: there are too many at once; this one changes nothing.

public:
  explicit Ending(const std::string &folder);
  ~Ending();
  Ending(const Ending &) = delete;
  Ending &operator=(const Ending &) = delete;

  /// A file in the folder, which may not exist yet.
  void removeFile(const std::string &name);
  /// A program that writes there, which signals end first; 0: it has ended.
  void endProgram(pid_t child);
};

} // namespace gputile::emulation
