// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/mpi/datatype.hpp>

#include <array>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>

#include <ashlar/base/error.hpp>
#include <ashlar/mpi/check.hpp>

#include "mpi/mpi/type_probe.hpp"
#include "support/mpi_test.hpp"

using namespace ashlar;
using mpi::Datatype;
using mpi::native_type;
using test::Indices;
using test::mapped_indices;
using test::packed_indices;
using test::refusal;

static_assert(!std::is_copy_constructible_v<Datatype> && !std::is_copy_assignable_v<Datatype>);
static_assert(std::is_nothrow_move_constructible_v<Datatype> &&
              std::is_nothrow_move_assignable_v<Datatype>);

namespace {

const auto int32 = [] { return native_type<std::int32_t>(); };
constexpr Index huge = std::numeric_limits<Index>::max();
constexpr Index beyond_int = Index{1} << 31;

/// Checks that MPI_Pack and the library's typemap give `expected`; extent and size are in elements
/// of four bytes.
void check_type(const Datatype& type, const Indices& expected, Index extent) {
  CHECK(packed_indices(type, 64) == expected);
  CHECK(mapped_indices(type) == expected);
  CHECK(type.size() == 4 * static_cast<Index>(expected.size()));
  CHECK(type.extent() == 4 * extent);
}

}  // namespace

TEST_CASE("native_type: every element type has the size that MPI gives it") {
  const auto check_size = []<class T>(ashlar::detail::Tag<T>) {
    CHECK(mpi::DatatypeView(native_type<T>()).size() == sizeof(T));
  };
  for (DType dtype : all_dtypes) visit_element(dtype, check_size);
  check_size(ashlar::detail::Tag<char>{});
  check_size(ashlar::detail::Tag<std::byte>{});
  CHECK(mpi::DatatypeView(native_type<double>()).is_predefined());
}

TEST_CASE("datatype: each constructor selects the elements that its MPI page defines") {
  check_type(Datatype::contiguous(3, int32()), {0, 1, 2}, 3);
  check_type(Datatype::vector({3, 2, 3}, int32()), {0, 1, 3, 4, 6, 7}, 8);
  check_type(Datatype::hvector({3, 1, 20}, int32()), {0, 5, 10}, 11);
  check_type(
      Datatype::indexed(std::array<mpi::Datatype::Block, 3>{{{2, 5}, {1, 0}, {3, 8}}}, int32()),
      {5, 6, 0, 8, 9, 10}, 11);
  check_type(Datatype::hindexed(std::array<mpi::Datatype::Block, 2>{{{2, 8}, {1, 28}}}, int32()),
             {2, 3, 7}, 6);
  check_type(Datatype::indexed_block(2, std::array<Index, 3>{0, 5, 3}, int32()), {0, 1, 5, 6, 3, 4},
             7);
  check_type(Datatype::hindexed_block(2, std::array<Index, 2>{40, 4}, int32()), {10, 11, 1, 2}, 11);
  check_type(Datatype::dup(Datatype::vector({2, 1, 4}, int32())), {0, 4}, 5);
  check_type(Datatype::resized(Datatype::contiguous(2, int32()), 0, 12), {0, 1}, 3);
  check_type(Datatype::contiguous(2, Datatype::resized(Datatype::contiguous(2, int32()), 0, 12)),
             {0, 1, 3, 4}, 6);
}

TEST_CASE("datatype: a subarray names its box in both orders and extends over the whole array") {
  const std::array<Index, 2> sizes{3, 5}, subsizes{2, 3}, starts{1, 1};
  check_type(Datatype::subarray({sizes, subsizes, starts, StorageOrder::C}, int32()),
             {6, 7, 8, 11, 12, 13}, 15);
  check_type(Datatype::subarray({sizes, subsizes, starts, StorageOrder::Fortran}, int32()),
             {4, 5, 7, 8, 10, 11}, 15);
  const std::array<Index, 3> sizes3{2, 3, 4}, subsizes3{1, 2, 2}, starts3{1, 0, 2};
  check_type(Datatype::subarray({sizes3, subsizes3, starts3, StorageOrder::C}, int32()),
             {14, 15, 18, 19}, 24);
}

TEST_CASE("datatype: negative strides and types built of types") {
  const auto column = Datatype::vector({3, 1, 4}, int32());
  check_type(Datatype::hvector({2, 1, 4}, column), {0, 4, 8, 1, 5, 9}, 10);
  const auto backwards =
      Datatype::hindexed_block(1, std::array<Index, 1>{12}, Datatype::vector({4, 1, -1}, int32()));
  CHECK(packed_indices(backwards, 4) == Indices{3, 2, 1, 0});
  CHECK(mapped_indices(backwards) == Indices{3, 2, 1, 0});
  CHECK(backwards.true_lb() == 0);
}

TEST_CASE("datatype: a struct mixes named types and is padded to its alignment") {
  const auto type = Datatype::structure(std::array<mpi::Datatype::Field, 2>{
      {{1, 0, native_type<double>()}, {1, 8, native_type<char>()}}});
  CHECK(type.size() == 9);
  CHECK(type.extent() == 16);
  CHECK(mpi::DatatypeView(type).typemap() ==
        std::vector<mpi::DatatypeView::Entry>{{MPI_DOUBLE, 0}, {MPI_CHAR, 8}});
  CHECK(mpi::DatatypeView(type).byte_runs() == std::vector<mpi::DatatypeView::ByteRun>{{0, 9}});
}

TEST_CASE("datatype: empty types are allowed where MPI allows them") {
  check_type(Datatype::contiguous(0, int32()), {}, 0);
  check_type(Datatype::vector({0, 3, 5}, int32()), {}, 0);
  check_type(Datatype::indexed({}, int32()), {}, 0);
  check_type(Datatype::structure({}), {}, 0);
}

TEST_CASE(
    "datatype: building needs no commit, native() commits once, and an element type may be freed "
    "first") {
  auto element = Datatype::vector({2, 1, 2}, int32());
  const auto built = Datatype::contiguous(2, element);
  CHECK(!element.is_committed());
  element.free();
  CHECK(element.is_null());
  CHECK(!built.is_committed());
  CHECK(built.native() != MPI_DATATYPE_NULL);
  CHECK(built.is_committed());
  built.commit();
  CHECK(packed_indices(built, 6) == Indices{0, 2, 3, 5});
}

TEST_CASE("datatype: MPI refuses to send an uncommitted type, which native() cannot be") {
  const mpi::detail::ErrorsReturned guard;
  const auto type = Datatype::contiguous(2, int32());
  std::int32_t data[2] = {};
  const auto send = [&](MPI_Datatype native) {
    int error_class = MPI_SUCCESS;
    MPI_Error_class(MPI_Send(data, 1, native, MPI_PROC_NULL, 0, MPI_COMM_WORLD), &error_class);
    return error_class;
  };
  CHECK(send(type.view().native()) == MPI_ERR_TYPE);
  CHECK(send(type.native()) == MPI_SUCCESS);
}

TEST_CASE(
    "datatype: an alias of a handle dangles after free, therefore owners are not copied but moved "
    "or dup'ed") {
  auto first = Datatype::contiguous(3, int32());
  auto second = Datatype::dup(first);
  first.free();
  CHECK(first.is_null());
  CHECK(second.size() == 12);
  auto third = std::move(second);
  CHECK(second.is_null());
  third = Datatype::contiguous(5, int32());
  CHECK(third.size() == 20);
}

TEST_CASE("datatype: the null type is refused with a sentence, for everything") {
  const Datatype null;
  CHECK_THROWS_AS((void)null.native(), ArgumentError);
  CHECK_THROWS_AS((void)null.size(), ArgumentError);
  CHECK_THROWS_AS((void)null.extent(), ArgumentError);
  CHECK_THROWS_AS((void)mpi::DatatypeView(null).typemap(), ArgumentError);
  CHECK_THROWS_AS((void)Datatype::dup(null), ArgumentError);
  CHECK_THROWS_AS((void)Datatype::contiguous(1, null), ArgumentError);
  CHECK_THROWS_AS((void)Datatype::structure(std::array<mpi::Datatype::Field, 1>{}), ArgumentError);
}

TEST_CASE("datatype: negative counts and boxes outside the array are ArgumentErrors") {
  CHECK(refusal([] { (void)Datatype::contiguous(-1, int32()); }).find("-1") != std::string::npos);
  CHECK_THROWS_AS((void)Datatype::vector({-2, 1, 1}, int32()), ArgumentError);
  CHECK_THROWS_AS((void)Datatype::vector({2, -1, 1}, int32()), ArgumentError);
  CHECK_THROWS_AS((void)Datatype::indexed(std::array<mpi::Datatype::Block, 1>{{{-1, 0}}}, int32()),
                  ArgumentError);
  const std::array<Index, 1> five{5}, one{1}, two{2}, four{4}, none{0}, minus{-1};
  CHECK_THROWS_AS((void)Datatype::subarray({five, two, four}, int32()), ArgumentError);
  CHECK_THROWS_AS((void)Datatype::subarray({five, none, one}, int32()), ArgumentError);
  CHECK_THROWS_AS((void)Datatype::subarray({five, two, minus}, int32()), ArgumentError);
  CHECK_THROWS_AS((void)Datatype::subarray({five, two, {}}, int32()), ArgumentError);
}

TEST_CASE("datatype: counts beyond MPI's ints are OverflowErrors that name the number") {
  const std::string number = std::to_string(beyond_int);
  CHECK(refusal([] { (void)Datatype::contiguous(beyond_int, int32()); }).find(number) !=
        std::string::npos);
  CHECK(refusal([] {
          (void)Datatype::vector({2, 1, beyond_int}, int32());
        }).find(number) != std::string::npos);
  CHECK_THROWS_AS((void)Datatype::vector({2, beyond_int, 1}, int32()), OverflowError);
  CHECK_THROWS_AS((void)Datatype::indexed_block(1, std::array<Index, 1>{beyond_int}, int32()),
                  OverflowError);
  const std::array<Index, 1> many{beyond_int}, one{1}, none{0};
  CHECK_THROWS_AS((void)Datatype::subarray({many, one, none}, int32()), OverflowError);
}

TEST_CASE(
    "datatype: types that would reach beyond 63 bits are OverflowErrors, where MPI wraps around") {
  const auto wide = Datatype::contiguous(2'000'000'000, native_type<double>());
  CHECK(wide.size() == 16'000'000'000);
  const auto wider = Datatype::contiguous(400'000'000, wide);
  CHECK(wider.size() == 6'400'000'000'000'000'000);
  CHECK(wider.extent() == 6'400'000'000'000'000'000);
  CHECK_THROWS_AS((void)Datatype::contiguous(2, wider), OverflowError);
  CHECK_THROWS_AS((void)Datatype::hvector({3, 1, huge / 2 + 1}, int32()), OverflowError);
  CHECK_THROWS_AS((void)Datatype::vector({2, 1, 2'000'000'000}, wider), OverflowError);
  CHECK_THROWS_AS(
      (void)Datatype::hindexed(std::array<mpi::Datatype::Block, 1>{{{1, huge}}}, int32()),
      OverflowError);
  const std::array<Index, 3> cube{2'000'000'000, 2'000'000'000, 2}, box{1, 1, 1}, zero{0, 0, 0};
  CHECK_THROWS_AS((void)Datatype::subarray({cube, box, zero}, int32()), OverflowError);
}

TEST_CASE(
    "datatype: sizes beyond an int have 64 bits, unlike MPI_Type_size, which gives MPI_UNDEFINED") {
  const auto type = Datatype::contiguous(400'000'000, native_type<double>());
  int size = 0;
  MPI_Type_size(type.native(), &size);
  CHECK(size == MPI_UNDEFINED);
  CHECK(type.size() == 3'200'000'000);
  CHECK_THROWS_AS((void)mpi::pack(mpi::CommunicatorView::self(), nullptr, type), OverflowError);
}

TEST_CASE("pack: refuses to unpack fewer bytes than the type holds") {
  const auto type = Datatype::vector({3, 1, 2}, int32());
  std::int32_t data[5] = {9, 9, 9, 9, 9};
  const auto bytes = mpi::pack(mpi::CommunicatorView::self(), Indices{1, 2, 3, 4, 5}.data(), type);
  CHECK_THROWS_AS(mpi::unpack(mpi::CommunicatorView::self(), std::span(bytes).first(8), data, type),
                  ArgumentError);
  mpi::unpack(mpi::CommunicatorView::self(), bytes, data, type);
  CHECK(Indices(data, data + 5) == Indices{1, 9, 3, 9, 5});
}

TEST_CASE("datatype: the user's error handler is in force again after a type is made") {
  MPI_Errhandler before = MPI_ERRHANDLER_NULL, after = MPI_ERRHANDLER_NULL;
  MPI_Comm_get_errhandler(MPI_COMM_WORLD, &before);
  (void)Datatype::contiguous(3, int32());
  MPI_Comm_get_errhandler(MPI_COMM_WORLD, &after);
  CHECK(before == after);
  MPI_Errhandler_free(&before);
  MPI_Errhandler_free(&after);
}
