// Calls through pointers in updates are refused like others.
// RUN: %gputile --output-dir=%t %s -- 2>&1 | FileCheck %s
struct Table {
  int (*member)(int);
};
int sum(int n, int (*called)(int), struct Table *table) {
  int s = 0;
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    // CHECK: :[[#@LINE+1]]:10: warning: region left on the CPU: call of 'a pointer', whose effects are not known
    s += called(i);
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    if (i > 3)
      // CHECK: :[[#@LINE+1]]:12: warning: region left on the CPU: call of 'a pointer', whose effects are not known
      s += (*table->member)(i);
  return s;
}
