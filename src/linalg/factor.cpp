// SPDX-License-Identifier: BSD-3-Clause
#include "factor.hpp"

#include <limits>

#include <ashlar/base/error.hpp>
#include <ashlar/matrix/compare.hpp>
#include <ashlar/move/copy.hpp>
#include <ashlar/mpi/context.hpp>

#include "base/finite.hpp"
#include "base/instantiate.hpp"
#include "base/tuning.hpp"
#include "mpi/collectives.hpp"
#include "node/substitution.hpp"

namespace ashlar::detail {
namespace {

constexpr Index nowhere = std::numeric_limits<Index>::max();

// Column-major index in the matrix of the first local bad element. It fits an Index, since the
// matrix fits ScaLAPACK.
template <Scalar T>
Index first_bad(const DistMatrix<T>& a) {
  const LocalView<const T> local = a.local();
  for (Index jl = 0; jl < local.cols; ++jl)
    for (Index il = 0; il < local.rows; ++il)
      if (!are_finite(&local(il, jl), 1)) return a.global_col(jl) * a.rows() + a.global_row(il);
  return nowhere;
}

// True if this rank's elements in a triangle of `a` are finite.
template <Scalar T>
bool is_local_finite(MatrixView<const T> a, Triangle triangle) {
  const auto coord = a.matrix().coord();
  if (!coord) return true;
  struct Side {
    Axis axis;
    int coord;
    Range section;
    Range local(Range part) const {
      return axis.local_range(coord, {part.first + section.first, part.last + section.first});
    }
  };
  Side along{a.layout().rows(), coord->row, a.section().rows};
  Side across{a.layout().cols(), coord->col, a.section().cols};
  LocalView<const T> part = a.local();
  if (!part.is_column_major()) {
    part = part.transposed();
    triangle = triangle.transposed();
    std::swap(along, across);
  }
  const Range all{0, along.section.size()};
  const Index first_row = along.local(all).first;
  const Index first_col = across.local({0, across.section.size()}).first;
  for (Index jl = 0; jl < part.cols; ++jl) {
    const Index j = across.axis.to_global(across.coord, first_col + jl) - across.section.first;
    const Range rows = along.local(triangle.rows_of(j, all));
    if (!are_finite(part.at(rows.first - first_row, jl), rows.size())) return false;
  }
  return true;
}

// Tests the lower triangle of a matrix on rank 0 by the crew.
template <Scalar T>
bool is_lower_finite(node::Room& room, int crew, const DistMatrix<T>& a) {
  room.begin(crew);
  if (crew > 1 && crew < room.ranks()) room.ready();  // meet() makes all ranks ready
  int ok = 1;
  if (room.is_in_crew()) {
    room.meet();
    const local::Tile<const T> whole = node::Board<T>(room, a).all_of(0);
    for (Index j = room.rank(); j < whole.cols && ok == 1; j += crew)
      ok = are_finite(whole.at(j, j), whole.rows - j);
  }
  return mpi::all_min(room.context().comm(), ok) == 1;
}

}  // namespace

Outcome agreed_outcome(mpi::CommunicatorView comm, int info, const char* routine) {
  // The minimum: a refused argument, else the first bad pivot, else success.
  constexpr int success = std::numeric_limits<int>::max();
  const int verdict = mpi::all_min(mpi::Context::of(comm).comm(), info == 0 ? success : info);
  expect(verdict >= 0, routine, " refused its argument ", -verdict,
         " (counted as ScaLAPACK's INFO does); this is a fault of ashlar, please report it");
  if (verdict == success) return {};
  return {.first_bad_pivot = verdict - 1};
}

void check_square(const char* function, Shape shape) {
  expect(shape.rows == shape.cols, function, ": A is ", shape.rows, "x", shape.cols,
         ", but must be square");
}

void check_sides(const char* function, Shape a, Shape b, bool same_communicator) {
  expect(b.rows == a.rows, function, ": A is ", a.rows, "x", a.cols, " and B is ", b.rows, "x",
         b.cols, "; B must have ", counted(a.rows, "row"));
  expect(same_communicator, function, ": A and B have different communicators; put both on one");
}

void check_system(const char* function, Shape a, Shape b, bool same_communicator) {
  check_square(function, a);
  check_sides(function, a, b, same_communicator);
}

LayoutAdvice advised(Routine routine, Shape shape, mpi::CommunicatorView comm,
                     const LinalgOptions& options) {
  LayoutAdvice advice = layout_for(routine, shape, machine_of(comm), options.algorithm);
  if (advice.algorithm == Algorithm::ScaLapack)
    advice.layout = legal_layout_for(routine, advice.layout).layout;
  note_algorithm(options, advice.algorithm,
                 concat(to_string(routine), " of ", shape.rows, "x", shape.cols, " by algorithm ",
                        to_string(advice.algorithm), ": ", advice.reason));
  return advice;
}

template <Scalar T>
void check_lower_finite(const DistMatrix<T>& a, int crew, const char* function, const char* name) {
  if (a.rows() < tuning().shared_check_from) crew = 1;
  if (!is_lower_finite(node::Room::of(a.comm()), crew, a)) check_finite(a, function, name);
}

template <Scalar T>
void check_finite(const DistMatrix<T>& a, const char* function, const char* name) {
  if (all_finite(a)) return;
  const Index place = mpi::all_min(mpi::Context::of(a.comm()).comm(), first_bad(a));
  throw ArgumentError(concat(function, ": ", name, "(", place % a.rows(), ", ", place / a.rows(),
                             ") is NaN or infinite; the solvers take finite numbers only"));
}

template <Scalar T>
void check_finite(MatrixView<const T> a, const char* function, const char* name, Uplo uplo) {
  const int ok = is_local_finite(a, {uplo}) ? 1 : 0;
  if (mpi::all_min(mpi::Context::of(a.comm()).comm(), ok) == 1) return;
  DistMatrix<T> checked(a.comm(), a.layout().with_shape(a.shape()));
  copy_into(a, checked, {.uplo = uplo});
  check_finite(checked, function, name);
}

template <Scalar T>
DistMatrix<T> sides_for(const FactorPlace& factor, MatrixView<const T> b, const char* what,
                        const LinalgOptions& options) {
  if (factor.algorithm != Algorithm::ScaLapack)
    return working_copy(b, {factor.algorithm, node::right_hand_sides(b.shape(), factor.crew), ""},
                        what, options);
  const LegalLayout legal =
      legal_operand_for(factor.routine, factor.layout, section_layout(b.layout(), b.section()));
  if (!legal.keeps_places) note_move(options, what, b.layout(), legal.layout, legal.reason);
  return redistribute(b, legal.layout);
}

#define ASHLAR_INSTANTIATE(T)                                                            \
  template DistMatrix<T> sides_for(const FactorPlace&, MatrixView<const T>, const char*, \
                                   const LinalgOptions&);                                \
  template void check_finite(const DistMatrix<T>&, const char*, const char*);            \
  template void check_lower_finite(const DistMatrix<T>&, int, const char*, const char*); \
  template void check_finite(MatrixView<const T>, const char*, const char*, Uplo);
ASHLAR_FOR_ALL_SCALARS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar::detail
