// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/move/mirror.hpp>

namespace ashlar::detail {

void check_mirror(const char* what, Shape shape, Uplo stored, Op op) {
  expect(shape.rows == shape.cols, what, ": the matrix is ", shape.rows, "x", shape.cols,
         ", but only a square one has a mirror image");
  expect(stored == Uplo::Upper || stored == Uplo::Lower, what,
         ": the stored triangle is general; give upper or lower");
  expect(is_transposing(op), what,
         ": op is none; give conjugate-transpose (Hermitian) or transpose (symmetric)");
}

template <Scalar T>
void make_diagonal_real(MatrixView<T> a) {
  const Section& section = a.section();
  const Index offset = section.cols.first - section.rows.first;
  DistMatrix<T>& matrix = a.matrix();
  const LocalView<T> local = matrix.local();
  matrix.for_each_run([&](Index il, Index jl, Index i, Index j, Index count) {
    if (j < section.cols.first || j >= section.cols.last) return;
    const Index diagonal = j - offset;
    if (diagonal >= i && diagonal < i + count) {
      T& x = local(il + diagonal - i, jl);
      x = x.real();
    }
  });
}

template void make_diagonal_real(MatrixView<c64>);
template void make_diagonal_real(MatrixView<c128>);

}  // namespace ashlar::detail
