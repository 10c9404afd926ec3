// SPDX-License-Identifier: BSD-3-Clause
// Everything that users of the library need, floor by floor.
#pragma once

#include <ashlar/base/checked_int.hpp>
#include <ashlar/base/concat.hpp>
#include <ashlar/base/enums.hpp>
#include <ashlar/base/error.hpp>
#include <ashlar/base/expect.hpp>
#include <ashlar/base/index.hpp>
#include <ashlar/base/scalar.hpp>
#include <ashlar/base/version.hpp>

#include <ashlar/layout/array_transfers.hpp>
#include <ashlar/layout/axis.hpp>
#include <ashlar/layout/block_map.hpp>
#include <ashlar/layout/box_cursor.hpp>
#include <ashlar/layout/copies.hpp>
#include <ashlar/layout/darray_args.hpp>
#include <ashlar/layout/descriptor.hpp>
#include <ashlar/layout/dims_create.hpp>
#include <ashlar/layout/dist.hpp>
#include <ashlar/layout/distribution.hpp>
#include <ashlar/layout/drawing.hpp>
#include <ashlar/layout/layout.hpp>
#include <ashlar/layout/owned_ranges.hpp>
#include <ashlar/layout/patchwork.hpp>
#include <ashlar/layout/placement.hpp>
#include <ashlar/layout/rank_map.hpp>
#include <ashlar/layout/runs.hpp>
#include <ashlar/layout/shape.hpp>
#include <ashlar/layout/stream.hpp>
#include <ashlar/layout/transfers.hpp>
#include <ashlar/layout/triangle.hpp>

#include <ashlar/mpi/agree.hpp>
#include <ashlar/mpi/check.hpp>
#include <ashlar/mpi/communicator.hpp>
#include <ashlar/mpi/context.hpp>
#include <ashlar/mpi/datatype.hpp>
#include <ashlar/mpi/derived.hpp>
#include <ashlar/mpi/environment.hpp>
#include <ashlar/mpi/errors_returned.hpp>
#include <ashlar/mpi/file.hpp>
#include <ashlar/mpi/group.hpp>
#include <ashlar/mpi/handle.hpp>
#include <ashlar/mpi/native_type.hpp>
#include <ashlar/mpi/node_counters.hpp>
#include <ashlar/mpi/pack.hpp>
#include <ashlar/mpi/process_grid.hpp>
#include <ashlar/mpi/request.hpp>
#include <ashlar/mpi/shared_memory.hpp>
#include <ashlar/mpi/typemap.hpp>
#include <ashlar/mpi/version.hpp>

#include <ashlar/matrix/bind.hpp>
#include <ashlar/matrix/block_matrix.hpp>
#include <ashlar/matrix/compare.hpp>
#include <ashlar/matrix/convert.hpp>
#include <ashlar/matrix/convert_element.hpp>
#include <ashlar/matrix/descriptor.hpp>
#include <ashlar/matrix/dist_array.hpp>
#include <ashlar/matrix/dist_matrix.hpp>
#include <ashlar/matrix/generate.hpp>
#include <ashlar/matrix/local_part.hpp>
#include <ashlar/matrix/local_view.hpp>
#include <ashlar/matrix/placed_view.hpp>
#include <ashlar/matrix/print.hpp>
#include <ashlar/matrix/random.hpp>
#include <ashlar/matrix/replicated_matrix.hpp>
#include <ashlar/matrix/special.hpp>

#include <ashlar/move/array_copy.hpp>
#include <ashlar/move/array_plan.hpp>
#include <ashlar/move/copy.hpp>
#include <ashlar/move/copy_placed.hpp>
#include <ashlar/move/gather.hpp>
#include <ashlar/move/landing.hpp>
#include <ashlar/move/mirror.hpp>
#include <ashlar/move/plan.hpp>
#include <ashlar/move/replicate.hpp>
#include <ashlar/move/scaling.hpp>
#include <ashlar/move/transpose_in_place.hpp>

#include <ashlar/linalg/blacs_context.hpp>
#include <ashlar/linalg/cholesky.hpp>
#include <ashlar/linalg/gemm.hpp>
#include <ashlar/linalg/legal_layout.hpp>
#include <ashlar/linalg/lu.hpp>
#include <ashlar/linalg/norm.hpp>
#include <ashlar/linalg/outcome.hpp>
#include <ashlar/linalg/system.hpp>

#include <ashlar/io/atomic_file.hpp>
#include <ashlar/io/npy.hpp>
#include <ashlar/io/npy_header.hpp>
#include <ashlar/io/pieces.hpp>
