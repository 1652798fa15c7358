// What signals that end the process take along: temporary files, and the compiler.
//
// The program's own handlers, and signals that it ignores, stay as they are. The callers
// hold the library's lock, so that there is one folder at a time.
#pragma once

#include <sys/types.h>

#include <string>

namespace gputile::driver {

/// From now on SIGHUP, SIGINT and SIGTERM remove the folder before they end the process.
void watchEndings(const std::string &folder);
/// A file in the folder, which may not exist yet.
void removeAtEnding(const std::string &file);
/// The compiler, which they end first; 0: it has ended.
void endAtEnding(pid_t child);
/// Removes the files and the folder; signals end the process as before.
void removeWatched();

} // namespace gputile::driver
