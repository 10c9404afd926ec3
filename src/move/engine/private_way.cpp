// SPDX-License-Identifier: BSD-3-Clause
#include "private_way.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <vector>

#include <ashlar/base/concat.hpp>
#include <ashlar/matrix/dist_matrix.hpp>
#include <ashlar/move/detail/operand.hpp>

#include "base/settings.hpp"
#include "base/tuning.hpp"
#include "engine.hpp"
#include "mpi/collectives.hpp"
#include "mpi/peer_memory.hpp"

namespace ashlar::detail {
namespace {

constexpr Index probe_medium = Index{2} << 20;  // per rank
// Larger than all caches of a node, for its ranks together; and per rank.
constexpr Index probe_of_node = Index{64} << 20, least_probe = Index{8} << 20;
// A medium move has few pieces, and packing chooses its stores after several.
constexpr int large_rounds = 3, medium_rounds = 12;
constexpr double infinite = std::numeric_limits<double>::infinity();

/// Move of this number of bytes per rank: from distributed rows to distributed columns, or of small
/// blocks, transposed.
Transfers probe(const mpi::Context& context, Index bytes_of_rank, PrivateWay::Pattern pattern) {
  const Index elements = bytes_of_rank / Index{sizeof(double)} * context.size();
  const auto n = static_cast<Index>(std::sqrt(static_cast<double>(elements)));
  const GridShape by_rows{context.size(), 1}, by_columns{1, context.size()};
  const Shape shape{n, n};
  if (pattern == PrivateWay::Pattern::Scattered)
    return {Layout({.shape = shape, .block = {8, 8}, .grid = by_columns}),
            Layout({.shape = shape, .block = {12, 12}, .grid = by_columns}),
            {.op = Op::Trans}};
  return {Layout({.shape = shape, .block = {32, 128}, .grid = by_rows}),
          Layout({.shape = shape, .block = {32, 128}, .grid = by_columns})};
}

/// Seconds of one move on the slowest rank. @collective
double seconds_of(const mpi::Context& context, MoveEngine& engine, const Ends& ends) {
  context.comm().barrier();
  const double begin = MPI_Wtime();
  engine.start({&ends, 1});
  engine.finish();
  return mpi::all_max(context.comm(), MPI_Wtime() - begin);
}

std::optional<Way> setting(mpi::Context& context) {
  switch (context.settings().private_memory) {
    case PrivateMemory::Peers: return Way::Peers;
    case PrivateMemory::Stage: return Way::Stage;
    case PrivateMemory::Messages: return Way::Messages;
    case PrivateMemory::Timed: break;
  }
  return std::nullopt;
}

}  // namespace

const char* to_text(Way way) {
  switch (way) {
    case Way::Stage: return "through a stage";
    case Way::Peers: return "read from the peer";
    case Way::Datatypes: return "by MPI's derived datatypes";
    case Way::Messages: break;
  }
  return "by messages";
}

PrivateWay& PrivateWay::of(mpi::Context& context) {
  return context.slot<PrivateWay>("move.private_way", [&] { return PrivateWay(context); });
}

PrivateWay::PrivateWay(mpi::Context& context) : context_(context), asked_for_(setting(context)) {}

Way PrivateWay::fastest(Class moves, bool by_peers) {
  if (!is_known(moves)) times_[number(moves)] = measure(moves);
  const Times& seconds = *times(moves);
  std::size_t best = 0;
  for (std::size_t k = 1; k < ways.size(); ++k)
    if ((by_peers || ways[k] != Way::Peers) && seconds[k] < tuning().faster_way * seconds[best])
      best = k;
  return ways[best];
}

PrivateWay::Times PrivateWay::measure(Class moves) const {
  const bool can_read_peers = mpi::PeerMemory::of(context_).is_available();
  const Index bytes = moves.size == Size::Medium
                          ? probe_medium
                          : std::max(least_probe, probe_of_node / context_.size());
  const Transfers what = probe(context_, bytes, moves.pattern);
  const Moves moved = what;
  // In large pages: a choice made for them costs less on small pages than the reverse.
  const StorageOptions heap{.kind = mpi::StorageKind::Heap};
  DistMatrix<double> source_matrix(context_.comm(), what.source(), heap),
      target_matrix(context_.comm(), what.target(), heap);
  const Operand source = operand_of(source_matrix);
  const Target target = target_of(target_matrix);
  Times seconds;
  seconds.fill(infinite);
  constexpr std::array<Transport, ways.size()> transports{Transport::Staged, Transport::PeerMemory,
                                                          Transport::Messages};  // of the ways
  std::array<std::shared_ptr<MoveEngine>, ways.size()> engines;
  for (std::size_t k = 0; k < ways.size(); ++k)
    if (can_read_peers || ways[k] != Way::Peers)
      engines[k] = MoveEngine::make(context_, {&moved, 1}, DType::Float64,
                                    PlanOptions{.transport = transports[k]});
  const int rounds = moves.size == Size::Medium ? medium_rounds : large_rounds;
  // The first round allocates buffers and touches memory. The ways alternate, so that a disturbance
  // affects all.
  for (int round = 0; round <= rounds; ++round)
    for (std::size_t k = 0; k < ways.size(); ++k) {
      if (!engines[k]) continue;
      const double taken = seconds_of(context_, *engines[k], {&source, &target});
      if (round > 0) seconds[k] = std::min(seconds[k], taken);
    }
  return seconds;
}

std::string PrivateWay::to_string(Class moves) const {
  std::string text;
  for (std::size_t k = 0; k < ways.size(); ++k)
    if (const double seconds = (*times(moves))[k]; seconds < infinite)
      text += concat(text.empty() ? "" : ", ", to_text(ways[k]), " ", std::lround(seconds * 1e6),
                     " us");
  return text;
}

}  // namespace ashlar::detail
