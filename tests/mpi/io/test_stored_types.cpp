// SPDX-License-Identifier: BSD-3-Clause
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <ashlar/base/concat.hpp>
#include <ashlar/base/progress.hpp>
#include <ashlar/io/files.hpp>
#include <ashlar/matrix/compare.hpp>

#include "io/half.hpp"
#include "io/scratch.hpp"
#include "support/mpi_test.hpp"

using namespace ashlar;
using namespace ashlar::test;

namespace {

std::vector<std::string> warnings;

Layout layout_of(Shape shape) {
  return Layout({.shape = shape, .block = {2, 3}, .grid = {world().size(), 1}});
}

/// A NumPy file with the given bytes of elements.
std::string npy(const char* descr, Shape shape, const std::string& elements) {
  std::string head = concat("{'descr': '", descr, "', 'fortran_order': False, 'shape': (",
                            shape.rows, ", ", shape.cols, "), }");
  head.resize(117, ' ');
  return std::string("\x93NUMPY\x01\0\x76\0", 10) + head + '\n' + elements;
}

void write(const std::string& path, const std::string& bytes) {
  world().barrier();
  if (world().rank() == 0) std::ofstream(path, std::ios::binary) << bytes;
  world().barrier();
}

std::string halves(const std::vector<float>& numbers, bool swapped) {
  std::string bytes;
  for (const float x : numbers) {
    const std::uint16_t half = io::half_from(x);
    const char low = static_cast<char>(half % 256), high = static_cast<char>(half / 256);
    bytes += swapped ? std::string{high, low} : std::string{low, high};
  }
  return bytes;
}

template <class F>
std::string refusal_of(F&& f) {
  try {
    f();
  } catch (const FileError& error) {
    return error.what();
  }
  return "accepted";
}

}  // namespace

TEST_CASE("npy: float16 becomes float32 and comes back, in both byte orders") {
  const Scratch scratch(world());
  const std::string path = scratch / "a.npy";
  const Shape shape{9, 7};
  std::vector<float> numbers;
  for (int k = 0; k < 63; ++k) numbers.push_back(static_cast<float>(k - 30) * 0.125F);
  for (const bool swapped : {false, true}) {
    write(path, npy(swapped ? ">f2" : "<f2", shape, halves(numbers, swapped)));
    const io::FileInfo info = io::read_info(world(), path);
    CHECK(info.dtype == DType::Float32);
    CHECK(info.stored_as == "float16");
    CHECK(info.swapped == swapped);
    const std::string before = content(path);
    const auto a = io::load<float>(path, world(), layout_of(shape));
    for (Index k = 0; k < 63; k += 4)
      CHECK(a.broadcast(k / 7, k % 7) == numbers[static_cast<std::size_t>(k)]);
    io::save(scratch / "b.npy", a, {.file = {.stored_as = "float16", .swapped = swapped}});
    CHECK(content(scratch / "b.npy") == before);
    const auto wide = io::load_as<double>(path, world(), layout_of(shape));
    io::save(scratch / "b.npy", wide, {.file = {.stored_as = "float16", .swapped = swapped}});
    CHECK(content(scratch / "b.npy") == before);
    const auto corner =
        io::load<float>(path, world(), layout_of({2, 2}), {.section = {{7, 9}, {5, 7}}});
    CHECK(corner.broadcast(1, 0) == numbers[61]);
  }
}

TEST_CASE("npy: double precision is rounded to half once") {
  const Scratch scratch(world());
  DistMatrix<double> a(world(), layout_of({1, 1}));
  // Above halfway between 1 and the next number, but rounded to halfway in single precision.
  a.fill(1 + 0x1p-11 + 0x1p-40);
  io::save(scratch / "a.npy", a, {.file = {.stored_as = "float16"}});
  CHECK(io::load<float>(scratch / "a.npy", world(), layout_of({1, 1})).broadcast(0, 0) ==
        1 + 0x1p-10F);
}

TEST_CASE("npy: overflows of float16 are counted, or refused by name") {
  const Scratch scratch(world());
  const std::string path = scratch / "a.npy";
  DistMatrix<float> a(world(), layout_of({9, 7}));
  a.fill_with([](Index i, Index j) { return i == 5 && (j == 2 || j == 4) ? 70000.0F : 1.0F; });
  a.set(0, 0, std::numeric_limits<float>::infinity());  // not an overflow
  const WarningHandler before =
      set_warning_handler([](const char* sentence) { warnings.emplace_back(sentence); });
  warnings.clear();
  io::save(path, a, {.file = {.stored_as = "float16"}});
  const std::string sentence = "save: 2 finite elements of " + path + " became infinite as float16";
  const bool is_warned = world().rank() != 0
                             ? warnings.empty()
                             : warnings.size() == 1 && warnings.front().starts_with(sentence);
  check_all(world(), is_warned, warnings.empty() ? "no warning" : warnings.front());
  set_warning_handler(before);
  CHECK(io::load<float>(path, world(), layout_of({9, 7})).broadcast(5, 4) ==
        std::numeric_limits<float>::infinity());
  CHECK(refusal_of([&] {
          io::save(scratch / "b.npy", a,
                   {.file = {.stored_as = "float16", .overflow = Overflow::Refused}});
        }).find("is 70000, which no float16 can hold") != std::string::npos);
  CHECK(scratch.names() == std::vector<std::string>{"a.npy"});
}

TEST_CASE("npy: bool becomes uint8 and comes back; other bytes are refused") {
  const Scratch scratch(world());
  const std::string path = scratch / "a.npy";
  std::string bytes(63, '\0');
  for (std::size_t k = 0; k < 63; k += 4) bytes[k] = 1;
  write(path, npy("|b1", {9, 7}, bytes));
  const auto a = io::load<std::uint8_t>(path, world(), layout_of({9, 7}));
  for (Index k = 0; k < 63; ++k) CHECK(a.broadcast(k / 7, k % 7) == (k % 4 == 0 ? 1 : 0));
  io::save(scratch / "b.npy", a, {.file = {.stored_as = "bool"}});
  CHECK(content(scratch / "b.npy") == content(path));
  world().barrier();
  bytes[61] = 2;
  write(path, npy("|b1", {9, 7}, bytes));
  CHECK(refusal_of([&] {
          (void)io::load<std::uint8_t>(path, world(), layout_of({9, 7}));
        }) == path + ": element (8, 5) is the byte 2, but a bool is 0 or 1");
  DistMatrix<std::uint8_t> b(world(), layout_of({9, 7}));
  b.set(3, 6, 9);
  CHECK(refusal_of([&] { io::save(scratch / "b.npy", b, {.file = {.stored_as = "bool"}}); }) ==
        scratch / "b.npy" + ": element (3, 6) is 9, which no bool can hold");
  CHECK(scratch.names() == std::vector<std::string>{"a.npy", "b.npy"});
}

TEST_CASE("npy: all types in the other byte order, as they are declared") {
  const Scratch scratch(world());
  DistMatrix<c64> a(world(), layout_of({3, 2}));
  a.fill_with(value<c64>);
  for (const StorageOrder order : {StorageOrder::C, StorageOrder::Fortran}) {
    io::save(scratch / "a.npy", a, {.order = order, .file = {.swapped = true}});
    CHECK(io::read_info(world(), scratch / "a.npy").swapped);
    const std::string bytes = content(scratch / "a.npy");
    CHECK(bytes.find("'descr': '>c8'") != std::string::npos);
    // 1 - 1i, in IEEE's single precision.
    CHECK(bytes.substr(128, 8) == std::string("\x3f\x80\0\0\xbf\x80\0\0", 8));
    const auto b = io::load<c64>(scratch / "a.npy", world(), layout_of({3, 2}));
    CHECK(b.broadcast(2, 1) == value<c64>(2, 1));
  }
}

TEST_CASE_TEMPLATE("npz: arrays of all types are added to an archive, stored and packed", T, float,
                   double, c64, c128, std::int8_t, std::uint16_t, std::int32_t, std::uint64_t) {
  const Scratch scratch(world());
  DistMatrix<T> a(world(), layout_of({9, 7})), b(world(), layout_of({4, 13}));
  a.fill_with(value<T>);
  b.fill_with(value<T>);
  const std::string path = scratch / "a.npz";
  for (const int compression : {0, 6}) {
    const io::SaveOptions options{.file = {.compression = compression}};
    io::save(path, a, options);
    io::save(path + ":b", b, options);
    io::save(path + ":arr_0", b, {.order = StorageOrder::Fortran, .file = options.file});
    io::save(path + ":a", a, options);
    CHECK(io::holds(path + ":b"));
    CHECK(!io::holds(path + ":c"));
    const auto is_same = [&](const std::string& name, const DistMatrix<T>& wanted) {
      const auto found = io::load<T>(path + name, world(), wanted.layout());
      check_all(world(), compare(found, wanted).same_bits(), name);
    };
    is_same(":a", a);
    is_same(":b", b);
    is_same(":arr_0", b);
    world().barrier();
  }
  CHECK(scratch.names() == std::vector<std::string>{"a.npz"});
}

TEST_CASE("npy: types that do not fit are refused before anything is written") {
  const Scratch scratch(world());
  const DistMatrix<std::int16_t> a(world(), layout_of({2, 2}));
  const auto error_of_type = [&](const char* name, const std::string& stored_as) {
    return refusal_of([&] { io::save(scratch / name, a, {.file = {.stored_as = stored_as}}); });
  };
  CHECK(error_of_type("a.npy", "bool").find("bool is written from uint8, not from int16") !=
        std::string::npos);
  CHECK(error_of_type("a.npy", "float16").find("from float32 or float64, not from int16") !=
        std::string::npos);
  CHECK(error_of_type("a.npy", "bfloat16").find("stored_as is 'bfloat16', but must be") !=
        std::string::npos);
  CHECK(error_of_type("a.bin", "float16").find("raw have no type float16; write .npy") !=
        std::string::npos);
  CHECK(error_of_type("a.npz", "bool").find("bool is written from uint8") != std::string::npos);
  CHECK(scratch.names().empty());
}

TEST_CASE("files: levels of compression outside 0 to 9 are refused before anything is written") {
  const Scratch scratch(world());
  const DistMatrix<double> a(world(), layout_of({2, 2}));
  for (const char* name : {"a.csv.gz", "a.txt.gz", "a.mtx.gz", "a.npz"})
    for (const int level : {-1, 10})
      CHECK(refusal_of([&] { io::save(scratch / name, a, {.file = {.compression = level}}); }) ==
            concat(scratch / name, ": the compression is ", level, ", but must be from 0 to 9"));
  CHECK(scratch.names().empty());
}
