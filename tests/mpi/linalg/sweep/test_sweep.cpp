// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <iostream>
#include <map>

#include <ashlar/base/concat.hpp>

#include "../eigen_oracle.hpp"
#include "base/tuning.hpp"
#include "setting.hpp"

using namespace ashlar;
using namespace ashlar::test;

// All routines x four types x sizes x blocks x algorithms on the ranks of this job: a sample, or
// all of them if ASHLAR_TEST_CELLS is "all". A failure prints a line for ASHLAR_TEST_CELL.

namespace {

struct Walk {
  std::string what;
  std::string type;
  std::vector<Algorithm> algorithms;
  Ratios (*run)(Setting& setting);
};

template <Scalar T>
void add(std::vector<Walk>& walks, const char* type, const std::vector<Case<T>>& cases) {
  for (const Case<T>& c : cases) {
    std::vector<Algorithm> algorithms = {Algorithm::Automatic};
    if (c.routine == Routine::SymmetricEigen) algorithms = eigen_algorithms<T>();
    else if (c.routine) algorithms = algorithms_of(*c.routine);
    walks.push_back({c.name, type, algorithms, c.run});
  }
}

template <Scalar T>
void add_all(std::vector<Walk>& walks, const char* type) {
  add(walks, type, product_cases<T>());
  add(walks, type, triangular_cases<T>());
  add(walks, type, solver_cases<T>());
  add(walks, type, orthogonal_cases<T>());
  add(walks, type, eigen_cases<T>());
  add(walks, type, svd_cases<T>());
}

std::vector<Walk> all_walks() {
  std::vector<Walk> walks;
  add_all<float>(walks, "float");
  add_all<double>(walks, "double");
  add_all<c64>(walks, "c64");
  add_all<c128>(walks, "c128");
  return walks;
}

/// A description of the failure; empty for a success.
std::string failure(const Walk& walk, const Cell& cell) {
  std::string what;
  try {
    Setting setting(cell);
    for (const Ratio& r : walk.run(setting))
      if (!(r.value <= r.limit)) what += concat(r.what, " ", r.value, " > ", r.limit, "; ");
  } catch (const std::exception& error) {
    // Printed immediately: if the other ranks did not throw, they wait for this one without an
    // error.
    what = concat("threw ", error.what(), "; ");
    std::cerr << concat("[rank ", world().rank(), "] ", cell.to_string(), ' ', what, '\n');
  }
  return what;
}

struct Tally {
  std::map<std::string, std::map<std::string, int>> cells;  // by routine and algorithm
  int total = 0;

  void run(const Walk& walk, const Cell& cell) {
    ++cells[walk.what][std::string(to_string(cell.algorithm))];
    ++total;
    const std::string what = failure(walk, cell);
    check_all(world(), what.empty(),
              concat(what, "again: ASHLAR_TEST_CELL='", cell.to_string(), "' on ", world().size(),
                     " ranks"));
  }
  void print(unsigned seed) const {
    if (world().rank() != 0) return;
    std::cout << total << " cells on " << world().size() << " ranks, ASHLAR_TEST_SEED=" << seed
              << '\n';
    for (const auto& [what, by] : cells) {
      std::cout << "  " << what << ':';
      for (const auto& [algorithm, count] : by) std::cout << ' ' << algorithm << ' ' << count;
      std::cout << '\n';
    }
  }
};

// A seed of the cell that is independent of the other cells.
unsigned seed_of(unsigned seed, const Walk& walk, Index n, Index block) {
  const std::size_t name = std::hash<std::string>{}(walk.what + walk.type);
  return static_cast<unsigned>(detail::random_bits(seed ^ name, n, block) >> 40);
}

void run_sample(const std::vector<Walk>& walks, unsigned seed, int count) {
  Tally tally;
  Choice choice(seed * 64 + static_cast<unsigned>(world().size()));
  const std::size_t routines = walks.size() / 4;
  for (int k = 0; k < count; ++k) {
    const Walk& walk = walks[static_cast<std::size_t>(k) % routines +
                             routines * static_cast<std::size_t>(choice.between(0, 3))];
    const Index n = sweep_sizes[choice.between(0, 6)], block = sweep_blocks[choice.between(0, 3)];
    tally.run(walk, {walk.what, walk.type, n, block, choice.of(walk.algorithms),
                     static_cast<unsigned>(choice.between(0, 1 << 24))});
  }
  tally.print(seed);
}

void run_all(const std::vector<Walk>& walks, unsigned seed) {
  Tally tally;
  for (const Walk& walk : walks)
    for (const Index n : sweep_sizes)
      for (const Index block : sweep_blocks)
        for (const Algorithm algorithm : walk.algorithms)
          tally.run(walk,
                    {walk.what, walk.type, n, block, algorithm, seed_of(seed, walk, n, block)});
  tally.print(seed);
}

void run_one(const std::vector<Walk>& walks, const Cell& cell) {
  Tally tally;
  for (const Walk& walk : walks)
    if (walk.what == cell.what && walk.type == cell.type) tally.run(walk, cell);
  check_all(world(), tally.total == 1, "there is no cell '" + cell.to_string() + "'");
}

// Each size, order or cost is a random value from its least one to 2000.
detail::Tuning random_tuning(Choice& choice) {
  detail::Tuning numbers;
  for (const detail::TuningField& field : detail::tuning_fields())
    if (field.most > 2000)
      field.set(numbers,
                std::max(field.least, std::round(std::exp2(choice.between(0, 109) / 10.0))));
  return numbers;
}

struct Tuned {
  explicit Tuned(const detail::Tuning& numbers) { detail::set_tuning(numbers); }
  Tuned(const Tuned&) = delete;
  Tuned& operator=(const Tuned&) = delete;
  ~Tuned() { detail::set_tuning(before); }

  const detail::Tuning before = detail::tuning();
};

}  // namespace

TEST_CASE("sweep: tuned numbers of any size keep residuals below the thresholds") {
  const Wanted wish = wanted();
  if (wish.only || wish.cells < 0) return;
  const std::vector<Walk> walks = all_walks();
  Choice choice(wish.seed);
  for (unsigned round = 1; round <= 5; ++round) {
    const Tuned tuned(random_tuning(choice));
    run_sample(walks, wish.seed + 1000 * round, wish.cells / 10);
  }
}

TEST_CASE("sweep: residuals stay below ScaLAPACK's thresholds") {
  const Wanted wish = wanted();
  const std::vector<Walk> walks = all_walks();
  if (wish.only) run_one(walks, *wish.only);
  else if (wish.cells < 0) run_all(walks, wish.seed);
  else run_sample(walks, wish.seed, wish.cells);
}
