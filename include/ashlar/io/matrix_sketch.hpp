// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>
#include <string>
#include <vector>

#include <ashlar/base/scalar.hpp>
#include <ashlar/io/files.hpp>
#include <ashlar/matrix/dist_matrix.hpp>

namespace ashlar::io {

/// What a sketch keeps of the elements of one of its cells. Values of complex elements are their
/// moduli.
struct SketchCell {
  Index nonzeros = 0;  ///< elements other than zero, NaN included
  Index finite = 0;    ///< elements that are neither NaN nor infinite
  Index nans = 0;      ///< elements of which a part is NaN
  double sum = 0;      ///< of the finite values
  double low = std::numeric_limits<double>::infinity();    ///< least value, but NaN
  double high = -std::numeric_limits<double>::infinity();  ///< greatest value, but NaN

  void add(double value);
  void add(const SketchCell& other);
  /// Of the finite values; NaN if there is none.
  double mean() const;
  /// The largest modulus; NaN if there is no number.
  double largest_modulus() const;
};

/// A matrix of any size in few cells: each stands for a rectangle of elements and keeps a few
/// figures of them. What pictures of matrices are drawn from. Made by sketch, or element by element
/// and in parts.
class MatrixSketch {
 public:
  /// At most `most` cells, all of them empty so far; rows and columns are cut into ranges that
  /// differ by one element at most.
  /// @throws ArgumentError unless `most` is from 1x1 to 4096x4096
  explicit MatrixSketch(Shape shape, Shape most = {512, 512});

  Shape shape() const { return shape_; }
  Shape cells() const { return cells_; }
  /// Rows and columns of the matrix that a row and a column of cells stand for.
  Range rows_of(Index row) const;
  Range cols_of(Index col) const;

  SketchCell& operator()(Index row, Index col) { return all_[place(row, col)]; }
  const SketchCell& operator()(Index row, Index col) const { return all_[place(row, col)]; }

  /// Adds this rank's elements of a matrix, whose element (0, 0) is element (row, col) of the
  /// sketched one. [local]
  /// @throws ArgumentError if it reaches beyond the shape
  template <Element T>
  void add(const DistMatrix<T>& part, Index row = 0, Index col = 0);

  /// Adds one element of the sketched matrix; of a complex one its modulus, NaN if a part is NaN.
  /// [local]
  /// @throws ArgumentError if (row, col) lies outside the matrix
  void add_element(Index row, Index col, double value);

  /// Adds what the other ranks have; then all have the same. @collective over `comm`
  void add_all(mpi::CommunicatorView comm);

 private:
  std::size_t place(Index row, Index col) const {
    return static_cast<std::size_t>(row * cells_.cols + col);
  }

  Shape shape_, cells_;
  std::vector<SketchCell> all_;
};

/// The sketch of a matrix, the same on all ranks: each reduces what it has.
/// @param most  [same] most cells
/// @throws ArgumentError as MatrixSketch
/// @collective over a.comm()
/// @example write_whole_file(comm, "a.svg", matrix_svg(sketch(a)));
template <Element T>
MatrixSketch sketch(const DistMatrix<T>& a, Shape most = {512, 512}) {
  MatrixSketch result(a.shape(), most);
  result.add(a);
  result.add_all(a.comm());
  return result;
}

/// Options of sketch_file. [same]
struct SketchOptions {
  Shape most = {512, 512};                         ///< most cells
  Section section = {Range::all(), Range::all()};  ///< the part that is sketched; no more is read
  FileHints file = {};
  Index panel_bytes = Index{64} << 20;  ///< of the file, that a rank holds at a time, about
};

/// The sketch of a matrix file of any size, the same on all ranks: it is read in panels, never as a
/// whole.
/// @param path  [same]
/// @throws FileError, ArgumentError as MatrixSketch
/// @collective over `comm`
/// @cost one pass over the elements; of a coordinate file (Matrix Market) over the entries, in 32
/// bytes of memory for each of them, shared by the ranks
MatrixSketch sketch_file(mpi::CommunicatorView comm, const std::string& path,
                         const SketchOptions& options = {});

}  // namespace ashlar::io
