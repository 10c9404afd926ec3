// SPDX-License-Identifier: BSD-3-Clause
#include "engine.hpp"

#include <algorithm>
#include <type_traits>
#include <utility>

#include <ashlar/base/concat.hpp>
#include <ashlar/base/expect.hpp>

#include "operand_checks.hpp"
#include "option_checks.hpp"

namespace ashlar::detail {
namespace {

// What buffers are made of: at least one piece each way, which may have to hold columns that are
// four times as long as wanted. Without many buffers smaller pieces are better.
constexpr Index fewest_bytes = 512, many_buffers = 32, good_piece = Index{16} << 10;

Index checked_piece_bytes(const PlanOptions& options) {
  expect_transport("plan", options.transport);
  expect_piece_bytes("plan", options.piece_bytes);
  if (options.max_extra_bytes == 0) return options.piece_bytes;
  expect(options.max_extra_bytes >= fewest_bytes, "plan: max_extra_bytes is ",
         options.max_extra_bytes, ", but a plan needs at least ", fewest_bytes,
         "; give it that, or 0 for no bound");
  expect(options.transport != Transport::Datatypes,
         "plan: MPI's derived datatypes cannot be held to max_extra_bytes; choose another "
         "transport");
  const Index most = (options.max_extra_bytes - 256) / 8;
  const Index wanted = std::max(options.max_extra_bytes / many_buffers, good_piece);
  return std::max<Index>(1, std::min({options.piece_bytes, most, wanted}));
}

const char* to_text(Way way) {
  switch (way) {
    case Way::Stage: return "through a stage";
    case Way::Peers: return "read from the peer";
    case Way::Datatypes: return "by MPI's derived datatypes";
    case Way::Messages: break;
  }
  return "by messages";
}

void check_size(const Layout& layout, int size) {
  expect(layout.ranks().required_size() <= size, "plan: the layout ", layout, " uses ranks up to ",
         layout.ranks().required_size() - 1, ", but the communicator has ", size, " ranks");
}
void check_size(const Placement& placement, int size) {
  expect(placement.required_size() <= size, "plan: the placement ", placement.to_string(),
         " uses ranks up to ", placement.required_size() - 1, ", but the communicator has ", size,
         " ranks");
}
void check_size(const Distribution& array, int size) {
  expect(array.nprocs() <= size, "plan: a distribution has ", array.nprocs(),
         " processes, but the communicator has only ", size, " ranks");
}

/// @throws ArgumentError unless the operand is dealt as the plan's `wanted`
void check_dealt(const char* whose, const Operand& operand, const Layout& wanted) {
  const auto* given = std::get_if<const Layout*>(&operand.dealt);
  expect(given != nullptr, "plan: the ", whose, " is no DistMatrix, but the plan was made for ",
         wanted);
  expect(**given == wanted, "plan: the ", whose, " is ", **given, ", but the plan was made for ",
         wanted);
}
void check_dealt(const char* whose, const Operand& operand, const Placement& wanted) {
  const auto* layout = std::get_if<const Layout*>(&operand.dealt);
  const auto* placement = std::get_if<const Placement*>(&operand.dealt);
  const bool fits = layout != nullptr ? Placement(**layout) == wanted
                                      : placement != nullptr && **placement == wanted;
  expect(fits, "plan: the ", whose, " is placed in another way than ", wanted.to_string(),
         ", which the plan was made for");
}
void check_dealt(const char* whose, const Operand& operand, const Distribution& wanted) {
  const auto* given = std::get_if<const Distribution*>(&operand.dealt);
  expect(given != nullptr && **given == wanted, "plan: the ", whose,
         " is dealt in another way than the plan was made for; make it with its distribution");
}

}  // namespace

MoveEngine::MoveEngine(mpi::Context& context, std::vector<Movement> moves, DType element,
                       const PlanOptions& options)
    : context_(context),
      moves_(std::move(moves)),
      element_(element),
      options_(options),
      piece_bytes_(checked_piece_bytes(options)) {
  for (const Movement& what : moves_)
    std::visit(
        [&](const auto& one) {
          check_size(one.source(), context.size());
          check_size(one.target(), context.size());
        },
        what);
  for (const Movement& what : moves_)
    routes_.push_back(std::make_unique<Route>(what, element, context));
  if (options.transport == Transport::Datatypes)
    for (const auto& route : routes_)
      expect(TypedCodec::can_do(*route),
             "plan: MPI's derived datatypes move between layouts and arrays of two dimensions "
             "only; choose another transport");
  if (options.transport != Transport::Messages && options.transport != Transport::Datatypes)
    can_meet_ = Meeting::of(context).is_available();
}

MoveEngine::~MoveEngine() {
  try {
    finish();
  } catch (...) {
    // The partners notice it by themselves.
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

Index MoveEngine::peak_extra_bytes() {
  const Index most = buffer_bytes();
  if (options_.transport != Transport::Messages && options_.transport != Transport::Automatic)
    return most;
  if (!message_bytes_ && !routes_.empty()) {
    // Where the sources lie is not known: all by messages.
    const CarrierKind kind{std::vector<Orders>(routes_.size()),
                           std::vector<bool>(routes_.size(), false), Way::Messages};
    message_bytes_ = Carrier(routes_, kind, true, piece_bytes_, window()).buffer_bytes();
  }
  return std::max(most, message_bytes_.value_or(0));
}

std::string MoveEngine::to_string() const {
  std::string text;
  const auto bytes = static_cast<int>(size_of(element_));
  for (const Movement& what : moves_) {
    if (const auto* layouts = std::get_if<Transfers>(&what)) text += layouts->to_string(bytes);
    else if (const auto* arrays = std::get_if<ArrayTransfers>(&what))
      text += arrays->summary(bytes).to_string();
    else {
      const auto& places = std::get<Patchwork>(what);
      text += concat(places.source().to_string(), " -> ", places.target().to_string(), "\n");
    }
  }
  for (const auto& route : routes_)
    text += concat("rank ", context_.rank(), " exchanges with ", route->sends().ranks().size(),
                   " ranks one way, ", route->receives().ranks().size(), " the other, ",
                   route->elements_in() * route->element_bytes(), " bytes in\n");
  const Way way = way_for(
      {.orders = {}, .is_pulled = std::vector<bool>(routes_.size(), false), .way = Way::Messages});
  text += concat("from segments of the node: ", can_meet_ ? "taken there" : to_text(way),
                 "; from private memory: ", to_text(way), "\n");
  return text;
}

/// The same on all ranks. O(1) on the plan's own communicator
void MoveEngine::check_ranks(const char* whose, const Operand& operand) const {
  expect(!operand.comm.is_null(), "plan: the ", whose,
         " was default-made or moved from; make it on the plan's communicator first");
  expect(&mpi::Context::of(operand.comm) == &context_ || same_ranks(operand.comm, context_.comm()),
         "plan: the ", whose,
         " lives on another communicator than the plan; make both on one that has all their "
         "ranks");
}

void MoveEngine::check(std::size_t k, const Ends& ends) const {
  const Operand &source = *ends.source, &target = ends.target->operand;
  std::visit(
      [&](const auto& moves) {
        check_ranks("source", source);
        check_ranks("target", target);
        check_dealt("source", source, moves.source());
        check_dealt("target", target, moves.target());
      },
      moves_[k]);
  expect(target.object != source.object || !reads_what_it_writes(moves_[k]),
         "plan: source and target are overlapping sections of one matrix; move through another "
         "matrix, or transpose_in_place");
}

/// What move `writer` writes, no other may read or write.
void MoveEngine::check_alone(std::size_t writer, std::span<const Ends> ends) const {
  const void* const written = ends[writer].target->operand.object;
  for (std::size_t k = 0; k < ends.size(); ++k) {
    if (k == writer) continue;
    const bool is_read = ends[k].source->object == written && reads_from(moves_[k], moves_[writer]);
    const bool is_written =
        ends[k].target->operand.object == written && write_the_same(moves_[k], moves_[writer]);
    expect(!is_read && !is_written, "plan: move ", k, " reads or writes what move ", writer,
           " writes; make them one after the other");
  }
}

std::uint64_t MoveEngine::start(std::span<const Ends> ends) {
  expect(ends.size() == routes_.size(), "plan: made for ", routes_.size(), " moves, but ",
         ends.size(), " pairs of matrices were given");
  for (std::size_t k = 0; k < ends.size(); ++k) check(k, ends[k]);
  for (std::size_t k = 0; k < ends.size(); ++k) check_alone(k, ends);
  finish();
  ++number_;
  if (routes_.empty()) return number_;
  // A rank's moves that read no source need nobody; alpha is the same on all ranks.
  const bool reads = std::ranges::any_of(ends, [this](const Ends& e) {
    return Combine(element_, e.target->operand.dtype, e.target->factors, false).reads_source();
  });
  if (!reads) {
    scale_targets(ends);
    return number_;
  }
  Carrier& carrier = carrier_for(ends);
  guarded([&] { carrier.start(ends); });
  active_ = &carrier;
  return number_;
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

Carrier& MoveEngine::carrier_for(std::span<const Ends> ends) {
  wanted_.orders.clear();
  wanted_.is_pulled.clear();
  for (const Ends& e : ends) {
    wanted_.orders.push_back({e.source->order, e.target->operand.order});
    wanted_.is_pulled.push_back(can_meet_ && options_.transport != Transport::PeerMemory &&
                                options_.transport != Transport::Staged &&
                                !e.source->storage->is_empty() && e.source->storage->is_shared());
  }
  // The same on all ranks of a single node, as a matrix is wrapped everywhere or nowhere.
  const bool all_pulled =
      context_.is_single_node() && std::ranges::count(wanted_.is_pulled, false) == 0;
  expect(all_pulled || options_.transport != Transport::SharedMemory,
         "plan: shared memory was asked for, but the source does not lie in memory that all "
         "ranks share; let the plan choose the transport");
  wanted_.way = way_for(wanted_);
  for (const auto& carrier : carriers_)
    if (carrier->kind() == wanted_) return *carrier;
  if (carriers_.size() == most_carriers) drop_first();
  try {
    return *carriers_.emplace_back(
        std::make_unique<Carrier>(routes_, wanted_, !all_pulled, piece_bytes_, window()));
  } catch (...) {  // out of memory: the node's ranks must not wait for this one
    if (can_meet_) Meeting::of(context_).poison();
    throw;
  }
}

/// The same on all ranks, as what cannot be pulled is so on all nodes or on none of a single one.
Way MoveEngine::way_for(const CarrierKind& kind) const {
  if (options_.transport == Transport::Datatypes) return Way::Datatypes;
  const bool is_private = std::ranges::count(kind.is_pulled, true) == 0;
  const bool large = are_large();
  if (is_private && large && can_read_peers()) return Way::Peers;
  if (is_private && (large || may_stage_little()) && can_stage()) return Way::Stage;
  return Way::Messages;
}

/// Whether a move that is not large may be staged: not where memory is bounded, and several moves
/// at a time cost less in one exchange of messages.
bool MoveEngine::may_stage_little() const {
  return options_.max_extra_bytes == 0 && routes_.size() == 1;
}

/// Whether the moves are so large that reading others' memory costs less than staging it, or than
/// packed messages, where there is a choice. Measured with two ranks.
bool MoveEngine::are_large() const {
  const double least_bytes = may_stage_little() ? 20 << 20 : 512 << 10;
  double bytes = 0;
  for (const auto& route : routes_)
    bytes += route->volume() * static_cast<double>(route->element_bytes());
  return options_.transport != Transport::Automatic || bytes >= least_bytes * context_.size();
}

/// Whether sources in private memory are read there; the same on all ranks.
bool MoveEngine::can_read_peers() const {
  if (options_.transport == Transport::Staged || options_.transport == Transport::Messages)
    return false;
  const bool has_planes =
      std::ranges::all_of(routes_, [](const auto& route) { return route->ndims() <= 2; });
  expect(has_planes || options_.transport != Transport::PeerMemory,
         "plan: peer memory was asked for, but arrays of more than two dimensions are not read "
         "there; let the plan choose the transport");
  const bool can = has_planes && context_.is_single_node() && can_meet_ &&
                   mpi::PeerMemory::of(context_).is_available();
  expect(can || options_.transport != Transport::PeerMemory,
         "plan: peer memory was asked for, but the ranks may not read each other's memory; let "
         "the plan choose the transport");
  return can;
}

/// Whether they go through memory that all ranks share; the same on all ranks.
bool MoveEngine::can_stage() const {
  const bool can = context_.is_single_node() && can_meet_;
  expect(can || options_.transport != Transport::Staged,
         "plan: a stage was asked for, but not all ranks share memory; let the plan choose the "
         "transport");
  return can;
}

/// Nothing travels: every rank computes its own.
void MoveEngine::scale_targets(std::span<const Ends> ends) {
  for (std::size_t k = 0; k < ends.size(); ++k) {
    MoveMemory memory;
    const Orders orders{ends[k].source->order, ends[k].target->operand.order};
    bind_memory(*routes_[k], orders, ends[k], memory);
    scale_target(*routes_[k], orders, memory);
  }
}

/// After a failure nothing is under way any more, and carriers begin anew.
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
