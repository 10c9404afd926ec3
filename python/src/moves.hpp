// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/move/copy.hpp>

#include "matrix.hpp"

namespace ashlar::python {

/// Source or target of a move.
struct End {
  ashlar::detail::Operand operand;
  DType dtype;
  Op op;
  bool is_writable;
};

End end_of(const View& view);

/// Target of a move, with alpha and beta in its element type.
/// @throws ArgumentError for element types that a move does not convert, or a read-only target
ashlar::detail::Target checked_target(const char* function, const End& source, const End& target,
                                      const c128& alpha, const c128& beta);

void copy_ends(const End& source, const End& target, const c128& alpha, const c128& beta,
               const CopyOptions& options);

/// Copies between matrices. The options are of the target, transposed by its op.
void copy_matrix(const End& source, const End& target, const c128& alpha, const c128& beta,
                 CopyOptions options);

/// ashlar.copy between two kinds of matrices.
template <class Source, class Target>
void copy(const Source& source, const Target& target, const c128& alpha, const c128& beta,
          char uplo, Index diagonal, bool unit, bool zero_rest, bool refuse_overflow,
          Index max_extra_bytes) {
  copy_matrix(end_of(source), end_of(target), alpha, beta,
              {.uplo = uplo_of(uplo),
               .diagonal = diagonal,
               .diag = unit ? Diag::Unit : Diag::NonUnit,
               .rest = zero_rest ? Rest::Zero : Rest::Untouched,
               .max_extra_bytes = max_extra_bytes,
               .overflow = refuse_overflow ? Overflow::Refused : Overflow::Infinite});
}

}  // namespace ashlar::python
