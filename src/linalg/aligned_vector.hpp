// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include <ashlar/matrix/dist_matrix.hpp>
#include <ashlar/move/plan_options.hpp>

namespace ashlar::detail {

/// Lines of a matrix with one vector element each.
enum class Along { Rows, Cols };

/// A vector aligned with the rows (or columns) of a matrix or view: every rank has the elements of
/// its rows, in local order. Built from an n x 1 matrix by a move and a broadcast along grid lines;
/// the inverse is a reduction and a move.
template <Scalar T>
class AlignedVector {
 public:
  /// Zeros. @collective over the matrix's communicator
  template <class V>
  AlignedVector(const MatrixView<V>& a, Along along)
      : AlignedVector(a.comm(), a.layout(), a.section(), along) {}
  AlignedVector(mpi::CommunicatorView comm, const Layout& layout, const Section& section,
                Along along);

  /// Local elements. [local]
  std::vector<T>& values() { return values_; }
  Index size() const { return std::ssize(values_); }
  T& operator[](Index l) { return values_[static_cast<std::size_t>(l)]; }

  /// Copies elements from a column. @collective
  void take(const MatrixView<const T>& column);
  /// Adds the values of a line's ranks, or combines their bits, before `put` or `everywhere`;
  /// invalidates values(). @collective
  void sum();
  void join();
  /// column := alpha v + beta column. @pre sum() or join() @collective
  void put(const MatrixView<T>& column, const Scaling<T>& scaling);
  /// All elements, on every rank. @pre sum() or join() @collective
  std::vector<T> everywhere();

 private:
  MatrixView<T> whole() { return home_.view({padding_, padding_ + range_.size()}, {0, 1}); }
  T* home_data() { return whole().local().data; }
  MPI_Comm line() const;
  /// Combines a line's values, as numbers N, in its first rank's part of the column.
  template <class N>
  void combine(MPI_Datatype type, MPI_Op op);

  Range range_;
  Along along_;
  RankMap ranks_;
  bool is_in_grid_ = false;
  bool is_first_ = false;  // of its line: has home_
  Index padding_ = 0;      // elements of the section's first block before it
  DistMatrix<T> home_;
  std::vector<T> values_;
};

}  // namespace ashlar::detail
