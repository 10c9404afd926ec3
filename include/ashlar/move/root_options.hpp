// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace ashlar {

/// Options of gather and scatter.
struct RootOptions {
  int root = 0;  ///< [same] its rank
};

}  // namespace ashlar
