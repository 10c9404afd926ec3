// SPDX-License-Identifier: BSD-3-Clause
// Definitions of MPI_Type_create_darray in the standard and its errata, and layouts from reports
// against MPI libraries.
#include <array>
#include <numeric>
#include <string>
#include <vector>

#include <ashlar/base/error.hpp>
#include <ashlar/mpi/check.hpp>
#include <ashlar/mpi/datatype.hpp>

#include "mpi/mpi/type_probe.hpp"
#include "support/mpi_test.hpp"

using namespace ashlar;
using mpi::Datatype;
using test::Indices;
using test::mapped_indices;
using test::packed_indices;
using test::refusal;

namespace {

MPI_Datatype int32() { return mpi::native_type<std::int32_t>(); }

int product(const std::vector<int>& numbers) {
  return std::accumulate(numbers.begin(), numbers.end(), 1, std::multiplies<>());
}

Index count_of(const DistributionSpec& spec) {
  return std::accumulate(spec.sizes.begin(), spec.sizes.end(), Index{1}, std::multiplies<>());
}

Datatype darray(const DistributionSpec& spec, int rank) {
  return Datatype::darray({product(spec.psizes), rank, spec}, int32());
}

/// Number of elements of each rank, by MPI_Type_size; MPI_Pack and the library's typemap must have
/// the same number.
std::vector<Index> counts(const DistributionSpec& spec) {
  std::vector<Index> result;
  for (int rank = 0; rank < product(spec.psizes); ++rank) {
    const Datatype type = darray(spec, rank);
    result.push_back(type.size() / 4);
    CHECK(static_cast<Index>(packed_indices(type, count_of(spec)).size()) == result.back());
    CHECK(static_cast<Index>(mapped_indices(type).size()) == result.back());
  }
  return result;
}

std::vector<Index> line(Index size, Dist dist, int nprocs) {
  return counts({{size}, {dist}, {nprocs}});
}

/// The elements of every rank, one list per rank.
std::vector<Indices> elements(const DistributionSpec& spec) {
  std::vector<Indices> result;
  for (int rank = 0; rank < product(spec.psizes); ++rank)
    result.push_back(packed_indices(darray(spec, rank), count_of(spec)));
  return result;
}

/// The error class of MPI for a two-process line; MPI_SUCCESS if MPI creates the type.
int mpi_line_error(int size, int gsize, int distribution, int argument, int nprocs) {
  const mpi::detail::ErrorsReturned guard;
  MPI_Datatype type = MPI_DATATYPE_NULL;
  int error_class = MPI_SUCCESS;
  MPI_Error_class(MPI_Type_create_darray(size, 0, 1, &gsize, &distribution, &argument, &nprocs,
                                         MPI_ORDER_C, MPI_INT, &type),
                  &error_class);
  if (type != MPI_DATATYPE_NULL) MPI_Type_free(&type);
  return error_class;
}

/// Packs each rank's part of an array, zeroes it, unpacks the part, and compares (the method of
/// MPICH's darray-pack). All ranks together must restore the whole array.
void check_round_trip(const DistributionSpec& spec) {
  const auto total = static_cast<std::size_t>(count_of(spec));
  std::vector<std::int32_t> original(total), together(total, 0);
  std::iota(original.begin(), original.end(), 1);
  const auto self = mpi::CommunicatorView::self();
  for (int rank = 0; rank < product(spec.psizes); ++rank) {
    const Datatype type = darray(spec, rank);
    const auto bytes = mpi::pack(self, original.data(), type);
    std::vector<std::int32_t> expected(total, 0), got(total, 0);
    for (std::int32_t k : mapped_indices(type)) expected[static_cast<std::size_t>(k)] = k + 1;
    mpi::unpack(self, bytes, got.data(), type);
    CHECK(got == expected);
    mpi::unpack(self, bytes, together.data(), type);
  }
  CHECK(together == original);
}

}  // namespace

TEST_CASE(
    "darray: counts per rank; the ragged block is not rounded up, as a printed '<' for '>' would "
    "have it") {
  CHECK(line(9, Dist::cyclic(2), 2) == std::vector<Index>{5, 4});
  CHECK(line(9, Dist::cyclic(2), 3) == std::vector<Index>{4, 3, 2});
  CHECK(line(10, Dist::cyclic(3), 2) == std::vector<Index>{6, 4});
  CHECK(line(5, Dist::cyclic(3), 2) == std::vector<Index>{3, 2});
  CHECK(line(7, Dist::cyclic(10), 3) == std::vector<Index>{7, 0, 0});
  CHECK(line(12, Dist::cyclic(4), 3) == std::vector<Index>{4, 4, 4});
  CHECK(line(13, Dist::cyclic(4), 3) == std::vector<Index>{5, 4, 4});
}

TEST_CASE("darray: the ragged block ends with the array: 9 elements, blocks of 2, 2 processes") {
  CHECK(elements({{9}, {Dist::cyclic(2)}, {2}}) ==
        std::vector<Indices>{{0, 1, 4, 5, 8}, {2, 3, 6, 7}});
}

TEST_CASE(
    "darray: defaults are ceil(size / processes) for BLOCK, 1 for CYCLIC, the size for NONE") {
  CHECK(elements({{7}, {Dist::block()}, {3}}) == std::vector<Indices>{{0, 1, 2}, {3, 4, 5}, {6}});
  CHECK(line(7, Dist::block(), 5) == std::vector<Index>{2, 2, 2, 1, 0});
  CHECK(elements({{5}, {Dist::cyclic()}, {2}}) == std::vector<Indices>{{0, 2, 4}, {1, 3}});
  CHECK(elements({{4}, {Dist::none()}, {1}}) == std::vector<Indices>{{0, 1, 2, 3}});
}

TEST_CASE("darray: ranks are counted row by row in both storage orders") {
  for (StorageOrder order : {StorageOrder::C, StorageOrder::Fortran}) {
    // Rank 1 of a 2x2 grid: rows from the first half, columns from the second.
    const auto of_rank_1 = elements({{2, 4}, {Dist::block(), Dist::block()}, {2, 2}, order})[1];
    CHECK(of_rank_1 == (order == StorageOrder::C ? Indices{2, 3} : Indices{4, 6}));
  }
}

TEST_CASE("darray: arguments that MPI refuses, with its error class and our text") {
  CHECK(mpi_line_error(2, 10, MPI_DISTRIBUTE_BLOCK, 4, 2) == MPI_ERR_ARG);
  CHECK(refusal([] {
          (void)darray({{10}, {Dist::block(4)}, {2}}, 0);
        }).find("BLOCK(4)") != std::string::npos);
  CHECK(mpi_line_error(3, 10, MPI_DISTRIBUTE_BLOCK, 5, 2) != MPI_SUCCESS);
  CHECK(refusal([] {
          (void)Datatype::darray({3, 0, {{10}, {Dist::block(5)}, {2}}}, int32());
        }).find("size is 3") != std::string::npos);
  CHECK(mpi_line_error(2, 0, MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_DFLT_DARG, 2) != MPI_SUCCESS);
  CHECK(refusal([] {
          (void)darray({{0}, {Dist::block()}, {2}}, 0);
        }).find("empty array") != std::string::npos);
  CHECK(mpi_line_error(2, 10, MPI_DISTRIBUTE_CYCLIC, 5, 2) == MPI_SUCCESS);
  CHECK(!refusal([] { (void)darray({{10}, {Dist::none()}, {2}}, 0); }).empty());
  CHECK(!refusal([] { (void)darray({{10}, {Dist::cyclic()}, {2}}, 2); }).empty());
  CHECK(!refusal([] { (void)darray({{10}, {Dist::cyclic()}, {2, 2}}, 0); }).empty());
}

TEST_CASE(
    "darray: processes times distribution argument beyond an int is refused, where MPI answers "
    "nonsense") {
  const auto text = refusal([] {
    (void)darray({{2'000'000'000}, {Dist::cyclic(1'000'000'000)}, {4}}, 1);
  });
  CHECK(text.find("1000000000 x 4") != std::string::npos);
  CHECK(!refusal([] { (void)darray({{Index{1} << 31}, {Dist::cyclic(64)}, {4}}, 1); }).empty());
}

TEST_CASE(
    "darray: a part of 3.2 GB has a 64-bit size; packing it is refused, where MPI_Pack_size is "
    "negative") {
  const DistributionSpec spec{{40'000, 40'000}, {Dist::cyclic(64), Dist::cyclic(64)}, {2, 1}};
  const auto type = Datatype::darray({2, 0, spec}, mpi::native_type<float>());
  CHECK(type.size() == Index{4} * 20'032 * 40'000);
  CHECK(type.extent() == Index{4} * 40'000 * 40'000);
  CHECK_THROWS_AS((void)mpi::pack(mpi::CommunicatorView::self(), nullptr, type), OverflowError);
}

TEST_CASE("darray: the HPF array 100x200x300, CYCLIC(10) x NONE x BLOCK on 2x1x3") {
  const DistributionSpec spec{{100, 200, 300},
                              {Dist::cyclic(10), Dist::none(), Dist::block()},
                              {2, 1, 3},
                              StorageOrder::Fortran};
  const std::array<Index, 6> first = {0, 2'000'000, 4'000'000, 10, 2'000'010, 4'000'010};
  for (int rank = 0; rank < 6; ++rank) {
    const Datatype type = darray(spec, rank);
    CHECK(type.size() == 4 * 1'000'000);
    CHECK(type.lb() == 0);
    CHECK(type.extent() == 4 * 6'000'000);
    CHECK(type.true_lb() == 4 * first[static_cast<std::size_t>(rank)]);
    CHECK(type.true_extent() == 4 * 1'999'990);
    CHECK(packed_indices(type, 6'000'000) == mapped_indices(type));
  }
}

TEST_CASE(
    "darray: 6x4 in C order, CYCLIC(2) x BLOCK(2) on 2x2: rank 0 owns rows 0 1 4 5, columns 0 1 "
    "(ompi#3672)") {
  const DistributionSpec spec{{6, 4}, {Dist::cyclic(2), Dist::block(2)}, {2, 2}};
  CHECK(packed_indices(darray(spec, 0), 24) == Indices{0, 1, 4, 5, 16, 17, 20, 21});
  CHECK(mpi::DatatypeView(darray(spec, 0)).stencil({6, 4}) ==
        "# # . .\n# # . .\n. . . .\n. . . .\n# # . .\n# # . .\n");
}

TEST_CASE("darray: the lower bound is 0 and the extent the whole array on every rank (ompi#2558)") {
  const DistributionSpec spec{{6, 4}, {Dist::cyclic(2), Dist::block(2)}, {2, 2}};
  for (int rank = 0; rank < 4; ++rank) {
    CHECK(darray(spec, rank).lb() == 0);
    CHECK(darray(spec, rank).extent() == 4 * 24);
  }
}

TEST_CASE("darray: 5x5 in 3x3 blocks on 2x2 (mpich#2089)") {
  const DistributionSpec spec{
      {5, 5}, {Dist::cyclic(3), Dist::cyclic(3)}, {2, 2}, StorageOrder::Fortran};
  const std::vector<Indices> expected = {{0, 1, 2, 5, 6, 7, 10, 11, 12},
                                         {15, 16, 17, 20, 21, 22},
                                         {3, 4, 8, 9, 13, 14},
                                         {18, 19, 23, 24}};
  CHECK(elements(spec) == expected);
}

TEST_CASE(
    "darray: 9x9 in 2x2 blocks on 2x3, the worked example: local sizes and the elements of two "
    "processes") {
  const DistributionSpec spec{
      {9, 9}, {Dist::cyclic(2), Dist::cyclic(2)}, {2, 3}, StorageOrder::Fortran};
  CHECK(counts(spec) == std::vector<Index>{5 * 4, 5 * 3, 5 * 2, 4 * 4, 4 * 3, 4 * 2});
  Indices of_00, of_11;
  for (int j : {0, 1, 6, 7})
    for (int i : {0, 1, 4, 5, 8}) of_00.push_back(i + 9 * j);
  for (int j : {2, 3, 8})
    for (int i : {2, 3, 6, 7}) of_11.push_back(i + 9 * j);
  CHECK(packed_indices(darray(spec, 0), 81) == of_00);
  CHECK(packed_indices(darray(spec, 4), 81) == of_11);
}

TEST_CASE("darray: packed, zeroed and unpacked for 9 and 18 pretended ranks, as MPICH tests it") {
  for (StorageOrder order : {StorageOrder::C, StorageOrder::Fortran}) {
    const Dist block = Dist::block();
    check_round_trip({{3, 3}, {block, block}, {3, 3}, order});
    check_round_trip({{9, 9}, {block, block}, {3, 3}, order});
    check_round_trip({{6, 3, 2, 2}, {block, block, block, block}, {6, 3, 1, 1}, order});
  }
}

TEST_CASE("darray: MPICH's cyclic cases, and the same with a ragged end, which it does not try") {
  const Dist one = Dist::cyclic(1), two = Dist::cyclic(2), three = Dist::cyclic(3);
  for (int p : {1, 2, 3, 4})
    for (Index ragged : {0, 1, 2, 3}) {
      check_round_trip({{3 * p + ragged}, {one}, {p}});
      check_round_trip({{4 * p + ragged}, {two}, {p}});
      for (int q : {1, 2, 3})
        for (StorageOrder order : {StorageOrder::C, StorageOrder::Fortran}) {
          check_round_trip({{7 * p + ragged, 5 * q + ragged}, {one, one}, {p, q}, order});
          check_round_trip({{4 * p + ragged, 6 * q + ragged}, {two, three}, {p, q}, order});
        }
    }
}
