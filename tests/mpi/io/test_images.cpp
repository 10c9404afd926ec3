// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

#include <ashlar/base/concat.hpp>
#include <ashlar/io/files.hpp>
#include <ashlar/io/png.hpp>

#include "io/scratch.hpp"
#include "support/mpi_test.hpp"

using namespace ashlar;
using namespace ashlar::test;

namespace {

std::vector<std::string> image_names() {
  std::vector<std::string> names = {"a.pgm"};
  if (io::png_is_available()) names.emplace_back("a.png");
  return names;
}

template <Element T>
DistMatrix<T> numbers(Shape shape, StorageOrder order = StorageOrder::Fortran) {
  DistMatrix<T> a(world(), Layout({.shape = shape, .block = {2, 3}, .grid = {1, world().size()}}),
                  {.order = order});
  a.fill_with([](Index i, Index j) { return T(static_cast<RealOf<T>>(i * 7919 + j * 104729)); });
  return a;
}

template <Element T>
bool same(const DistMatrix<T>& a, const DistMatrix<T>& b) {
  for (Index jl = 0; jl < a.local_cols(); ++jl)
    for (Index il = 0; il < a.local_rows(); ++il)
      if (a.local()(il, jl) != b.local()(il, jl)) return false;
  return a.layout() == b.layout();
}

std::string refusal_of(const std::string& path, const auto& a, const io::FileStyle& style = {}) {
  try {
    io::save(path, a, {.file = style});
  } catch (const FileError& error) {
    return error.what();
  }
  return "written";
}

}  // namespace

TEST_CASE_TEMPLATE("images: 8 and 16 bits come back", T, std::uint8_t, std::uint16_t) {
  const Scratch scratch(world());
  for (const std::string& name : image_names())
    for (const Shape shape : {Shape{1, 1}, Shape{13, 9}, Shape{5, 300}, Shape{300, 2}})
      for (const StorageOrder order : {StorageOrder::C, StorageOrder::Fortran}) {
        const auto a = numbers<T>(shape, order);
        io::save(scratch / name, a);
        const io::FileInfo info = io::read_info(world(), scratch / name);
        CHECK(info.dtype == dtype_of<T>());
        CHECK(info.shape == shape);
        CHECK(info.format == name.substr(2));
        const auto b = io::load<T>(scratch / name, world(), a.layout(), {.order = order});
        check_all(world(), same(a, b), concat(name, " of ", shape.rows, "x", shape.cols));
        const Layout part({.shape = {1, 1}, .grid = {1, 1}});
        const auto last =
            io::load<T>(scratch / name, world(), part,
                        {.section = {{shape.rows - 1, shape.rows}, {shape.cols - 1, shape.cols}}});
        check_all(world(), last.broadcast(0, 0) == a.broadcast(shape.rows - 1, shape.cols - 1),
                  "the last pixel");
        world().barrier();
      }
}

TEST_CASE("images: a PGM file has the bytes that Netpbm says") {
  const Scratch scratch(world());
  DistMatrix<std::uint16_t> a(world(), Layout({.shape = {2, 2}, .grid = {1, 1}}));
  a.fill_with([](Index i, Index j) { return static_cast<std::uint16_t>(258 * i + j); });
  io::save(scratch / "a.pgm", a);
  CHECK(content(scratch / "a.pgm") == std::string("P5\n2 2\n65535\n\0\0\0\1\1\2\1\3", 21));
}

TEST_CASE("images: ASCII images are read by every rank, each its rows") {
  const Scratch scratch(world());
  if (world().rank() == 0) {
    std::ofstream file(scratch / "a.pgm");
    file << "P2\n# by hand\n3 11\n900\n";
    for (int k = 0; k < 33; ++k) file << k * 27 << (k % 7 == 6 ? "\n" : "  ");
  }
  world().barrier();
  const auto a = io::load<std::uint16_t>(scratch / "a.pgm", ProcessGrid::balanced(world()));
  for (Index k = 0; k < 33; ++k) CHECK(a.broadcast(k / 3, k % 3) == k * 27);
}

TEST_CASE("images: other numbers are scaled from black to white") {
  const Scratch scratch(world());
  for (const std::string& name : image_names()) {
    DistMatrix<double> a(world(),
                         Layout({.shape = {9, 5}, .block = {2, 2}, .grid = {1, world().size()}}));
    // The range exceeds the largest number.
    a.fill_with([](Index i, Index j) { return 7.5e306 * static_cast<double>(i * 5 + j - 22); });
    io::save(scratch / name, a, {.file = {.scaled = true}});
    const auto b = io::load<std::uint8_t>(scratch / name, ProcessGrid::balanced(world()));
    for (Index k = 0; k < 45; ++k)
      CHECK(b.broadcast(k / 5, k % 5) == std::lround(255.0 * static_cast<double>(k) / 44));
    a.fill(3);
    io::save(scratch / name, a, {.file = {.scaled = true}});
    CHECK(io::load<std::uint8_t>(scratch / name, ProcessGrid::balanced(world())).broadcast(8, 4) ==
          0);
    a.set(7, 3, std::numeric_limits<double>::quiet_NaN());
    CHECK(refusal_of(scratch / name, a, {.scaled = true}) ==
          scratch / name + ": element (7, 3) is nan, which no grey stands for");
    DistMatrix<std::uint16_t> c(world(), Layout({.shape = {1, 3}, .grid = {1, 1}}));
    c.fill_with([](Index, Index j) { return static_cast<std::uint16_t>(1000 * j); });
    io::save(scratch / name, c, {.file = {.scaled = true}});
    CHECK(io::load<std::uint8_t>(scratch / name, ProcessGrid::balanced(world())).broadcast(0, 1) ==
          128);
  }
}

TEST_CASE("images: what no image holds is refused, and an old one stays") {
  const Scratch scratch(world());
  for (const std::string& name : image_names()) {
    const std::string path = scratch / name;
    io::save(path, numbers<std::uint8_t>({2, 2}));
    const std::string before = content(path);
    const auto says = [&](const std::string& message, const char* reason) {
      CAPTURE(message);
      CHECK(message.find(reason) != std::string::npos);
    };
    says(refusal_of(path, numbers<double>({2, 2})), "uint8 and uint16, not float64");
    says(refusal_of(path, numbers<std::int16_t>({2, 2})), "uint8 and uint16, not int16");
    says(refusal_of(path, numbers<c64>({2, 2}), {.scaled = true}), "no complex64");
    says(refusal_of(path, numbers<std::uint8_t>({0, 2})), "has no pixel");
    says(refusal_of(path, numbers<std::uint8_t>({2, 0}), {.scaled = true}), "has no pixel");
    says(refusal_of(path, numbers<std::uint8_t>({2, 2}), {.stored_as = "bool"}), "store bool");
    says(refusal_of(path, numbers<std::uint8_t>({2, 2}), {.swapped = true}), "byte order");
    CHECK(content(path) == before);
    CHECK(scratch.names().size() == (name == "a.pgm" ? 1U : 2U));
  }
}
