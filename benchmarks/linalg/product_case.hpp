// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>

#include <ashlar/move/copy.hpp>

#include "linalg/one_process.hpp"
#include "linalg/scalapack_call.hpp"
#include "linalg/trials_of.hpp"
#include "linalg/user_layout.hpp"
#include "linalg/vectors.hpp"

namespace ashlar::bench {

/// Three n x n matrices of a routine of BLAS-3, in the form for ScaLAPACK or one process.
template <class M>
struct Operands3 {
  M a, b, c;
};

/// Routine of BLAS-3 on n x n matrices in the user's layout; `Kind` is a routine of products.hpp.
template <Scalar T, class Kind>
class ProductCase final : public RoutineCase {
 public:
  static constexpr Routine family = Kind::family;

  explicit ProductCase(const Setting& setting)
      : setting_(setting),
        a_(setting, shape(), Kind::element_of_a(setting.n)),
        b_(setting, shape(), Uniform<T>(8, -0.5, 0.5)),
        c_(setting, shape()),
        y_(random_vector<T>(setting.n)),
        expected_(Kind::expected(a_.matrix, b_.matrix, y_)) {}

  Trial ours(Algorithm algorithm, const Layout&) override {
    if constexpr (requires(DistMatrix<T>& m) { Kind::ours(m, m, m, algorithm); })
      return trial_on(
          c_.matrix, [this, algorithm] { Kind::ours(a_.matrix, b_.matrix, c_.matrix, algorithm); });
    else return {};
  }

  Trial scalapack(const Layout& layout) override {
    using M = ScalapackMatrix<T>;
    const auto s = std::make_shared<Operands3<M>>(
        Operands3<M>{{setting_.comm, layout}, {setting_.comm, layout}, {setting_.comm, layout}});
    copy_into(a_.matrix, s->a.matrix);
    copy_into(b_.matrix, s->b.matrix);
    return trial_on(s->c.matrix, [s] { Kind::scalapack(s->a, s->b, s->c); });
  }

  Trial gathered() override {
    const auto process = std::make_shared<OneProcess>(setting_);
    const auto whole = [&] { return DistMatrix<T>(setting_.comm, OneProcess::layout(shape())); };
    const auto s = std::make_shared<Operands3<DistMatrix<T>>>(
        Operands3<DistMatrix<T>>{whole(), whole(), whole()});
    Trial trial = trial_on(c_.matrix, [this, s, process] {
      copy_into(a_.matrix, s->a);
      copy_into(b_.matrix, Kind::is_in_place ? s->c : s->b);
      process->run([&] { Kind::local(s->a, s->b, s->c); });
      copy_into(s->c, c_.matrix);
    });
    trial.settle = [process] { process->settle(); };
    return trial;
  }

 private:
  Shape shape() const { return {setting_.n, setting_.n}; }

  /// `run` writes `c`, of which there is one reference.
  Trial trial_on(DistMatrix<T>& c, std::function<void()> run) {
    return {
        .prepare =
            [this, &c] {
              if (Kind::is_in_place) copy_into(b_.matrix, c);
              else c.fill(std::numeric_limits<RealOf<T>>::quiet_NaN());
            },
        .run = std::move(run),
        .residual = [this, &c] { return distance<T>(Kind::applied(a_.matrix, c, y_), expected_); }};
  }

  Setting setting_;
  UserOperand<T> a_, b_, c_;
  Vector<T> y_, expected_;
};

}  // namespace ashlar::bench
