// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include <ashlar/matrix/dist_matrix.hpp>

namespace ashlar {

namespace detail {

/// Knowledge of one rank of a matrix that is to be seen from a wider communicator.
struct BindOffer {
  mpi::CommunicatorView comm;
  Layout layout;
  StorageOrder order = StorageOrder::Fortran;
  std::optional<Coord> coord;
};

/// The offered matrix as all ranks of a wider communicator see it.
struct BoundLayout {
  Layout layout;
  StorageOrder order = StorageOrder::Fortran;
};

BoundLayout bound_layout(mpi::CommunicatorView wide, const std::optional<BindOffer>& mine);

// An object and not a function, or else bind(comm, &complex_matrix) would find std::bind too.
struct Bind {
  template <Storable T>
  DistMatrix<T> operator()(mpi::CommunicatorView wide, DistMatrix<T>* mine) const {
    std::optional<BindOffer> offer;
    if (mine && !mine->comm().is_null())
      offer = {mine->comm(), mine->layout(), mine->storage_order(), mine->coord()};
    const BoundLayout bound = bound_layout(wide, offer);
    return DistMatrix<T>::wrap(
        wide, bound.layout,
        {offer ? mine->local().data : nullptr, offer ? mine->lld() : 1, bound.order});
  }
};

}  // namespace detail

/// bind(wide, mine): a matrix of a smaller communicator, seen from a wider one: a matrix over
/// `wide` in the same memory.
///
/// So copy_into moves between two disjoint groups of ranks: both matrices are bound to a
/// communicator that holds both groups. The result wraps the memory of `*mine`, which must outlive
/// it and keep its block; on ranks outside the smaller communicator it is an idle rank's matrix.
/// Bind once and use it often.
/// @param wide  [same] holds all ranks of the matrix's grid, in any order
/// @param mine  [local] the matrix; null on ranks that have no part in it
/// @throws ArgumentError on all ranks, if no rank gives a matrix, ranks give different ones, a rank
/// of its grid gives none, or one is not in `wide`
/// @collective over `wide`
/// @cost  one broadcast of the rank of every grid position, and two Allreduce
/// @example auto all = bind(world, is_left ? &left : nullptr);
///          auto target = bind(world, is_left ? nullptr : &right);
///          copy_into(all, target);
inline constexpr detail::Bind bind{};

}  // namespace ashlar
