// SPDX-License-Identifier: BSD-3-Clause
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "io/zip.hpp"
#include "support/text_source.hpp"

using namespace ashlar;

// Every member is unpacked, up to 1 MiB, and read again from its middle.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t count) {
  const auto archive =
      std::make_shared<test::TextSource>(std::string(reinterpret_cast<const char*>(bytes), count));
  std::vector<io::ZipMember> members;
  try {
    members = io::read_zip_directory(*archive);
  } catch (const FileError&) {
    return 0;
  }
  for (const io::ZipMember& member : members) {
    try {
      const auto source = io::open_zip_member(archive, member, "x");
      const std::string start = source->read_prefix(1 << 20);
      std::string part(start.size() / 2, '\0');
      source->read(static_cast<Index>(part.size() / 2), part.data(), std::ssize(part));
      if (part != start.substr(part.size() / 2, part.size())) std::abort();
    } catch (const FileError&) {
      continue;
    }
  }
  return 0;
}
