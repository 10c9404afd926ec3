// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/io/checkpoint.hpp>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <ashlar/base/concat.hpp>
#include <ashlar/io/verify.hpp>

#include "io/scratch.hpp"
#include "support/mpi_test.hpp"

using namespace ashlar;
using namespace ashlar::test;

namespace {

namespace fs = std::filesystem;

template <Element T>
DistMatrix<T> filled(const ProcessGrid& grid, Shape shape, Blocking blocking = {.block = {2, 3}},
                     StorageOptions options = {}) {
  DistMatrix<T> a(grid, shape, blocking, options);
  a.fill_with(value<T>);
  return a;
}

/// True if this rank's elements are those of filled() in `part`.
template <Element T>
bool holds_values(const DistMatrix<T>& a, Section part) {
  for (Index jl = 0; jl < a.local_cols(); ++jl)
    for (Index il = 0; il < a.local_rows(); ++il)
      if (a.local()(il, jl) !=
          value<T>(a.global_row(il) + part.rows.first, a.global_col(jl) + part.cols.first))
        return false;
  return true;
}

/// Flips a bit of a file, on rank 0. @collective
void flip(const std::string& path, Index byte) {
  world().barrier();
  if (world().rank() == 0) {
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
    file.seekg(byte);
    const int old = file.get();
    file.seekp(byte);
    file.put(static_cast<char>(old ^ 0x10));
  }
  world().barrier();
}

/// The message of a FileError; "none" without an exception.
template <class F>
std::string error_of(F&& f) {
  try {
    f();
  } catch (const Error& error) {
    return error.what();
  }
  return "none";
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("checkpoint: twelve matrices of twelve types come back on every grid and in any layout") {
  const Scratch scratch(world());
  const std::string path = scratch / "all";
  const Shape shape{13, 9};
  const ProcessGrid grid = ProcessGrid::balanced(world());
  const auto f4 = filled<float>(grid, shape);
  const auto f8 = filled<double>(grid, shape, {.block = {64, 64}});
  const auto c8 = filled<c64>(grid, shape, {.block = {1, 1}});
  const auto c16 = filled<c128>(grid, shape, {}, {.order = StorageOrder::C});
  const auto i1 = filled<std::int8_t>(grid, {1, 7});
  const auto i2 = filled<std::int16_t>(grid, shape);
  const auto i4 = filled<std::int32_t>(grid, {0, 4});
  const auto i8 = filled<std::int64_t>(grid, {7, 1});
  const auto u1 = filled<std::uint8_t>(grid, {1, 1});
  const auto u2 = filled<std::uint16_t>(grid, shape);
  const auto u4 = filled<std::uint32_t>(grid, {0, 0});
  const auto u8 = filled<std::uint64_t>(grid, shape);
  io::save_checkpoint(path,
                      {{"f4", f4},
                       {"f8", f8, StorageOrder::Fortran},
                       {"c8", c8},
                       {"c16", c16},
                       {"i1", i1},
                       {"i2", i2, StorageOrder::Fortran},
                       {"i4", i4},
                       {"i8", i8},
                       {"u1", u1},
                       {"u2", u2},
                       {"u4", u4, StorageOrder::Fortran},
                       {"u8 \xC3\xA4", u8}},
                      {{"step", "12"}, {"quotes \"", "\n\\"}});
  const io::CheckpointInfo info = io::read_checkpoint_info(world(), path);
  CHECK(info.members.size() == 12);
  CHECK(info.ranks == world().size());
  CHECK(info.notes.at("quotes \"") == "\n\\");
  CHECK(info.members[1].layout == f8.layout());
  CHECK(info.members[1].order == StorageOrder::Fortran);
  CHECK(io::verify(world(), path).is_sound());
  CHECK(io::verify(world(), path).checksums == 12);
  for_each_grid(world(), [&](mpi::CommunicatorView part, GridShape size, GridOrder order) {
    const ProcessGrid other(part, size, order);
    const auto check = [&]<class T>(const DistMatrix<T>& a, const std::string& name) {
      const auto back = io::load<T>(path + ":" + name, other, {.block = {3, 2}});
      check_all(part, back.shape() == a.shape() && holds_values(back, Section::all(a.shape())),
                concat(name, " on a ", size.rows, "x", size.cols, " grid"));
    };
    check(f4, "f4"), check(f8, "f8"), check(c8, "c8"), check(c16, "c16"), check(i1, "i1"),
        check(i2, "i2"), check(i4, "i4"), check(i8, "i8"), check(u1, "u1"), check(u2, "u2"),
        check(u4, "u4"), check(u8, "u8 \xC3\xA4");
  });
  // In the recorded layout, and as a file of another element type.
  const auto same = io::load<double>(path + ":f8", world(), info.members[1].layout);
  check_all(world(), holds_values(same, Section::all(shape)), "the recorded layout");
  const auto wider = io::load_as<double>(path + ":f4", grid);
  check_all(world(), holds_values(wider, Section::all(shape)) && wider.shape() == shape,
            "double of float");
}

TEST_CASE("checkpoint: a part of a member is read, in either order of file and memory") {
  const Scratch scratch(world());
  const ProcessGrid grid = ProcessGrid::balanced(world());
  const auto a = filled<double>(grid, {40, 30});
  io::save_checkpoint(scratch / "c", {{"rows", a}, {"cols", a, StorageOrder::Fortran}});
  for (const char* name : {"rows", "cols"})
    for (const Section& part : {Section{{3, 17}, {5, 6}}, Section{{0, 0}, {4, 9}},
                                Section{Range::from(39), Range::all()}})
      for (StorageOrder order : {StorageOrder::C, StorageOrder::Fortran}) {
        const auto got = io::load<double>(scratch / (std::string("c:") + name), grid,
                                          {.block = {4, 4}}, {.order = order, .section = part});
        const Section closed_part{closed(part.rows, 40), closed(part.cols, 30)};
        check_all(world(), got.shape() == closed_part.shape() && holds_values(got, closed_part),
                  concat(name, " in ", to_string(order), " order"));
      }
}

TEST_CASE("checkpoint: files of several chunks have the checksums of their bytes") {
  const Scratch scratch(world());
  const std::string path = scratch / "large";
  const ProcessGrid grid = ProcessGrid::balanced(world());
  // 40 MB in C order, three chunks, no boundary at the end of a row.
  const auto a = filled<double>(grid, {1000, 5001}, {.block = {64, 64}});
  io::save_checkpoint(path, {{"A", a}, {"b", filled<std::int16_t>(grid, {50, 1})}});
  const io::Verification sound = io::verify(world(), path);
  CHECK(sound.is_sound());
  CHECK(sound.checksums == 4);
  CHECK(sound.bytes == 1000 * 5001 * 8 + 128 + 100 + 128);

  flip(path + "/A.npy", (Index{16} << 20) + 4711);
  const io::Verification found = io::verify(world(), path);
  REQUIRE(found.damages.size() == 1);
  CHECK(found.damages[0].file == path + "/A.npy");
  CHECK(found.damages[0].bytes == Range{Index{16} << 20, Index{32} << 20});
  CHECK(found.damages[0].part == Section{{419, 839}, {0, 5001}});
  CHECK(has(found.damages[0].reason, "chunk 1 (bytes 16777216:33554432, rows 419:839)"));
  CHECK(io::verify(world(), path, false).is_sound());
  // Only elements of the damaged chunk cannot be loaded, and only if checksums are checked.
  const auto load = [&](Section part, bool checked) {
    return error_of(
        [&] { io::load<double>(path + ":A", grid, {}, {.section = part, .checked = checked}); });
  };
  CHECK(has(load({Range::all(), Range::all()}, true), "A.npy: chunk 1 "));
  CHECK(has(load({{838, 839}, {0, 1}}, true), "A.npy: chunk 1 "));
  CHECK(load({{0, 400}, Range::all()}, true) == "none");
  CHECK(load({Range::all(), Range::all()}, false) == "none");
}

TEST_CASE("checkpoint: a new one replaces the old one, and nothing else") {
  const Scratch scratch(world());
  const std::string path = scratch / "c";
  const ProcessGrid grid = ProcessGrid::balanced(world());
  const auto a = filled<double>(grid, {5, 5});
  io::save_checkpoint(path, {{"A", a}, {"B", a}});
  io::save_checkpoint(path + "/", {{"B", a}});
  CHECK(error_of([&] { io::load<double>(path + ":A", grid); }) ==
        path + ": has no matrix 'A'; it has B");
  CHECK(fs::is_regular_file(path + "/B.npy"));
  CHECK_FALSE(fs::exists(path + "/A.npy"));
  world().barrier();
  if (world().rank() == 0) std::ofstream(path + "/C.npy") << "years of work";
  world().barrier();
  CHECK(has(error_of([&] {
              io::save_checkpoint(path, {{"A", a}});
            }),
            "the folder has other content (C.npy) than a checkpoint"));
  CHECK(has(error_of([&] { io::save(path + "/", a); }), "other content"));
  const io::Verification found = io::verify(world(), path);
  REQUIRE(found.damages.size() == 1);
  CHECK(has(found.damages[0].reason, "has a file 'C.npy' that is none of the checkpoint"));
  CHECK(scratch.names() == std::vector<std::string>{"c"});
}

TEST_CASE("checkpoint: invalid members are refused before any write") {
  const Scratch scratch(world());
  const ProcessGrid grid = ProcessGrid::balanced(world());
  const auto a = filled<double>(grid, {2, 2});
  const auto refusal = [&](const std::vector<io::CheckpointMember>& members,
                           const std::map<std::string, std::string>& notes = {}) {
    return error_of([&] { io::save_checkpoint(scratch / "c", members, notes); });
  };
  CHECK(has(refusal({}), "no matrix"));
  for (const char* name : {"", ".hidden", "..", "../x", "a/b", "a:b", "a\nb", "a\\b"})
    CHECK(has(refusal({{name, a}}), "cannot have this name"));
  CHECK(has(refusal({{std::string(101, 'x'), a}}), "1 to 100 bytes"));
  CHECK(has(refusal({{"\xFF", a}}), "UTF-8"));
  CHECK(has(refusal({{"A", a}}, {{"k", "\xC3"}}), "UTF-8"));
  CHECK(has(refusal({{"A", a}, {"A", a}}), "two matrices are called 'A'"));
  CHECK(has(error_of([&] {
              io::save_checkpoint(scratch / "no/c", {{"A", a}});
            }),
            "cannot be created"));
  CHECK(scratch.names().empty());
}

TEST_CASE("checkpoint: files that are missing, short, long or others are found") {
  const Scratch scratch(world());
  const std::string path = scratch / "c";
  const ProcessGrid grid = ProcessGrid::balanced(world());
  const auto a = filled<double>(grid, {30, 20});
  const auto damage = [&](const std::function<void(const std::string&)>& change) {
    io::save_checkpoint(path, {{"A", a}, {"B", a}});
    world().barrier();
    if (world().rank() == 0) change(path + "/A.npy");
    world().barrier();
    const io::Verification found = io::verify(world(), path);
    CHECK(found.damages.size() == 1);
    const std::string load = error_of([&] { io::load<double>(path + ":A", grid); });
    CHECK(load != "none");
    CHECK(error_of([&] { io::load<double>(path + ":B", grid); }) == "none");
    world().barrier();
    if (world().rank() == 0) fs::remove_all(path);
    world().barrier();
    return found.damages.empty() ? std::string() : found.damages[0].reason;
  };
  CHECK(damage([](const std::string& file) { fs::remove(file); }) == "is missing");
  CHECK(damage([](const std::string& file) { fs::resize_file(file, 4000); }) ==
        "is 4000 bytes long, but was written with 4928");
  CHECK(damage([](const std::string& file) { fs::resize_file(file, 4929); }) ==
        "is 4929 bytes long, but was written with 4928");
  CHECK(has(damage([](const std::string& file) {
              fs::remove(file);
              fs::create_directory(file);
            }),
            "is a folder"));
  CHECK(has(damage([](const std::string& file) {
              std::fstream bytes(file, std::ios::in | std::ios::out | std::ios::binary);
              bytes.seekp(4920);
              bytes.put('\1');
            }),
            "chunk 0 (bytes 0:4928, rows 0:30) does not match its checksum"));
}

TEST_CASE("checkpoint: save to a folder records the layout of its one matrix") {
  const Scratch scratch(world());
  const std::string path = scratch / "c/";
  const ProcessGrid grid = ProcessGrid::balanced(world());
  const auto a = filled<double>(grid, {30, 20});
  io::save(path, a, {.order = StorageOrder::Fortran});
  const io::CheckpointInfo info = io::read_checkpoint_info(world(), path);
  REQUIRE(info.members.size() == 1);
  CHECK(info.members[0].name == "matrix");
  CHECK(info.members[0].order == StorageOrder::Fortran);
  CHECK(info.members[0].layout == a.layout());
  CHECK(io::read_info(world(), path).layout == a.layout());
  CHECK(io::verify(world(), path).is_sound());
  const auto same = io::load<double>(path, world(), *io::read_info(world(), path).layout);
  const auto checked = io::load<double>(path + ":matrix", world(), a.layout());
  for (Index jl = 0; jl < a.local_cols(); ++jl)
    for (Index il = 0; il < a.local_rows(); ++il) {
      CHECK(same.local()(il, jl) == a.local()(il, jl));
      CHECK(checked.local()(il, jl) == a.local()(il, jl));
    }
}
