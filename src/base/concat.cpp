// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/base/concat.hpp>

#include <locale>
#include <sstream>

namespace ashlar::detail {

std::string concat_parts(std::initializer_list<TextPart> parts) {
  std::ostringstream text;
  text.exceptions(std::ios_base::badbit);  // throws std::bad_alloc, instead of a shortened text
  text.imbue(std::locale::classic());
  for (const TextPart& part : parts) part.write(text);
  return text.str();
}

}  // namespace ashlar::detail
