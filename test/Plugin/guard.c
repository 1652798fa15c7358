// The plugin compiles files without the pragma silently and unchanged, and calls
// its own isl inside Clang (a wrong one would end the compilation).
// RUN: %clang -fplugin=%plugin -c %s -o %t.with.o 2>&1 | count 0
// RUN: %clang -c %s -o %t.without.o
// RUN: cmp %t.with.o %t.without.o
int f(int n, int *restrict A) {
  for (int i = 0; i < n; i++)
    A[i] = i;
  return n;
}
