/* A rectangular plate that conducts heat: the library of this project. */
#ifndef PLATE_H
#define PLATE_H

/* Lets the heat spread for some steps. The edge keeps its temperatures; next is work space. */
void plate_spread(int steps, int rows, int columns, double (*now)[columns],
                  double (*next)[columns]);

/* Brings the plate to rest faster: each point takes its neighbours' newest values. */
void plate_settle(int sweeps, int rows, int columns, double (*now)[columns]);

/* The mean temperature. */
double plate_mean(int rows, int columns, double (*now)[columns]);

#endif
