// SPDX-License-Identifier: BSD-3-Clause
// Elements are the types that MPI and .npy know and that have an address each; bool is none of
// them.
#include <ashlar/matrix/dist_matrix.hpp>

#ifdef MISTAKE
void use(ashlar::DistMatrix<bool>&);
#endif
void use(ashlar::DistMatrix<unsigned char>&);
