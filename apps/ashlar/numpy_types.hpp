// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/base/scalar.hpp>

namespace ashlar::apps {

/// The type in which NumPy computes with both (np.result_type): float64 of float32 and int32, int16
/// of int8 and uint8, float64 of int64 and uint64.
DType result_type(DType a, DType b);

}  // namespace ashlar::apps
