// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/linalg/solve.hpp>

#include "linalg/factors.hpp"

namespace ashlar::bench {

/// System with one right-hand side, A and b in the user's layout; `Kind` is a solver of
/// solvers.hpp. Correct results satisfy the bound of HPL.
template <Scalar T, class Kind>
class SolveCase final : public RoutineCase {
 public:
  static constexpr Routine family = Kind::family;

  explicit SolveCase(const Setting& setting)
      : setting_(setting),
        a_(setting, {setting.n, setting.n}, Kind::element(setting.n)),
        b_(setting, {setting.n, 1}, Uniform<T>(11, -0.5, 0.5)),
        norm_(norm_inf(a_.matrix)) {}

  Trial ours(Algorithm algorithm, const Layout&) override {
    if constexpr (requires(DistMatrix<T>& m) { Kind::ours(m, m, algorithm); }) {
      const auto x = std::make_shared<DistMatrix<T>>();
      return {.prepare = [x] { *x = DistMatrix<T>(); },
              .run = [this, x, algorithm] { *x = Kind::ours(a_.matrix, b_.matrix, algorithm); },
              .residual = [this, x] { return residual_of(*x); }};
    } else {
      return {};
    }
  }

  Trial scalapack(const Layout& layout) override {
    struct State {
      ScalapackMatrix<T> a, x;
      std::vector<int> pivots;
    };
    const auto s = std::make_shared<State>(
        State{{setting_.comm, layout}, {setting_.comm, layout.with_shape({setting_.n, 1})}, {}});
    Lu<T>::make_work(s->a, s->pivots);
    return {.prepare =
                [this, s] {
                  copy_into(a_.matrix, s->a.matrix);
                  copy_into(b_.matrix, s->x.matrix);
                },
            .run = [s] { Kind::scalapack(s->a, s->pivots, s->x); },
            .residual = [this, s] { return residual_of(s->x.matrix); }};
  }

  Trial gathered() override {
    struct State {
      OneProcess process;
      DistMatrix<T> a, b, x;
      std::vector<int> pivots;
    };
    const Index n = setting_.n;
    const auto s = std::make_shared<State>(State{OneProcess(setting_),
                                                 {setting_.comm, OneProcess::layout({n, n})},
                                                 {setting_.comm, OneProcess::layout({n, 1})},
                                                 {setting_.comm, b_.matrix.layout()},
                                                 {}});
    Lu<T>::make_work(s->a, s->pivots);
    return {.prepare = [] {},
            .run =
                [this, s] {
                  copy_into(a_.matrix, s->a);
                  copy_into(b_.matrix, s->b);
                  s->process.run([&] { Kind::local(s->a, s->pivots, s->b); });
                  copy_into(s->b, s->x);
                },
            .residual = [this, s] { return residual_of(s->x); },
            .settle = [s] { s->process.settle(); }};
  }

 private:
  double residual_of(const DistMatrix<T>& found) const {
    const Vector<T> x = whole_column(found), b = whole_column(b_.matrix);
    const double apart = largest(difference(times(a_.matrix, x), b));
    return apart /
           (rounding<T> * (norm_ * largest(x) + largest(b)) * static_cast<double>(setting_.n));
  }

  Setting setting_;
  UserOperand<T> a_, b_;
  double norm_;
};

}  // namespace ashlar::bench
