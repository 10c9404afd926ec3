// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <list>
#include <span>

#include <ashlar/move/plan.hpp>
#include <ashlar/mpi/context.hpp>

namespace ashlar::detail {

/// Caller of a move: the program, or a library function such as load, save or a product.
enum class MoveCaller { Program, Library };

/// LRU cache of the plans of one-call moves on a communicator. Hits and evictions follow from the
/// sequence of moves, so they are [same]. The library has a separate cache: its panels and slabs,
/// each with a plan, evict no plan of the program.
class PlanCache {
 public:
  /// Cache of a caller on a communicator. [local] once it has a context
  static PlanCache& of(mpi::Context& context, MoveCaller caller) {
    return context.slot<PlanCache>(caller == MoveCaller::Program ? programs_plans : library_plans,
                                   [&] { return PlanCache(context.comm()); });
  }
  /// Clears both caches of a communicator. [local]
  static void clear_all(mpi::Context& context) {
    for (const char* const key : {programs_plans, library_plans})
      if (PlanCache* const made = context.slot_if_made<PlanCache>(key)) made->plans_.clear();
  }

  /// Cached plan of the element type and options for which `is_wanted` is true, or null.
  template <class Predicate>
  AnyPlan* find(ElementType element, const PlanOptions& options, Predicate&& is_wanted) {
    const auto found = std::find_if(plans_.begin(), plans_.end(), [&](const AnyPlan& plan) {
      return plan.element() == element && plan.options() == options && is_wanted(plan);
    });
    if (found == plans_.end()) return nullptr;
    plans_.splice(plans_.begin(), plans_, found);
    return &plans_.front();
  }
  /// Adds a plan; the least recently used one of a full cache goes.
  AnyPlan& add(std::span<const Moves> moves, ElementType element, const PlanOptions& options) {
    plans_.emplace_front(comm_, moves, element, options);
    if (plans_.size() > capacity) plans_.pop_back();
    return plans_.front();
  }

 private:
  static constexpr const char* programs_plans = "move.plans";
  static constexpr const char* library_plans = "move.library_plans";
  static constexpr std::size_t capacity = 32;

  explicit PlanCache(mpi::CommunicatorView comm) : comm_(comm) {}

  mpi::CommunicatorView comm_;
  std::list<AnyPlan> plans_;  // most recently used first
};

}  // namespace ashlar::detail
