// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/io/array_files.hpp>

#include <string>
#include <vector>

#include <ashlar/base/concat.hpp>

#include "io/scratch.hpp"
#include "support/mpi_test.hpp"

using namespace ashlar;
using namespace ashlar::test;

namespace {

std::string text_of(const std::vector<Index>& sizes) {
  std::string text;
  for (const Index size : sizes) text += concat(text.empty() ? "" : ", ", size);
  return sizes.size() == 1 ? text + "," : text;
}

/// An element that identifies its position, by its number in C order.
template <Element T>
T number(std::span<const Index> at, const std::vector<Index>& sizes) {
  Index place = 0;
  for (std::size_t d = 0; d < sizes.size(); ++d) place = place * sizes[d] + at[d];
  const auto x = static_cast<RealOf<T>>(place % 100 + 1);
  if constexpr (is_complex<T>) return {x, -x};
  else return x;
}

/// The bytes of NumPy's file, assembled element by element.
template <Element T>
std::string file_of(const std::vector<Index>& sizes, StorageOrder order, const char* descr) {
  // NumPy writes vectors in C order.
  const bool by_columns = order == StorageOrder::Fortran && sizes.size() > 1;
  std::string head =
      concat("{'descr': '", descr, "', 'fortran_order': ", by_columns ? "True" : "False",
             ", 'shape': (", text_of(sizes), "), }");
  head.resize((10 + head.size() + 64) / 64 * 64 - 11, ' ');
  std::string bytes = std::string("\x93NUMPY\x01\0", 8) +
                      static_cast<char>((head.size() + 1) % 256) +
                      static_cast<char>((head.size() + 1) / 256) + head + '\n';
  Index count = 1;
  for (const Index size : sizes) count *= size;
  std::vector<Index> at(sizes.size(), 0);
  for (Index k = 0; k < count; ++k) {
    Index rest = k;
    for (std::size_t step = 0; step < sizes.size(); ++step) {
      const std::size_t d = by_columns ? step : sizes.size() - 1 - step;
      at[d] = rest % sizes[d];
      rest /= sizes[d];
    }
    const T x = number<T>(at, sizes);
    bytes.append(reinterpret_cast<const char*>(&x), sizeof x);
  }
  return bytes;
}

/// Distributions of an array of these sizes: each dimension over all ranks, in both orders, and
/// every kind.
std::vector<Distribution> distributions(const std::vector<Index>& sizes, int ranks) {
  const Dist kinds[] = {Dist::block(), Dist::cyclic(), Dist::cyclic(2)};
  const std::size_t n = sizes.size();
  std::vector<Distribution> found;
  for (const StorageOrder order : {StorageOrder::C, StorageOrder::Fortran})
    for (std::size_t d = 0; d < n; ++d) {
      DistributionSpec spec{.sizes = sizes,
                            .dists = std::vector<Dist>(n, Dist::none()),
                            .psizes = std::vector<int>(n, 1),
                            .order = order};
      spec.dists[d] = kinds[(d + (order == StorageOrder::C ? 0 : 1)) % 3];
      spec.psizes[d] = ranks;
      found.emplace_back(spec);
    }
  return found;
}

template <Element T>
bool holds_numbers(const DistArray<T>& a, const std::vector<Index>& sizes) {
  auto expected = DistArray<T>(a.comm(), a.distribution());
  expected.fill_with([&](std::span<const Index> at) { return number<T>(at, sizes); });
  return std::equal(a.local().begin(), a.local().end(), expected.local().begin());
}

using ManySizes = std::vector<std::vector<Index>>;
const ManySizes all_sizes = {{7},       {0},       {4, 5},       {1, 6},         {3, 4, 5},
                             {2, 0, 3}, {5, 1, 2}, {3, 2, 4, 2}, {2, 3, 2, 2, 3}};

template <Element T>
void check_everywhere(const ManySizes& many, const char* descr) {
  const Scratch scratch(world());
  const std::string path = scratch / "a.npy", read = scratch / "b.npy";
  for (const auto& sizes : many)
    for (const StorageOrder in_file : {StorageOrder::C, StorageOrder::Fortran}) {
      const std::string bytes = file_of<T>(sizes, in_file, descr);
      if (world().rank() == 0) std::ofstream(read, std::ios::binary) << bytes;
      world().barrier();
      const std::vector<Index> found = io::read_info(world(), read).sizes();
      CHECK(found == sizes);
      for (const Distribution& distribution : distributions(sizes, world().size())) {
        const std::string what = concat("(", text_of(sizes), ") in ", to_string(in_file), " order");
        DistArray<T> a(world(), distribution);
        a.fill_with([&](std::span<const Index> at) { return number<T>(at, sizes); });
        io::save_array(path, a, in_file);
        check_all(world(), content(path) == bytes, "written: " + what);
        const auto back = io::load_array<T>(read, world(), distribution);
        check_all(world(), back.distribution() == distribution && holds_numbers(back, sizes),
                  "read: " + what);
      }
      world().barrier();
    }
}

}  // namespace

TEST_CASE("array files: every array in every distribution is the file that NumPy writes") {
  check_everywhere<double>(all_sizes, "<f8");
}

TEST_CASE("array files: elements of other sizes") {
  check_everywhere<std::int8_t>({{4, 5}, {3, 4, 5}}, "|i1");
  check_everywhere<std::uint16_t>({{7}, {3, 2, 4, 2}}, "<u2");
  check_everywhere<c128>({{3, 4, 5}}, "<c16");
}

TEST_CASE("array files: the sizes may be those of the file") {
  const Scratch scratch(world());
  DistArray<float> a(world(), Distribution({.sizes = {4, 3, 5},
                                            .dists = {Dist::block(), Dist::none(), Dist::none()},
                                            .psizes = {world().size(), 1, 1}}));
  a.fill_with([](std::span<const Index> at) { return number<float>(at, {4, 3, 5}); });
  io::save_array(scratch / "a.npy", a);
  const auto b = io::load_array<float>(scratch / "a.npy", world(),
                                       {.sizes = {},
                                        .dists = {Dist::none(), Dist::cyclic(), Dist::none()},
                                        .psizes = {1, world().size(), 1},
                                        .order = StorageOrder::Fortran});
  check_all(world(), holds_numbers(b, {4, 3, 5}), "the array");
  CHECK_THROWS_AS(
      io::load_array<float>(scratch / "a.npy", world(), {.sizes = {4}, .dists = {}, .psizes = {}}),
      ArgumentError);
  CHECK_THROWS_AS(io::load_array<float>(scratch / "a.npy", world(),
                                        {.sizes = {}, .dists = {Dist::none()}, .psizes = {1}}),
                  ArgumentError);
}

TEST_CASE("array files: bool and float16, and the other byte order, of three dimensions") {
  const Scratch scratch(world());
  const std::string path = scratch / "a.npy";
  const Distribution distribution({.sizes = {3, 4, 5},
                                   .dists = {Dist::none(), Dist::cyclic(), Dist::none()},
                                   .psizes = {1, world().size(), 1}});
  DistArray<double> a(world(), distribution);
  a.fill_with([](std::span<const Index> at) { return number<double>(at, {3, 4, 5}); });
  io::save_array(path, a, StorageOrder::C, {.stored_as = "float16", .swapped = true});
  CHECK(io::read_info(world(), path).stored_as == "float16");
  CHECK(io::read_info(world(), path).swapped);
  CHECK(content(path).size() == 128 + 120);
  check_all(world(), holds_numbers(io::load_array<float>(path, world(), distribution), {3, 4, 5}),
            "f2");
  DistArray<std::uint8_t> b(world(), distribution);
  b.fill_with([](std::span<const Index> at) { return at[1] % 2; });
  io::save_array(path, b, StorageOrder::C, {.stored_as = "bool"});
  const auto back = io::load_array<std::uint8_t>(path, world(), distribution);
  check_all(world(), std::equal(back.local().begin(), back.local().end(), b.local().begin()), "b1");
}

TEST_CASE("array files: unsuitable formats and types are refused, and no file remains") {
  const Scratch scratch(world());
  const std::string path = scratch / "a.npy";
  const Distribution distribution({.sizes = {2, 3, 4},
                                   .dists = {Dist::none(), Dist::none(), Dist::block()},
                                   .psizes = {1, 1, world().size()}});
  const DistArray<double> a(world(), distribution);
  CHECK_THROWS_WITH_AS(io::save_array(scratch / "a.csv", a),
                       (scratch / "a.csv" + ": files of the format csv hold matrices, no array of "
                                            "2x3x4; write .npy")
                           .c_str(),
                       FileError);
  CHECK(scratch.names().empty());
  io::save_array(path, a);
  CHECK_THROWS_WITH_AS(
      io::load<double>(path, ProcessGrid::balanced(world())),
      (path + ": is an array of 2x3x4, no matrix; --index (FileHints::index) chooses a section of "
              "two dimensions, in C++ load_array reads all")
          .c_str(),
      FileError);
  CHECK_THROWS_WITH_AS(io::load_array<float>(path, world(), distribution),
                       (path + ": holds float64, but float32 was asked for").c_str(), FileError);
  CHECK_THROWS_AS(
      io::load_array<double>(
          path, world(),
          Distribution({.sizes = {2, 3, 5}, .dists = std::vector<Dist>(3), .psizes = {1, 1, 1}})),
      ArgumentError);
  CHECK_THROWS_AS(io::load_array<double>(
                      path, world(),
                      Distribution({.sizes = {24}, .dists = std::vector<Dist>(1), .psizes = {1}})),
                  ArgumentError);
  io::save(scratch / "s.npy", DistMatrix<double>(ProcessGrid::balanced(world()), {1, 1}),
           {.dimensions = 0});
  CHECK_THROWS_AS(
      io::load_array<double>(scratch / "s.npy", world(),
                             Distribution({.sizes = {1}, .dists = {Dist::none()}, .psizes = {1}})),
      FileError);
}
