// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/io/files.hpp>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

#include <ashlar/base/concat.hpp>
#include <ashlar/base/progress.hpp>
#include <ashlar/io/checkpoint.hpp>
#include <ashlar/io/detail/npy_header.hpp>
#include <ashlar/io/verify.hpp>
#include <ashlar/mpi/process_grid.hpp>

#include "io/scratch.hpp"
#include "support/mpi_test.hpp"

using namespace ashlar;
using namespace ashlar::test;

namespace {

/// The expected file of a matrix of value(i, j), assembled element by element.
template <Element T>
std::string file_of(Shape shape, StorageOrder order) {
  std::string bytes =
      io::detail::format_npy_header({.dtype = dtype_of<T>(), .order = order, .shape = shape});
  const bool by_rows = order == StorageOrder::C;
  for (Index outer = 0; outer < (by_rows ? shape.rows : shape.cols); ++outer)
    for (Index inner = 0; inner < (by_rows ? shape.cols : shape.rows); ++inner) {
      const T x = by_rows ? value<T>(outer, inner) : value<T>(inner, outer);
      bytes.append(reinterpret_cast<const char*>(&x), sizeof x);
    }
  return bytes;
}

template <Element T>
bool holds_values(const DistMatrix<T>& a) {
  for (Index jl = 0; jl < a.local_cols(); ++jl)
    for (Index il = 0; il < a.local_rows(); ++il)
      if (a.local()(il, jl) != value<T>(a.global_row(il), a.global_col(jl))) return false;
  return true;
}

const std::vector<Shape> shapes = {{0, 0}, {0, 4}, {4, 0},  {1, 1},
                                   {7, 1}, {1, 7}, {13, 9}, {5, 40}};
const std::vector<Blocking> blockings = {{.block = {2, 3}}, {.block = {1, 1}}, {.block = {64, 64}}};

}  // namespace

TEST_CASE("npy: every matrix on every grid becomes the same file, and comes back") {
  const Scratch scratch(world());
  for_each_grid(world(), [&](mpi::CommunicatorView part, GridShape shape, GridOrder order) {
    const ProcessGrid grid(part, shape, order);
    for (const Shape& size : shapes)
      for (const Blocking& blocking : blockings)
        for (StorageOrder in_file : {StorageOrder::C, StorageOrder::Fortran}) {
          const std::string path = scratch / "a.npy";
          const Coord last{shape.rows - 1, shape.cols - 1};
          DistMatrix<double> a(grid, size, {.block = blocking.block, .source = last});
          a.fill_with(value<double>);
          io::save(path, a, {.order = in_file});
          const std::string what =
              concat(a.layout().to_string(), " in ", to_string(in_file), " order");
          check_all(part, content(path) == file_of<double>(size, in_file), "the file of " + what);
          check_all(part, holds_values(io::load<double>(path, grid, blocking)),
                    "the matrix from the file of " + what);
          part.barrier();
        }
  });
}

TEST_CASE("npy: matrices in either order come from and go to files in either order") {
  const Scratch scratch(world());
  const std::string path = scratch / "a.npy";
  for (const Shape& size : shapes)
    for (StorageOrder in_file : {StorageOrder::C, StorageOrder::Fortran})
      for (StorageOrder in_memory : {StorageOrder::C, StorageOrder::Fortran}) {
        const Layout by_rows({.shape = size, .block = {2, 3}, .grid = {world().size(), 1}});
        for (const Layout& layout : {by_rows, io::file_layout(size, in_file, world().size())}) {
          const std::string what = concat(layout.to_string(), ", ", to_string(in_memory),
                                          " in memory, ", to_string(in_file), " in the file");
          DistMatrix<float> a(world(), layout, {.order = in_memory});
          a.fill_with(value<float>);
          io::save(path, a, {.order = in_file});
          check_all(world(), content(path) == file_of<float>(size, in_file), "file: " + what);
          const auto same = io::load<float>(path, world(), layout, {.order = in_memory});
          check_all(world(), holds_values(same) && same.storage_order() == in_memory,
                    "loaded: " + what);
          const auto other = io::load_as<double>(path, world(), by_rows, {.order = in_memory});
          check_all(world(), holds_values(other) && other.storage_order() == in_memory,
                    "converted: " + what);
          world().barrier();
        }
      }
}

TEST_CASE_TEMPLATE("npy: all element types come back", T, float, double, c64, c128, std::int8_t,
                   std::int16_t, std::int32_t, std::int64_t, std::uint8_t, std::uint16_t,
                   std::uint32_t, std::uint64_t) {
  const Scratch scratch(world());
  const ProcessGrid grid = ProcessGrid::balanced(world());
  DistMatrix<T> a(grid, {11, 6}, {.block = {2, 2}});
  a.fill_with(value<T>);
  for (const char* name : {"a.npy", "folder/"}) {
    io::save(scratch / name, a);
    const io::FileInfo info = io::read_info(world(), scratch / name);
    CHECK(info.dtype == dtype_of<T>());
    CHECK(info.shape == Shape{11, 6});
    CHECK(info.layout.has_value() == (std::string(name) == "folder/"));
    check_all(world(), holds_values(io::load<T>(scratch / name, grid, {.block = {3, 1}})), name);
  }
}

TEST_CASE(
    "npy: a matrix in the caller's padded or row-major memory is written without its padding") {
  const Scratch scratch(world());
  const Layout layout({.shape = {9, 5}, .block = {2, 5}, .grid = {world().size(), 1}});
  const Shape local = layout.local_shape(world().rank());
  for (StorageOrder order : {StorageOrder::Fortran, StorageOrder::C}) {
    const Index ld = (order == StorageOrder::C ? local.cols : local.rows) + 3;
    std::vector<double> memory(static_cast<std::size_t>(ld * 12), -7777.0);
    auto a = DistMatrix<double>::wrap(world(), layout, {memory.data(), ld, order});
    a.fill_with(value<double>);
    io::save(scratch / "a.npy", a);
    io::save(scratch / "c/", a);
    check_all(world(), content(scratch / "a.npy") == file_of<double>({9, 5}, StorageOrder::C),
              "the file");
    check_all(world(), holds_values(io::load<double>(scratch / "c", world(), layout)),
              "the checkpoint");
  }
}

TEST_CASE("npy: a file of another type is refused by load and converted by load_as") {
  const Scratch scratch(world());
  const ProcessGrid grid = ProcessGrid::balanced(world());
  DistMatrix<std::int16_t> a(grid, {8, 8}, {.block = {3, 3}});
  a.fill_with(value<std::int16_t>);
  const std::string path = scratch / "a.npy";
  io::save(path, a);
  CHECK_THROWS_WITH_AS(
      io::load<double>(path, grid),
      (path + ": holds int16, but float64 was asked for; load_as converts").c_str(), FileError);
  const auto b = io::load_as<double>(path, grid);
  bool same = true;
  for (Index jl = 0; jl < b.local_cols(); ++jl)
    for (Index il = 0; il < b.local_rows(); ++il)
      same = same && b.local()(il, jl) == value<std::int16_t>(b.global_row(il), b.global_col(jl));
  check_all(world(), same, "integers as doubles");
  CHECK_THROWS_AS(io::load_as<std::int8_t>(path, grid), FileError);
}

namespace {
std::vector<std::string> warnings;
}

TEST_CASE("npy: finite numbers that become infinite are counted, or refused by name") {
  const Scratch scratch(world());
  const ProcessGrid grid = ProcessGrid::balanced(world());
  DistMatrix<double> a(grid, {9, 7}, {.block = {2, 3}});
  a.fill_with([](Index i, Index j) { return i == 5 && (j == 2 || j == 4) ? -1e39 : 1.0; });
  a.set(0, 0, std::numeric_limits<double>::infinity());  // not an overflow
  const WarningHandler before =
      set_warning_handler([](const char* sentence) { warnings.emplace_back(sentence); });
  for (const std::string name : {"a.npy", "folder/"}) {
    const std::string path = scratch / name;
    io::save(path, a);
    warnings.clear();
    const auto b = io::load_as<float>(path, grid);
    const std::string sentence =
        "load: 2 finite elements of " + path + " became infinite as float32";
    const bool is_warned = world().rank() != 0
                               ? warnings.empty()
                               : warnings.size() == 1 && warnings.front().starts_with(sentence);
    check_all(world(), is_warned, warnings.empty() ? "no warning" : warnings.front());
    CHECK(b.broadcast(5, 4) == -std::numeric_limits<float>::infinity());
    CHECK(b.broadcast(5, 3) == 1);
    std::string refusal;
    try {
      (void)io::load_as<float>(path, grid, {}, {.overflow = Overflow::Refused});
    } catch (const FileError& error) {
      refusal = error.what();
    }
    check_all(world(), refusal.find("is -1e+39, which no float32 can hold") != std::string::npos,
              refusal);
  }
  set_warning_handler(before);
}

TEST_CASE("npy: a layout of another shape is refused") {
  const Scratch scratch(world());
  io::save(scratch / "a.npy", DistMatrix<float>(ProcessGrid::balanced(world()), {3, 4}));
  CHECK_THROWS_AS(
      io::load<float>(scratch / "a.npy", world(), Layout({.shape = {4, 3}, .grid = {1, 1}})),
      ArgumentError);
}

TEST_CASE("npy: vectors and numbers are written with one and no dimension") {
  const Scratch scratch(world());
  const ProcessGrid grid = ProcessGrid::balanced(world());
  io::save(scratch / "v.npy", DistMatrix<float>(grid, {6, 1}), {.dimensions = 1});
  io::save(scratch / "s.npy", DistMatrix<float>(grid, {1, 1}), {.dimensions = 0});
  CHECK(io::read_info(world(), scratch / "v.npy").dimensions == 1);
  CHECK(io::read_info(world(), scratch / "s.npy").dimensions == 0);
  CHECK_THROWS_AS(io::save(scratch / "w.npy", DistMatrix<float>(grid, {6, 2}), {.dimensions = 1}),
                  ArgumentError);
  CHECK(scratch.names() == std::vector<std::string>{"s.npy", "v.npy"});
}

TEST_CASE_TEMPLATE("npy: block maps, replicas and views are written as matrices", T, float, c128,
                   std::int32_t) {
  const Scratch scratch(world());
  const std::string path = scratch / "a.npy";
  const Shape shape{13, 9};
  const int last = world().size() - 1;
  BlockMatrix<T> tiles(world(), BlockMap({0, 4, 13}, {0, 1, 9}, {last, 0, 0, last}));
  tiles.fill_with(value<T>);
  auto copies = ReplicatedMatrix<T>::everywhere(world(), shape);
  copies.fill_with(value<T>);
  DistMatrix<T> wide(ProcessGrid::balanced(world()), {20, 12}, {.block = {3, 2}});
  wide.fill_with([](Index i, Index j) { return value<T>(i - 5, j - 2); });
  for (const StorageOrder order : {StorageOrder::C, StorageOrder::Fortran}) {
    const std::string expected = file_of<T>(shape, order);
    const auto check = [&](const auto& a, const char* what) {
      io::save(path, a, {.order = order});
      check_all(world(), content(path) == expected, what);
      world().barrier();
    };
    check(tiles, "tiles");
    check(copies, "replicas");
    check(wide.view({5, 18}, {2, 11}), "a view");
    io::save_checkpoint(scratch / "c", {{"tiles", tiles, order},
                                        {"copies", copies, order},
                                        {"view", wide.view({5, 18}, {2, 11}), order}});
    for (const char* name : {"tiles", "copies", "view"})
      check_all(world(), content(scratch / (std::string("c/") + name + ".npy")) == expected, name);
    CHECK(io::verify(world(), scratch / "c").is_sound());
    world().barrier();
  }
}
