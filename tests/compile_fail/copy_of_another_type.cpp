// SPDX-License-Identifier: BSD-3-Clause
// Types other than numbers are not converted.
// error: must have one type
#include <ashlar/move/copy.hpp>

struct Pair {
  float x, y;
};

void use(const ashlar::DistMatrix<Pair>& pairs, ashlar::DistMatrix<double>& numbers,
         ashlar::DistMatrix<Pair>& others) {
#ifdef MISTAKE
  ashlar::copy_into(pairs, numbers);
#endif
  ashlar::copy_into(pairs, others);
  ashlar::copy_into(numbers, numbers);
}
