/* Many strings that swing, each on its own: row s of an array is string s. */
#ifndef WAVE_H
#define WAVE_H
#ifdef __cplusplus
extern "C" {
#endif

/* Plucks string s in one place, a little further along than string s - 1. */
void wave_start(int strings, int points, double *before, double *now);

/* Two steps of all strings in each pass. The ends are fixed. */
void wave_run(int passes, int strings, int points, double *before, double *now);

#ifdef __cplusplus
}
#endif
#endif
