// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include <ashlar/mpi/datatype.hpp>

namespace ashlar::mpi::detail {

/// Constructor call of a datatype (MPI_Type_get_envelope, MPI_Type_get_contents).
struct TypeContents {
  int combiner = MPI_COMBINER_NAMED;
  std::vector<int> integers;
  std::vector<MPI_Aint> addresses;
  std::vector<Datatype> types;
};

/// Decodes a datatype one level deep.
TypeContents contents_of(DatatypeView type);

}  // namespace ashlar::mpi::detail
