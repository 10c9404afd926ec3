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

/// Sizes of the streams from every rank to this one. @collective over context.comm()
std::vector<StreamSize> incoming_sizes(mpi::Context& context, const RecordStreams& streams);

/// Sends every stream to its rank, without MPI to this one, and calls apply(chunk) there for each
/// chunk, in the order of senders and within a stream.
///
/// Early chunks are buffered. If a rank would exceed `max_extra_bytes`, fewer ranks send at a time;
/// a single sender needs no buffer.
/// @param apply  must not throw
/// @throws OutOfMemory on all ranks, between rounds
/// @collective over context.comm()
void exchange_in_rank_order(mpi::Context& context, const RecordStreams& streams,
                            Index max_extra_bytes,
                            const std::function<void(std::span<const std::byte>)>& apply);

}  // namespace ashlar::detail
