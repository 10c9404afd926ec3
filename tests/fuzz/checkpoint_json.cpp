// SPDX-License-Identifier: BSD-3-Clause
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include <ashlar/base/error.hpp>
#include <ashlar/io/checkpoint_info.hpp>

using namespace ashlar;

// A record that is accepted must be written as one that says the same.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t count) {
  const std::string_view text(reinterpret_cast<const char*>(bytes), count);
  try {
    const io::CheckpointInfo info = io::parse_checkpoint_json(text, "checkpoint.json");
    const std::string written = io::format_checkpoint_json(info);
    if (io::format_checkpoint_json(io::parse_checkpoint_json(written, "again")) != written)
      std::abort();
  } catch (const FileError&) {
    return 0;
  }
  return 0;
}
