// Arrays that may be missing, in C++.
// RUN: %gputile_run --backend=cpu --check --race --order=random:3 --check-text=on --max-seconds=60 %s -- -std=c++17 -O1 > %t.out 2> %t.err
// RUN: FileCheck %s < %t.err
// CHECK-NOT: region left on the CPU
// CHECK: gputile-run: SAME: 2 regions equal bit for bit, same output
#include <cstdio>

class Layer {
public:
  explicit Layer(const float *bias) : Bias(bias) {}
  void run(int n, float *y, const float *x) const {
#pragma gpu_tile
    for (int i = 0; i < n; ++i)
      y[i] = x[i] + (Bias ? Bias[i] : 0.5f);
  }

private:
  const float *Bias;
};

static void masked(int n, float *y, const bool *mask) {
#pragma gpu_tile
  for (int i = 0; i < n; ++i)
    if (mask == nullptr || mask[i])
      y[i] += 1.0f;
}

int main() {
  constexpr int n = 50;
  float x[n], y[n], sum = 0;
  bool mask[n];
  for (int i = 0; i < n; ++i)
    x[i] = 0.25f * static_cast<float>(i * 7 % 23), mask[i] = i % 3 == 0;
  for (int round = 0; round < 2; ++round) {
    const bool isSet = round == 1;
    Layer(isSet ? x : nullptr).run(n, y, x);
    masked(n, y, isSet ? mask : nullptr);
    for (int i = 0; i < n; ++i)
      sum += y[i] * static_cast<float>(i);
  }
  std::printf("%.9g\n", sum);
}
