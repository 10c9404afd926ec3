// SPDX-License-Identifier: BSD-3-Clause
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <ashlar/base/error.hpp>
#include <ashlar/base/progress.hpp>
#include <ashlar/io/files.hpp>
#include <ashlar/matrix/compare.hpp>

#include "io/scratch.hpp"
#include "support/mpi_test.hpp"

using namespace ashlar;
using namespace ashlar::test;

namespace {

std::vector<std::string> warnings;

Layout layout_of(Shape shape) {
  return Layout({.shape = shape, .block = {2, 3}, .grid = {world().size(), 1}});
}

}  // namespace

TEST_CASE("hdf5: bool becomes uint8 and comes back") {
  const Scratch scratch(world());
  DistMatrix<std::uint8_t> truths(world(), layout_of({5, 3}));
  truths.fill_with([](Index i, Index j) { return static_cast<std::uint8_t>((i + j) % 2); });
  for (const char* name : {"x.h5", "x.mat"}) {
    io::save(scratch / name, truths, {.file = {.stored_as = "bool"}});
    CHECK(io::read_info(world(), scratch / name).stored_as == "bool");
    const auto found = io::load<std::uint8_t>(scratch / name, world(), truths.layout());
    check_all(world(), compare(found, truths).same_bits(), name);
  }
}

TEST_CASE("hdf5: overflows of float16 are counted or refused, invalid bytes of bool refused") {
  const Scratch scratch(world());
  const Layout layout = layout_of({9, 7});
  DistMatrix<float> a(world(), layout);
  a.fill_with([](Index i, Index j) { return i == 5 && (j == 2 || j == 4) ? 70000.0F : 1.0F; });
  const auto refusal = [&](const char* name, const auto& matrix, const io::FileStyle& style) {
    try {
      io::save(scratch / name, matrix, {.file = style});
    } catch (const FileError& error) {
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  CHECK(refusal("b.h5", a, {.stored_as = "float16", .overflow = Overflow::Refused}) ==
        scratch / "b.h5" + ": element (5, 2) is 70000, which no float16 can hold");
  DistMatrix<std::uint8_t> b(world(), layout);
  b.set(3, 6, 9);
  for (const char* name : {"b.h5", "b.mat"})
    CHECK(refusal(name, b, {.stored_as = "bool"}) ==
          scratch / name + ": element (3, 6) is 9, which no bool can hold");
  CHECK(scratch.names().empty());

  const WarningHandler before =
      set_warning_handler([](const char* sentence) { warnings.emplace_back(sentence); });
  CHECK(refusal("a.h5", a, {.stored_as = "float16"}) == "accepted");
  set_warning_handler(before);
  const std::string sentence =
      "save: 2 finite elements of " + scratch / "a.h5" + " became infinite as float16";
  check_all(world(),
            world().rank() != 0 ? warnings.empty()
                                : warnings.size() == 1 && warnings.front().starts_with(sentence),
            warnings.empty() ? "no warning" : warnings.front());
  CHECK(io::load<float>(scratch / "a.h5", world(), layout).broadcast(5, 4) ==
        std::numeric_limits<float>::infinity());
}
