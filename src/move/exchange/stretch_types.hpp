// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <utility>

#include <ashlar/base/checked_int.hpp>
#include <ashlar/mpi/check.hpp>
#include <ashlar/mpi/datatype.hpp>

#include "stretches.hpp"

namespace ashlar::detail {

/// Cache of the MPI datatypes of an exchange's messages.
class StretchTypes {
 public:
  struct Description {
    int count;
    MPI_Datatype type;
  };

  /// Gap before the unwritten last byte of `copied`.
  static constexpr Index line = 64;

  template <class Byte>
  Description of(const Stretches<Byte>& stretches) {
    if (stretches.type != MPI_DATATYPE_NULL) return {1, stretches.type};
    if (stretches.count == 1)
      return {checked_int(stretches.bytes, "the size of a message in bytes"), MPI_BYTE};
    const int count = checked_int(stretches.count, "number of blocks");
    const int length = checked_int(stretches.bytes, "block length");
    return {1, kept({stretches.bytes, stretches.count, stretches.stride}, [&](MPI_Datatype* type) {
              return MPI_Type_create_hvector(count, length, MPI_Aint{stretches.stride}, MPI_BYTE,
                                             type);
            })};
  }

  /// Describes received bytes with a gap: an additional byte, never received, lies a line behind
  /// them.
  Description copied(Index bytes) {
    const int lengths[] = {checked_int(bytes, "block length"), 1};
    const MPI_Aint places[] = {0, MPI_Aint{bytes + line - 1}};
    return {1, kept({bytes, 0, 0}, [&](MPI_Datatype* type) {
              return MPI_Type_create_hindexed(2, lengths, places, MPI_BYTE, type);
            })};
  }

 private:
  static constexpr std::size_t most_types = 64;
  using Key = std::array<Index, 3>;
  struct Kept {
    Key key{};
    mpi::Datatype type;
  };

  /// Never allocates: lack of memory within an exchange would block partners.
  template <class Make>
  MPI_Datatype kept(const Key& key, Make&& make) {
    for (std::size_t k = 0; k < count_; ++k)
      if (types_[k].key == key) return types_[k].type.native();
    MPI_Datatype made = MPI_DATATYPE_NULL;
    mpi::check(make(&made), "MPI_Type_create");
    mpi::Datatype type = mpi::Datatype::adopt(made);
    type.commit();
    if (count_ == most_types) count_ = 0;  // messages under way retain their types
    types_[count_] = {key, std::move(type)};
    return types_[count_++].type.native();
  }

  std::array<Kept, most_types> types_{};
  std::size_t count_ = 0;
};

}  // namespace ashlar::detail
