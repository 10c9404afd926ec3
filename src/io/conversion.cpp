// SPDX-License-Identifier: BSD-3-Clause
#include "conversion.hpp"

#include <cmath>
#include <utility>

#include <ashlar/base/progress.hpp>
#include <ashlar/move/copy.hpp>
#include <ashlar/move/mirror.hpp>

#include "base/instantiate.hpp"
#include "mpi/memory_room.hpp"
#include "new_file.hpp"
#include "panels.hpp"
#include "read_slab.hpp"

namespace ashlar::io::detail {
namespace {

/// Times of this rank's steps, reduced to the maximum over ranks.
class Clock {
 public:
  explicit Clock(mpi::CommunicatorView comm) : comm_(comm), last_(MPI_Wtime()) {}
  void add_to(double& seconds) { seconds += MPI_Wtime() - std::exchange(last_, MPI_Wtime()); }
  ConversionTimes slowest(ConversionTimes mine) const {
    return {mpi::all_max(comm_, mine.read), mpi::all_max(comm_, mine.moved),
            mpi::all_max(comm_, mine.written)};
  }

 private:
  mpi::CommunicatorView comm_;
  double last_;
};

/// Diagonal of the whole matrix, relative to the section's corner.
constexpr Index diagonal_within(Section section, Index diagonal) {
  return diagonal + section.rows.first - section.cols.first;
}

template <Element T>
class Run {
 public:
  explicit Run(const ConversionJob& job)
      : job_(job), overflows_{.treatment = job.options.load.overflow}, clock_(job.comm) {}

  ConversionTimes all() {
    announce_cut_lines();
    clock_.add_to(times_.read);
    write_all_panels();
    warn_of_overflows(job_.source, dtype_of<T>(), job_.comm, overflows_.count);
    return clock_.slowest(times_);
  }

 private:
  void write_all_panels() {
    NewFile file(job_.comm, job_.out,
                 {.dtype = job_.dtype,
                  .shape = job_.shape,
                  .order = job_.order,
                  .dimensions = job_.options.save.dimensions,
                  .style = job_.options.save.file});
    for_each_panel(line_count(job_.shape, job_.order), job_.lines, [&](Range lines) {
      const Section panel = section_of(lines, {0, line_length(job_.shape, job_.order)}, job_.order);
      const DistMatrix<T> slab = made(panel, file.layout(panel.shape()));
      file.write(ashlar::detail::operand_of(slab), lines.first);
      clock_.add_to(times_.written);
      tell_written(panel.shape());
    });
    file.commit();
    clock_.add_to(times_.written);
  }

  void tell_written(Shape panel) {
    constexpr Index bytes = sizeof(T);
    done_ += panel.rows * panel.cols * bytes;
    if (job_.comm.rank() == 0)
      ashlar::detail::report_progress(
          {"converting", done_, job_.shape.rows * job_.shape.cols * bytes});
  }

  /// Section of the new matrix in file order.
  DistMatrix<T> made(Section section, const Layout& layout) {
    if (job_.keeps_all() && layout == job_.source.layout(section.shape(), job_.comm.size()))
      return read(section);
    DistMatrix<T> panel(job_.comm, layout, {.init = Init::Uninitialized, .order = job_.order});
    if (job_.options.mirror) {
      mirror(section, panel);
    } else {
      const DistMatrix<T> slab =
          read(is_transposing(job_.options.op) ? section.transposed() : section);
      copy_scaled(slab, panel,
                  {.op = job_.options.op,
                   .uplo = job_.options.uplo,
                   .diagonal = diagonal_within(section, job_.options.diagonal),
                   .diag = job_.options.diag,
                   .rest = Rest::Zero});
    }
    conjugate(panel);
    clock_.add_to(times_.moved);
    return panel;
  }

  /// Copies the stored triangle; the other one is its mirror image.
  void mirror(Section section, DistMatrix<T>& panel) {
    const Uplo stored = *job_.options.mirror;
    const bool is_upper = stored == Uplo::Upper;
    const Index diagonal = diagonal_within(section, 0);
    const Op op = job_.options.op;
    {
      const DistMatrix<T> slab = read(is_transposing(op) ? section.transposed() : section);
      copy_scaled(slab, panel, {.op = op, .uplo = stored, .diagonal = diagonal});
    }
    const CopyOptions image{.op = job_.options.mirror_op,
                            .uplo = is_upper ? Uplo::Lower : Uplo::Upper,
                            .diagonal = diagonal + (is_upper ? -1 : 1)};
    const DistMatrix<T> slab = read(is_transposing(op) ? section : section.transposed());
    if (is_transposing(op)) {
      DistMatrix<T> turned(job_.comm, panel.layout().with_shape(section.transposed().shape()),
                           {.init = Init::Uninitialized});
      copy_into(slab, turned, {.op = op});
      copy_scaled(turned, panel, image);
    } else {
      copy_scaled(slab, panel, image);
    }
    if constexpr (is_complex<T>)
      if (job_.options.mirror_op == Op::ConjTrans) make_real_on(panel, diagonal);
  }

  DistMatrix<T> read(Section section) {
    clock_.add_to(times_.moved);
    DistMatrix<T> slab(job_.comm, job_.source.layout(section.shape(), job_.comm.size()),
                       {.init = Init::Uninitialized, .order = job_.source.info.order});
    read_slab(job_.source, shifted(section, job_.part), slab, overflows_);
    announce_next(section);
    clock_.add_to(times_.read);
    return slab;
  }

  /// Prefetches the next panel.
  void announce_next(Section section) const {
    const StorageOrder order = job_.source.info.order;
    const Range lines = lines_of(section, order);
    const Index last = line_count(job_.part.shape(), order);
    const Range next{lines.last, std::min(last, lines.last + lines.size())};
    if (!job_.cuts_lines() && !next.empty())
      announce(section_of(next, within_lines(section, order), order));
  }

  /// Prefetches whole lines if panels cut lines of the old file and the page cache has room: parts
  /// of lines are shorter than the disk's read size.
  void announce_cut_lines() const {
    const Shape part = job_.part.shape();
    const Index room = mpi::memory_room() / 2;
    const auto width = static_cast<Index>(size_of(job_.source.info.dtype));
    if (job_.cuts_lines() && part.rows * part.cols <= room / width)
      announce({{0, part.rows}, {0, part.cols}});
  }

  /// Prefetches a section of the old file on all ranks.
  void announce(Section section) const {
    const SharedReader& source = job_.source;
    const StorageOrder order = source.info.order;
    const Range mine =
        slab_lines(source.layout(section.shape(), job_.comm.size()), job_.comm.rank(), order);
    const Index first = lines_of(section, order).first;
    const Section own =
        section_of({first + mine.first, first + mine.last}, within_lines(section, order), order);
    source.reader->will_read(shifted(own, job_.part));
  }

  void copy_scaled(const DistMatrix<T>& from, DistMatrix<T>& to, const CopyOptions& options) const {
    if constexpr (Scalar<T>)
      copy_into(from, to, options, {.alpha = static_cast<RealOf<T>>(job_.options.scale)});
    else copy_into(from, to, options);
  }

  /// Calls f(element, i, j) for local elements.
  template <class F>
  static void for_each_own(DistMatrix<T>& a, F&& f) {
    const LocalView<T> local = a.local();
    for (Index jl = 0; jl < local.cols; ++jl)
      for (Index il = 0; il < local.rows; ++il)
        f(local(il, jl), a.global_row(il), a.global_col(jl));
  }

  void conjugate(DistMatrix<T>& panel) const {
    if constexpr (is_complex<T>)
      if (job_.options.conjugate) for_each_own(panel, [](T& x, Index, Index) { x = std::conj(x); });
  }

  /// Zeroes imaginary parts on the diagonal of a Hermitian matrix.
  static void make_real_on(DistMatrix<T>& panel, Index diagonal) {
    for_each_own(panel, [&](T& x, Index i, Index j) {
      if (j - i == diagonal) x = x.real();
    });
  }

  const ConversionJob& job_;
  Overflows overflows_;
  ConversionTimes times_;
  Clock clock_;
  Index done_ = 0;  // bytes of the new file
};

}  // namespace

template <Element T>
ConversionTimes run_conversion(const ConversionJob& job) {
  return Run<T>(job).all();
}

#define ASHLAR_INSTANTIATE(T) template ConversionTimes run_conversion<T>(const ConversionJob&);
ASHLAR_FOR_ALL_ELEMENTS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar::io::detail
