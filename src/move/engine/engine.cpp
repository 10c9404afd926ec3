// SPDX-License-Identifier: BSD-3-Clause
#include "engine.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include <ashlar/base/concat.hpp>
#include <ashlar/base/error.hpp>

#include "move/meet/in_agreement.hpp"
#include "mpi/collectives.hpp"
#include "mpi/wait_in.hpp"
#include "plan_checks.hpp"

namespace ashlar::detail {

MoveEngine::MoveEngine(mpi::Context& context, std::vector<Moves> moves, ElementType element,
                       const PlanOptions& options)
    : context_(context),
      moves_(std::move(moves)),
      element_(element),
      options_(options),
      piece_bytes_(checked_piece_bytes(options, element.size())) {
  for (const Moves& what : moves_) check_size(what, context.size());
  for (const Moves& what : moves_)
    routes_.push_back(std::make_unique<Route>(what, element, context));
  way_.emplace(context, routes_, options);
  wanted_.orders.reserve(routes_.size());
  wanted_.is_pulled.reserve(routes_.size());
}

std::shared_ptr<MoveEngine> MoveEngine::make(mpi::Context& context, std::span<const Moves> moves,
                                             ElementType element, const PlanOptions& options) {
  const auto make = [&] {
    WayChoice::make_meeting_place(context, options.transport);
    return std::make_shared<MoveEngine>(context, std::vector(moves.begin(), moves.end()), element,
                                        options);
  };
  return in_agreement(context, make, [] {});
}

MoveEngine::~MoveEngine() {
  try {
    finish();
  } catch (...) {
    // Partners detect the failure themselves.
  }
}

Index MoveEngine::buffer_bytes() const {
  Index most = 0;
  for (const auto& carrier : carriers_) most = std::max(most, carrier->buffer_bytes());
  return most;
}

PlanStatistics MoveEngine::statistics() const {
  PlanStatistics sum = of_dropped_;
  for (const auto& carrier : carriers_) sum = sum + carrier->statistics();
  return sum;
}

namespace {
/// True if any source is read; otherwise no communication is needed, as alpha is [same].
bool reads(std::span<const Ends> ends) {
  return std::ranges::any_of(ends, [](const Ends& e) {
    return reads_source(e.target->operand.element, e.target->factors);
  });
}

/// Scales every target element of the move, without the source.
void scale_target(const Route& route, const Orders& orders, const MoveMemory& memory) {
  const Combine& combine = memory.combine;
  for (int rank : route.receives().ranks()) {
    BoxWalk walk(route, route.receives().boxes_of(rank), orders, rank, route.rank(),
                 Mosaic::PackedEnd::None, std::numeric_limits<Index>::max());
    while (!walk.is_over())
      walk.take(walk.columns_left(), [&](const BoxSlice& slice) {
        const PullTarget target = memory.target_of(slice);
        const bool turned = memory.turns(slice);
        const Index down = turned ? target.ld : 1, on = turned ? 1 : target.ld;
        slice.outer->for_each_indexed([&](const Tile& columns) {
          for (Index c = 0; c < columns.length; ++c) {
            const Range kept = slice.triangle.rows_of(columns.at + c, {0, slice.inner->extent()});
            slice.inner->for_each_indexed([&](const Tile& rows) {
              const Range part = intersection({rows.at, rows.at + rows.length}, kept);
              if (part.empty()) return;
              const Index row = rows.target_local + part.first - rows.at;
              combine(target.data +
                          (row * down + (columns.target_local + c) * on) * combine.target_bytes(),
                      down, nullptr, 1, part.size());
            });
          }
        });
      });
  }
}

}  // namespace

Index MoveEngine::peak_extra_bytes() {
  const Index most = buffer_bytes();
  if (options_.transport != Transport::Messages && options_.transport != Transport::Automatic)
    return most;
  if (!message_bytes_ && !routes_.empty()) {
    // The sources are unknown; all elements may go by messages.
    const CarrierKind kind{std::vector<Orders>(routes_.size()),
                           std::vector<bool>(routes_.size(), false), Way::Messages};
    message_bytes_ = Carrier(routes_, kind, true, piece_bytes_, window()).buffer_bytes();
  }
  return std::max(most, message_bytes_.value_or(0));
}

std::string MoveEngine::to_string() const {
  std::string text;
  for (const Moves& what : moves_) text += what.to_string(static_cast<int>(element_.size()));
  for (const auto& route : routes_)
    text += concat("rank ", context_.rank(), " exchanges with ",
                   counted(route->sends().ranks().size(), "rank"), " one way, ",
                   route->receives().ranks().size(), " the other, ",
                   counted(route->elements_in() * route->element_bytes(), "byte"), " in\n");
  const std::string way = way_->private_to_string();
  text += concat("from segments of the node: ", way_->can_meet() ? "taken there" : way,
                 "; from private memory: ", way, "\n");
  return text;
}

/// Runs `f` in agreement; a failure on one rank drops the carriers of all.
template <class F>
void MoveEngine::for_the_first_time(F&& f) {
  in_agreement(context_, f, [this] {
    active_ = nullptr;
    while (!carriers_.empty()) drop_first();
  });
  has_run_ = true;
}

std::uint64_t MoveEngine::start(std::span<const Ends> ends) {
  check_ends(context_, moves_, ends);
  return start_checked(ends, [] {});
}

/// Starts the moves and calls `then`; in agreement if ranks may have to allocate.
template <class Then>
std::uint64_t MoveEngine::start_checked(std::span<const Ends> ends, Then&& then) {
  finish();
  ++number_;
  if (routes_.empty()) return number_;
  if (!reads(ends)) {
    scale_targets(ends);
    return number_;
  }
  set_wanted(ends);
  const auto make = [&] {
    Carrier* carrier = nullptr;
    guarded([&] {
      carrier = &wanted_carrier();
      carrier->prepare(ends);
      mpi::detail::meet(context_.comm());
      carrier->start();
    });
    active_ = carrier;
    then();
  };
  if (is_first()) for_the_first_time(make);
  else make();
  return number_;
}

void MoveEngine::run(std::span<const Ends> ends) {
  check_ends(context_, moves_, ends);
  run_checked(ends);
}

void MoveEngine::run_checked(std::span<const Ends> ends) {
  const Index before = options_.overflow == Overflow::Refused ? statistics().overflows : 0;
  start_checked(ends, [this] { finish(); });
  if (options_.overflow != Overflow::Refused) return;
  const auto narrowed = std::ranges::find_if(
      ends, [this](const Ends& e) { return may_overflow(element_, e.target->operand.element); });
  if (narrowed == ends.end()) return;
  const Index found = mpi::all_sum(context_.comm(), statistics().overflows - before);
  if (found == 0) return;
  throw OverflowError(concat("plan: ", found, " finite elements of type ", element_.to_string(),
                             " are too large for ", narrowed->target->operand.element.to_string(),
                             " and became infinite; move them to a wider type"));
}

bool MoveEngine::progress() {
  if (active_ == nullptr) return true;
  guarded([&] {
    if (active_->progress()) active_ = nullptr;
  });
  return active_ == nullptr;
}

void MoveEngine::finish() {
  if (active_ == nullptr) return;
  guarded([&] { active_->finish(); });
  active_ = nullptr;
}

void MoveEngine::set_wanted(std::span<const Ends> ends) {
  wanted_.orders.clear();
  wanted_.is_pulled.clear();
  for (const Ends& e : ends) {
    wanted_.orders.push_back({e.source->order, e.target->operand.order});
    wanted_.is_pulled.push_back(way_->pulls() && !e.source->storage->is_null() &&
                                e.source->storage->is_shared());
  }
}

/// True if ranks may have to allocate for the moves of `wanted_`.
/// [same]: on several nodes, whose carriers may differ, only for the first run.
bool MoveEngine::is_first() const {
  if (!context_.is_single_node()) return !has_run_;
  return std::ranges::none_of(carriers_, [&](const auto& carrier) {
    return carrier->kind().orders == wanted_.orders &&
           carrier->kind().is_pulled == wanted_.is_pulled;
  });
}

/// Carrier of the kind `wanted_`; selects its way.
Carrier& MoveEngine::wanted_carrier() {
  // [same] on a single node: matrices are wrapped on all ranks or on none.
  const auto pulled = std::ranges::count(wanted_.is_pulled, true);
  const bool all_pulled = context_.is_single_node() && pulled == std::ssize(wanted_.is_pulled);
  expect(all_pulled || options_.transport != Transport::SharedMemory,
         "plan: shared memory was asked for, but the source does not lie in memory that all "
         "ranks share; let the plan choose the transport");
  wanted_.way = way_->of(pulled == 0, wanted_.orders);
  for (const auto& carrier : carriers_)
    if (carrier->kind() == wanted_) return *carrier;
  return made_carrier(!all_pulled);
}

Carrier& MoveEngine::made_carrier(bool has_exchange) {
  if (carriers_.size() == most_carriers) drop_first();
  try {
    Carrier::make_meeting_places(context_, wanted_);
    Carrier& made = *carriers_.emplace_back(
        std::make_unique<Carrier>(routes_, wanted_, has_exchange, piece_bytes_, window()));
    made.connect();
    return made;
  } catch (...) {  // out of memory: releases the waiting ranks of the node
    const bool is_known = mpi::CommunicatorView(mpi::detail::innermost_comm) == context_.comm();
    if (!is_known && way_->can_meet())
      Meeting::of(context_).poison(mpi::detail::caught_error().kind);
    throw;
  }
}

void MoveEngine::scale_targets(std::span<const Ends> ends) {
  for (std::size_t k = 0; k < ends.size(); ++k) {
    MoveMemory memory;
    const Orders orders{ends[k].source->order, ends[k].target->operand.order};
    bind_memory(*routes_[k], orders, ends[k], memory, nullptr);
    scale_target(*routes_[k], orders, memory);
  }
}

/// Drops the carriers after a failure, which ends all moves.
template <class Action>
void MoveEngine::guarded(Action&& action) {
  try {
    action();
  } catch (...) {
    active_ = nullptr;
    while (!carriers_.empty()) drop_first();
    throw;
  }
}

void MoveEngine::drop_first() {
  of_dropped_ = of_dropped_ + carriers_.front()->statistics();
  carriers_.erase(carriers_.begin());
}

}  // namespace ashlar::detail
