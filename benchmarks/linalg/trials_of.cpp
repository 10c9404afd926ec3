// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/trials_of.hpp"

#include <utility>

#include <ashlar/base/concat.hpp>

#include "linalg/best_layout.hpp"
#include "linalg/ours.hpp"

namespace ashlar::bench {

TrialList trials_of(Routine family, MakeCase make, const Setting& setting) {
  const std::shared_ptr<RoutineCase> operands = make(setting);
  TrialList list{.operands = operands};
  const auto add = [&](std::string_view name, Trial trial) {
    if (!trial.run) return;
    trial.name = name;
    list.trials.push_back(std::move(trial));
  };
  for (const auto& [name, algorithm] : our_methods) {
    if (!setting.is_wanted(name)) continue;
    const auto advised = advice(setting, family, algorithm);
    if (!advised) continue;
    add(name, operands->ours(algorithm, advised->layout));
    if (algorithm == Algorithm::Automatic)
      list.notes.push_back(concat("ashlar: ", to_string(advised->algorithm), ", as ",
                                  advised->reason, "; ", advised->layout.to_string()));
  }
  if (setting.is_wanted("scalapack")) {
    const Layout best = best_scalapack_layout(setting, [&](Index n, const Layout& layout) {
      if (n == setting.n)
        return TrialList{.trials = {operands->scalapack(layout)}, .operands = operands};
      Setting smaller = setting;
      smaller.n = n;
      const std::shared_ptr<RoutineCase> copy = make(smaller);
      return TrialList{.trials = {copy->scalapack(layout)}, .operands = copy};
    });
    add("scalapack", operands->scalapack(best));
    list.notes.push_back("scalapack: blocks of " + describe(best));
  }
  if (setting.is_wanted("openblas-gathered")) add("openblas-gathered", operands->gathered());
  return list;
}

}  // namespace ashlar::bench
