// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/types/type_contents.hpp"

namespace ashlar::mpi::detail {

TypeContents contents_of(DatatypeView type) {
  int integers = 0, addresses = 0, types = 0;
  TypeContents contents;
  check(MPI_Type_get_envelope(type.native(), &integers, &addresses, &types, &contents.combiner),
        "MPI_Type_get_envelope");
  if (type.is_predefined()) {
    contents.combiner = MPI_COMBINER_NAMED;
    return contents;
  }
  contents.integers.resize(static_cast<std::size_t>(integers));
  contents.addresses.resize(static_cast<std::size_t>(addresses));
  std::vector<MPI_Datatype> natives(static_cast<std::size_t>(types));
  check(MPI_Type_get_contents(type.native(), integers, addresses, types, contents.integers.data(),
                              contents.addresses.data(), natives.data()),
        "MPI_Type_get_contents");
  // Derived types in the answer must be freed; `adopt` does not free named types.
  for (MPI_Datatype native : natives) contents.types.push_back(Datatype::adopt(native));
  return contents;
}

}  // namespace ashlar::mpi::detail
