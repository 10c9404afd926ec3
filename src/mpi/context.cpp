// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/mpi/context.hpp>

#include <sched.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <type_traits>

#include <ashlar/base/error.hpp>
#include <ashlar/mpi/agree.hpp>
#include <ashlar/mpi/check.hpp>

#include "base/settings.hpp"
#include "call_check.hpp"
#include "collective_call.hpp"
#include "collectives.hpp"
#include "mpi/segment_pool.hpp"
#include "tuning_profile.hpp"
#include "wait_in.hpp"
#include "watchdog.hpp"

namespace ashlar::mpi {

/// Contexts of the process in order of creation, and their attribute.
class Context::Registry {
 public:
  static Registry& instance() {
    // Never destroyed: contexts may outlive static objects.
    static auto* const registry = new Registry;
    return *registry;
  }

  Context* find(CommunicatorView comm) {
    void* value = nullptr;
    int is_set = 0;
    if (const int key = key_; key != MPI_KEYVAL_INVALID)
      check(MPI_Comm_get_attr(comm.native(), key, &value, &is_set), "MPI_Comm_get_attr");
    return is_set != 0 ? static_cast<Context*>(value) : nullptr;
  }

  Context& add(CommunicatorView user) {
    const Making making(*this, user);
    make_keys();
    struct Release {
      void operator()(Context* context) const noexcept { delete context; }
    };
    std::unique_ptr<Context, Release> context(new Context(user));
    {
      const std::lock_guard lock(mutex_);
      contexts_.reserve(contexts_.size() + 1);
    }
    check(MPI_Comm_set_attr(context->comm_.native(), key_, context.get()), "MPI_Comm_set_attr");
    check(MPI_Comm_set_attr(user.native(), key_, context.get()), "MPI_Comm_set_attr");
    const std::lock_guard lock(mutex_);
    contexts_.push_back(context.get());
    return *context.release();
  }

  /// Releases contexts, newest first. Inside MPI_Finalize the attributes of MPI_COMM_SELF must not
  /// be touched.
  void release_all(bool is_finalizing) noexcept {
    for (Context* last = newest(is_finalizing); last != nullptr; last = newest(is_finalizing))
      if (MPI_Comm_delete_attr(last->user_.native(), key_) != MPI_SUCCESS) forget(last);
  }

 private:
  class Making {
   public:
    Making(Registry& registry, CommunicatorView user) : registry_(registry), user_(user) {
      const std::lock_guard lock(registry_.mutex_);
      expect(std::ranges::find(registry_.in_making_, user) == registry_.in_making_.end(),
             "the first collective call on a communicator: another thread of this process makes "
             "one as well; give each thread a separate communicator "
             "(mpi::Communicator::duplicate), or make the calls one after the other");
      registry_.in_making_.push_back(user);
    }
    Making(const Making&) = delete;
    Making& operator=(const Making&) = delete;
    ~Making() {
      const std::lock_guard lock(registry_.mutex_);
      std::erase(registry_.in_making_, user_);
    }

   private:
    Registry& registry_;
    CommunicatorView user_;
  };

  void make_keys() {
    const std::lock_guard lock(mutex_);
    if (key_ != MPI_KEYVAL_INVALID) return;
    int at_finalize = MPI_KEYVAL_INVALID;
    check(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, finalize, &at_finalize, nullptr),
          "MPI_Comm_create_keyval");
    int key = MPI_KEYVAL_INVALID;
    check(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, release, &key, nullptr),
          "MPI_Comm_create_keyval");
    // MPI_Finalize first deletes the attributes of MPI_COMM_SELF, while MPI still works.
    check(MPI_Comm_set_attr(MPI_COMM_SELF, at_finalize, this), "MPI_Comm_set_attr");
    check(MPI_Comm_free_keyval(&at_finalize), "MPI_Comm_free_keyval");
    key_ = key;
  }

  /// Delete callback of the attribute, of the user's communicator or its duplicate, which only
  /// refers to the context.
  static int release(MPI_Comm comm, int /*key*/, void* value, void* /*extra*/) noexcept {
    auto* const context = static_cast<Context*>(value);
    if (context->user_ != CommunicatorView(comm)) return MPI_SUCCESS;
    instance().forget(context);
    delete context;
    return MPI_SUCCESS;
  }

  static int finalize(MPI_Comm /*comm*/, int /*key*/, void* registry, void* /*extra*/) noexcept {
    static_cast<Registry*>(registry)->release_all(true);
    return MPI_SUCCESS;
  }

  Context* newest(bool skip_self) {
    const std::lock_guard lock(mutex_);
    const auto found =
        std::find_if(contexts_.rbegin(), contexts_.rend(), [&](const Context* context) {
          return !(skip_self && context->user_ == CommunicatorView::self());
        });
    return found == contexts_.rend() ? nullptr : *found;
  }

  void forget(Context* context) {
    const std::lock_guard lock(mutex_);
    std::erase(contexts_, context);
  }

  std::mutex mutex_;
  std::vector<Context*> contexts_;
  std::vector<CommunicatorView> in_making_;
  std::atomic<int> key_ = MPI_KEYVAL_INVALID;
};

namespace {

/// Settings of rank 0; invalid values are errors on every rank. Also adopts rank 0's tuning.
ashlar::detail::Settings agree_on_settings(CommunicatorView comm) {
  struct Agreed {
    ashlar::detail::Settings settings;
    ashlar::detail::Tuning tuning;
  };
  const Agreed mine = together(comm, [&] {
    const ashlar::detail::Settings settings = ashlar::detail::settings_of_environment();
    if (comm.rank() == 0) ashlar::detail::load_profile();
    return Agreed{settings, ashlar::detail::tuning()};
  });
  const Agreed agreed = broadcast(comm, mine, 0);
  if (agreed.tuning != ashlar::detail::tuning()) ashlar::detail::set_tuning(agreed.tuning);
  return agreed.settings;
}

/// Number of processors available to the ranks of `node`.
int processors_of(CommunicatorView node) {
  cpu_set_t processors;
  CPU_ZERO(&processors);
  sched_getaffinity(0, sizeof processors, &processors);
  constexpr std::size_t words = sizeof processors / sizeof(std::uint64_t);
  std::uint64_t bits[words];
  std::memcpy(bits, &processors, sizeof processors);
  all_reduce(node, std::span<std::uint64_t>(bits), MPI_BOR);
  std::memcpy(&processors, bits, sizeof processors);
  return CPU_COUNT(&processors);
}

}  // namespace

Context& Context::of(CommunicatorView user) {
  expect(!user.is_null(),
         "the communicator is null, as that of a matrix that was default-made or moved from is; "
         "pass one "
         "that this rank belongs to");
  if (Context* const current = detail::current_context; current != nullptr && current->is_of(user))
    return *current;
  detail::expect_running();
  if (Context* found = Registry::instance().find(user)) return *found;
  int is_inter = 0;
  check(MPI_Comm_test_inter(user.native(), &is_inter), "MPI_Comm_test_inter");
  expect(is_inter == 0,
         "context: an intercommunicator has two groups of ranks; merge it (MPI_Intercomm_merge)");
  Watchdog::start(ashlar::detail::readable_settings().timeout_s);
  return Registry::instance().add(user);
}

Context* Context::find(CommunicatorView comm) {
  if (Context* const current = detail::current_context; current != nullptr && current->is_of(comm))
    return current;
  return detail::is_active() ? Registry::instance().find(comm) : nullptr;
}

void Context::release_all() noexcept { Registry::instance().release_all(false); }

Context::Context(CommunicatorView user)
    : user_(user), threads_(std::make_unique<ThreadGuard>()), comm_(Communicator::duplicate(user)) {
  rank_ = comm_.rank();
  size_ = comm_.size();
  settings_ = std::make_unique<const ashlar::detail::Settings>(agree_on_settings(comm_));
  const ashlar::detail::Settings& settings = *settings_;
  node_ = Communicator::split_shared(comm_);
  if (settings.ranks_per_node > 0)
    node_ = Communicator::split(node_, node_.rank() / settings.ranks_per_node);
  node_rank_ = node_.rank();
  node_ranks_ = all_gather(node_, rank_);
  const int usable = processors_of(node_);
  is_oversubscribed_ =
      (settings.processors_per_node > 0 ? settings.processors_per_node : usable) < node_size();
  shared_pool_ = std::make_unique<SegmentPool>(node_, SegmentPool::Scope::Node);
  heap_pool_ = std::make_unique<SegmentPool>(node_, SegmentPool::Scope::Rank);
  if (!settings.shared_memory) refusal_ = "sharing is switched off (ASHLAR_SHARED_MEMORY=off)";
  detail::say_whether_calls_are_checked(settings.checks_calls);
  if (settings.checks_calls) slot<CallCheck>(CallCheck::key, [&] { return CallCheck(*this); });
  if (settings.timeout_s == 0) return;
  Watchdog::start(settings.timeout_s);
  slot<Arrivals>(Arrivals::key, [&] { return Arrivals(*this); }).watch(user_);
}

Context::~Context() {
  // In reverse order: later objects may use earlier ones.
  while (!slots_.empty()) slots_.pop_back();
  while (!grids_.empty()) grids_.pop_back();
  is_released_->store(true, std::memory_order_relaxed);
}

std::optional<int> Context::node_rank_of(int rank) const {
  const auto found = std::ranges::lower_bound(node_ranks_, rank);
  if (found == node_ranks_.end() || *found != rank) return std::nullopt;
  return static_cast<int>(found - node_ranks_.begin());
}

const detail::GridCommunicators& Context::grid_communicators(const RankMap& ranks) {
  for (const auto& grid : grids_)
    if (grid->ranks == ranks) return grid->communicators;

  expect(ranks.required_size() <= size_, "grid_communicators: the grid has a rank ",
         ranks.required_size() - 1, ", but the communicator has ranks 0 to ", size_ - 1,
         " only; take a smaller grid");
  const std::optional<Coord> mine = ranks.coord_of(rank_);
  auto grid = std::make_unique<Grid>();
  grid->ranks = ranks;
  grid->communicators.row =
      Communicator::split(comm_, mine ? mine->row : MPI_UNDEFINED, mine ? mine->col : 0);
  grid->communicators.col =
      Communicator::split(comm_, mine ? mine->col : MPI_UNDEFINED, mine ? mine->row : 0);
  grids_.push_back(std::move(grid));
  return grids_.back()->communicators;
}

Storage Context::allocate(Index my_bytes, StorageKind wanted) {
  detail::meet(comm_);
  const bool may_share = wanted != StorageKind::Heap && refusal().empty();
  if (may_share && is_single_node()) {
    // The node's result is that of all ranks.
    if (auto storage = shared_pool_->take(my_bytes)) return std::move(*storage);
  }
  return together(comm_, [&] {
    if (may_share && !is_single_node())
      if (auto storage = shared_pool_->take(my_bytes)) return std::move(*storage);
    expect(wanted != StorageKind::Shared, "allocate: this node does not share memory: ", refusal(),
           "; ask for StorageKind::Automatic");
    return std::move(*heap_pool_->take(my_bytes));
  });
}

const std::string& Context::refusal() const noexcept {
  return refusal_.empty() ? shared_pool_->refusal() : refusal_;
}

MemoryStatistics Context::memory() const {
  return {shared_pool_->statistics(), heap_pool_->statistics()};
}

void Context::trim() {
  shared_pool_->trim();
  heap_pool_->trim();
}

void* Context::find_slot(const std::string& key, std::type_index type) const {
  const auto found = std::ranges::find(slots_, key, &Slot::key);
  if (found == slots_.end()) return nullptr;
  expect(found->type == type, "context: slot '", key, "' holds a ", found->type.name(), ", not a ",
         type.name(), "; choose another key");
  return found->object;
}

}  // namespace ashlar::mpi
