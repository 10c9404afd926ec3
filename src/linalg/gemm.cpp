// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/gemm.hpp>

#include <optional>
#include <utility>

#include <ashlar/base/expect.hpp>
#include <ashlar/mpi/agree.hpp>
#include <ashlar/mpi/context.hpp>

#include "fortran/pblas.hpp"
#include "operand.hpp"

namespace ashlar::detail {
namespace {

constexpr Shape op_shape(Op op, Shape shape) {
  return is_transposing(op) ? shape.transposed() : shape;
}

template <Scalar T>
void check_shapes(const GemmProblem<T>& p) {
  const Shape a = op_shape(p.op_a, p.a.shape());
  const Shape b = op_shape(p.op_b, p.b.shape());
  const Shape c = p.c.shape();
  expect(a.cols == b.rows && c == Shape{a.rows, b.cols}, "gemm: op(A) is ", a.rows, "x", a.cols,
         ", op(B) is ", b.rows, "x", b.cols, " and C is ", c.rows, "x", c.cols,
         "; they must be m x k, k x n and m x n");
  expect(p.a.comm() == p.c.comm() && p.b.comm() == p.c.comm(),
         "gemm: A, B and C must live on one communicator; move them to C's");
}

// Whether two views name a common element, be it of one matrix or of two that wrap the same memory.
template <Scalar T>
bool shares_memory(MatrixView<const T> a, MatrixView<const T> c) {
  const LocalView<const T> mine = a.matrix().local(), target = c.matrix().local();
  const bool is_one_block = mine.data == target.data && mine.rows > 0 && mine.cols > 0;
  return (&a.matrix() == &c.matrix() || is_one_block) &&
         !intersection(a.section().rows, c.section().rows).empty() &&
         !intersection(a.section().cols, c.section().cols).empty();
}

// [local] What only this rank may know to be wrong.
template <Scalar T>
void check_local(const GemmProblem<T>& p) {
  const MatrixView<const T> c = p.c;
  expect(!shares_memory(p.a, c) && !shares_memory(p.b, c),
         "gemm: C shares memory with A or B, which are still read while it is written; give C a "
         "matrix of its own");
  for (const DistMatrix<T>* m : {&p.a.matrix(), &p.b.matrix(), &c.matrix()}) {
    checked_int(m->lld(), "leading dimension");
    checked_int(checked_product(m->lld(), m->local_cols(), "size of a local block"),
                "size of a local block");
  }
}

// A factor where p?gemm finds it: the user's own memory, or a copy that was moved to where it must
// lie.
template <Scalar T>
class Factor {
 public:
  Factor(MatrixView<const T> a, const Layout& c_layout, const char* name,
         const LinalgOptions& options) {
    const bool is_row_major = a.matrix().storage_order() != StorageOrder::Fortran;
    LegalLayout whole = legal_operand_for(Routine::Gemm, c_layout, a.layout());
    if (whole.is_as_asked() && !is_row_major) {
      placed_ = fortran_matrix(a.matrix().local().data, a.matrix(), whole.layout, a.section());
      return;
    }
    LegalLayout part =
        legal_operand_for(Routine::Gemm, c_layout, section_layout(a.layout(), a.section()));
    if (is_row_major) part.reason = "its local memory is row-major";
    note_move(options, name, a.layout(), part.layout, part.reason);
    copy_.emplace(redistribute(a, part.layout));
    placed_ = fortran_matrix(std::as_const(*copy_));
  }

  const FortranMatrix<const T>& placed() const { return placed_; }

 private:
  std::optional<DistMatrix<T>> copy_;
  FortranMatrix<const T> placed_;
};

template <Scalar T>
void call_gemm(const GemmProblem<T>& p, const FortranMatrix<const T>& a,
               const FortranMatrix<const T>& b, const FortranMatrix<T>& c) {
  if (!c.is_in_grid) return;
  const char transa = static_cast<char>(p.op_a);
  const char transb = static_cast<char>(p.op_b);
  const int m = checked_int(p.c.shape().rows, "rows of C");
  const int n = checked_int(p.c.shape().cols, "columns of C");
  const int k = checked_int(op_shape(p.op_a, p.a.shape()).cols, "columns of op(A)");
  fortran::pgemm<T>(&transa, &transb, &m, &n, &k, &p.alpha, a.data, &a.row, &a.col,
                    a.descriptor.data(), b.data, &b.row, &b.col, b.descriptor.data(), &p.beta,
                    c.data, &c.row, &c.col, c.descriptor.data());
}

// The product into a C of column-major local memory.
template <Scalar T>
void gemm_into_column_major(const GemmProblem<T>& p, const LinalgOptions& options) {
  DistMatrix<T>& c = p.c.matrix();
  const Layout layout = legal_layout_for(Routine::Gemm, c.layout()).layout;
  const Factor<T> a(p.a, layout, "gemm: A", options);
  const Factor<T> b(p.b, layout, "gemm: B", options);
  call_gemm(p, a.placed(), b.placed(), fortran_matrix(c.local().data, c, layout, p.c.section()));
}

}  // namespace

template <Scalar T>
void gemm(const GemmProblem<T>& p, const LinalgOptions& options) {
  check_shapes(p);
  mpi::together(mpi::Context::of(p.c.comm()).comm(), [&] { check_local(p); });
  if (p.c.shape().empty()) return;
  if (p.c.matrix().storage_order() == StorageOrder::Fortran)
    return gemm_into_column_major(p, options);

  const Layout layout = section_layout(p.c.layout(), p.c.section());
  note_move(options, "gemm: C", p.c.layout(), layout, "its local memory is row-major");
  DistMatrix<T> c = redistribute(p.c, layout);
  gemm_into_column_major<T>({p.alpha, p.op_a, p.a, p.op_b, p.b, p.beta, c}, options);
  copy_into(c, p.c);
}

template <Scalar T>
DistMatrix<T> gemm(MatrixView<const T> a, MatrixView<const T> b, Op op_a, Op op_b) {
  const Layout la = section_layout(a.layout(), a.section());
  const Layout lb = section_layout(b.layout(), b.section());
  const Axis& op_a_rows = is_transposing(op_a) ? la.cols() : la.rows();
  const Axis& op_b_cols = is_transposing(op_b) ? lb.rows() : lb.cols();
  const GridShape grid = la.grid();
  const Axis rows{op_a_rows.extent, op_a_rows.block, grid.rows,
                  is_transposing(op_a) ? 0 : op_a_rows.source};
  const Axis cols{op_b_cols.extent, op_b_cols.block, grid.cols, 0};
  DistMatrix<T> c(a.comm(), Layout(rows, cols, la.ranks()));
  gemm<T>({T(1), op_a, a, op_b, b, T(0), c}, {});
  return c;
}

template void gemm(const GemmProblem<float>&, const LinalgOptions&);
template void gemm(const GemmProblem<double>&, const LinalgOptions&);
template void gemm(const GemmProblem<c64>&, const LinalgOptions&);
template void gemm(const GemmProblem<c128>&, const LinalgOptions&);
template DistMatrix<float> gemm(MatrixView<const float>, MatrixView<const float>, Op, Op);
template DistMatrix<double> gemm(MatrixView<const double>, MatrixView<const double>, Op, Op);
template DistMatrix<c64> gemm(MatrixView<const c64>, MatrixView<const c64>, Op, Op);
template DistMatrix<c128> gemm(MatrixView<const c128>, MatrixView<const c128>, Op, Op);

}  // namespace ashlar::detail
