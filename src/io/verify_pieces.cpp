// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <filesystem>
#include <set>
#include <span>

#include <ashlar/base/concat.hpp>
#include <ashlar/io/pieces.hpp>
#include <ashlar/mpi/agree.hpp>

#include "in_quotes.hpp"
#include "layout_fields.hpp"
#include "mpi/collectives.hpp"
#include "pieces_files.hpp"
#include "posix_file.hpp"
#include "verify_parts.hpp"

namespace ashlar::io {
namespace {

detail::PiecesInfo shared_pieces_info(mpi::CommunicatorView comm, const std::string& folder) {
  std::string text = mpi::together(
      comm, [&] { return comm.rank() == 0 ? read_layout_text(folder) : std::string(); });
  text = mpi::broadcast_text(comm, std::move(text), 0);
  return detail::parse_layout_json(text, layout_json_path(folder));
}

/// Pieces of ranks outside the layout, probably of another matrix.
std::vector<Damage> surplus_of(const std::string& folder, const std::vector<int>& ranks) {
  std::set<std::string> known;
  for (const int rank : ranks)
    known.insert(std::filesystem::path(piece_path(folder, rank)).filename().string());
  std::vector<Damage> surplus;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
    const std::string name = entry.path().filename().string();
    if (name != "layout.json" && is_piece_name(name) && !known.contains(name))
      surplus.push_back(
          {.file = entry.path().string(),
           .reason = concat("is none of the ", ranks.size(), " pieces that layout.json lists")});
  }
  std::sort(surplus.begin(), surplus.end(),
            [](const Damage& a, const Damage& b) { return a.file < b.file; });
  return surplus;
}

Expected expected_files(const std::string& folder, const detail::PiecesInfo& info,
                        const std::vector<int>& ranks) {
  Expected expected;
  for (const int rank : ranks)
    expected.files.push_back({piece_path(folder, rank), std::nullopt,
                              [shape = info.layout.local_shape(rank), dtype = info.dtype](
                                  const std::string& file) { check_piece(file, shape, dtype); }});
  return expected;
}

}  // namespace

std::vector<Damage> check_pieces(const std::string& folder) {
  const detail::PiecesInfo info =
      detail::parse_layout_json(read_layout_text(folder), layout_json_path(folder));
  const std::vector<int> ranks = ranks_in_order(info.layout);
  Expected expected = expected_files(folder, info, ranks);
  expected.surplus = surplus_of(folder, ranks);
  return damages_of_files(expected);
}

Verification verify_pieces(mpi::CommunicatorView comm, const std::string& path, bool content) {
  const detail::PiecesInfo info = shared_pieces_info(comm, path);
  const std::vector<int> ranks = ranks_in_order(info.layout);
  Expected expected = expected_files(path, info, ranks);
  // Sizes are not recorded: each piece is read to its end.
  std::vector<Index> bytes(ranks.size());
  if (comm.rank() == 0)
    for (std::size_t k = 0; k < ranks.size(); ++k) {
      std::error_code missing;
      const auto size = std::filesystem::file_size(expected.files[k].path, missing);
      bytes[k] = missing ? 0 : static_cast<Index>(size);
    }
  mpi::broadcast(comm, std::span(bytes), 0);
  for (std::size_t k = 0; k < ranks.size(); ++k)
    expected.stretches.push_back(
        {k,
         {0, bytes[k]},
         info.checksums.empty() ? std::nullopt : std::optional(info.checksums[k])});
  expected.describe = [&](std::size_t k) -> Damage {
    const Coord c = *info.layout.ranks().coord_of(ranks[k]);
    return {.file = {},
            .reason = concat("does not match its checksum (bytes 0:", bytes[k],
                             ", the blocks of process ", c.row, ",", c.col, ")"),
            .bytes = {0, bytes[k]}};
  };
  if (comm.rank() == 0) expected.surplus = surplus_of(path, ranks);
  Verification found = verify_files(comm, expected, content);
  found.format = "pieces";
  return found;
}

}  // namespace ashlar::io
