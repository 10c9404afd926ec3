// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "product_kernels.hpp"

namespace ashlar::local {

/// Kernels for BLAS's instruction set, or null. [local]
template <class R>
const ProductKernels<R>* product_kernels() noexcept;

}  // namespace ashlar::local
