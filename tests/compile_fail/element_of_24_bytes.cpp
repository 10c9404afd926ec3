// SPDX-License-Identifier: BSD-3-Clause
// Kernels move elements of 1, 2, 4, 8 or 16 bytes.
#include <ashlar/matrix/dist_matrix.hpp>

struct Point {
  double x, y, z;
};
struct Pair {
  double x, y;
};

#ifdef MISTAKE
ashlar::Index rows(const ashlar::DistMatrix<Point>& points) { return points.rows(); }
#endif
ashlar::Index rows_of_pairs(const ashlar::DistMatrix<Pair>& pairs) { return pairs.rows(); }
