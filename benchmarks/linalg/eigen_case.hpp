// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/linalg/eigen.hpp>
#include <ashlar/move/copy.hpp>

#include "linalg/foreign/spectra.hpp"
#include "linalg/one_process.hpp"
#include "linalg/scalapack_call.hpp"
#include "linalg/trials_of.hpp"
#include "linalg/user_layout.hpp"
#include "linalg/vectors.hpp"
#include "linalg/workspace.hpp"

namespace ashlar::bench {

/// Random elements of a Hermitian matrix.
template <Scalar T>
class RandomHermitian {
 public:
  explicit RandomHermitian(std::uint64_t seed) : uniform_(seed, -0.5, 0.5) {}
  T operator()(Index i, Index j) const {
    return i == j  ? T(std::real(uniform_(i, i)))
           : i > j ? uniform_(i, j)
                   : conjugate(uniform_(j, i));
  }

 private:
  Uniform<T> uniform_;
};

/// All eigenvalues and vectors of a symmetric or Hermitian matrix, with operand and vectors in the
/// user's layout; the peers are p?syevd, p?heevd and ?syevd, ?heevd.
template <Scalar T>
class EigenCase final : public RoutineCase {
 public:
  static constexpr Routine family = Routine::SymmetricEigen;

  explicit EigenCase(const Setting& setting)
      : setting_(setting),
        a_(setting, {setting.n, setting.n}, RandomHermitian<T>(7)),
        y_(random_vector<T>(setting.n)) {}

  Trial ours(Algorithm algorithm, const Layout&) override {
    const auto result = std::make_shared<SymmetricEigen<T>>();
    return {.prepare = [result] { *result = {}; },
            .run =
                [this, result, algorithm] {
                  *result = symmetric_eigen(a_.matrix, {.how = {.algorithm = algorithm}});
                },
            .residual = [this, result] { return residual_of(result->values, result->vectors); }};
  }

  Trial scalapack(const Layout& layout) override {
    struct State {
      ScalapackMatrix<T> a, z;
      std::vector<RealOf<T>> values;
      Workspace<T> space;
    };
    const auto s = std::make_shared<State>(
        State{{setting_.comm, layout}, {setting_.comm, layout}, new_values(), {}});
    const auto call = [s] { call_psyevd(s->a, s->values, s->z, s->space); };
    call();
    // The workspace query omits the columns of the back-transformation.
    const Index n = setting_.n, block = layout.block().rows;
    const Shape local = s->a.matrix.local_shape();
    const Index real = 4 * n + std::max(n, (local.rows + block) * (2 * block + local.cols));
    s->space.allocate_equal(setting_.comm, is_complex<T> ? 1 : real * 6 / 5,
                            1 + 8 * n + 2 * (local.rows + block) * (local.cols + block),
                            2 + 7 * n + 8 * layout.grid().cols);
    return {.prepare = [this, s] { copy_into(a_.matrix, s->a.matrix); },
            .run = call,
            .residual = [this, s] { return residual_of(s->values, s->z.matrix); }};
  }

  Trial gathered() override {
    struct State {
      OneProcess process;
      DistMatrix<T> a, z;
      std::vector<RealOf<T>> values;
      Workspace<T> space;
    };
    const Index n = setting_.n;
    const auto s = std::make_shared<State>(State{OneProcess(setting_),
                                                 {setting_.comm, OneProcess::layout({n, n})},
                                                 {setting_.comm, a_.matrix.layout()},
                                                 new_values(),
                                                 {}});
    if (setting_.comm.rank() == 0) {
      call_syevd(s->a, s->values, s->space);
      s->space.allocate();
    }
    return {.run =
                [this, s] {
                  copy_into(a_.matrix, s->a);
                  s->process.run([&] { call_syevd(s->a, s->values, s->space); });
                  copy_into(s->a, s->z);
                },
            .residual =
                [this, s] {
                  broadcast(setting_.comm, s->values);
                  return residual_of(s->values, s->z);
                },
            .settle = [s] { s->process.settle(); }};
  }

 private:
  std::vector<RealOf<T>> new_values() const {
    return std::vector<RealOf<T>>(static_cast<std::size_t>(setting_.n));
  }

  static void call_psyevd(ScalapackMatrix<T>& a, std::vector<RealOf<T>>& values,
                          ScalapackMatrix<T>& z, Workspace<T>& space) {
    const int n = a.order(), i = 1;
    int info = 0;
    const auto call = [&](auto... rest) {
      foreign::psyevd<T>("V", "L", &n, a.data(), &i, &i, a.desc(), values.data(), z.data(), &i, &i,
                         z.desc(), space.work.data(), &space.work_length, rest...,
                         space.integer.data(), &space.integer_length, &info, 1, 1);
    };
    if constexpr (is_complex<T>) call(space.real.data(), &space.real_length);
    else call();
    check_info(info, "p?syevd");
  }

  static void call_syevd(DistMatrix<T>& a, std::vector<RealOf<T>>& values, Workspace<T>& space) {
    const int n = static_cast<int>(a.rows()), ld = static_cast<int>(a.lld());
    int info = 0;
    const auto call = [&](auto... rest) {
      foreign::syevd<T>("V", "L", &n, a.local().data, &ld, values.data(), space.work.data(),
                        &space.work_length, rest..., space.integer.data(), &space.integer_length,
                        &info, 1, 1);
    };
    if constexpr (is_complex<T>) call(space.real.data(), &space.real_length);
    else call();
    check_info(info, "?syevd");
  }

  /// Maximum of |A Z y - Z L y| / (|L| |y|) and |Z^H Z y - y| / |y|, in units of n eps.
  double residual_of(const std::vector<RealOf<T>>& values, const DistMatrix<T>& z) const {
    const Vector<T> zy = times(z, y_);
    const double orthogonal = length(difference(times(z, zy, Op::ConjTrans), y_));
    Vector<T> ly = y_;
    double most = std::numeric_limits<double>::min();
    for (std::size_t k = 0; k < ly.size(); ++k) {
      ly[k] *= values[k];
      most = std::max(most, std::abs(static_cast<double>(values[k])));
    }
    const double whole = length(difference(times(a_.matrix, zy), times(z, ly))) / most;
    return worst({whole, orthogonal}) /
           (rounding<T> * static_cast<double>(setting_.n) * length(y_));
  }

  Setting setting_;
  UserOperand<T> a_;
  Vector<T> y_;
};

}  // namespace ashlar::bench
