// SPDX-License-Identifier: BSD-3-Clause
// Variables that blocks of the documents use: matrices a, b, c and others, a communicator, a grid.
#pragma once

#include <ashlar/ashlar.hpp>

using namespace ashlar;

extern mpi::CommunicatorView comm;
extern ProcessGrid grid;
extern Layout layout;
extern DistMatrix<double> a, b, b1, b2, c, k, m, p, r, s, t, x, y, z, covariance, photo, sum;
extern std::vector<double> lambda, weights, orders, rates, slowest, fastest, mine;
extern std::vector<Index> order;
extern double shift;
extern Index n, my_rows;
extern Plan<double> plan;
extern int context;
extern std::uint64_t seed;
void use(const DistMatrix<double>& first, const DistMatrix<double>& second);
extern "C" double pdlange_(const char*, const int*, const int*, const double*, const int*,
                           const int*, const int*, double*, int);
