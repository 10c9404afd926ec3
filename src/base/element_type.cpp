// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/base/detail/element_type.hpp>

namespace ashlar::detail {

std::string ElementType::to_string() const {
  return dtype_ ? std::string(ashlar::to_string(*dtype_))
                : "elements of " + std::to_string(size_) + " bytes";
}

}  // namespace ashlar::detail
