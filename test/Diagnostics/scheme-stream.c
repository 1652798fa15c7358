// What keeps scheme stream from a loop.
// RUN: %status 1 %gputile --output-dir=%t %s -- 2>&1 | FileCheck %s
// RUN: %status 1 %gputile --output-dir=%t %s -- -Rgpu-tile 2>&1 | FileCheck %s --check-prefix=OTHERS

static float A[100][200], B[100][200], a[100], b[100];
static float Q[9][9][9][9];
static int K[100][200], L[100][200];

void inPlace(int T) {
// CHECK: :[[#@LINE+1]]:9: warning: region left on the CPU: scheme 'stream' cannot be used here (dependences on 'A' join iterations of the loops inside the outermost one)
#pragma gpu_tile scheme(stream)
  for (int t = 0; t < T; t++)
    for (int i = 1; i < 99; i++)
      for (int j = 1; j < 199; j++)
        A[i][j] = 0.5f * (A[i][j - 1] + A[i][j + 1]);
// CHECK: :[[#@LINE-1]]:{{[0-9]+}}: note: the access to 'A'
}

void severalRanks(int T) {
// CHECK: :[[#@LINE+1]]:9: warning: region left on the CPU: scheme 'stream' cannot be used here (it writes arrays of different numbers of dimensions)
#pragma gpu_tile scheme(stream)
  for (int t = 0; t < T; t++) {
    for (int i = 1; i < 99; i++)
      b[i] = a[i - 1] + a[i + 1];
    for (int i = 1; i < 99; i++)
      A[i][0] = b[i];
  }
}

void fourDimensions(int T) {
// CHECK: :[[#@LINE+1]]:9: warning: region left on the CPU: scheme 'stream' cannot be used here (it writes what has not one, two or three dimensions)
#pragma gpu_tile scheme(stream)
  for (int t = 0; t < T; t++)
    for (int i = 0; i < 9; i++)
      for (int j = 0; j < 9; j++)
        for (int k = 0; k < 9; k++)
          for (int l = 0; l < 9; l++)
            Q[i][j][k][l] += 1;
}

void noTimeLoop(void) {
// CHECK: :[[#@LINE+1]]:9: warning: region left on the CPU: scheme 'stream' cannot be used here (an element is written several times in an iteration of the outermost loop)
#pragma gpu_tile scheme(stream)
  for (int i = 0; i < 50; i++)
    for (int j = 1; j < 99; j++)
      for (int k = 1; k < 99; k++)
        A[j][0] = A[j][0] + k;
}

void integers(int T) {
// CHECK: :[[#@LINE+1]]:9: warning: region left on the CPU: scheme 'stream' cannot be used here (a statement may divide integers)
#pragma gpu_tile scheme(stream)
  for (int t = 0; t < T; t++) {
    for (int i = 1; i < 99; i++)
      for (int j = 1; j < 199; j++)
        K[i][j] = L[i][j - 1] / (L[i][j + 1] + 1);
    for (int i = 1; i < 99; i++)
      for (int j = 1; j < 199; j++)
        L[i][j] = K[i][j];
  }
}

void farAway(int T) {
// CHECK: :[[#@LINE+1]]:9: warning: region left on the CPU: scheme 'stream' cannot be used here (an element is read at no constant distance from the one that is written)
#pragma gpu_tile scheme(stream)
  for (int t = 0; t < T; t++) {
    for (int i = 1; i < 99; i++)
      for (int j = 1; j < 100; j++)
        B[i][j] = A[i][2 * j];
    for (int i = 1; i < 99; i++)
      for (int j = 1; j < 199; j++)
        A[i][j] = B[i][j] + 1;
  }
}

#define JACOBI                                                                                     \
  for (int t = 0; t < T; t++) {                                                                    \
    for (int i = 1; i < 99; i++)                                                                   \
      for (int j = 1; j < 199; j++)                                                                \
        B[i][j] = A[i][j - 1] + A[i - 1][j] + A[i + 1][j];                                         \
    for (int i = 1; i < 99; i++)                                                                   \
      for (int j = 1; j < 199; j++)                                                                \
        A[i][j] = B[i][j];                                                                         \
  }

void cooperative(int T) {
// CHECK: :[[#@LINE+1]]:9: warning: region left on the CPU: launch 'cooperative' cannot be used here (scheme 'stream' launches kernels; use launch(kernels)
#pragma gpu_tile scheme(stream) launch(cooperative)
  JACOBI
}

void block(int T) {
// CHECK: :[[#@LINE+1]]:9: error: {{.*}}'block(64)'{{.*}}a block of scheme 'stream' is a warp of 32 threads here
#pragma gpu_tile scheme(stream) block(64)
  JACOBI
}

float V[99][99][99], W[99][99][99];

void blockOfPlanes(int T) {
// CHECK: :[[#@LINE+1]]:9: error: {{.*}}'block(48)'{{.*}}blocks of scheme 'stream' are whole warps of 32 threads
#pragma gpu_tile scheme(stream) block(48)
  for (int t = 0; t < T; t++) {
    for (int i = 1; i < 98; i++)
      for (int j = 1; j < 98; j++)
        for (int k = 1; k < 98; k++)
          W[i][j][k] = V[i][j - 1][k] + V[i - 1][j][k] + V[i + 1][j][k];
    for (int i = 1; i < 98; i++)
      for (int j = 1; j < 98; j++)
        for (int k = 1; k < 98; k++)
          V[i][j][k] = W[i][j][k];
  }
}

void tooMany(int T) {
// CHECK: :[[#@LINE+1]]:9: error: {{.*}}a warp's registers do not hold so many iterations; use fewer
#pragma gpu_tile scheme(stream) tile(60)
  JACOBI
}

void three(int T) {
// CHECK: :[[#@LINE+1]]:9: error: {{.*}}'tile(4, 32, 32)'{{.*}}at most 2 nested loops can be tiled here
#pragma gpu_tile scheme(stream) tile(4, 32, 32)
  JACOBI
}

// OTHERS: :[[#@LINE+3]]:9: remark: region runs on the GPU: scheme stream (model)
// The model takes it where nothing else is asked for.
void automatic(int T) {
#pragma gpu_tile
  JACOBI
}

// OTHERS: :[[#@LINE+2]]:9: remark: region runs on the GPU: scheme parallel (model)
void given(int T) {
#pragma gpu_tile block(16, 16)
  JACOBI
}
