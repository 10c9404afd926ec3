// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/io/convert_file.hpp>

#include <ashlar/base/concat.hpp>
#include <ashlar/io/files.hpp>
#include <ashlar/matrix/generate.hpp>
#include <ashlar/mpi/context.hpp>

#include "io/scratch.hpp"
#include "support/mpi_test.hpp"

using namespace ashlar;
using namespace ashlar::test;

namespace {

constexpr Shape shape{600, 600};
constexpr Index most = Index{256} << 10;  // a conversion of 2.9 MB runs within this

/// Peak memory of all matrices of a conversion, summed over the ranks.
Index peak_bytes(const std::string& in, const std::string& out,
                 const io::ConversionOptions& options) {
  const auto comm = mpi::Communicator::duplicate(world());
  io::FileConversion(comm, in, out, options).run();
  const mpi::MemoryStatistics memory = mpi::Context::of(comm).memory();
  return memory.shared.peak_bytes + memory.heap.peak_bytes;
}

}  // namespace

TEST_CASE("conversion: matrices take no more than max_memory a rank, however they go") {
  const Scratch scratch(world());
  const int ranks = world().size();
  const auto make = [](Index i, Index j) { return value<double>(i, j); };
  io::save(scratch / "c.npy", generate<double>(ProcessGrid::balanced(world()), shape, {}, make));
  io::save(scratch / "f.npy", generate<double>(ProcessGrid::balanced(world()), shape, {}, make),
           {.order = StorageOrder::Fortran});
  // Allows for a line and a page of each matrix, and for uneven blocks.
  const Index bound = ranks * (most + most / 16 + 4 * (4096 + 600 * 8));
  for (const char* const in : {"c.npy", "f.npy"})
    for (const Op op : {Op::None, Op::Trans})
      for (const bool mirrors : {false, true})
        for (const char* const out : {"out.npy", "folder/"}) {
          io::ConversionOptions options{.op = op, .max_memory = most};
          if (mirrors) options.mirror = Uplo::Lower;
          if (mirrors) options.mirror_op = Op::Trans;
          INFO(concat(in, " ", out, op == Op::None ? "" : ", transposed",
                      mirrors ? ", mirrored" : ""));
          const Index peak = peak_bytes(scratch / in, scratch / out, options);
          CHECK(peak > 0);
          CHECK(peak <= bound);
        }
}
