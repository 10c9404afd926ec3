// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/io/pieces.hpp>

#include <algorithm>
#include <filesystem>

#include <ashlar/base/concat.hpp>

#include "matrix/same_operand.hpp"
#include "pieces_files.hpp"
#include "pieces_writer.hpp"

namespace ashlar::io {

namespace fs = std::filesystem;

std::string piece_name(int rank) { return concat("rank", rank, ".npy"); }

bool is_piece_name(const std::string& name) {
  if (name == layout_json_name) return true;
  if (!name.starts_with("rank") || !name.ends_with(".npy") || name.size() < 9) return false;
  return std::all_of(name.begin() + 4, name.end() - 4, [](char c) { return c >= '0' && c <= '9'; });
}

std::string layout_json_path(const std::string& folder) {
  return (fs::path(folder) / layout_json_name).string();
}

std::string piece_path(const std::string& folder, int rank) {
  return (fs::path(folder) / piece_name(rank)).string();
}

template <Element T>
void save_pieces(const std::string& folder, const DistMatrix<T>& a) {
  const mpi::CollectiveCall call(a.comm(), "save_pieces", mpi::same("the folder", folder),
                                 mpi::same("the matrix", a));
  PiecesWriter writer(a.comm(), folder, {.layout = a.layout(), .dtype = dtype_of<T>()});
  writer.write(a);
  writer.commit();
}

template void save_pieces(const std::string&, const DistMatrix<float>&);
template void save_pieces(const std::string&, const DistMatrix<double>&);
template void save_pieces(const std::string&, const DistMatrix<c64>&);
template void save_pieces(const std::string&, const DistMatrix<c128>&);
template void save_pieces(const std::string&, const DistMatrix<std::int8_t>&);
template void save_pieces(const std::string&, const DistMatrix<std::int16_t>&);
template void save_pieces(const std::string&, const DistMatrix<std::int32_t>&);
template void save_pieces(const std::string&, const DistMatrix<std::int64_t>&);
template void save_pieces(const std::string&, const DistMatrix<std::uint8_t>&);
template void save_pieces(const std::string&, const DistMatrix<std::uint16_t>&);
template void save_pieces(const std::string&, const DistMatrix<std::uint32_t>&);
template void save_pieces(const std::string&, const DistMatrix<std::uint64_t>&);

}  // namespace ashlar::io
