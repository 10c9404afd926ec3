// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "dry_run.hpp"
#include "team_work.hpp"

// Costs of the steps of LU and QR, as lu.cpp, team_panel.cpp, qr.cpp and team_reflectors.cpp do
// them.

namespace ashlar::node {

/// The steps of a factorisation of `n` rows by a sweep.
class SweepCosts {
 public:
  SweepCosts(const Factorisation& work, const Kernels& kernels)
      : n_(work.n), panels_{work.n, work.block}, teams_(work.plan.teams), kernels_(kernels) {}
  virtual ~SweepCosts() = default;

  const Panels& panels() const { return panels_; }

  /// The team of panel k factors it.
  virtual TeamWork factor(int k) const = 0;
  /// The team of panel j applies panel k to it.
  virtual TeamWork advance(int k, int j) const = 0;
  /// One rank applies panel k to as many columns.
  virtual Cost update(int k, Index columns) const = 0;
  /// Rest of the work on panel k, in the end.
  virtual Cost finish(int /*k*/) const { return {}; }

 protected:
  TeamWork nothing() const { return {teams_.size, kernels_}; }
  Index rows(int k) const { return n_ - panels_.begin(k); }
  /// Rows of a panel's from row `first` on that a member has.
  double rows_from(int place, Index rows, Index first) const {
    const Range mine = teams_.share({0, rows}, place);
    return static_cast<double>(mine.last - std::min(std::max(mine.first, first), mine.last));
  }

  Index n_;
  Panels panels_;
  Teams teams_;
  Kernels kernels_;
};

class LuCosts : public SweepCosts {
 public:
  using SweepCosts::SweepCosts;
  TeamWork factor(int k) const override;
  TeamWork advance(int k, int j) const override;
  Cost update(int k, Index columns) const override;
  Cost finish(int k) const override;
};

class QrCosts : public SweepCosts {
 public:
  using SweepCosts::SweepCosts;
  TeamWork factor(int k) const override;
  TeamWork advance(int k, int j) const override;
  Cost update(int k, Index columns) const override;
};

}  // namespace ashlar::node
