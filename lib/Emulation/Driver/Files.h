// Temporary files of the library.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "Emulation/Driver/Endings.h"

namespace gputile::emulation {

/// A private folder that disappears with the object, or with the process when a signal ends it,
/// unless GPUTILE_CPU_KEEP is set.
class TemporaryFolder {
  std::string folder;
  std::vector<std::string> files; // That were asked for.
  std::optional<Ending> ending;

public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder &) = delete;
  TemporaryFolder &operator=(const TemporaryFolder &) = delete;

  /// False when it could not be made.
  explicit operator bool() const { return !folder.empty(); }
  /// Of a file in it, which signals that end the process remove too.
  std::string path(const char *name);
  /// Signals that end the process end \p program first; 0: it has ended.
  void isWrittenBy(pid_t program);
};

bool writeFile(const std::string &path, const std::string &text);
/// Empty when there is no such file.
std::string readFile(const std::string &path);

} // namespace gputile::emulation
