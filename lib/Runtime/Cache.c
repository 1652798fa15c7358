/*===- Cache.c - Compiled kernels on disk ---------------------*- C -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===*/

#include "Runtime/Cache.h"

#include "Runtime/Settings.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* The head of a file; the bytes follow. */
struct entry_head {
  char magic[8];
  unsigned char key[GPTI_HASH_SIZE];
  unsigned char checksum[GPTI_HASH_SIZE];
  unsigned long long size;
};

static const char entry_magic[8] = {'g', 'p', 'u', 't', 'i', 'l', 'e', '1'};
static const char entry_suffix[] = ".gputile";
enum {
  hex_size = 2 * GPTI_HASH_SIZE,
  name_size = hex_size + sizeof entry_suffix,
  stale_seconds = 3600 /* a writer that old was killed */
};

static void entry_name(const unsigned char *key, char name[name_size]) {
  for (unsigned i = 0; i < GPTI_HASH_SIZE; ++i)
    snprintf(name + 2 * i, 3, "%02x", key[i]);
  memcpy(name + hex_size, entry_suffix, sizeof entry_suffix);
}

static void checksum(const void *bytes, size_t size, unsigned char digest[GPTI_HASH_SIZE]) {
  struct gpti_hash hash;
  gpti_hash_begin(&hash);
  gpti_hash_add(&hash, bytes, size);
  gpti_hash_end(&hash, digest);
}

/* Tells those who ask for it, once, why kernels are compiled again and again. */
static void say_unused(const char *folder, const char *why) {
  static int said;
  if (gpti_settings_get()->verbose && !__atomic_exchange_n(&said, 1, __ATOMIC_RELAXED))
    fprintf(stderr, "gputile: no kernels are kept in '%s': %s\n", folder, why);
}

/* Why a folder is not to be trusted with code that runs in this process, or null. */
static const char *mistrust(const struct stat *info) {
  if (info->st_uid != geteuid() && info->st_uid != 0)
    return "another user owns it";
  /* Where the sticky bit is set, others can add files, which are not theirs to name ours. */
  if ((info->st_mode & (S_IWGRP | S_IWOTH)) && !(info->st_mode & S_ISVTX))
    return "others can write to it (chmod go-w)";
  return NULL;
}

/* The folder, or -1. Whoever else can change what its name means, the folder that is
 * open has been looked at. */
static int open_folder(const char *folder) {
  struct stat info;
  if (!folder || !*folder)
    return -1;
  const int file = open(folder, O_RDONLY | O_DIRECTORY | O_NONBLOCK | O_CLOEXEC);
  if (file < 0) {
    if (errno != ENOENT)
      say_unused(folder, strerror(errno));
    return -1;
  }
  const char *const why = fstat(file, &info) == 0 ? mistrust(&info) : strerror(errno);
  if (!why)
    return file;
  say_unused(folder, why);
  close(file);
  return -1;
}

static int read_all(int file, void *to, size_t size) {
  char *at = to;
  while (size > 0) {
    const ssize_t some = read(file, at, size);
    if (some < 0 && errno == EINTR)
      continue;
    if (some <= 0)
      return 0;
    at += some;
    size -= (size_t)some;
  }
  return 1;
}

static int write_all(int file, const void *from, size_t size) {
  const char *at = from;
  while (size > 0) {
    const ssize_t some = write(file, at, size);
    if (some < 0 && errno == EINTR)
      continue;
    if (some <= 0)
      return 0;
    at += some;
    size -= (size_t)some;
  }
  return 1;
}

/* On the CPU an entry is code that runs in the program, so it must be the user's own. */
static int is_own_file(int file, struct stat *info) {
  return fstat(file, info) == 0 && S_ISREG(info->st_mode) &&
         (info->st_uid == geteuid() || info->st_uid == 0) &&
         !(info->st_mode & (S_IWGRP | S_IWOTH));
}

static int is_head_of(const struct entry_head *head, const unsigned char *key,
                      unsigned long long file_size) {
  return memcmp(head->magic, entry_magic, sizeof entry_magic) == 0 &&
         memcmp(head->key, key, sizeof head->key) == 0 && head->size != 0 &&
         file_size >= sizeof *head && file_size - sizeof *head == head->size;
}

static void *read_entry(int file, const unsigned char *key, unsigned long long limit,
                        size_t *size) {
  struct stat info;
  struct entry_head head;
  if (!is_own_file(file, &info) || (unsigned long long)info.st_size > limit ||
      !read_all(file, &head, sizeof head) ||
      !is_head_of(&head, key, (unsigned long long)info.st_size))
    return NULL;
  unsigned char digest[GPTI_HASH_SIZE];
  void *const bytes = malloc((size_t)head.size);
  if (bytes && read_all(file, bytes, (size_t)head.size)) {
    checksum(bytes, (size_t)head.size, digest);
    if (memcmp(digest, head.checksum, sizeof digest) == 0) {
      futimens(file, NULL); /* used now */
      *size = (size_t)head.size;
      return bytes;
    }
  }
  free(bytes);
  return NULL;
}

void *gpti_cache_load(const char *folder, const unsigned char key[GPTI_HASH_SIZE],
                      unsigned long long limit, size_t *size) {
  char name[name_size];
  const int parent = open_folder(folder);
  if (parent < 0)
    return NULL;
  entry_name(key, name);
  /* A pipe or a device must not be waited for. */
  const int file =
      openat(parent, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  void *const bytes = file < 0 ? NULL : read_entry(file, key, limit, size);
  if (file >= 0)
    close(file);
  close(parent);
  return bytes;
}

void gpti_cache_drop(const char *folder, const unsigned char key[GPTI_HASH_SIZE]) {
  char name[name_size];
  const int parent = open_folder(folder);
  if (parent < 0)
    return;
  entry_name(key, name);
  unlinkat(parent, name, 0);
  close(parent);
}

/* Makes the folder and those above it. */
static void make_folders(const char *folder) {
  char path[PATH_MAX];
  if (mkdir(folder, 0700) == 0 || errno != ENOENT || strlen(folder) >= sizeof path)
    return;
  strcpy(path, folder);
  for (char *at = strchr(path + 1, '/'); at; at = strchr(at + 1, '/')) {
    *at = '\0';
    mkdir(path, 0700);
    *at = '/';
  }
  mkdir(path, 0700);
}

struct found_entry {
  char name[name_size];
  unsigned long long size;
  struct timespec used;
};

static int older_first(const void *left, const void *right) {
  const struct timespec *const a = &((const struct found_entry *)left)->used;
  const struct timespec *const b = &((const struct found_entry *)right)->used;
  if (a->tv_sec != b->tv_sec)
    return a->tv_sec < b->tv_sec ? -1 : 1;
  return (a->tv_nsec > b->tv_nsec) - (a->tv_nsec < b->tv_nsec);
}

/* An entry has 64 hexadecimal digits before its suffix. A temporary file has more text
 * behind the digits; any other file is not ours. */
static int begins_with_key(const char *name) {
  return strspn(name, "0123456789abcdef") == hex_size;
}

/* The entries of a folder; removes what killed writers left. */
static struct found_entry *list_entries(DIR *folder, size_t *count) {
  struct found_entry *list = NULL;
  size_t room = 0;
  const time_t now = time(NULL);
  *count = 0;
  for (const struct dirent *entry = readdir(folder); entry; entry = readdir(folder)) {
    struct stat info;
    if (!begins_with_key(entry->d_name) ||
        fstatat(dirfd(folder), entry->d_name, &info, AT_SYMLINK_NOFOLLOW) != 0)
      continue;
    if (strcmp(entry->d_name + hex_size, entry_suffix) != 0) {
      if (strstr(entry->d_name, ".tmp") && info.st_mtime < now - stale_seconds)
        unlinkat(dirfd(folder), entry->d_name, 0);
      continue;
    }
    if (*count == room) {
      room = room ? 2 * room : 64;
      struct found_entry *const larger = realloc(list, room * sizeof *list);
      if (!larger)
        break;
      list = larger;
    }
    struct found_entry *const found = &list[(*count)++];
    memcpy(found->name, entry->d_name, name_size);
    found->size = (unsigned long long)info.st_size;
    found->used = info.st_mtim;
  }
  return list;
}

static void evict(int parent, unsigned long long limit) {
  const int again = openat(parent, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *const folder = again < 0 ? NULL : fdopendir(again);
  if (!folder) {
    if (again >= 0)
      close(again);
    return;
  }
  size_t count = 0;
  struct found_entry *const list = list_entries(folder, &count);
  unsigned long long total = 0;
  for (size_t i = 0; i < count; ++i)
    total += list[i].size;
  if (total > limit)
    qsort(list, count, sizeof *list, older_first);
  /* Two processes may evict at once: an entry that is gone was removed by the other. */
  for (size_t i = 0; i < count && total > limit; ++i) {
    unlinkat(parent, list[i].name, 0);
    total -= list[i].size;
  }
  free(list);
  closedir(folder);
}

/* A file that is too long for the process would end it by SIGXFSZ. */
static int may_write(size_t size) {
  struct rlimit most;
  return getrlimit(RLIMIT_FSIZE, &most) != 0 || most.rlim_cur == RLIM_INFINITY ||
         size <= most.rlim_cur;
}

/* Writes a whole file. \returns 0, or what went wrong (errno). */
static int write_file(int parent, const char *name, const struct entry_head *head,
                      const void *bytes) {
  /* A killed process of the same number may have left the file. */
  unlinkat(parent, name, 0);
  const int file =
      openat(parent, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (file < 0)
    return errno;
  int error = 0;
  if (!write_all(file, head, sizeof *head) || !write_all(file, bytes, (size_t)head->size))
    error = errno;
  if (close(file) != 0 && !error)
    error = errno;
  return error;
}

/* Readers see the old entry or the new one, never a part. */
static int replace_entry(int parent, const struct entry_head *head, const void *bytes) {
  static unsigned number;
  char name[name_size], temporary[name_size + 40];
  entry_name(head->key, name);
  snprintf(temporary, sizeof temporary, "%s.%ld.%u.tmp", name, (long)getpid(),
           __atomic_fetch_add(&number, 1, __ATOMIC_RELAXED));
  int error = write_file(parent, temporary, head, bytes);
  if (!error && renameat(parent, temporary, parent, name) != 0)
    error = errno;
  if (error)
    unlinkat(parent, temporary, 0);
  return error;
}

void gpti_cache_store(const char *folder, const unsigned char key[GPTI_HASH_SIZE],
                      const void *bytes, size_t size, unsigned long long limit) {
  struct entry_head head;
  if (!folder || !*folder || size == 0 || size > limit || limit - size < sizeof head ||
      !may_write(sizeof head + size))
    return;
  make_folders(folder);
  const int parent = open_folder(folder);
  if (parent < 0)
    return;
  memset(&head, 0, sizeof head);
  memcpy(head.magic, entry_magic, sizeof entry_magic);
  memcpy(head.key, key, sizeof head.key);
  checksum(bytes, size, head.checksum);
  head.size = size;
  const int error = replace_entry(parent, &head, bytes);
  if (error)
    say_unused(folder, strerror(error));
  else
    evict(parent, limit);
  close(parent);
}
