// Temporary files.
#include "Emulation/Driver/Files.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "gputile/cpu/detail/settings.h"

namespace gputile::emulation {

TemporaryFolder::TemporaryFolder() {
  const char *parent = getenv("TMPDIR");
  std::string name = std::string(parent && *parent ? parent : "/tmp") + "/gputile-cpu-XXXXXX";
  if (!mkdtemp(name.data()))
    return;
  folder = name;
  if (!cpu::readFlag("GPUTILE_CPU_KEEP"))
    ending.emplace(folder);
}

TemporaryFolder::~TemporaryFolder() {
  if (folder.empty() || cpu::readFlag("GPUTILE_CPU_KEEP"))
    return;
  // Without memory, too.
  for (const std::string &file : files)
    unlink(file.c_str());
  // What a compiler leaves beside what it was asked for.
  if (DIR *entries = opendir(folder.c_str())) {
    while (const dirent *entry = readdir(entries))
      unlink((folder + "/" + entry->d_name).c_str()); // The names `.` and `..` are no files, and stay.
    closedir(entries);
  }
  rmdir(folder.c_str());
}

std::string TemporaryFolder::path(const char *name) {
  if (ending)
    ending->removeFile(name);
  return files.emplace_back(folder + "/" + name);
}

void TemporaryFolder::isWrittenBy(pid_t program) {
  if (ending)
    ending->endProgram(program);
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

} // namespace gputile::emulation
