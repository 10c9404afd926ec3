// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <map>
#include <span>
#include <vector>

#include <ashlar/mpi/context.hpp>

#include "record_stream.hpp"

namespace ashlar::detail {

/// Streams by receiving rank.
using RecordStreams = std::map<int, RecordStream>;

/// Sizes of the streams that every rank sends this one, by rank. @collective over context.comm()
std::vector<StreamSize> incoming_sizes(mpi::Context& context, const RecordStreams& streams);

/// Sends every stream to its rank and calls apply(chunk) there for each chunk, in the order of the
/// senders' ranks and within a stream in its own order; the stream for this rank, too, without MPI.
///
/// What comes before its turn is kept. Where that would exceed `max_extra_bytes` on a rank, fewer
/// ranks send at a time; one at a time needs no memory at all.
/// @param apply  must not throw
/// @throws OutOfMemory on all ranks, between rounds
/// @collective over context.comm()
void exchange_in_rank_order(mpi::Context& context, const RecordStreams& streams,
                            Index max_extra_bytes,
                            const std::function<void(std::span<const std::byte>)>& apply);

}  // namespace ashlar::detail
