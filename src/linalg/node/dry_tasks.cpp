// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <queue>
#include <utility>

#include "dry_run.hpp"
#include "task_list.hpp"

namespace ashlar::node {
namespace {

// What the tasks of Cholesky cost (cholesky.cpp).
class TaskCosts {
 public:
  TaskCosts(const Factorisation& work, const Kernels& kernels)
      : n_(work.n),
        panels_{work.n, work.block},
        members_(work.plan.teams.size),
        kernels_(kernels) {}

  const Panels& panels() const { return panels_; }

  Cost of(const Task& task) const {
    const double width = number(panels_.width(task.panel));
    switch (task.kind) {
      case Task::Kind::Advance: {
        const Range columns{panels_.begin(task.first), panels_.end(task.first)};
        const Range rows = lower_share(columns, n_, task.part, members_);
        if (task.part > 0)
          return kernels_.product(number(rows.size()), number(columns.size()), width);
        return triangle_update(columns, rows.last, width);
      }
      case Task::Kind::Factor: return kernels_.cholesky_square(width);
      case Task::Kind::Solve: {
        const Range rows = even_part({panels_.end(task.panel), n_}, task.part, members_);
        return kernels_.triangle(width, number(rows.size()));
      }
      case Task::Kind::Update:
        return update({panels_.begin(task.first), panels_.end(task.last - 1)}, n_, width);
      case Task::Kind::Nothing:
      case Task::Kind::End: break;
    }
    return {};
  }

 private:
  // A square on the diagonal, of which half is computed, and what stands below.
  Cost triangle_update(Range columns, Index rows, double width) const {
    const double size = number(columns.size());
    return kernels_.product(size, size / 2, width) +
           kernels_.product(number(rows - columns.last), size, width);
  }

  // In halves, until only the blocks on the diagonal are triangles.
  Cost update(Range columns, Index rows, double width) const {
    const Index block = panels_.block;
    if (columns.size() <= block) return triangle_update(columns, rows, width);
    const Index middle = columns.first + (columns.size() / block + 1) / 2 * block;
    return update({columns.first, middle}, middle, width) +
           kernels_.product(number(rows - middle), number(middle - columns.first), width) +
           update({middle, columns.last}, rows, width);
  }

  Index n_;
  Panels panels_;
  int members_;
  Kernels kernels_;
};

struct UnderWay {
  double end;
  int rank;
  Task task;

  // The queue's first is the one that ends first, of equal ones that of the lowest rank.
  bool operator<(const UnderWay& other) const {
    return end != other.end ? end > other.end : rank > other.rank;
  }
};

class DryTasks {
 public:
  DryTasks(const Factorisation& work, const Kernels& kernels)
      : costs_(work, kernels),
        kernels_(kernels),
        memory_(static_cast<std::size_t>(TaskList::size(costs_.panels().count()))),
        list_(costs_.panels().count(), work.plan, memory_.data()),
        members_(work.plan.teams.size) {
    list_.begin();
    work_.panels = costs_.panels().count();
    work_.flops.resize(static_cast<std::size_t>(work.plan.teams.crew));
    for (int rank = work.plan.teams.crew - 1; rank >= 0; --rank) idle_.push_back(rank);
  }

  Work run() {
    count_chain();
    give_tasks();
    while (!under_way_.empty()) {
      const UnderWay done = under_way_.top();
      under_way_.pop();
      work_.seconds = done.end;
      list_.done(done.task);
      idle_.push_back(done.rank);
      give_tasks();
    }
    return std::move(work_);
  }

 private:
  void give_tasks() {
    while (!idle_.empty()) {
      const Task task = list_.take();
      if (task.kind == Task::Kind::Nothing || task.kind == Task::Kind::End) return;
      const int rank = idle_.back();
      idle_.pop_back();
      const Cost cost = costs_.of(task);
      work_.flops[static_cast<std::size_t>(rank)] += cost.flops;
      // Whoever takes a task has met whoever did the one before.
      const double begin = work_.seconds + kernels_.rates().meeting;
      under_way_.push({begin + cost.seconds, rank, task});
    }
  }

  // From panel to panel: the largest part of each update, the square, the largest part below.
  void count_chain() {
    for (int k = 0; k < work_.panels; ++k) {
      const double square = costs_.of({Task::Kind::Factor, k, k, k + 1}).flops;
      work_.elimination += square + largest_part(Task::Kind::Solve, k, k);
      if (k > 0) work_.panel_chain += largest_part(Task::Kind::Advance, k - 1, k);
      work_.meetings += members_ > 1 ? (k > 0 ? 3 : 2) : 0;
    }
    work_.panel_chain += work_.elimination;
  }
  double largest_part(Task::Kind kind, int panel, int column) const {
    double largest = 0;
    for (int part = 0; part < members_; ++part)
      largest = std::max(largest, costs_.of({kind, panel, column, column + 1, part}).flops);
    return largest;
  }

  TaskCosts costs_;
  Kernels kernels_;
  std::vector<int> memory_;
  TaskList list_;
  int members_;
  std::vector<int> idle_;
  std::priority_queue<UnderWay> under_way_;
  Work work_;
};

}  // namespace

Work dry_run_tasks(const Factorisation& work, const Kernels& kernels) {
  return DryTasks(work, kernels).run();
}

}  // namespace ashlar::node
