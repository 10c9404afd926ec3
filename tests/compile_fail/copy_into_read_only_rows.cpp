// SPDX-License-Identifier: BSD-3-Clause
// Constant row slabs are read, not written.
// error: the target is constant
#include <ashlar/ashlar.hpp>

using namespace ashlar;

void use(mpi::CommunicatorView comm, const double* memory, BlockMatrix<double>& b) {
#ifdef MISTAKE
  copy_into(b, *wrap_rows(comm, 2, 3, memory));
#else
  copy_into(*wrap_rows(comm, 2, 3, memory), b);
#endif
}
