// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/layout/transfers.hpp>
#include <ashlar/matrix/dist_matrix.hpp>

namespace ashlar {

/// How elements travel. Automatic chooses by what the ranks share; the others are there to compare.
enum class Transport {
  Automatic,
  Messages,   ///< packed, nonblocking, in bounded rounds
  Datatypes,  ///< MPI derived datatypes without packing: the textbook way, kept as the reference
};

/// What becomes of the target's elements outside the moved triangle.
enum class Rest {
  Untouched,
  Zero,  ///< they become zero; with Diag::Unit the bounding diagonal becomes one
};

/// What happens on the way.
struct CopyOptions {
  Op op = Op::None;                              ///< [same] none, transpose, conjugate-transpose
  Uplo uplo = Uplo::General;                     ///< [same] part of the *target* section that is written
  Index diagonal = 0;                            ///< [same] the triangle ends with diagonal j - i = diagonal
  Diag diag = Diag::NonUnit;                     ///< [same] Unit: the bounding diagonal is not moved
  Rest rest = Rest::Untouched;                   ///< [same] for a triangle
  Transport transport = Transport::Automatic;    ///< [same]
};

namespace detail {
template <Element T>
void copy_section(MatrixView<const T> source, MatrixView<T> target, const CopyOptions& options);
}

/// target := op(source), between any two layouts, sections and rank sets of one communicator
/// (ScaLAPACK p?gemr2d, p?trmr2d, p?tran). Bit-exact; nothing outside the target section, the triangle and
/// the local blocks is written.
/// @param source, target  matrices or views; [same] sections
/// @throws ArgumentError  if the shapes do not match, the communicators differ or both overlap in memory
/// @collective over the communicator of both, ranks without elements included
/// @cost  one message per pair of ranks that share elements and round; see transfers()
template <MatrixLike S, MatrixLike D>
  requires std::same_as<ValueOf<S>, ValueOf<D>>
void copy_into(const S& source, D&& target, const CopyOptions& options = {}) {
  detail::copy_section<ValueOf<S>>(const_view(source), MatrixView<ValueOf<D>>(target), options);
}

/// The same matrix in another layout (ScaLAPACK p?gemr2d). @collective
template <MatrixLike S>
DistMatrix<ValueOf<S>> redistribute(const S& a, const Layout& layout) {
  DistMatrix<ValueOf<S>> result(a.comm(), layout, {.init = Init::Uninitialized});
  copy_into(a, result);
  return result;
}

/// a^T (ScaLAPACK p?tran): a new matrix with a's blocks, source and grid; in `layout` if one is given. @collective
template <Element T>
DistMatrix<T> transpose(const DistMatrix<T>& a);
template <Element T>
DistMatrix<T> transpose(const DistMatrix<T>& a, const Layout& layout);

/// a^H (ScaLAPACK p?tranc): the conjugate transpose; for real types the same as transpose. @collective
template <Element T>
DistMatrix<T> conj_transpose(const DistMatrix<T>& a);
template <Element T>
DistMatrix<T> conj_transpose(const DistMatrix<T>& a, const Layout& layout);

/// The upper or lower triangle (trapezoid) of `a` in a new matrix of the same layout, or of `layout`;
/// the rest is zero, with Diag::Unit the bounding diagonal is one.
/// @param diagonal  [same] upper keeps j - i >= diagonal, lower j - i <= diagonal
/// @collective
template <Element T>
DistMatrix<T> extract_triangle(const DistMatrix<T>& a, Uplo uplo, Diag diag = Diag::NonUnit, Index diagonal = 0);
template <Element T>
DistMatrix<T> extract_triangle(const DistMatrix<T>& a, Uplo uplo, Diag diag, Index diagonal, const Layout& layout);

}  // namespace ashlar
