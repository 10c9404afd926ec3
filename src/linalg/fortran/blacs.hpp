// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <mpi.h>

// The C interface of BLACS. BLACS ends the program on errors: check arguments before.

namespace ashlar::fortran {
// NOLINTBEGIN(readability-identifier-naming): foreign names

extern "C" {
int Csys2blacs_handle(MPI_Comm comm);
void Cfree_blacs_system_handle(int handle);
void Cblacs_gridmap(int* context, int* ranks, int ld_ranks, int nprow, int npcol);
void Cblacs_gridexit(int context);
void Cblacs_set(int context, int what, int* value);
void Cblacs_get(int context, int what, int* value);
void Cblacs_gridinfo(int context, int* nprow, int* npcol, int* row, int* col);
int Cblacs_pnum(int context, int row, int col);
MPI_Comm Cblacs2sys_handle(int handle);
}

// NOLINTEND(readability-identifier-naming)
}  // namespace ashlar::fortran
