// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/io/checkpoint_info.hpp>

#include "json_round_trip.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t count) {
  return ashlar::fuzz::try_json_round_trip(bytes, count, ashlar::io::detail::parse_checkpoint_json,
                                           ashlar::io::detail::format_checkpoint_json);
}
