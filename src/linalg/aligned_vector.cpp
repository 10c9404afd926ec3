// SPDX-License-Identifier: BSD-3-Clause
#include "aligned_vector.hpp"

#include <algorithm>

#include <ashlar/move/copy.hpp>
#include <ashlar/move/gather.hpp>
#include <ashlar/mpi/context.hpp>

#include "base/instantiate.hpp"
#include "mpi/wait_in.hpp"
#include "reduce.hpp"

namespace ashlar::detail {
namespace {

// The first grid column for Along::Rows, else the first grid row.
RankMap first_line(const RankMap& ranks, Along along) {
  const int count = along == Along::Rows ? ranks.grid().rows : ranks.grid().cols;
  std::vector<int> line(static_cast<std::size_t>(count));
  for (int p = 0; p < count; ++p)
    line[static_cast<std::size_t>(p)] =
        ranks.rank_of(along == Along::Rows ? Coord{p, 0} : Coord{0, p});
  return RankMap({count, 1}, GridOrder::Row, std::move(line));
}

}  // namespace

template <Scalar T>
AlignedVector<T>::AlignedVector(mpi::CommunicatorView comm, const Layout& layout,
                                const Section& section, Along along)
    : range_(along == Along::Rows ? section.rows : section.cols),
      along_(along),
      ranks_(layout.ranks()) {
  const Axis& axis = along == Along::Rows ? layout.rows() : layout.cols();
  padding_ = range_.first % axis.block;
  const Axis home{padding_ + range_.size(), axis.block, axis.nprocs, axis.owner(range_.first)};
  home_ = DistMatrix<T>(comm, Layout(home, Axis{1, 1, 1, 0}, first_line(ranks_, along)));
  const mpi::Context& context = mpi::Context::of(comm);
  const auto coord = ranks_.coord_of(context.rank());
  if (!coord) return;
  is_in_grid_ = true;
  is_first_ = (along == Along::Rows ? coord->col : coord->row) == 0;
  const int process = along == Along::Rows ? coord->row : coord->col;
  values_.resize(static_cast<std::size_t>(axis.local_range(process, range_).size()));
}

template <Scalar T>
MPI_Comm AlignedVector<T>::line() const {
  const auto& grid = mpi::Context::of(home_.comm()).grid_communicators(ranks_);
  return along_ == Along::Rows ? grid.row.native() : grid.col.native();
}

template <Scalar T>
void AlignedVector<T>::take(const MatrixView<const T>& column) {
  copy_into(column, whole());
  const MPI_Comm comm = line();
  if (!is_in_grid_) return;
  if (is_first_) std::copy_n(home_data(), size(), values_.data());
  in_pieces(size(), [&](Index first, int n) {
    mpi::wait_in("MPI_Bcast", comm, [&] {
      return MPI_Bcast(values_.data() + first, n, mpi::native_type<T>(), 0, comm);
    });
  });
}

template <Scalar T>
template <class N>
void AlignedVector<T>::combine(MPI_Datatype type, MPI_Op op) {
  const MPI_Comm comm = line();
  if (!is_in_grid_) return;
  auto* numbers = reinterpret_cast<N*>(values_.data());
  in_pieces(size() * static_cast<Index>(sizeof(T)) / static_cast<Index>(sizeof(N)),
            [&](Index first, int n) {
              N* piece = numbers + first;
              mpi::wait_in("MPI_Reduce", comm, [&] {
                return MPI_Reduce(is_first_ ? MPI_IN_PLACE : piece, is_first_ ? piece : nullptr, n,
                                  type, op, 0, comm);
              });
            });
  if (is_first_) std::copy_n(values_.data(), size(), home_data());
}

template <Scalar T>
void AlignedVector<T>::sum() {
  using R = ashlar::RealOf<T>;
  combine<R>(mpi::native_type<R>(), MPI_SUM);
}

template <Scalar T>
void AlignedVector<T>::join() {
  combine<std::byte>(MPI_BYTE, MPI_BOR);
}

template <Scalar T>
void AlignedVector<T>::put(const MatrixView<T>& column, const Scaling<T>& scaling) {
  copy_into(whole(), column, {}, scaling);
}

template <Scalar T>
std::vector<T> AlignedVector<T>::everywhere() {
  return gather_all(whole());
}

#define ASHLAR_INSTANTIATE(T) template class AlignedVector<T>;
ASHLAR_FOR_ALL_SCALARS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar::detail
