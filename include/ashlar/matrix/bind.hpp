// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include <ashlar/matrix/dist_matrix.hpp>

namespace ashlar {

namespace detail {

/// Contribution of one rank to bind.
struct BindOffer {
  mpi::CommunicatorView comm;
  Layout layout;
  StorageOrder order = StorageOrder::Fortran;
  std::optional<Coord> coord;
};

/// Layout of the matrix in ranks of the wider communicator.
struct BoundLayout {
  Layout layout;
  StorageOrder order = StorageOrder::Fortran;
};

BoundLayout bound_layout(mpi::CommunicatorView wide, const std::optional<BindOffer>& mine);

// An object, since argument-dependent lookup of bind(comm, &complex_matrix) would find std::bind.
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

/// bind(wide, mine): a matrix of a smaller communicator as a matrix over `wide`, in the same
/// memory.
///
/// Enables copy_into between disjoint groups of ranks, over a communicator of both. The result
/// wraps the memory of `*mine`, which must outlive it and keep its block; ranks outside the smaller
/// communicator are idle. Bind once for repeated use.
/// @param wide  [same] includes all ranks of the matrix's grid, in any order
/// @param mine  [local] the matrix; null on other ranks
/// @throws ArgumentError on all ranks, if no rank passes a matrix, the matrices differ, or a rank
/// of the grid passes none or is not in `wide`
/// @collective over `wide`
/// @cost  one broadcast of the rank of every grid position, and two Allreduce
/// @example auto all = bind(world, is_left ? &left : nullptr);
///          auto target = bind(world, is_left ? nullptr : &right);
///          copy_into(all, target);
inline constexpr detail::Bind bind{};

}  // namespace ashlar
