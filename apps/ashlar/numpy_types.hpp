// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/base/scalar.hpp>

namespace ashlar::apps {

/// NumPy's common type (np.result_type): float64 for float32 and int32, int16 for int8 and uint8,
/// float64 for int64 and uint64.
DType result_type(DType a, DType b);

}  // namespace ashlar::apps
