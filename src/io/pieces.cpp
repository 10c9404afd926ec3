// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/io/pieces.hpp>

#include <algorithm>
#include <filesystem>

#include <ashlar/base/concat.hpp>

#include "base/instantiate.hpp"
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

#define ASHLAR_INSTANTIATE(T) template void save_pieces(const std::string&, const DistMatrix<T>&);
ASHLAR_FOR_ALL_ELEMENTS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar::io
