#include "smooth.hpp"

void smooth(int passes, int count, const double *in, double *out, double *work) {
#pragma gpu_tile
  {
    for (int i = 0; i < count; i++)
      out[i] = work[i] = in[i];
    for (int t = 0; t < passes; t++) {
      for (int i = 1; i < count - 1; i++)
        work[i] = 0.25 * out[i - 1] + 0.5 * out[i] + 0.25 * out[i + 1];
      for (int i = 1; i < count - 1; i++)
        out[i] = work[i];
    }
  }
}
