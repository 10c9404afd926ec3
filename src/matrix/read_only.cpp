// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/matrix/local_view.hpp>

namespace ashlar::detail {

void* writable(const void* memory) { return const_cast<void*>(memory); }

}  // namespace ashlar::detail
