// Temporary files.
#include "Files.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "gputile/cpu/detail/settings.h"

namespace gputile::driver {

TemporaryFolder::TemporaryFolder() {
  const char *parent = getenv("TMPDIR");
  std::string name = std::string(parent && *parent ? parent : "/tmp") + "/gputile-cpu-XXXXXX";
  if (mkdtemp(name.data()))
    folder = name;
}

TemporaryFolder::~TemporaryFolder() {
  if (cpu::readFlag("GPUTILE_CPU_KEEP"))
    return;
  DIR *entries = folder.empty() ? nullptr : opendir(folder.c_str());
  if (!entries)
    return;
  // The names `.` and `..` are no files, and stay.
  while (const dirent *entry = readdir(entries))
    unlink(path(entry->d_name).c_str());
  closedir(entries);
  rmdir(folder.c_str());
}

bool writeFile(const std::string &path, const std::string &text) {
  FILE *file = fopen(path.c_str(), "wbe");
  if (!file)
    return false;
  const bool written = fwrite(text.data(), 1, text.size(), file) == text.size();
  return fclose(file) == 0 && written;
}

std::string readFile(const std::string &path) {
  std::string text;
  FILE *file = fopen(path.c_str(), "rbe");
  if (!file)
    return text;
  char part[65536];
  while (const size_t bytes = fread(part, 1, sizeof part, file))
    text.append(part, bytes);
  fclose(file);
  return text;
}

} // namespace gputile::driver
