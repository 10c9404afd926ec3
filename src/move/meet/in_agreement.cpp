// SPDX-License-Identifier: BSD-3-Clause
#include "in_agreement.hpp"

#include "meeting.hpp"
#include "move/exchange/staged_exchange.hpp"
#include "mpi/collectives.hpp"

namespace ashlar::detail {

void renew_meeting_places(mpi::Context& context) {
  // Present on all ranks or on none.
  Meeting* const meeting = Meeting::if_made(context);
  Stage* const stage = Stage::if_made(context);
  const bool meeting_failed = meeting != nullptr && meeting->is_poisoned();
  const bool stage_failed = stage != nullptr && stage->is_poisoned();
  const int failed =
      mpi::all_reduce(context.comm(), (meeting_failed ? 1 : 0) | (stage_failed ? 2 : 0), MPI_BOR);
  if ((failed & 1) != 0) meeting->renew(context);
  if ((failed & 2) != 0) stage->renew(context);
}

}  // namespace ashlar::detail
