// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/linalg/svd.hpp>
#include <ashlar/move/copy.hpp>

#include "linalg/foreign/spectra.hpp"
#include "linalg/one_process.hpp"
#include "linalg/scalapack_call.hpp"
#include "linalg/trials_of.hpp"
#include "linalg/user_layout.hpp"
#include "linalg/vectors.hpp"
#include "linalg/workspace.hpp"

namespace ashlar::bench {

/// All singular values and vectors of a square matrix, with operand, U and V^H in the user's
/// layout; the peers are p?gesvd and ?gesdd.
template <Scalar T>
class SvdCase final : public RoutineCase {
 public:
  static constexpr Routine family = Routine::Svd;

  explicit SvdCase(const Setting& setting)
      : setting_(setting),
        a_(setting, shape(), Uniform<T>(7, -0.5, 0.5)),
        y_(random_vector<T>(setting.n)),
        ay_(times(a_.matrix, y_)) {}

  Trial ours(Algorithm algorithm, const Layout&) override {
    const auto result = std::make_shared<Svd<T>>();
    return {
        .prepare = [result] { *result = {}; },
        .run =
            [this, result, algorithm] {
              *result = svd(a_.matrix, SvdVectors::Thin, {.algorithm = algorithm});
            },
        .residual = [this, result] { return residual_of(result->values, result->u, result->vh); }};
  }

  Trial scalapack(const Layout& layout) override {
    struct State {
      ScalapackMatrix<T> a, u, vh;
      std::vector<RealOf<T>> values;
      Workspace<T> space;
    };
    const auto on_grid = [&] { return ScalapackMatrix<T>(setting_.comm, layout); };
    const auto s =
        std::make_shared<State>(State{on_grid(), on_grid(), on_grid(), new_values(), {}});
    const auto call = [s] { call_pgesvd(s->a, s->values, s->u, s->vh, s->space); };
    call();
    s->space.allocate_equal(setting_.comm, 1, 4 * setting_.n + 1, 1);
    return {.prepare = [this, s] { copy_into(a_.matrix, s->a.matrix); },
            .run = call,
            .residual = [this, s] { return residual_of(s->values, s->u.matrix, s->vh.matrix); }};
  }

  Trial gathered() override {
    struct State {
      OneProcess process;
      DistMatrix<T> a, u, vh, result_u, result_vh;
      std::vector<RealOf<T>> values;
      Workspace<T> space;
    };
    const auto at = [&](const Layout& layout) { return DistMatrix<T>(setting_.comm, layout); };
    const Layout whole = OneProcess::layout(shape()), users = a_.matrix.layout();
    const auto s = std::make_shared<State>(State{OneProcess(setting_),
                                                 at(whole),
                                                 at(whole),
                                                 at(whole),
                                                 at(users),
                                                 at(users),
                                                 new_values(),
                                                 {}});
    const Index n = setting_.n;
    if (setting_.comm.rank() == 0) {
      call_gesdd(s->a, s->values, s->u, s->vh, s->space);
      s->space.allocate(1, n * (5 * n + 7), 8 * n);
    }
    return {.run =
                [this, s] {
                  copy_into(a_.matrix, s->a);
                  s->process.run([&] { call_gesdd(s->a, s->values, s->u, s->vh, s->space); });
                  copy_into(s->u, s->result_u);
                  copy_into(s->vh, s->result_vh);
                },
            .residual =
                [this, s] {
                  broadcast(setting_.comm, s->values);
                  return residual_of(s->values, s->result_u, s->result_vh);
                },
            .settle = [s] { s->process.settle(); }};
  }

 private:
  Shape shape() const { return {setting_.n, setting_.n}; }
  std::vector<RealOf<T>> new_values() const {
    return std::vector<RealOf<T>>(static_cast<std::size_t>(setting_.n));
  }

  static void call_pgesvd(ScalapackMatrix<T>& a, std::vector<RealOf<T>>& values,
                          ScalapackMatrix<T>& u, ScalapackMatrix<T>& vh, Workspace<T>& space) {
    const int n = a.order(), i = 1;
    int info = 0;
    const auto call = [&](auto... rest) {
      foreign::pgesvd<T>("V", "V", &n, &n, a.data(), &i, &i, a.desc(), values.data(), u.data(), &i,
                         &i, u.desc(), vh.data(), &i, &i, vh.desc(), space.work.data(),
                         &space.work_length, rest..., &info, 1, 1);
    };
    if constexpr (is_complex<T>) call(space.real.data());
    else call();
    check_info(info, "p?gesvd");
  }

  static void call_gesdd(DistMatrix<T>& a, std::vector<RealOf<T>>& values, DistMatrix<T>& u,
                         DistMatrix<T>& vh, Workspace<T>& space) {
    const int n = static_cast<int>(a.rows()), ld = static_cast<int>(a.lld());
    int info = 0;
    const auto call = [&](auto... rest) {
      foreign::gesdd<T>("S", &n, &n, a.local().data, &ld, values.data(), u.local().data, &ld,
                        vh.local().data, &ld, space.work.data(), &space.work_length, rest...,
                        space.integer.data(), &info, 1);
    };
    if constexpr (is_complex<T>) call(space.real.data());
    else call();
    check_info(info, "?gesdd");
  }

  /// Maximum of |A y - U S V^H y| / (s_1 |y|), |U^H U y - y| / |y| and |V V^H y - y| / |y|, in
  /// units of n eps.
  double residual_of(const std::vector<RealOf<T>>& values, const DistMatrix<T>& u,
                     const DistMatrix<T>& vh) const {
    Vector<T> x = times(vh, y_);
    const double vs = length(difference(times(vh, x, Op::ConjTrans), y_));
    for (std::size_t k = 0; k < x.size(); ++k) x[k] *= values[k];
    const double whole = length(difference(times(u, x), ay_)) / static_cast<double>(values[0]);
    const double us = length(difference(times(u, times(u, y_), Op::ConjTrans), y_));
    return worst({whole, us, vs}) / (rounding<T> * static_cast<double>(setting_.n) * length(y_));
  }

  Setting setting_;
  UserOperand<T> a_;
  Vector<T> y_, ay_;
};

}  // namespace ashlar::bench
