// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>
#include <string>
#include <vector>

#include <ashlar/base/scalar.hpp>
#include <ashlar/matrix/dist_matrix.hpp>
#include <ashlar/pictures/matrix_picture.hpp>

namespace ashlar::pictures {

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

/// Matrix of any size in few cells, from which its picture is drawn: each cell stands for a
/// rectangle of elements and keeps a few figures of them.
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

  /// Adds this rank's elements of a section of a matrix, whose first element is element (row, col)
  /// of the sketched matrix. [local]
  /// @pre  the section lies within the part, and behind (row, col) there is room for it
  template <Element T>
  void add(const DistMatrix<T>& part, Section section, Index row = 0, Index col = 0);

  /// Adds one element of the sketched matrix; of a complex one its modulus, NaN if a part is NaN.
  /// [local]
  /// @pre  (row, col) lies within the matrix
  void add_element(Index row, Index col, double value);

  /// Adds what the other ranks have; then all have the same. @collective over `comm`
  void add_all(mpi::CommunicatorView comm);

  /// The figures of all cells together.
  SketchCell total() const;

 private:
  std::size_t place(Index row, Index col) const {
    return static_cast<std::size_t>(row * cells_.cols + col);
  }

  Shape shape_, cells_;
  std::vector<SketchCell> all_;
};

/// The sketch of a section of a matrix file, the same on all ranks: the file is read in panels.
/// Of the options the section, the most cells and the file count.
/// @param panel_bytes  of the file, that a rank holds at a time, about
/// @throws FileError, ArgumentError as MatrixSketch
/// @collective over `comm`
MatrixSketch sketch_file(mpi::CommunicatorView comm, const std::string& path,
                         const MatrixPictureOptions& options, Index panel_bytes = Index{64} << 20);

}  // namespace ashlar::pictures
