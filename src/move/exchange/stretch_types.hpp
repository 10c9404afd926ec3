// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <map>

#include <ashlar/base/checked_int.hpp>
#include <ashlar/mpi/datatype.hpp>

#include "stretches.hpp"

namespace ashlar::detail {

/// MPI's datatypes of the messages of one exchange. Types are kept, as moves are made again.
class StretchTypes {
 public:
  /// So many elements of a type.
  struct Description {
    int count;
    MPI_Datatype type;
  };

  /// Bytes between the end of a piece that is described by `copied` and what is never written.
  static constexpr Index line = 64;

  template <class Byte>
  Description of(const Stretches<Byte>& stretches) {
    if (stretches.type != MPI_DATATYPE_NULL) return {1, stretches.type};
    if (stretches.count == 1)
      return {checked_int(stretches.bytes, "the size of a message in bytes"), MPI_BYTE};
    return {1, kept({stretches.bytes, stretches.count, stretches.stride}, [&] {
              return mpi::Datatype::hvector({stretches.count, stretches.bytes, stretches.stride},
                                            MPI_BYTE);
            })};
  }

  /// So many bytes that are received, as if they were not contiguous: one byte more, which never
  /// comes, lies a line behind them.
  Description copied(Index bytes) {
    return {1, kept({bytes, 0, 0}, [&] {
              const mpi::IndexedBlock blocks[] = {{bytes, 0}, {1, bytes + line - 1}};
              return mpi::Datatype::hindexed(blocks, MPI_BYTE);
            })};
  }

 private:
  static constexpr std::size_t most_types = 64;
  using Key = std::array<Index, 3>;

  template <class Make>
  MPI_Datatype kept(const Key& key, Make&& make) {
    const auto found = types_.find(key);
    if (found != types_.end()) return found->second.native();
    if (types_.size() == most_types) types_.clear();  // messages under way keep theirs
    return types_.emplace(key, make()).first->second.native();
  }

  std::map<Key, mpi::Datatype> types_;
};

}  // namespace ashlar::detail
