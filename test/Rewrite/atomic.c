// Nothing is written when a file has errors or no transformed region, and older
// files are left alone.
// RUN: rm -rf %t && mkdir %t
// RUN: echo old > %t/atomic.gputile.c
// RUN: %status 1 %gputile --output-dir=%t %s -- -DERROR 2> %t/messages
// RUN: %gputile --output-dir=%t %s -- -DREFUSED 2> %t/messages
// RUN: %status 1 %gputile --output-dir=%t %s -- -DREFUSED -Werror=gpu-tile 2> %t/messages
// RUN: %status 1 %gputile --output-dir=%t %s -- -DBADPRAGMA 2> %t/messages
// RUN: ls %t | FileCheck %s --check-prefix=OLD
// RUN: grep -x old %t/atomic.gputile.c
// OLD: atomic.gputile.c
// OLD-NEXT: messages
// OLD-NOT: atomic
// RUN: %gputile --output-dir=%t %s --
// RUN: ls %t | FileCheck %s --check-prefix=NEW
// NEW: atomic.gputile.c
// NEW-NEXT: atomic.gputile.cu
// NEW-NEXT: messages
// NEW-NOT: tmp
// RUN: touch %t/file && %status 1 %gputile --output-dir=%t/file/x %s -- 2>&1 | FileCheck %s --check-prefix=CANNOT
// CANNOT: gputile: error: cannot write
void f(int n, double *restrict A) {
#ifdef ERROR
  undeclared = 1;
#endif
#ifdef REFUSED
#pragma gpu_tile scheme(wavefront)
#elif defined BADPRAGMA
#pragma gpu_tile tile(0)
#else
#pragma gpu_tile
#endif
  for (int i = 0; i < n; i++)
    A[i] = 0;
}
