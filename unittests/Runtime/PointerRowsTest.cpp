//===- PointerRowsTest.cpp - Rows that tables of pointers lead to -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/PointerRows.h"

#include "gtest/gtest.h"

#include <numeric>
#include <vector>

namespace {

/// Rows 0 ... of a table, of which elements lower ... upper are accessed.
struct TestRows : gpt_pointer_rows {
  long long strides[3], lowest[3] = {0, 0, 0}, highest[3];

  TestRows(const void *pointers, std::vector<long long> extents, gpt_reader reader = nullptr)
      : gpt_pointer_rows(), strides{}, highest{} {
    long long product = 1;
    for (size_t d = extents.size(); d-- > 0; product *= extents[d]) {
      strides[d] = product;
      highest[d] = extents[d] - 1;
    }
    gpt_rows_begin(this, pointers, static_cast<unsigned>(extents.size()) - 1, sizeof(double), strides,
                   reader);
  }
  TestRows(const TestRows &) = delete;
  ~TestRows() { gpt_rows_end(this); }
  void add(long long row, long long lower, long long upper) { gpt_rows_add(this, &row, lower, upper); }
  void addAll() {
    for (long long i = 0; i <= highest[0]; ++i)
      add(i, 0, highest[1]);
  }
  /// Of the even strides.
  double *evenly() {
    return reinterpret_cast<double *>(gpt_rows_even(this, lowest, highest, strides));
  }
};

using Memory = std::vector<double>;

Memory numbers(size_t count) {
  Memory memory(count);
  std::iota(memory.begin(), memory.end(), 1);
  return memory;
}

TEST(PointerRowsTest, GathersAndScattersOnlyWhatChanges) {
  Memory memory = numbers(20), old = memory;
  double *const table[] = {&memory[12], &memory[0], &memory[6]};
  TestRows rows(table, {3, 4});
  rows.addAll();
  ASSERT_TRUE(gpt_rows_settle(&rows));
  EXPECT_EQ(rows.evenly(), nullptr);
  ASSERT_TRUE(gpt_rows_gather(&rows, 0, 12, 1));
  double *const dense = reinterpret_cast<double *>(rows.dense);
  EXPECT_EQ(Memory(dense, dense + 12), (Memory{13, 14, 15, 16, 1, 2, 3, 4, 7, 8, 9, 10}));
  dense[4] = -1;
  dense[3] = -2;
  memory[1] = 99; // by another thread, say
  gpt_rows_scatter(&rows, 0);
  old[0] = -1, old[15] = -2, old[1] = 99;
  EXPECT_EQ(memory, old);
}

TEST(PointerRowsTest, FollowsNoOtherPointers) {
  Memory memory = numbers(8);
  double *const table[] = {nullptr, &memory[0], reinterpret_cast<double *>(8), &memory[4]};
  TestRows rows(table + 1, {3, 4});
  rows.add(0, 1, 2);
  rows.add(2, 3, 3);
  ASSERT_TRUE(gpt_rows_settle(&rows));
  ASSERT_TRUE(gpt_rows_gather(&rows, 1, 11, 0));
  const double *const dense = reinterpret_cast<double *>(rows.dense) - 1;
  EXPECT_EQ(dense[1], 2);
  EXPECT_EQ(dense[2], 3);
  EXPECT_EQ(dense[11], 8);
  EXPECT_EQ(dense[5], 0);
  EXPECT_EQ(rows.pointers.count, 2u);
}

/// Memory near address zero does not exist.
int readHigh(void *to, const void *from, size_t size) {
  if (reinterpret_cast<uintptr_t>(from) < 4096)
    return 0;
  memcpy(to, from, size);
  return 1;
}

TEST(PointerRowsTest, RowsThatMayNotExist) {
  Memory memory = numbers(8);
  double *const holes[] = {&memory[4], nullptr, &memory[0]};
  TestRows rows(holes, {3, 4}, readHigh);
  rows.addAll();
  ASSERT_TRUE(gpt_rows_settle(&rows));
  EXPECT_EQ(rows.evenly(), nullptr);
  ASSERT_TRUE(gpt_rows_gather(&rows, 0, 12, 1));
  double *const dense = reinterpret_cast<double *>(rows.dense);
  EXPECT_EQ(Memory(dense, dense + 12), (Memory{5, 6, 7, 8, 0, 0, 0, 0, 1, 2, 3, 4}));
  dense[11] = -1;
  gpt_rows_scatter(&rows, 0);
  EXPECT_EQ(memory[3], -1);
}

TEST(PointerRowsTest, UnreadableRowsAreReported) {
  Memory memory = numbers(8);
  for (uintptr_t place : {uintptr_t(8), ~uintptr_t(7)}) { // Another one wraps around.
    double *const wild[] = {&memory[4], reinterpret_cast<double *>(place), &memory[0]};
    TestRows rows(wild, {3, 4}, readHigh);
    rows.addAll();
    gpt_rows_settle(&rows);
    EXPECT_FALSE(gpt_rows_gather(&rows, 0, 12, 0));
    EXPECT_TRUE(rows.unreadable);
  }
}

TEST(PointerRowsTest, UnreadableTablesAreReported) {
  TestRows rows(reinterpret_cast<void *>(16), {3, 4}, readHigh);
  rows.addAll();
  EXPECT_TRUE(rows.unreadable);
  EXPECT_EQ(rows.evenly(), nullptr);
}

TEST(PointerRowsTest, FindsSharedMemory) {
  Memory memory = numbers(16);
  double *const same[] = {&memory[0], &memory[4], &memory[0]};
  double *const shifted[] = {&memory[7], &memory[0], &memory[4]};
  double *const apart[] = {&memory[8], &memory[0], &memory[4]};
  for (const auto &[table, expected] : {std::pair(same, 0), std::pair(shifted, 0), std::pair(apart, 1)}) {
    TestRows rows(table, {3, 4});
    rows.addAll();
    EXPECT_EQ(gpt_rows_settle(&rows), expected);
  }
}

TEST(PointerRowsTest, SharedRowsThatAreReadAreFound) {
  Memory memory = numbers(16);
  double *const table[] = {&memory[4], &memory[2], &memory[4]};
  TestRows rows(table, {3, 4});
  rows.addAll();
  EXPECT_FALSE(gpt_rows_settle(&rows));
  ASSERT_EQ(rows.elements.count, 1u);
  gpt_span other{reinterpret_cast<uintptr_t>(&memory[7]), reinterpret_cast<uintptr_t>(&memory[8])};
  const gpt_spans spans{&other, 1, 1};
  EXPECT_TRUE(gpt_spans_meet(&rows.elements, &spans));
  other = {other.end, other.end + 8};
  EXPECT_FALSE(gpt_spans_meet(&rows.elements, &spans));
}

TEST(PointerRowsTest, FindsPointersInRows) {
  union {
    double values[4];
    const double *table[4];
  } memory = {};
  Memory other = numbers(4);
  memory.table[0] = &other[0];
  memory.table[1] = memory.values;
  TestRows rows(memory.table, {2, 2});
  rows.addAll();
  EXPECT_FALSE(gpt_rows_settle(&rows));
}

TEST(PointerRowsTest, EvenRowsStayWhereTheyAre) {
  Memory memory = numbers(20);
  double *const table[] = {&memory[1], &memory[7], &memory[13]};
  TestRows rows(table, {3, 4});
  rows.addAll();
  ASSERT_TRUE(gpt_rows_settle(&rows));
  EXPECT_EQ(rows.evenly(), &memory[1]);
  EXPECT_EQ(rows.strides[0], 6);
  EXPECT_TRUE(rows.even);
}

TEST(PointerRowsTest, EvenPlanesOfRows) {
  Memory memory = numbers(40);
  double *const first[] = {&memory[0], &memory[5]}, *const second[] = {&memory[13], &memory[18]},
                *const third[] = {&memory[26], &memory[31]};
  double *const *const tables[] = {first, second, third};
  TestRows rows(tables, {3, 2, 4});
  for (long long i = 0; i < 3; ++i)
    for (long long j = 0; j < 2; ++j) {
      const long long index[] = {i, j};
      gpt_rows_add(&rows, index, 0, 3);
    }
  ASSERT_TRUE(gpt_rows_settle(&rows));
  EXPECT_EQ(rows.evenly(), &memory[0]);
  EXPECT_EQ(rows.strides[0], 13);
  EXPECT_EQ(rows.strides[1], 5);
}

TEST(PointerRowsTest, UnevenRowsAreGathered) {
  Memory memory = numbers(200);
  double *const backwards[] = {&memory[12], &memory[6], &memory[0]};
  double *const far[] = {&memory[0], &memory[60], &memory[120]};
  double *const late[] = {&memory[0], &memory[6], &memory[13]};
  for (double *const *table : {backwards, far, late}) {
    TestRows rows(table, {3, 4});
    rows.addAll();
    ASSERT_TRUE(gpt_rows_settle(&rows));
    EXPECT_EQ(rows.evenly(), nullptr);
  }
  double *const even[] = {&memory[0], &memory[6], &memory[12]};
  TestRows part(even, {3, 4}); // A row is not accessed,
  part.add(0, 0, 3);
  part.add(2, 0, 3);
  EXPECT_EQ(part.evenly(), nullptr);
  TestRows shorter(even, {3, 4}); // or only a part of it.
  shorter.add(0, 0, 3);
  shorter.add(1, 1, 3);
  shorter.add(2, 0, 3);
  EXPECT_EQ(shorter.evenly(), nullptr);
}

} // namespace
