// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>

#include "io/inflated_source.hpp"
#include "support/text_source.hpp"

using namespace ashlar;

// A stream is unpacked from its start, and again from its middle.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t count) {
  const std::string packed(reinterpret_cast<const char*>(bytes), count);
  for (const io::PackedForm form : {io::PackedForm::Gzip, io::PackedForm::Zlib}) {
    const std::string start = io::inflated_prefix(packed, form, 1000);
    try {
      const io::InflatedSource source(std::make_shared<test::TextSource>(packed),
                                      {0, std::ssize(packed), form}, "x");
      const std::string all = source.read_prefix(Index{1} << 22);
      if (form == io::PackedForm::Zlib && !all.starts_with(start)) std::abort();
      std::string part(all.size() / 2, '\0');
      source.read(static_cast<Index>(part.size() / 2), part.data(), std::ssize(part));
      if (part != all.substr(part.size() / 2, part.size())) std::abort();
    } catch (const FileError&) {
      continue;
    }
  }
  return 0;
}
