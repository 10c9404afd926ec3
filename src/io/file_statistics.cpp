// SPDX-License-Identifier: BSD-3-Clause
#include <utility>

#include <ashlar/base/concat.hpp>
#include <ashlar/io/file_figures.hpp>
#include <ashlar/move/copy.hpp>
#include <ashlar/mpi/context.hpp>

#include "base/instantiate.hpp"
#include "file_error.hpp"
#include "file_parts.hpp"
#include "linalg/found_statistics.hpp"
#include "linalg/norm_sums.hpp"
#include "linalg/same_options.hpp"
#include "same_options.hpp"

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
    throw file_error(path, concat("holds ", to_string(file.info().dtype), ", but ",
                                  to_string(dtype_of<T>()), " was asked for"));
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
