// SPDX-License-Identifier: BSD-3-Clause
// The facts of the derived-types lecture, with its errata, and the library's helpers for its
// constructions.
#include <ashlar/mpi/datatype.hpp>

#include <array>
#include <numeric>
#include <string>
#include <vector>

#include <ashlar/base/error.hpp>

#include "mpi/mpi/type_probe.hpp"
#include "support/mpi_test.hpp"

using namespace ashlar;
using mpi::Datatype;
using mpi::native_type;
using test::check_all;
using test::Indices;
using test::mapped_indices;
using test::packed_indices;
using test::world;

namespace {

const auto mpi_int32 = [] { return native_type<std::int32_t>(); };

/// Row-major indices of the elements (i, j) of an m x n matrix for which `keep` holds, in storage
/// order.
template <class Keep>
Indices kept(Index m, Index n, StorageOrder order, Keep&& keep) {
  Indices result;
  const bool by_row = order == StorageOrder::C;
  for (Index a = 0; a < (by_row ? m : n); ++a)
    for (Index b = 0; b < (by_row ? n : m); ++b) {
      const Index i = by_row ? a : b, j = by_row ? b : a;
      if (keep(i, j)) result.push_back(static_cast<std::int32_t>(a * (by_row ? n : m) + b));
    }
  return result;
}

}  // namespace

TEST_CASE(
    "lecture: {(double,0),(char,8)} has size 9 and extent 16; with (char,1) the extent would be "
    "8") {
  const auto make = [](Index at) {
    return Datatype::structure(std::array<mpi::Datatype::Field, 2>{
        {{1, 0, native_type<double>()}, {1, at, native_type<char>()}}});
  };
  CHECK(make(8).size() == 9);
  CHECK(make(8).extent() == 16);
  CHECK(make(1).size() == 9);
  CHECK(make(1).extent() == 8);
}

TEST_CASE("lecture: vector(3,2,3) has 6 elements over 8") {
  const auto type = Datatype::vector({3, 2, 3}, native_type<float>());
  CHECK(type.size() == 6 * 4);
  CHECK(type.extent() == 8 * 4);
}

TEST_CASE("lecture: indexed blocks of 3, 5, 10 at 0, 4, 10 have 18 elements over 20") {
  const auto type = Datatype::indexed(
      std::array<mpi::Datatype::Block, 3>{{{3, 0}, {5, 4}, {10, 10}}}, native_type<float>());
  CHECK(type.size() == 18 * 4);
  CHECK(type.extent() == 20 * 4);
}

TEST_CASE("lecture: hvector(3,2,7) fits char; blocks of float overlap, as its typemap shows") {
  const auto chars = Datatype::hvector({3, 2, 7}, native_type<char>());
  CHECK(chars.size() == 6);
  CHECK(chars.extent() == 16);
  const auto floats = Datatype::hvector({3, 2, 7}, native_type<float>());
  CHECK(mpi::DatatypeView(floats).byte_runs() ==
        std::vector<mpi::DatatypeView::ByteRun>{{0, 8}, {7, 8}, {14, 8}});
}

TEST_CASE("lecture: every other element of a 6x5 section is linear 0 2 4 10 12 14 20 22 24") {
  // The a[6][5] of the lecture: rows of five, every second row and column.
  const auto section = mpi::Datatype::strided_section({6, 5}, StorageOrder::C, {0, 3, 2}, {0, 3, 2},
                                                      native_type<std::int32_t>());
  CHECK(packed_indices(section, 30) == Indices{0, 2, 4, 10, 12, 14, 20, 22, 24});
  CHECK(section.size() == 36);
  CHECK(section.extent() == 100);
  CHECK(mpi::DatatypeView(section).stencil({6, 5}) ==
        "# . # . #\n"
        ". . . . .\n"
        "# . # . #\n"
        ". . . . .\n"
        "# . # . #\n"
        ". . . . .\n");
}

TEST_CASE("lecture: the upper triangle of 100x100 has 5050 elements of 40,400 bytes over 80,000") {
  const auto upper = mpi::Datatype::triangle({.n = 100}, native_type<double>());
  CHECK(upper.size() == 40'400);
  CHECK(upper.extent() == 80'000);
  std::vector<double> a(10'000), b(5'050);
  std::iota(a.begin(), a.end(), 1.0);
  const int rank = world().rank(), last = world().size() - 1;
  // Sent by rank 0 as a triangle, received by the last rank as a plain array.
  const mpi::Communicator comm = mpi::Communicator::duplicate(world());
  MPI_Request request = MPI_REQUEST_NULL;
  if (rank == last)
    mpi::check(MPI_Irecv(b.data(), 5'050, MPI_DOUBLE, 0, 7, comm.native(), &request), "MPI_Irecv");
  if (rank == 0)
    mpi::check(MPI_Send(a.data(), 1, upper.native(), last, 7, comm.native()), "MPI_Send");
  mpi::check(MPI_Wait(&request, MPI_STATUS_IGNORE), "MPI_Wait");
  const double sum = std::accumulate(b.begin(), b.end(), 0.0);
  check_all(world(), rank != last || (sum == 17'003'350 && b[100] == 102),
            "sum and element 100 of the triangle");
}

TEST_CASE(
    "lecture: a 100x100 matrix sent as its transpose arrives transposed; size and extent are "
    "40,000") {
  const auto xpose =
      mpi::Datatype::transposed_matrix({100, 100}, StorageOrder::C, native_type<float>());
  CHECK(xpose.size() == 40'000);
  CHECK(xpose.extent() == 40'000);
  std::vector<float> a(10'000), b(10'000);
  std::iota(a.begin(), a.end(), 0.0F);
  const mpi::Communicator comm = mpi::Communicator::duplicate(mpi::CommunicatorView::self());
  mpi::check(MPI_Sendrecv(a.data(), 1, xpose.native(), 0, 1, b.data(), 10'000, MPI_FLOAT, 0, 1,
                          comm.native(), MPI_STATUS_IGNORE),
             "MPI_Sendrecv");
  CHECK(b[1] == a[100]);
  bool transposed = true;
  for (std::size_t i = 0; i < 100; ++i)
    for (std::size_t j = 0; j < 100; ++j)
      transposed = transposed && b[100 * i + j] == a[100 * j + i];
  CHECK(transposed);
}

TEST_CASE(
    "lecture: sizeof(MPI_DOUBLE) is the size of a handle, not of a double; native_type has the "
    "size") {
  CHECK(sizeof(MPI_FLOAT) == sizeof(MPI_Datatype));
  CHECK(sizeof(MPI_FLOAT) != mpi::DatatypeView(native_type<float>()).size());
  CHECK(sizeof(MPI_C_DOUBLE_COMPLEX) != mpi::DatatypeView(native_type<c128>()).size());
}

TEST_CASE("strided section: elements found by counting, both orders, offsets and empty sections") {
  for (StorageOrder order : {StorageOrder::C, StorageOrder::Fortran})
    for (Index first : {0, 1, 2})
      for (Index step : {1, 2, 3})
        for (Index count : {0, 1, 2}) {
          const auto type = mpi::Datatype::strided_section({7, 6}, order, {first, count, step},
                                                           {first, 2, 2}, mpi_int32());
          const auto expected = kept(7, 6, order, [&](Index i, Index j) {
            const bool row = i >= first && (i - first) % step == 0 && (i - first) / step < count;
            return row && j >= first && (j - first) % 2 == 0 && (j - first) / 2 < 2;
          });
          CHECK(packed_indices(type, 42) == expected);
          CHECK(mapped_indices(type) == expected);
        }
}

TEST_CASE("strided section: ranges outside the matrix are refused") {
  using Strided = mpi::Datatype::Strided;
  const auto make = [](Strided rows, Strided cols) {
    return mpi::Datatype::strided_section({7, 6}, StorageOrder::C, rows, cols, mpi_int32());
  };
  CHECK_THROWS_AS((void)make({0, 4, 3}, {0, 1, 1}), ArgumentError);
  CHECK_THROWS_AS((void)make({0, 1, 1}, {6, 1, 1}), ArgumentError);
  CHECK_THROWS_AS((void)make({0, 1, 0}, {0, 1, 1}), ArgumentError);
  CHECK_THROWS_AS((void)make({-1, 1, 1}, {0, 1, 1}), ArgumentError);
  CHECK_THROWS_AS((void)make({0, -1, 1}, {0, 1, 1}), ArgumentError);
  CHECK(make({0, 3, 3}, {5, 1, 1}).size() == 12);
}

TEST_CASE("triangle: elements found by counting, both halves, both diagonals, orders, padded ld") {
  for (Index n : {0, 1, 2, 5, 8})
    for (Index pad : {0, 3})
      for (Uplo uplo : {Uplo::Upper, Uplo::Lower, Uplo::General})
        for (Diag diag : {Diag::NonUnit, Diag::Unit})
          for (StorageOrder order : {StorageOrder::C, StorageOrder::Fortran}) {
            const Index ld = n + pad;
            const auto type = mpi::Datatype::triangle({n, ld, uplo, diag, order}, mpi_int32());
            // Padding is at the end of a row in C order, of a column in Fortran order.
            const bool by_row = order == StorageOrder::C;
            const auto expected =
                kept(by_row ? n : ld, by_row ? ld : n, order, [&](Index i, Index j) {
                  if (i >= n || j >= n) return false;
                  if (uplo == Uplo::General) return true;
                  if (i == j) return diag == Diag::NonUnit;
                  return uplo == Uplo::Upper ? i < j : i > j;
                });
            CHECK(packed_indices(type, n * ld) == expected);
            CHECK(mapped_indices(type) == expected);
          }
  CHECK_THROWS_AS((void)mpi::Datatype::triangle({.n = -1}, mpi_int32()), ArgumentError);
  CHECK_THROWS_AS((void)mpi::Datatype::triangle({.n = 4, .ld = 3}, mpi_int32()), ArgumentError);
}

TEST_CASE("transposed matrix: rectangles, both orders, empty ones") {
  for (Index m : {0, 1, 3, 6})
    for (Index n : {0, 1, 4}) {
      for (StorageOrder order : {StorageOrder::C, StorageOrder::Fortran}) {
        const auto type = mpi::Datatype::transposed_matrix({m, n}, order, mpi_int32());
        const Index fast = order == StorageOrder::C ? n : m,
                    slow = order == StorageOrder::C ? m : n;
        Indices expected;
        for (Index f = 0; f < fast; ++f)
          for (Index s = 0; s < slow; ++s)
            expected.push_back(static_cast<std::int32_t>(s * fast + f));
        CHECK(packed_indices(type, m * n) == expected);
        CHECK(mapped_indices(type) == expected);
      }
    }
}

TEST_CASE("stencil: both storage orders, elements named twice, and types that cannot be drawn") {
  const auto upper = mpi::Datatype::triangle({.n = 3}, native_type<double>());
  CHECK(mpi::DatatypeView(upper).stencil({3, 3}) == "# # #\n. # #\n. . #\n");
  CHECK(mpi::DatatypeView(upper).stencil({3, 3}, StorageOrder::Fortran) == "# . .\n# # .\n# # #\n");
  const auto twice = Datatype::indexed_block(1, std::array<Index, 3>{1, 1, 2}, mpi_int32());
  CHECK(mpi::DatatypeView(twice).stencil({1, 4}) == ". 2 # .\n");
  const auto often = Datatype::indexed_block(1, std::vector<Index>(11, 0), mpi_int32());
  CHECK(mpi::DatatypeView(often).stencil({1, 2}) == "+ .\n");
  CHECK(mpi::DatatypeView(Datatype::contiguous(0, mpi_int32())).stencil({1, 2}) == ". .\n");
  CHECK_THROWS_AS((void)mpi::DatatypeView(upper).stencil({2, 2}), ArgumentError);
  CHECK_THROWS_AS(
      (void)mpi::DatatypeView(Datatype::hindexed_block(1, std::array<Index, 1>{2}, mpi_int32()))
          .stencil({2, 2}),
      ArgumentError);
  const auto mixed = Datatype::structure(std::array<mpi::Datatype::Field, 2>{
      {{1, 0, native_type<float>()}, {1, 4, native_type<std::int32_t>()}}});
  CHECK_THROWS_AS((void)mpi::DatatypeView(mixed).stencil({1, 2}), ArgumentError);
}
