// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <bit>
#include <cstring>
#include <filesystem>
#include <fstream>

#include <ashlar/base/concat.hpp>
#include <ashlar/base/error.hpp>

#include "io/formats/formats.hpp"
#include "io/scratch.hpp"
#include "support/mpi_test.hpp"

using namespace ashlar;
using namespace ashlar::test;
using io::FileReader;
using io::FormatTraits;
using io::NewMatrix;

namespace {

/// Bytes of element (i, j) of any type; all elements of a small matrix differ.
std::string element(DType dtype, Index i, Index j) {
  return visit_element(dtype, [&](auto tag) {
    const auto x = value<typename decltype(tag)::type>(i, j);
    std::string bytes(sizeof x, '\0');
    std::memcpy(bytes.data(), &x, sizeof x);
    return bytes;
  });
}

/// The elements of a box, line by line.
std::string box_bytes(DType dtype, Section box, StorageOrder order) {
  std::string bytes;
  const Section lines = order == StorageOrder::C ? box : box.transposed();
  for (Index i = lines.rows.first; i < lines.rows.last; ++i)
    for (Index j = lines.cols.first; j < lines.cols.last; ++j)
      bytes += order == StorageOrder::C ? element(dtype, i, j) : element(dtype, j, i);
  return bytes;
}

Section lines_of(const NewMatrix& matrix, Range lines) {
  return matrix.order == StorageOrder::C ? Section{lines, {0, matrix.shape.cols}}
                                         : Section{{0, matrix.shape.rows}, lines};
}

/// The rank's part of the lines: rank 1 has none, the other ranks share them.
Range part_of(Range all) {
  const int rank = world().rank(), size = world().size();
  const int parts = size > 1 ? size - 1 : 1, mine = rank > 1 ? rank - 1 : rank;
  const auto edge = [&](int k) { return all.first + all.size() * k / parts; };
  if (rank == 1) return {edge(1), edge(1)};
  return {edge(mine), edge(mine + 1)};
}

/// Writes the matrix in two panels.
void write(const FormatTraits& format, const std::string& path, const NewMatrix& matrix) {
  const auto writer = format.create(world(), path, matrix);
  const auto [rows, cols] = matrix.shape;
  const Index count = matrix.order == StorageOrder::C ? rows : cols;
  const Index length = matrix.order == StorageOrder::C ? cols : rows;
  for (const Range all : {Range{0, count / 3}, Range{count / 3, count}}) {
    const Range mine = part_of(all);
    const std::string data = box_bytes(matrix.dtype, lines_of(matrix, mine), matrix.order);
    writer->write({.all = all, .mine = mine, .data = data.data(), .stride = length});
  }
  writer->commit();
}

std::string read(const FileReader& reader, Section box) {
  const Shape shape = box.shape();
  std::string bytes(
      static_cast<std::size_t>(shape.rows * shape.cols) * size_of(reader.info().dtype), '?');
  reader.read(box, bytes.data());
  return bytes;
}

/// True if the file holds this matrix, read as a whole and in boxes.
bool holds(const FormatTraits& format, const std::string& path, const NewMatrix& matrix) {
  const auto reader = format.open(path, {});
  const io::FileInfo& info = reader->info();
  if (info.shape != matrix.shape || info.dtype != matrix.dtype || info.order != matrix.order ||
      info.format != format.name || info.swapped != (matrix.style.swapped))
    return false;
  const auto [rows, cols] = matrix.shape;
  for (const Section box :
       {Section::all(matrix.shape), Section{{0, rows}, {cols / 2, cols}},
        Section{{rows / 3, rows / 2}, {0, cols}},
        Section{{rows / 2, rows}, {cols / 3, cols - cols / 3}}, Section{{rows, rows}, {0, cols}}})
    if (read(*reader, box) != box_bytes(matrix.dtype, box, matrix.order)) return false;
  return true;
}

void check_round_trip(const Scratch& scratch, const FormatTraits& format, NewMatrix matrix) {
  matrix.order = format.has_c_order ? StorageOrder::C : StorageOrder::Fortran;
  const std::string path = scratch / concat("x.", format.name);
  INFO(format.name, " ", to_string(matrix.dtype), " ", matrix.shape.rows, "x", matrix.shape.cols,
       " compression ", matrix.style.compression);
  REQUIRE(format.refusal(matrix).empty());
  write(format, path, matrix);
  check_all(world(), holds(format, path, matrix), "the file holds what was written");
  CHECK(scratch.names() == std::vector<std::string>{concat("x.", format.name)});
  world().barrier();
  if (world().rank() == 0) std::filesystem::remove(path);
}

std::string failure(const FormatTraits& format, const std::string& path) {
  try {
    format.open(path, {});
  } catch (const FileError& error) {
    return error.what();
  }
  return "";
}

const FormatTraits* const both[] = {&io::hdf5_format(), &io::matlab_format()};

}  // namespace

TEST_CASE("hdf5: a file written by all ranks is read by every rank, of all types and shapes") {
  const Scratch scratch(world());
  for (const FormatTraits* format : both) {
    for (const DType dtype : all_dtypes)
      check_round_trip(scratch, *format, {.dtype = dtype, .shape = {7, 6}});
    for (const Shape shape :
         {Shape{1, 9}, {9, 1}, {1, 1}, {40, 3}, {3, 40}, {0, 4}, {4, 0}, {0, 0}})
      check_round_trip(scratch, *format, {.dtype = DType::Float32, .shape = shape});
  }
}

TEST_CASE("hdf5: chunks, compression and the other byte order change no element") {
  const Scratch scratch(world());
  for (const FormatTraits* format : both) {
    for (const Shape shape : {Shape{17, 23}, {1, 50}, {50, 1}, {1, 1}, {0, 5}}) {
      for (const int compression : {0, 1, 9})
        for (const Block chunk : {Block{3, 2}, {100, 4}, {1, 1000}})
          check_round_trip(scratch, *format,
                           {.dtype = DType::Float64,
                            .shape = shape,
                            .style = {.compression = compression, .chunk = chunk}});
      check_round_trip(scratch, *format,
                       {.dtype = DType::Int16, .shape = shape, .style = {.compression = 6}});
    }
  }
  for (const DType dtype : {DType::Float32, DType::Complex128, DType::Int16, DType::UInt64})
    check_round_trip(scratch, io::hdf5_format(),
                     {.dtype = dtype, .shape = {5, 4}, .style = {.swapped = true}});
}

TEST_CASE("hdf5: compression makes the file smaller") {
  const Scratch scratch(world());
  NewMatrix matrix{.dtype = DType::Int64, .shape = {300, 300}};
  write(io::hdf5_format(), scratch / "plain.h5", matrix);
  matrix.style.compression = 4;
  write(io::hdf5_format(), scratch / "packed.h5", matrix);
  CHECK(std::filesystem::file_size(scratch / "packed.h5") <
        std::filesystem::file_size(scratch / "plain.h5") / 2);
}

TEST_CASE("hdf5: numbers of 16 bits, vectors and single numbers") {
  const Scratch scratch(world());
  const auto& format = io::hdf5_format();
  const auto info_of = [&](const NewMatrix& matrix) {
    write(format, scratch / "x.h5", matrix);
    const io::FileInfo info = format.open(scratch / "x.h5", {})->info();
    check_all(world(), info.shape == matrix.shape && info.dtype == matrix.dtype, "shape and type");
    return info;
  };
  // value() returns integers below 2048, which float16 represents exactly.
  const NewMatrix halves{
      .dtype = DType::Float32, .shape = {9, 4}, .style = {.stored_as = "float16"}};
  CHECK(info_of(halves).stored_as == "float16");
  CHECK(holds(format, scratch / "x.h5", halves));

  const NewMatrix vector{.shape = {11, 1}, .dimensions = 1};
  CHECK(info_of(vector).dimensions == 1);
  CHECK(holds(format, scratch / "x.h5", vector));
  const NewMatrix number{.shape = {1, 1}, .dimensions = 0};
  CHECK(info_of(number).dimensions == 0);
  CHECK(holds(format, scratch / "x.h5", number));
}

TEST_CASE("hdf5: a path behind a colon makes groups, and none finds the only matrix") {
  const Scratch scratch(world());
  const NewMatrix matrix{.shape = {4, 3}};
  write(io::hdf5_format(), scratch / "x.h5:/a/b/c", matrix);
  CHECK(holds(io::hdf5_format(), scratch / "x.h5:/a/b/c", matrix));
  CHECK(holds(io::hdf5_format(), scratch / "x.h5", matrix));
  CHECK(failure(io::hdf5_format(), scratch / "x.h5:/a/d")
            .ends_with("x.h5: has no dataset '/a/d'; it holds the dataset '/a/b/c'"));
  CHECK(failure(io::hdf5_format(), scratch / "x.h5:/a")
            .ends_with("x.h5: '/a' is a group, but a dataset is needed; the file holds the dataset "
                       "'/a/b/c'"));
  for (const char* name : {"/a//b", "/", "a/", "/a/../b", "."})
    CHECK_THROWS_AS(io::hdf5_format().create(world(), concat(scratch / "y.h5", ":", name), matrix),
                    FileError);
  for (const char* name : {"1a", "a/b", "a b"})
    CHECK_THROWS_AS(
        io::matlab_format().create(world(), concat(scratch / "y.mat", ":", name), matrix),
        FileError);
  CHECK(scratch.names() == std::vector<std::string>{"x.h5"});
}

TEST_CASE("hdf5: without a commit the old file stays unchanged") {
  const Scratch scratch(world());
  const NewMatrix matrix{.shape = {4, 3}};
  write(io::hdf5_format(), scratch / "x.h5", matrix);
  const std::string before = content(scratch / "x.h5");
  world().barrier();
  {
    const auto writer = io::hdf5_format().create(world(), scratch / "x.h5", {.shape = {6, 6}});
    const std::string data = box_bytes(DType::Float64, {part_of({0, 6}), {0, 6}}, StorageOrder::C);
    writer->write({.all = {0, 6}, .mine = part_of({0, 6}), .data = data.data(), .stride = 6});
  }
  CHECK(content(scratch / "x.h5") == before);
  CHECK(scratch.names() == std::vector<std::string>{"x.h5"});
}

TEST_CASE("hdf5: a dataset is added to a file, and the others stay") {
  const Scratch scratch(world());
  const std::string path = scratch / "x.h5";
  const NewMatrix first{.shape = {4, 3}}, second{.dtype = DType::Int16, .shape = {20, 9}};
  write(io::hdf5_format(), path + ":/a/c", first);
  write(io::hdf5_format(), path + ":/a/d", second);
  const auto reads = [&](const std::string& name, const NewMatrix& matrix) {
    const auto reader = io::hdf5_format().open(path + name, {});
    const Section all = Section::all(matrix.shape);
    const std::string wanted = box_bytes(matrix.dtype, all, StorageOrder::C);
    std::string found(wanted.size(), '\0');
    reader->read(all, found.data());
    return reader->info().shape == matrix.shape && found == wanted;
  };
  CHECK(reads(":/a/c", first));
  CHECK(reads(":/a/d", second));
  CHECK(io::holds(path + ":/a/d"));
  CHECK(!io::holds(path + ":/a/e"));
  world().barrier();
  write(io::hdf5_format(), path + ":a/c", second);  // replaced
  CHECK(reads(":/a/c", second));
  CHECK(reads(":/a/d", second));
  const std::string before = content(path);
  world().barrier();
  // A group is not replaced, and an unfinished dataset is not added.
  CHECK_THROWS_AS((void)io::hdf5_format().create(world(), path + ":/a", first), FileError);
  (void)io::hdf5_format().create(world(), path + ":/new", first);
  CHECK(content(path) == before);
  CHECK(scratch.names() == std::vector<std::string>{"x.h5"});
  world().barrier();
  write(io::hdf5_format(), path, first);  // without a name: a new file
  CHECK(!io::holds(path + ":/a/d"));
}

TEST_CASE("hdf5: the same matrix makes the same bytes on any number of ranks") {
  const Scratch scratch(world());
  NewMatrix matrix{.shape = {30, 20}};
  for (const int compression : {0, 5}) {
    matrix.style.compression = compression;
    write(io::hdf5_format(), scratch / "x.h5", matrix);
    write(io::hdf5_format(), scratch / "y.h5", matrix);
    CHECK(content(scratch / "x.h5") == content(scratch / "y.h5"));
    world().barrier();
  }
}

TEST_CASE("hdf5: types and styles that a format lacks are refused beforehand") {
  const auto refused = [](const FormatTraits& format, const NewMatrix& matrix) {
    return !format.refusal(matrix).empty();
  };
  const auto& h5 = io::hdf5_format();
  const auto& mat = io::matlab_format();
  CHECK(refused(h5, {.dtype = DType::Float64, .style = {.stored_as = "float16"}}));
  CHECK(refused(h5, {.dtype = DType::Float32, .style = {.stored_as = "bool"}}));
  CHECK(refused(h5, {.style = {.stored_as = "text"}}));
  CHECK(!h5.style_fault({.compression = 10}).empty());
  CHECK(refused(h5, {.style = {.chunk = Block{0, 4}}}));
  CHECK(refused(h5, {.style = {.chunk = Block{Index{1} << 40, Index{1} << 40}}}));
  CHECK(refused(mat, {.dtype = DType::Float32, .style = {.stored_as = "float16"}}));
  CHECK(!mat.style_fault({.swapped = true}).empty());
}

TEST_CASE("hdf5: files of other kinds are refused") {
  const Scratch scratch(world());
  const std::string path = scratch / "x.h5";
  if (world().rank() == 0) std::ofstream(path) << "no HDF5";
  world().barrier();
  CHECK(failure(io::hdf5_format(), path)
            .ends_with("is not an HDF5 file: it has no signature of one"));
  CHECK(failure(io::hdf5_format(), scratch / "none.h5").find("cannot be opened: No such file") !=
        std::string::npos);
}
