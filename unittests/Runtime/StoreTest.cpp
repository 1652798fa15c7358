//===- StoreTest.cpp - Parts of boxes, memory that may not exist -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

extern "C" {
#include "Runtime/Probe.h"
#include "Runtime/Store.h"
}

#include "gtest/gtest.h"

#include <cerrno>
#include <cstddef>
#include <cstring>
#include <functional>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <random>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace {

using Bytes = std::vector<unsigned char>;

// An array with an input box around its output box, in larger memory.
struct Case {
  gputile_rt_array_info info;
  gpti_array array = {};
  size_t size = 1;

  Case(std::mt19937 &random, unsigned rank, unsigned bytes) : info{"A", bytes, rank, 1, 0} {
    array.info = &info;
    for (int kind = 0; kind < 3; ++kind)
      array.box[kind].used = 1;
    for (unsigned d = rank; d-- > 0;) {
      gpti_box *const in = &array.box[GPUTILE_RT_IN], *const out = &array.box[GPUTILE_RT_OUT];
      in->lower[d] = random() % 3;
      out->lower[d] = in->lower[d] + random() % 2;
      out->upper[d] = out->lower[d] + random() % 7;
      in->upper[d] = out->upper[d] + random() % 2;
      out->step[d] = 1 + random() % 3;
      array.stride[d] = (long long)size;
      size *= size_t(in->upper[d]) + 1 + random() % 2;
    }
    array.box[GPUTILE_RT_OUT].stepped = random() % 2;
    array.compared = random() % 2;
  }

  static bool isIn(const gpti_box &box, const gpti_array &array, size_t element) {
    for (unsigned d = 0; d < array.info->rank; ++d) {
      const long long at = (long long)element / array.stride[d];
      element %= size_t(array.stride[d]);
      if (at < box.lower[d] || at > box.upper[d] ||
          (box.stepped && (at - box.lower[d]) % box.step[d] != 0))
        return false;
    }
    return true;
  }
  // The elements of a box, one after another.
  Bytes pack(const Bytes &memory, gpti_box box) const {
    Bytes packed;
    box.stepped = 0;
    for (size_t e = 0; e < size; ++e)
      if (isIn(box, array, e))
        packed.insert(packed.end(), &memory[e * info.bytes], &memory[e * info.bytes] + info.bytes);
    return packed;
  }
};

Bytes randomBytes(std::mt19937 &random, size_t count) {
  Bytes bytes(count);
  for (unsigned char &byte : bytes)
    byte = (unsigned char)(random() % 200);
  return bytes;
}

TEST(StoreTest, StoresAtStepsAndWhereValuesDiffer) {
  std::mt19937 random(5);
  const unsigned sizes[] = {1, 2, 3, 4, 8, 16};
  for (int round = 0; round < 500; ++round) {
    Case c(random, random() % 4, sizes[random() % 6]);
    const gpti_box &out = c.array.box[GPUTILE_RT_OUT], &in = c.array.box[GPUTILE_RT_IN];
    const size_t bytes = c.info.bytes;
    const Bytes before = randomBytes(random, c.size * bytes);
    Bytes after = before;
    for (size_t e = 0; e < c.size; ++e)
      if (random() % 2)
        after[e * bytes + random() % bytes] ^= 1;
    // Meanwhile the program has changed all of it.
    const Bytes meanwhile(c.size * bytes, 0xEE);
    Bytes host = meanwhile;
    c.array.host = reinterpret_cast<char *>(host.data());
    const Bytes packedAfter = c.pack(after, out), packedBefore = c.pack(before, in);
    const gpti_packed now = {&out, reinterpret_cast<const char *>(packedAfter.data())},
                      then = {&in, reinterpret_cast<const char *>(packedBefore.data())};
    gpti_store_part(&c.array, &now, c.array.compared ? &then : nullptr);
    for (size_t e = 0; e < c.size; ++e) {
      const bool differs = memcmp(&before[e * bytes], &after[e * bytes], bytes) != 0;
      const bool stored = Case::isIn(out, c.array, e) && (!c.array.compared || differs);
      ASSERT_EQ(memcmp(&host[e * bytes], stored ? &after[e * bytes] : &meanwhile[e * bytes], bytes), 0)
          << "round " << round << ", element " << e;
    }
  }
}

TEST(ProbeTest, ReadsTheElementsOfABox) {
  std::mt19937 random(6);
  for (int round = 0; round < 300; ++round) {
    Case c(random, random() % 4, random() % 2 ? 8 : 3);
    const Bytes memory = randomBytes(random, c.size * c.info.bytes);
    c.array.host = reinterpret_cast<char *>(const_cast<unsigned char *>(memory.data()));
    const gpti_box &box = c.array.box[GPUTILE_RT_IN];
    const Bytes expected = c.pack(memory, box);
    Bytes packed(expected.size());
    ASSERT_TRUE(gpti_probe_box(&c.array, &box, reinterpret_cast<char *>(packed.data())));
    ASSERT_EQ(packed, expected);
  }
}

TEST(ProbeTest, SaysThatMemoryCannotBeRead) {
  const size_t page = (size_t)sysconf(_SC_PAGESIZE);
  char *const memory = static_cast<char *>(
      mmap(nullptr, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  ASSERT_NE(memory, MAP_FAILED);
  ASSERT_EQ(mprotect(memory + page, page, PROT_NONE), 0);
  gputile_rt_array_info info = {"A", 8, 2, 1, 0};
  gpti_array array = {};
  array.info = &info;
  array.host = memory;
  array.stride[0] = 8;
  array.stride[1] = 1;
  std::vector<char> packed(2 * page);
  const auto canRead = [&](long long rows, long long columns) {
    const gpti_box box = {1, {0, 0}, {rows - 1, columns - 1}, 0, {}};
    return gpti_probe_box(&array, &box, packed.data());
  };
  const long long most = (long long)page / 64;
  EXPECT_TRUE(canRead(most, 8));
  EXPECT_FALSE(canRead(most + 1, 8));
  EXPECT_TRUE(canRead(most, 5)); // rows apart from each other
  EXPECT_FALSE(canRead(most + 1, 1));
  array.host = nullptr;
  EXPECT_FALSE(canRead(1, 1));
  munmap(memory, 2 * page);
}

// The exit status of a child in which the system forbids one process to read another's memory.
int statusWithoutCall(const std::function<bool()> &holds) {
  const pid_t child = fork();
  if (child == 0) {
    sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_process_vm_readv, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
    const sock_fprog program = {sizeof filter / sizeof *filter, filter};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
        prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
      _exit(77);
    _exit(holds() ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WEXITSTATUS(status);
}

TEST(ProbeTest, ReadsWhereTheSystemForbidsOneWay) {
  const size_t size = 1 << 20;
  char *const memory = static_cast<char *>(
      mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  ASSERT_NE(memory, MAP_FAILED);
  for (size_t i = 0; i < size; ++i)
    memory[i] = (char)(i * 7 + i / 4096);
  gputile_rt_array_info info = {"A", 1, 1, 1, 0};
  gpti_array array = {};
  array.info = &info;
  array.host = memory;
  array.stride[0] = 1;
  const gpti_box box = {1, {3}, {(long long)size - 5}, 0, {}};
  const int status = statusWithoutCall([&] {
    std::vector<char> packed(size);
    const bool read = gpti_probe_box(&array, &box, packed.data()) &&
                      memcmp(packed.data(), memory + 3, size - 7) == 0;
    mprotect(memory + size / 2, 4096, PROT_NONE);
    return read && !gpti_probe_box(&array, &box, packed.data());
  });
  munmap(memory, size);
  if (status == 77)
    GTEST_SKIP() << "no filter of system calls";
  EXPECT_EQ(status, 0);
}

} // namespace
