// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/base/index.hpp>

namespace ashlar::detail {

/// Memory of equal stretches at equal distances, in bytes. Byte may be const.
template <class Byte>
struct Stretches {
  Byte* data = nullptr;
  Index bytes = 0;  ///< of each
  Index count = 1;
  Index stride = 0;  ///< from one to the next, where there are several

  bool empty() const { return data == nullptr; }
  Index size() const { return count * bytes; }
};

}  // namespace ashlar::detail
