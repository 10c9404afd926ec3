// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <ashlar/io/file_figures.hpp>
#include <ashlar/layout/shape.hpp>
#include <ashlar/linalg/norm.hpp>
#include <ashlar/move/copy.hpp>
#include <ashlar/mpi/communicator.hpp>
#include <ashlar/mpi/context.hpp>

#include "base/instantiate.hpp"
#include "file_error.hpp"
#include "file_parts.hpp"
#include "linalg/found_statistics.hpp"
#include "linalg/local/lines.hpp"
#include "linalg/reduce.hpp"
#include "linalg/same_options.hpp"
#include "mpi/collectives.hpp"
#include "same_options.hpp"

namespace ashlar::detail {
namespace {

/// All norms of a matrix in parts, such as a file larger than memory. Keeps sums of all rows and
/// columns, or of a panel's only.
class NormSums {
 public:
  /// For parts in any order.
  explicit NormSums(Shape shape) {
    rows_.begin({0, shape.rows});
    cols_.begin({0, shape.cols});
  }
  /// For panels of whole lines, each on one rank: rows in C order, else columns.
  NormSums(Shape shape, StorageOrder order) : order_(order) {
    if (order == StorageOrder::C) cols_.begin({0, shape.cols});
    else rows_.begin({0, shape.rows});
  }

  /// Begins a part; the previous panel's sums are complete. [local]
  void begin(Section part) {
    if (order_ == StorageOrder::C) rows_.begin(part.rows);
    if (order_ == StorageOrder::Fortran) cols_.begin(part.cols);
  }

  /// Adds the modulus of element (i, j). [local]
  void add(double modulus, Index i, Index j) {
    has_nan_ = has_nan_ || std::isnan(modulus);
    most_ = std::max(most_, modulus);  // unchanged for NaN
    rows_.add(modulus, i);
    cols_.add(modulus, j);
    // Against overflow and underflow of squares.
    if (modulus > far) large_.add(square(modulus * (1 / scale)));
    else if (modulus < 1 / far) small_.add(square(modulus * scale));
    else usual_.add(square(modulus));
  }

  /// @collective
  /// @param comm  the library's communicator
  void add_all(mpi::CommunicatorView comm) {
    if (order_ != StorageOrder::C) rows_.add_all(comm);
    if (order_ != StorageOrder::Fortran) cols_.add_all(comm);
    double figures[] = {has_nan_ ? 1.0 : 0.0, most_, rows_.largest(), cols_.largest()};
    mpi::all_reduce(comm, std::span<double>(figures), MPI_MAX);
    has_nan_ = figures[0] > 0;
    most_ = figures[1];
    largest_row_ = figures[2];
    largest_col_ = figures[3];
    for (Sum* sum : {&small_, &usual_, &large_}) {
      Sum total;
      for (const double part : mpi::all_gather(comm, sum->value())) total.add(part);
      *sum = total;
    }
  }

  /// As norm(), after add_all. [local]
  double value(Norm kind) const {
    if (has_nan_) return std::numeric_limits<double>::quiet_NaN();
    switch (kind) {
      case Norm::Max: return most_;
      case Norm::One: return largest_col_;
      case Norm::Inf: return largest_row_;
      case Norm::Frobenius: break;
    }
    if (std::isinf(most_)) return most_;  // std::hypot might lose it
    return std::hypot(std::sqrt(usual_.value()), std::sqrt(large_.value()) * scale,
                      std::sqrt(small_.value()) / scale);
  }

 private:
  using Sum = local::LongSum<double>;
  static constexpr double far = 0x1p400, scale = 0x1p600;

  /// Sums of some rows or columns, and the largest earlier one.
  class Lines {
   public:
    void begin(Range lines) {
      done_ = largest();
      first_ = lines.first;
      sums_.assign(static_cast<std::size_t>(lines.size()), 0.0);
    }
    void add(double modulus, Index line) {
      sums_[static_cast<std::size_t>(line - first_)] += modulus;
    }
    void add_all(mpi::CommunicatorView comm) {
      sum_over(comm.native(), sums_.data(), std::ssize(sums_));
    }
    double largest() const {
      double most = done_;
      for (const double sum : sums_) most = std::max(most, sum);
      return most;
    }

   private:
    Index first_ = 0;
    std::vector<double> sums_;
    double done_ = 0;
  };

  static double square(double x) { return x * x; }

  std::optional<StorageOrder> order_;
  Lines rows_, cols_;
  Sum small_, usual_, large_;
  double most_ = 0, largest_row_ = 0, largest_col_ = 0;
  bool has_nan_ = false;
};

}  // namespace
}  // namespace ashlar::detail

namespace ashlar::io {
namespace {

template <Element T>
class FileFigures {
 public:
  FileFigures(Shape shape, StorageOrder order)
      : shape_(shape),
        norms_(shape.rows == shape.cols ? ashlar::detail::NormSums(shape)
                                        : ashlar::detail::NormSums(shape, order)) {}

  /// [local]
  void add(const DistMatrix<T>& part, Section at) {
    norms_.begin(at);
    ashlar::detail::look::for_each_own(
        ashlar::detail::const_view(part), [&](const T& x, Index i, Index j) {
          const Index row = at.rows.first + i, col = at.cols.first + j;
          found_.add(x, row, col, shape_.cols);
          if constexpr (Scalar<T>) norms_.add(ashlar::detail::modulus(x), row, col);
          else norms_.add(std::abs(static_cast<double>(x)), row, col);
        });
  }

  /// Compares a part with the transpose of another. @collective
  void compare(const DistMatrix<T>& part, const DistMatrix<T>& other) {
    DistMatrix<T> image(part.comm(), part.layout(),
                        {.init = Init::Uninitialized, .order = part.storage_order()});
    copy_into(other, image, {.op = Op::Trans});
    mirror_.add(part.local(), std::as_const(image).local());
  }

  /// @collective
  Statistics<T> over_all(mpi::CommunicatorView comm) {
    Statistics<T> result = ashlar::detail::look::statistics_of(comm, shape_, found_);
    norms_.add_all(comm);
    result.max_norm = norms_.value(Norm::Max);
    result.one_norm = norms_.value(Norm::One);
    result.inf_norm = norms_.value(Norm::Inf);
    result.frobenius_norm = norms_.value(Norm::Frobenius);
    if (result.is_square()) mirror_.put_into(result, comm);
    return result;
  }

 private:
  Shape shape_;
  ashlar::detail::look::Found<T> found_;
  ashlar::detail::look::Mirror<T> mirror_;
  ashlar::detail::NormSums norms_;
};

}  // namespace

template <Element T>
Statistics<T> statistics_of_file(mpi::CommunicatorView comm, const std::string& path,
                                 const FigureOptions& options) {
  const mpi::CollectiveCall call(comm, "statistics_of_file", mpi::same("the path", path),
                                 mpi::same("the element type", dtype_of<T>()),
                                 mpi::same("the options", options));
  FileParts<T> file(comm, path, options.file);
  if (file.info().dtype != dtype_of<T>())
    throw file_error(path, "holds ", to_string(file.info().dtype), ", but ",
                     to_string(dtype_of<T>()), " was asked for");
  FileFigures<T> figures(file.shape(), file.info().order);
  if (file.shape().rows == file.shape().cols) {
    constexpr Index at_hand = 3;  // a tile, its mirror image and the transpose
    file.for_each_tile(options.panel_bytes / at_hand, [&](Section at, Section mirrored) {
      const DistMatrix<T> tile = file.read(at);
      figures.add(tile, at);
      if (at == mirrored) return figures.compare(tile, tile);
      const DistMatrix<T> other = file.read(mirrored);
      figures.add(other, mirrored);
      figures.compare(tile, other);
    });
  } else {
    file.for_each_panel_of_lines(options.panel_bytes,
                                 [&](Section at) { figures.add(file.read(at), at); });
  }
  return figures.over_all(mpi::Context::of(comm).comm());
}

template <Scalar T>
RealOf<T> norm_of_file(mpi::CommunicatorView comm, const std::string& path, Norm kind,
                       const FigureOptions& options) {
  const mpi::CollectiveCall call(
      comm, "norm_of_file", mpi::same("the path", path), mpi::same("the norm", kind),
      mpi::same("the element type", dtype_of<T>()), mpi::same("the options", options));
  FileParts<T> file(comm, path, options.file);
  ashlar::detail::NormSums sums(file.shape(), file.info().order);
  file.for_each_panel_of_lines(options.panel_bytes, [&](Section at) {
    const DistMatrix<T> panel = file.read(at);
    sums.begin(at);
    ashlar::detail::look::for_each_own(
        ashlar::detail::const_view(panel), [&](const T& x, Index i, Index j) {
          sums.add(ashlar::detail::modulus(x), at.rows.first + i, at.cols.first + j);
        });
  });
  file.finish();
  sums.add_all(mpi::Context::of(comm).comm());
  return static_cast<RealOf<T>>(sums.value(kind));
}

#define ASHLAR_INSTANTIATE(T)                                                             \
  template Statistics<T> statistics_of_file<T>(mpi::CommunicatorView, const std::string&, \
                                               const FigureOptions&);
ASHLAR_FOR_ALL_ELEMENTS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

#define ASHLAR_INSTANTIATE(T)                                                         \
  template RealOf<T> norm_of_file<T>(mpi::CommunicatorView, const std::string&, Norm, \
                                     const FigureOptions&);
ASHLAR_FOR_ALL_SCALARS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar::io
