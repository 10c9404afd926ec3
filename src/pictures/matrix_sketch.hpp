// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <ashlar/base/scalar.hpp>
#include <ashlar/matrix/dist_matrix.hpp>
#include <ashlar/pictures/matrix_picture.hpp>

namespace ashlar::pictures {

/// Statistics of a cell's elements; of complex ones their moduli.
struct SketchCell {
  Index nonzeros = 0;  ///< elements other than zero, including NaN
  Index finite = 0;    ///< elements neither NaN nor infinite
  Index nans = 0;      ///< elements with a NaN part
  double sum = 0;      ///< of the finite values
  double low = std::numeric_limits<double>::infinity();    ///< least value except NaN
  double high = -std::numeric_limits<double>::infinity();  ///< greatest value except NaN

  void add(double value);
  void add(const SketchCell& other);
  /// Mean of the finite values, or NaN.
  double mean() const;
  /// Largest modulus, or NaN without numbers.
  double largest_modulus() const;
};

/// Matrix reduced to few cells with statistics of rectangles of elements.
class MatrixSketch {
 public:
  /// Creates at most `most` empty cells, whose sizes differ by one at most in each dimension.
  /// @throws ArgumentError unless `most` is from 1x1 to 4096x4096
  explicit MatrixSketch(Shape shape, Shape most = {512, 512});

  Shape shape() const { return shape_; }
  Shape cells() const { return cells_; }
  /// Matrix rows and columns in a row and a column of cells.
  Range rows_of(Index row) const;
  Range cols_of(Index col) const;

  SketchCell& operator()(Index row, Index col) { return all_[place(row, col)]; }
  const SketchCell& operator()(Index row, Index col) const { return all_[place(row, col)]; }

  /// Adds this rank's elements of a section of `part`, whose first element is (row, col) of the
  /// sketched matrix. [local]
  /// @pre the section lies within `part` and, from (row, col), within the sketched matrix
  template <Element T>
  void add(const DistMatrix<T>& part, Section section, Index row = 0, Index col = 0);

  /// Adds an element: a complex one as its modulus, NaN if a part is NaN. [local]
  /// @pre (row, col) lies within the matrix
  void add_element(Index row, Index col, double value);

  /// Sums over all ranks. @collective over `comm`
  void add_all(mpi::CommunicatorView comm);

  SketchCell total() const;

 private:
  std::size_t place(Index row, Index col) const {
    return static_cast<std::size_t>(row * cells_.cols + col);
  }

  Shape shape_, cells_;
  std::vector<SketchCell> all_;
};

/// Sketch of a section of a matrix file, read in panels; [same]. Used options: section, cells and
/// file.
/// @param panel_bytes  approximate bytes of the file per rank and panel
/// @throws FileError; ArgumentError as MatrixSketch
/// @collective over `comm`
MatrixSketch sketch_file(mpi::CommunicatorView comm, const std::string& path,
                         const MatrixPictureOptions& options, Index panel_bytes = Index{64} << 20);

/// Value of an element, or modulus of a complex one.
template <Element T>
double value_in_sketch(T element) {
  if constexpr (is_complex<T>) {
    // std::abs of infinity and NaN is infinite; the sketch shows NaN.
    if (std::isnan(element.real()) || std::isnan(element.imag()))
      return std::numeric_limits<double>::quiet_NaN();
    return std::abs(c128(element));
  } else {
    return static_cast<double>(element);
  }
}

}  // namespace ashlar::pictures
