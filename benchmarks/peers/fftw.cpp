// SPDX-License-Identifier: BSD-3-Clause
#include <fftw3-mpi.h>

#include <ashlar/base/error.hpp>

#include "peers/peers.hpp"

namespace ashlar::bench {
namespace {

/// Transposition of an n0 x n1 row-major array of `howmany` reals an element.
struct Problem {
  std::ptrdiff_t n0, n1, howmany, block0, block1;
  MPI_Comm comm;
};

/// FFTW in its two precisions.
template <class R>
struct Fftw;
template <>
struct Fftw<double> {
  using Plan = fftw_plan;
  static constexpr auto init = fftw_mpi_init;
  static constexpr auto local_size = fftw_mpi_local_size_many_transposed;
  static constexpr auto plan_transpose = fftw_mpi_plan_many_transpose;
  static constexpr auto execute = fftw_execute;
  static constexpr auto destroy = fftw_destroy_plan;
};
template <>
struct Fftw<float> {
  using Plan = fftwf_plan;
  static constexpr auto init = fftwf_mpi_init;
  static constexpr auto local_size = fftwf_mpi_local_size_many_transposed;
  static constexpr auto plan_transpose = fftwf_mpi_plan_many_transpose;
  static constexpr auto execute = fftwf_execute;
  static constexpr auto destroy = fftwf_destroy_plan;
};

/// Number of elements T of a rank's array.
template <class T>
Index room_for(const Problem& p) {
  const std::ptrdiff_t shape[] = {p.n0, p.n1};
  std::ptrdiff_t rows = 0, first_row = 0, cols = 0, first_col = 0;
  return Fftw<RealOf<T>>::local_size(2, shape, p.howmany, p.block0, p.block1, p.comm, &rows,
                                     &first_row, &cols, &first_col);
}

/// Column slabs of Ashlar are row slabs of the transpose in FFTW. Separate arrays are needed:
/// planning overwrites them, and FFTW supports no gaps between columns.
template <class T>
class Transposition {
 public:
  Transposition(mpi::CommunicatorView comm, const MoveCase& what, const Problem& p)
      : source_(comm, what.source, room_for<T>(p), Columns::Tight),
        target_(comm, what.target, room_for<T>(p), Columns::Tight) {
    using Real = RealOf<T>;
    plan_ = Fftw<Real>::plan_transpose(
        p.n0, p.n1, p.howmany, p.block0, p.block1, reinterpret_cast<Real*>(source_.memory.data()),
        reinterpret_cast<Real*>(target_.memory.data()), p.comm, FFTW_MEASURE);
    expect(plan_ != nullptr, "benchmark: FFTW has no plan for ", what.name);
    source_.matrix.fill_with(element<T>);
  }
  Transposition(const Transposition&) = delete;
  Transposition& operator=(const Transposition&) = delete;
  ~Transposition() { Fftw<RealOf<T>>::destroy(plan_); }

  void run() { Fftw<RealOf<T>>::execute(plan_); }
  DistMatrix<T>& target() { return target_.matrix; }

 private:
  UserMatrix<T> source_, target_;
  typename Fftw<RealOf<T>>::Plan plan_;
};

}  // namespace

template <class T>
void add_fftw(MethodList& list, Operands<T>& operands) {
  const MoveCase& what = operands.what;
  if (!list.is_wanted("fftw") || !what.is_slabs) return;
  Fftw<RealOf<T>>::init();
  const Problem problem{.n0 = what.source.shape().cols,
                        .n1 = what.source.shape().rows,
                        .howmany = is_complex<T> ? 2 : 1,
                        .block0 = what.source.block().cols,
                        .block1 = what.target.block().cols,
                        .comm = operands.comm.native()};
  const auto transposition = std::make_shared<Transposition<T>>(operands.comm, what, problem);
  list.methods.push_back(
      {"fftw", [transposition] { transposition->run(); },
       [transposition] { spoil(transposition->target()); },
       [transposition, &what] { return is_right(transposition->target(), what); }});
}

template void add_fftw(MethodList&, Operands<float>&);
template void add_fftw(MethodList&, Operands<double>&);
template void add_fftw(MethodList&, Operands<c128>&);

std::string fftw_version() { return ::fftw_version; }

}  // namespace ashlar::bench
