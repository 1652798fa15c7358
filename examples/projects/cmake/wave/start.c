#include "wave.h"

void wave_start(int strings, int points, double *before, double *now) {
  for (int s = 0; s < strings; s++)
    for (int i = 0; i < points; i++) {
      const int distance = i - points / 2 - s;
      const double height = distance < 0 ? 1 + 0.1 * distance : 1 - 0.1 * distance;
      const int inside = i > 0 && i < points - 1;
      before[s * points + i] = now[s * points + i] = inside && height > 0 ? height : 0;
    }
}
