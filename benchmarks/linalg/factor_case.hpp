// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/linalg/cholesky.hpp>
#include <ashlar/linalg/lu.hpp>
#include <ashlar/matrix/generate.hpp>
#include <ashlar/move/copy.hpp>

#include "linalg/foreign/solvers.hpp"
#include "linalg/one_process.hpp"
#include "linalg/scalapack_call.hpp"
#include "linalg/trials_of.hpp"
#include "linalg/user_layout.hpp"
#include "linalg/vectors.hpp"

namespace ashlar::bench {

/// Factorisation in the layout that it selects. A is distributed so before the timing, and factored
/// in place if the library can. For one process the time includes the gather. `Kind` is a
/// factorisation of factors.hpp.
template <Scalar T, class Kind>
class FactorCase final : public RoutineCase {
 public:
  static constexpr Routine family = Kind::family;

  explicit FactorCase(const Setting& setting)
      : setting_(setting),
        a_(setting, {setting.n, setting.n}, Kind::element(setting.n)),
        y_(random_vector<T>(setting.n)),
        expected_(Kind::expected(a_.matrix, y_)) {}

  Trial ours(Algorithm algorithm, const Layout& layout) override {
    if constexpr (requires(DistMatrix<T> m) { Kind::ours(std::move(m), algorithm); })
      return trial_of_ours(algorithm, layout);
    else return {};
  }

  Trial scalapack(const Layout& layout) override {
    struct State {
      ScalapackMatrix<T> a;
      typename Kind::Work work;
    };
    const auto s = std::make_shared<State>(State{{setting_.comm, layout}, {}});
    Kind::make_work(s->a, s->work);
    return {.prepare = [this, s] { copy_into(a_.matrix, s->a.matrix); },
            .run = [s] { Kind::scalapack(s->a, s->work); },
            .residual = [this, s] { return far(Kind::applied(s->a.matrix, s->work, y_)); }};
  }

  Trial gathered() override {
    struct State {
      OneProcess process;
      DistMatrix<T> a;
      typename Kind::Work work;
    };
    const auto whole = OneProcess::layout({setting_.n, setting_.n});
    const auto s = std::make_shared<State>(State{OneProcess(setting_), {setting_.comm, whole}, {}});
    Kind::make_work(s->a, s->work);
    return {.prepare = [] {},
            .run =
                [this, s] {
                  copy_into(a_.matrix, s->a);
                  s->process.run([&] { Kind::local(s->a, s->work); });
                },
            .residual = [this, s] { return far(Kind::applied(s->a, s->work, y_)); },
            .settle = [s] { s->process.settle(); }};
  }

 private:
  Trial trial_of_ours(Algorithm algorithm, const Layout& layout) {
    struct State {
      DistMatrix<T> a;
      typename Kind::Ours factor;
    };
    const auto s = std::make_shared<State>();
    return {.prepare =
                [this, s, layout] {
                  *s = State{};
                  s->a = redistribute(a_.matrix, layout);
                },
            .run = [s, algorithm] { s->factor = Kind::ours(std::move(s->a), algorithm); },
            .residual = [this, s] { return far(Kind::applied(s->factor, y_)); }};
  }

  /// In units of n eps, since factors have the errors of all steps.
  double far(const Vector<T>& applied) const {
    return distance<T>(applied, expected_) / std::sqrt(static_cast<double>(setting_.n));
  }

  Setting setting_;
  UserOperand<T> a_;
  Vector<T> y_, expected_;
};

}  // namespace ashlar::bench
