#pragma once

/// Replaces each of \p count values by the mean of its neighbourhood, \p passes times.
void smooth(int passes, int count, const double *in, double *out, double *work);
