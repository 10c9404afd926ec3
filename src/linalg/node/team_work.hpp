// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "kernel_rates.hpp"
#include "schedule.hpp"

namespace ashlar::node {

/// Work of a team: the cost of each member, and in turn the largest of them between two meetings.
class TeamWork {
 public:
  TeamWork(int members, const Kernels& kernels)
      : costs_(static_cast<std::size_t>(members)), now_(costs_), kernels_(kernels) {}

  int members() const { return static_cast<int>(costs_.size()); }

  /// `f` (place): the cost of each member.
  template <class F>
  void add(F&& f) {
    for (int place = 0; place < members(); ++place)
      now_[static_cast<std::size_t>(place)] += f(place);
  }
  void meet() {
    end();
    if (members() < 2) return;
    chain_.seconds += kernels_.seconds_of_meeting(members());
    ++meetings_;
  }
  /// As if all met.
  void end() {
    Cost largest;
    for (std::size_t place = 0; place < now_.size(); ++place) {
      largest.flops = std::max(largest.flops, now_[place].flops);
      largest.seconds = std::max(largest.seconds, now_[place].seconds);
      costs_[place] += now_[place];
      now_[place] = {};
    }
    chain_ += largest;
  }

  const Cost& of(int place) const { return costs_[static_cast<std::size_t>(place)]; }
  const Cost& chain() const { return chain_; }
  Index meetings() const { return meetings_; }

 private:
  std::vector<Cost> costs_;
  std::vector<Cost> now_;  // since the last meeting
  Kernels kernels_;
  Cost chain_;
  Index meetings_ = 0;
};

}  // namespace ashlar::node
