// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <vector>

#include <ashlar/matrix/dist_matrix.hpp>
#include <ashlar/move/plan_options.hpp>

namespace ashlar::detail {

/// Lines of a matrix that a vector has an element for.
enum class Along { Rows, Cols };

/// A vector with one element for each row, or column, of a matrix or view, dealt as these are:
/// every rank has the elements of its own rows (columns), in local order. A column of n elements
/// in any layout becomes one by a move and a broadcast along the lines of the grid, and comes from
/// one by a sum along them and a move.
template <Scalar T>
class DealtVector {
 public:
  /// Zeros. @collective over the matrix's communicator, idle ranks included
  template <class V>
  DealtVector(const MatrixView<V>& a, Along along)
      : DealtVector(a.comm(), a.layout(), a.section(), along) {}
  DealtVector(mpi::CommunicatorView comm, const Layout& layout, const Section& section,
              Along along);

  /// This rank's elements; none on an idle rank. [local]
  std::vector<T>& values() { return values_; }
  Index size() const { return std::ssize(values_); }
  T& operator[](Index l) { return values_[static_cast<std::size_t>(l)]; }
  /// Position of element `l` in the whole vector. [local]
  Index position(Index l) const { return axis_.to_global(process_, before_ + l) - range_.first; }
  /// Takes this rank's elements out of the whole vector. [local]
  void pick(std::span<const T> whole);

  /// Takes the elements from a column in any layout. @collective
  void take(const MatrixView<const T>& column);
  /// Adds up what the ranks of a line have, or joins their bits, for `put` and `everywhere`. The
  /// values here are spent. @collective
  void sum();
  void join();
  /// column := alpha v + beta column. @pre sum() or join() @collective
  void put(const MatrixView<T>& column, const Scaling<T>& scaling);
  /// All elements on every rank. @pre sum() or join() @collective
  std::vector<T> everywhere();

 private:
  MatrixView<T> whole() { return home_.view({padding_, padding_ + range_.size()}, {0, 1}); }
  T* home_data() { return whole().local().data; }
  MPI_Comm line() const;
  void send_home();

  Axis axis_;
  Range range_;
  Along along_;
  RankMap ranks_;
  int process_ = 0;          // of the axis; of an idle rank any
  bool is_in_grid_ = false;  // not idle
  bool is_first_ = false;    // of its line: home_ lies on these ranks
  Index before_ = 0;         // local elements before the section
  Index padding_ = 0;        // elements of the section's first block that lie before it
  DistMatrix<T> home_;
  std::vector<T> values_;
};

}  // namespace ashlar::detail
