// SPDX-License-Identifier: BSD-3-Clause
// Printing is collective, also for a part of a matrix.
// error: a matrix is printed by to_text
#include <iostream>

#include <ashlar/matrix/print.hpp>

using namespace ashlar;

void print(const DistMatrix<double>& a) {
#ifdef MISTAKE
  std::cout << a.view({0, 2}, {0, 2});
#else
  std::cout << to_text(a.view({0, 2}, {0, 2}));
#endif
}
