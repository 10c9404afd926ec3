// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include <ashlar/matrix/dist_matrix.hpp>

#include "oracle.hpp"

// Operands for the tests of vector routines: sections of matrices in random layouts, also in
// row-major memory of the test.

namespace ashlar::test {

/// A section of a matrix in a random layout, filled with uniform numbers; one in three is in
/// row-major memory with a gap after each row.
template <Scalar T>
class Operand {
 public:
  Operand(Choice& choice, Shape shape, unsigned seed) : uniform_(seed, -1, 1) {
    const auto [whole, section] = choice.surroundings(shape);
    section_ = section;
    const Layout layout = choice.layout(whole, world().size());
    if (choice.one_in(3)) {
      int rank = 0;
      MPI_Comm_rank(world().native(), &rank);
      const Shape mine = layout.local_shape(rank);
      const Index ld = mine.cols + 3;
      memory_.resize(static_cast<std::size_t>((mine.rows + 1) * ld));
      matrix_ = DistMatrix<T>::wrap(world(), layout, {memory_.data(), ld, StorageOrder::C});
    } else {
      matrix_ = DistMatrix<T>(world(), layout);
    }
    matrix_.fill_with(uniform_);
  }
  Operand(const Operand&) = delete;
  Operand& operator=(const Operand&) = delete;

  MatrixView<T> view() { return {matrix_, section_}; }
  MatrixView<const T> read() const { return {matrix_, section_}; }
  Wide<T> wide() const { return gathered(read()); }
  std::string layout() const { return matrix_.layout().to_string(); }

  /// True if all elements outside the section are unchanged.
  bool surroundings_untouched() const {
    for (Index jl = 0; jl < matrix_.local_cols(); ++jl)
      for (Index il = 0; il < matrix_.local_rows(); ++il) {
        const Index i = matrix_.global_row(il), j = matrix_.global_col(jl);
        const bool is_inside = i >= section_.rows.first && i < section_.rows.last &&
                               j >= section_.cols.first && j < section_.cols.last;
        if (!is_inside && matrix_.local()(il, jl) != uniform_(i, j)) return false;
      }
    return true;
  }

 private:
  Uniform<T> uniform_;
  Section section_;
  std::vector<T> memory_;
  DistMatrix<T> matrix_;
};

/// A vector of the library as a column in extended precision.
template <Scalar T>
Wide<T> column_of(const std::vector<T>& v) {
  Wide<T> result({static_cast<Index>(v.size()), 1});
  for (std::size_t k = 0; k < v.size(); ++k) result.values[k] = widened(v[k]);
  return result;
}

template <Scalar T>
std::vector<T> numbers(Index count, unsigned seed) {
  const Uniform<T> uniform(seed, -1, 1);
  std::vector<T> v(static_cast<std::size_t>(count));
  for (Index k = 0; k < count; ++k) v[static_cast<std::size_t>(k)] = uniform(k, 0);
  return v;
}

/// Checks that `f` throws the same ArgumentError, with `part` in its text, on every rank.
template <class F>
void check_refused(const std::string& part, F&& f) {
  const std::string text = message_of<ArgumentError>(f);
  check_all(world(), contains(text, part), concat("wanted \"", part, "\", got: ", text));
}

}  // namespace ashlar::test
