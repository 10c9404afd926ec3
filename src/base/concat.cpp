// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/base/concat.hpp>

#include <locale>
#include <sstream>

namespace ashlar::detail {

std::string concat_parts(std::initializer_list<TextPart> parts) {
  std::ostringstream text;
  text.exceptions(std::ios_base::badbit);  // or a lack of memory would cut the text short
  text.imbue(std::locale::classic());
  for (const TextPart& part : parts) part.write(text);
  return text.str();
}

}  // namespace ashlar::detail
