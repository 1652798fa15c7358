// Says that it runs, and waits; with an argument, whatever asks it to end.
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv) {
  double A[64] = {0};
#pragma gpu_tile
  for (int i = 0; i < 64; i++)
    A[i] = i;
  if (argc > 1)
    signal(SIGTERM, SIG_IGN);
  printf("runs %d\n", getpid() + (A[1] != 1));
  fflush(stdout);
  sleep(60);
  return 0;
}
