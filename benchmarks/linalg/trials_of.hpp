// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <utility>

#include <ashlar/base/concat.hpp>

#include "linalg/best_layout.hpp"
#include "linalg/ours.hpp"

namespace ashlar::bench {

/// All selected methods of a routine. `Case` has the user's operands and these members:
///   static constexpr Routine family;
///   explicit Case(const Setting&);
///   Trial ours(Algorithm, const Layout& advised);  // without `run` if unsupported
///   Trial scalapack(const Layout&);  // on matrices with this layout
///   Trial gathered();                // moved to rank 0 and back
/// @collective
template <class Case>
TrialList trials_of(const Setting& setting) {
  const auto what = std::make_shared<Case>(setting);
  TrialList list{.operands = what};
  const auto add = [&](std::string_view name, Trial trial) {
    if (!trial.run) return;
    trial.name = name;
    list.trials.push_back(std::move(trial));
  };
  for (const auto& [name, algorithm] : our_methods) {
    if (!setting.is_wanted(name)) continue;
    const auto advised = advice(setting, Case::family, algorithm);
    if (!advised) continue;
    add(name, what->ours(algorithm, advised->layout));
    if (algorithm == Algorithm::Automatic)
      list.notes.push_back(concat("ashlar: ", to_string(advised->algorithm), ", as ",
                                  advised->reason, "; ", advised->layout.to_string()));
  }
  if (setting.is_wanted("scalapack")) {
    const Layout best = best_scalapack_layout(setting, [&](Index n, const Layout& layout) {
      if (n == setting.n) return TrialList{.trials = {what->scalapack(layout)}, .operands = what};
      Setting smaller = setting;
      smaller.n = n;
      const auto copy = std::make_shared<Case>(smaller);
      return TrialList{.trials = {copy->scalapack(layout)}, .operands = copy};
    });
    add("scalapack", what->scalapack(best));
    list.notes.push_back("scalapack: blocks of " + describe(best));
  }
  if (setting.is_wanted("openblas-gathered")) add("openblas-gathered", what->gathered());
  return list;
}

}  // namespace ashlar::bench
