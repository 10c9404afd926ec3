// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/matrix/bind.hpp>

#include <optional>
#include <vector>

#include <ashlar/mpi/agree.hpp>
#include <ashlar/mpi/communicator.hpp>
#include <ashlar/mpi/context.hpp>

#include "mpi/collective_call.hpp"
#include "mpi/collectives.hpp"

namespace ashlar::detail {
namespace {

/// Ranks in `wide` of a layout's grid positions over `comm`, in row-major order.
std::vector<int> translated_ranks(const RankMap& map, mpi::CommunicatorView comm,
                                  mpi::CommunicatorView wide) {
  const std::vector<int> ranks = ranks_in_order(map);
  std::vector<int> translated;
  translated.reserve(ranks.size());
  for (const std::optional<int>& rank : mpi::Group(comm).translate(ranks, mpi::Group(wide))) {
    expect(rank.has_value(), "bind: rank ", ranks[translated.size()],
           " of the matrix's communicator is not in the wider one");
    translated.push_back(*rank);
  }
  return translated;
}

/// Broadcast form of a layout without ranks; equal in all offers.
struct Outline {
  Shape shape;
  Block block;
  GridShape grid;
  Coord source;
  StorageOrder order = StorageOrder::Fortran;

  friend bool operator==(const Outline&, const Outline&) = default;
};

Outline outline_of(const BindOffer& offer) {
  return {offer.layout.shape(), offer.layout.block(), offer.layout.grid(), offer.layout.source(),
          offer.order};
}

void check_offer(const BindOffer& mine, const Outline& outline, const Layout& layout,
                 std::optional<Coord> coord) {
  expect(outline_of(mine) == outline, "bind: ranks give different matrices: one is ",
         mine.layout.to_string(), ", the lowest rank's is ", layout.to_string(),
         " (or their storage orders differ)");
  expect(mine.coord == coord,
         "bind: ranks give different matrices of one layout; bind one after the other");
}

}  // namespace

BoundLayout bound_layout(mpi::CommunicatorView wide, const std::optional<BindOffer>& mine) {
  const mpi::CollectiveCall call(wide, "bind");
  const mpi::Context& context = mpi::Context::of(wide);
  const mpi::CommunicatorView ours = context.comm();
  const int giver = mpi::all_min(ours, mine ? context.rank() : context.size());
  expect(giver < context.size(),
         "bind: no rank gives a matrix; those that have one must pass its address");

  const bool is_giver = giver == context.rank();
  std::vector<int> ranks = mpi::together(ours, [&] {
    return is_giver ? translated_ranks(mine->layout.ranks(), mine->comm, ours) : std::vector<int>();
  });
  const Outline outline = mpi::broadcast(ours, is_giver ? outline_of(*mine) : Outline{}, giver);
  ranks.resize(static_cast<std::size_t>(outline.grid.size()));
  mpi::broadcast(ours, std::span<int>(ranks), giver);

  const Layout layout({.shape = outline.shape,
                       .block = outline.block,
                       .grid = outline.grid,
                       .source = outline.source,
                       .grid_order = GridOrder::Row,
                       .ranks = ranks});
  const auto coord = layout.ranks().coord_of(context.rank());
  mpi::together(ours, [&] {
    expect(mine || !coord, "bind: rank ", context.rank(),
           " owns a part of the matrix, but gives none");
    if (mine) check_offer(*mine, outline, layout, coord);
  });
  return {layout, outline.order};
}

}  // namespace ashlar::detail
