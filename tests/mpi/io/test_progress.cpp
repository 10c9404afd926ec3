// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/base/progress.hpp>

#include <string>
#include <vector>

#include <ashlar/io/convert_file.hpp>
#include <ashlar/matrix/generate.hpp>

#include "io/scratch.hpp"
#include "support/mpi_test.hpp"

using namespace ashlar;
using namespace ashlar::test;

namespace {
std::vector<Index> recorded;
Index total = 0;

void record(const Progress& progress) {
  CHECK(std::string(progress.unit) == "bytes");
  recorded.push_back(progress.done);
  total = progress.total;
}
}  // namespace

TEST_CASE("progress: a conversion reports the written bytes to rank 0 after each panel") {
  const Scratch scratch(world());
  const Shape shape{300, 200};
  constexpr Index bytes = 300 * 200 * 8;
  io::save(scratch / "a.npy",
           generate<double>(ProcessGrid::balanced(world()), shape, {},
                            [](Index i, Index j) { return value<double>(i, j); }));
  for (const char* const out : {"t.npy", "folder/"}) {
    io::FileConversion conversion(world(), scratch / "a.npy", scratch / out,
                                  {.op = Op::Trans, .max_memory = 50'000});
    recorded.clear();
    const ProgressHandler before = set_progress_handler(record);
    conversion.run();
    set_progress_handler(before);
    if (world().rank() != 0) {
      CHECK(recorded.empty());
      continue;
    }
    CHECK(recorded.size() > 1);
    CHECK(std::is_sorted(recorded.begin(), recorded.end()));
    CHECK(total == bytes);
    CHECK(recorded.back() == bytes);
  }
}
