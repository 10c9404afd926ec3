// SPDX-License-Identifier: BSD-3-Clause
#include "io/formats/section_reader.hpp"

#include <random>

#include <ashlar/io/detail/npy_header.hpp>

#include "io/extents.hpp"
#include "text_files.hpp"

using namespace ashlar;
using namespace ashlar::test;

namespace {

/// A .npy file whose element at (i, j, k, …) is the number of the element in C order.
std::string npy_of(const std::vector<Index>& extents, StorageOrder order) {
  io::detail::NpyHeader header{.dtype = DType::Int32,
                               .order = order,
                               .dimensions = static_cast<int>(extents.size()),
                               .shape = {}};
  header.shape = {extents[0], extents.size() > 1 ? extents[1] : 1};
  if (extents.size() > 2) {
    header.shape = *io::flattened(extents, order);
    header.extents = extents;
  }
  std::string bytes = io::detail::format_npy_header(header);
  Index count = 1;
  for (const Index extent : extents) count *= extent;
  for (Index k = 0; k < count; ++k) {
    // The indices of the k-th element of the file, and their number in C order.
    Index rest = k, number = 0;
    std::vector<Index> at(extents.size());
    for (std::size_t d = 0; d < extents.size(); ++d) {
      const std::size_t dimension = order == StorageOrder::C ? extents.size() - 1 - d : d;
      at[dimension] = rest % extents[dimension];
      rest /= extents[dimension];
    }
    for (std::size_t d = 0; d < extents.size(); ++d) number = number * extents[d] + at[d];
    const auto element = static_cast<std::int32_t>(number);
    bytes.append(reinterpret_cast<const char*>(&element), sizeof element);
  }
  return bytes;
}

std::int32_t number_of(const std::vector<Index>& at, const std::vector<Index>& extents) {
  Index number = 0;
  for (std::size_t d = 0; d < extents.size(); ++d) number = number * extents[d] + at[d];
  return static_cast<std::int32_t>(number);
}

std::unique_ptr<io::FileReader> open(const std::string& path, const io::ArrayIndex& index) {
  return io::open_reader(io::npy_format(), path, {.index = index});
}

std::string refusal(const std::string& path, const io::ArrayIndex& index) {
  try {
    (void)open(path, index);
  } catch (const FileError& error) {
    return error.what();
  }
  return "accepted";
}

}  // namespace

TEST_CASE("section: 400 random sections of arrays, any part of them, element by element") {
  std::mt19937_64 random(21);
  const auto below = [&](Index n) {
    return static_cast<Index>(random() % static_cast<std::uint64_t>(n));
  };
  const Folder folder;
  for (int round = 0; round < 400; ++round) {
    const StorageOrder order = below(2) == 0 ? StorageOrder::C : StorageOrder::Fortran;
    std::vector<Index> extents(static_cast<std::size_t>(1 + below(5)));
    for (Index& extent : extents) extent = 1 + below(6);
    io::ArrayIndex index(extents.size());
    std::vector<std::size_t> free;
    for (std::size_t d = 0; d < extents.size(); ++d) {
      const bool is_free = free.size() < 2 && below(2) == 0;
      if (is_free) free.push_back(d);
      else index[d] = below(2) == 0 ? below(extents[d]) : below(extents[d]) - extents[d];
    }
    CAPTURE(round);
    const auto reader = open(folder.put("a.npy", npy_of(extents, order)), index);
    const Shape shape{!free.empty() ? extents[free[0]] : 1, free.size() > 1 ? extents[free[1]] : 1};
    CHECK(reader->info().shape == shape);
    CHECK(reader->info().dimensions == static_cast<int>(free.size()));
    const Index r = below(shape.rows + 1), c = below(shape.cols + 1);
    const Section box{{r, r + below(shape.rows - r + 1)}, {c, c + below(shape.cols - c + 1)}};
    std::vector<std::int32_t> wanted;
    const bool by_rows = reader->info().order == StorageOrder::C;
    const Section lines = by_rows ? box : box.transposed();
    for (Index line = lines.rows.first; line < lines.rows.last; ++line)
      for (Index k = lines.cols.first; k < lines.cols.last; ++k) {
        std::vector<Index> at(extents.size());
        for (std::size_t d = 0; d < extents.size(); ++d)
          if (index[d]) at[d] = (*index[d] + extents[d]) % extents[d];
        if (!free.empty()) at[free[0]] = by_rows ? line : k;
        if (free.size() > 1) at[free[1]] = by_rows ? k : line;
        wanted.push_back(number_of(at, extents));
      }
    CHECK(read_box<std::int32_t>(*reader, box) == wanted);
  }
}

TEST_CASE("section: an index that does not fit the array is refused") {
  const Folder folder;
  const std::string path = folder.put("a.npy", npy_of({2, 3, 4, 2}, StorageOrder::C));
  const std::nullopt_t all = std::nullopt;
  CHECK(refusal(path, {1, all, all})
            .find("the index 1,:,: has 3 entries, but the array of "
                  "2x3x4x2 has 4 dimensions") != std::string::npos);
  CHECK(refusal(path, {1, all, all, all}).find("leaves 3 dimensions") != std::string::npos);
  CHECK(refusal(path, {2, all, all, 0}).find("has 2 in dimension 0, whose indices are 0 to 1") !=
        std::string::npos);
  CHECK(refusal(path, {-3, all, all, 0}).find("has -3 in dimension 0") != std::string::npos);
  CHECK(refusal(path, {-2, all, all, 0}) == "accepted");
}
