// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <initializer_list>
#include <optional>
#include <utility>

#include <ashlar/mpi/agree.hpp>
#include <ashlar/mpi/context.hpp>

#include "operand.hpp"

// Operands of PBLAS: on one grid, in column-major memory.

namespace ashlar::detail {

/// Throws OverflowError on all ranks unless leading dimensions and sizes fit PBLAS's integers.
/// @collective
template <Scalar T>
void check_pblas_sizes(MatrixView<const T> written,
                       std::initializer_list<MatrixView<const T>> read) {
  const auto check = [](const DistMatrix<T>& a) {
    checked_int(a.lld(), "leading dimension");
    checked_int(checked_product(a.lld(), a.local_cols(), "size of a local block"),
                "size of a local block");
  };
  mpi::together(mpi::Context::of(written.comm()).comm(), [&] {
    check(written.matrix());
    for (const MatrixView<const T>& a : read) check(a.matrix());
  });
}

/// An input operand: the user's memory, or a moved copy.
template <Scalar T>
class PblasInput {
 public:
  /// @param target  layout of the output
  PblasInput(MatrixView<const T> a, const Layout& target, const std::string& name,
             const LinalgOptions& options) {
    const bool is_row_major = a.matrix().storage_order() != StorageOrder::Fortran;
    LegalLayout whole = legal_operand_for(Routine::Gemm, target, a.layout());
    if (whole.keeps_places && !is_row_major) {
      placed_ = fortran_matrix(a.matrix().local().data, a.matrix(), whole.layout, a.section());
      return;
    }
    LegalLayout part =
        legal_operand_for(Routine::Gemm, target, section_layout(a.layout(), a.section()));
    if (is_row_major) part.reason = "its local memory is row-major";
    note_move(options, name.c_str(), a.layout(), part.layout, part.reason);
    copy_.emplace(redistribute(a, part.layout));
    placed_ = fortran_matrix(std::as_const(*copy_));
  }

  const FortranMatrix<const T>& placed() const { return placed_; }

 private:
  std::optional<DistMatrix<T>> copy_;
  FortranMatrix<const T> placed_;
};

/// The output operand: the user's memory, or a copy to move back.
template <Scalar T>
class PblasOutput {
 public:
  PblasOutput(MatrixView<T> c, const std::string& name, const LinalgOptions& options) : home_(c) {
    if (c.matrix().storage_order() == StorageOrder::Fortran) {
      layout_ = legal_layout_for(Routine::Gemm, c.layout()).layout;
      placed_ = fortran_matrix(c.matrix().local().data, c.matrix(), layout_, c.section());
      return;
    }
    layout_ = section_layout(c.layout(), c.section());
    note_move(options, name.c_str(), c.layout(), layout_, "its local memory is row-major");
    copy_.emplace(redistribute(c, layout_));
    placed_ = fortran_matrix(*copy_);
  }

  const Layout& layout() const { return layout_; }
  const FortranMatrix<T>& placed() const { return placed_; }
  /// Moves the copy, if any, or its triangle back. @collective
  void bring_home(Uplo uplo = Uplo::General) {
    if (copy_) copy_into(*copy_, home_, {.uplo = uplo});
  }

 private:
  MatrixView<T> home_;
  Layout layout_;
  std::optional<DistMatrix<T>> copy_;
  FortranMatrix<T> placed_;
};

}  // namespace ashlar::detail
