/* A hot corner heats a plate. usage: plate [rows columns steps] */
#include "plate.h"

#include <stdio.h>
#include <stdlib.h>

static int argument(int count, char **values, int index, int otherwise) {
  const int value = index < count ? atoi(values[index]) : otherwise;
  return value > 2 ? value : 3;
}

int main(int count, char **values) {
  const int rows = argument(count, values, 1, 200), columns = argument(count, values, 2, 300);
  const int steps = argument(count, values, 3, 100);
  double(*now)[columns] = malloc(sizeof(double[rows][columns]));
  double(*next)[columns] = malloc(sizeof(double[rows][columns]));
  if (!now || !next)
    return 1;
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++)
      now[i][j] = next[i][j] = i + j < 20 ? 100 : 15;

  plate_spread(steps, rows, columns, now, next);
  printf("after %d steps: mean %.17g\n", steps, plate_mean(rows, columns, now));
  plate_settle(steps, rows, columns, now);
  printf("settled: mean %.17g, middle %.17g\n", plate_mean(rows, columns, now),
         now[rows / 2][columns / 2]);
  free(now);
  free(next);
  return 0;
}
