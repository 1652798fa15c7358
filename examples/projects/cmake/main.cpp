// Lets strings swing and prints what became of them. usage: strings [strings points passes]
#include "smooth.hpp"
#include "wave.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

int main(int count, char **values) {
  const auto argument = [&](int index, int otherwise) {
    return index < count ? std::max(3, std::atoi(values[index])) : otherwise;
  };
  const int strings = argument(1, 64), points = argument(2, 1000), passes = argument(3, 200);
  const size_t size = size_t(strings) * size_t(points);
  std::vector<double> before(size), now(size), smoothed(size), work(size);

  wave_start(strings, points, before.data(), now.data());
  wave_run(passes, strings, points, before.data(), now.data());
  smooth(3, int(size), now.data(), smoothed.data(), work.data());

  double sum = 0;
  for (const double value : smoothed)
    sum += value * value;
  std::printf("energy %.17g, first %.17g, last %.17g\n", sum, smoothed[size_t(points) / 2],
              smoothed[size - 2]);
  return 0;
}
