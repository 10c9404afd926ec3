// SPDX-License-Identifier: BSD-3-Clause
// Printing is collective.
// error: a matrix is printed by to_text
#include <iostream>

#include <ashlar/matrix/print.hpp>

using namespace ashlar;

void print(const DistMatrix<double>& a) {
#ifdef MISTAKE
  std::cout << a;
#else
  std::cout << to_text(a);
#endif
}
