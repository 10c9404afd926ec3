// SPDX-License-Identifier: BSD-3-Clause
// Elements of user-defined types: stored and moved as bytes.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <ashlar/base/concat.hpp>
#include <ashlar/move/array_copy.hpp>
#include <ashlar/move/copy.hpp>
#include <ashlar/move/gather.hpp>
#include <ashlar/move/mirror.hpp>

#include "distributed_matrices.hpp"
#include "support/mpi_test.hpp"

using namespace ashlar;
using namespace ashlar::test;
using ashlar::mpi::StorageKind;

namespace {

constexpr Transport all_transports[] = {Transport::Automatic,  Transport::SharedMemory,
                                        Transport::PeerMemory, Transport::Staged,
                                        Transport::Messages,   Transport::Datatypes};

/// Three bytes of padding after `flag`, and no default constructor.
struct Padded {
  explicit Padded(char of) : flag(of), number(0) {}
  char flag;
  std::int32_t number;
};
struct Wide {
  double value;
  std::int64_t count;
};
enum class Colour : std::uint16_t {};
struct Pixel {
  std::uint8_t red, green, blue;
};
struct Point {
  double x, y, z;
};
struct alignas(32) Quaternion {
  double w, x, y, z;
};
/// Longer than the strips and slices of the kernels.
struct Record {
  std::int16_t field[301];
};

/// An element with all bytes set by (i, j).
template <class T>
T marked(Index i, Index j) {
  if constexpr (std::is_same_v<T, bool>) {
    return (i * 7 + j) % 3 == 0;
  } else {
    alignas(T) unsigned char bytes[sizeof(T)];
    for (std::size_t k = 0; k < sizeof(T); ++k)
      bytes[k] = static_cast<unsigned char>(i * 31 + j * 7 + static_cast<Index>(k) * 13 + 1);
    return std::bit_cast<T>(std::to_array(bytes));
  }
}
template <class T>
bool is_marked(const T& element, Index i, Index j) {
  const T expected = marked<T>(i, j);
  return std::memcmp(&element, &expected, sizeof(T)) == 0;
}

// Copies bytes, since the assignment of a struct need not keep its padding.
template <class T>
void mark(DistMatrix<T>& a, Index first_row = 0) {
  for (Index i = 0; i < a.rows(); ++i)
    for (Index j = 0; j < a.cols(); ++j)
      if (T* mine = a.find(i, j)) {
        const T element = marked<T>(i + first_row, j);
        std::memcpy(static_cast<void*>(mine), &element, sizeof(T));
      }
}
template <class M>
bool holds_marks(const M& a, bool turned = false) {
  bool ok = true;
  for (Index i = 0; i < a.shape().rows; ++i)
    for (Index j = 0; j < a.shape().cols; ++j)
      if (const auto* mine = a.find(i, j))
        ok = ok && (turned ? is_marked(*mine, j, i) : is_marked(*mine, i, j));
  return ok;
}

}  // namespace

TEST_CASE_TEMPLATE("own elements: moved, turned and copied in all their bytes", T, bool, char,
                   Colour, long long, Padded, Wide, Pixel, Point, Quaternion, Record) {
  const auto comm = world();
  DistMatrix<T> a(comm, tall(comm, {33, 47}));
  mark(a);
  for (Transport transport : {Transport::Automatic, Transport::Messages, Transport::Datatypes}) {
    DistMatrix<T> b(comm, wide(comm, {33, 47})), c(comm, wide(comm, {47, 33}));
    copy_into(a, b, {.transport = transport});
    copy_into(a, c, {.op = Op::Trans, .transport = transport});
    check_all(comm, holds_marks(b), "moved");
    check_all(comm, holds_marks(c, true), "turned");
  }
  const DistMatrix<T> twin = a.copy();
  check_all(comm, holds_marks(twin) && twin.layout() == a.layout(), "copied");
  // An element that is returned by value need not keep its padding.
  const T one = twin.broadcast(20, 30), expected = marked<T>(20, 30);
  if constexpr (std::is_same_v<T, Padded>)
    check_all(comm, one.flag == expected.flag && one.number == expected.number, "one element");
  else check_all(comm, std::memcmp(&one, &expected, sizeof(T)) == 0, "one element");
}

TEST_CASE_TEMPLATE("own elements: random moves of sections and triangles", T, bool, Pixel, Wide,
                   Point, Quaternion, Record) {
  const auto comm = world();
  std::mt19937 draw(20261122);
  const auto roll = [&](Index least, Index most) {
    return least + static_cast<Index>(draw() % static_cast<unsigned>(most - least + 1));
  };
  const auto layout = [&](Shape shape) {
    const auto rows = static_cast<int>(roll(1, comm.size()));
    const int cols = comm.size() / rows;
    return Layout(
        {.shape = shape,
         .block = {roll(1, 9), roll(1, 9)},
         .grid = {rows, cols},
         .source = {static_cast<int>(roll(0, rows - 1)), static_cast<int>(roll(0, cols - 1))}});
  };
  const auto range = [&](Index length, Index extent) {
    const Index first = roll(0, extent - length);
    return Range{first, first + length};
  };
  for (int k = 0; k < 60; ++k) {
    const Shape moved{roll(1, 40), roll(1, 40)};
    const Op op = roll(0, 1) == 0 ? Op::None : Op::Trans;
    const Shape read = op == Op::None ? moved : moved.transposed();
    const Shape from{read.rows + roll(0, 9), read.cols + roll(0, 9)};
    const Shape to{moved.rows + roll(0, 9), moved.cols + roll(0, 9)};
    const Section source{range(read.rows, from.rows), range(read.cols, from.cols)};
    const Section target{range(moved.rows, to.rows), range(moved.cols, to.cols)};
    const auto order = [&] { return roll(0, 1) == 0 ? StorageOrder::Fortran : StorageOrder::C; };
    const CopyOptions options{.op = op,
                              .uplo = std::array{Uplo::General, Uplo::Upper,
                                                 Uplo::Lower}[static_cast<std::size_t>(roll(0, 2))],
                              .diagonal = roll(-20, 20),
                              .transport = all_transports[roll(0, std::ssize(all_transports) - 1)],
                              .piece_bytes = roll(0, 1) == 0 ? Index{256} << 10 : roll(1, 3000)};
    const bool is_shared = options.transport == Transport::SharedMemory || roll(0, 1) == 0;
    DistMatrix<T> a(
        comm, layout(from),
        {.kind = is_shared ? StorageKind::Automatic : StorageKind::Heap, .order = order()});
    DistMatrix<T> b(comm, layout(to), {.order = order()});
    mark(a);
    mark(b, 1000);
    try {
      copy_into(a.view(source.rows, source.cols), b.view(target.rows, target.cols), options);
    } catch (const ArgumentError&) {  // not supported by this node's memory
      const bool may_be_refused = options.transport == Transport::SharedMemory ||
                                  options.transport == Transport::PeerMemory ||
                                  options.transport == Transport::Staged;
      check_all(comm, may_be_refused, "refused");
      continue;
    }
    bool ok = true;
    const detail::Triangle kept{options.uplo, options.diagonal};
    for (Index i = 0; i < to.rows; ++i)
      for (Index j = 0; j < to.cols; ++j)
        if (const T* mine = b.find(i, j)) {
          const Index r = i - target.rows.first, c = j - target.cols.first;
          const bool is_written =
              r >= 0 && r < moved.rows && c >= 0 && c < moved.cols &&
              (kept.uplo == Uplo::General ||
               (kept.uplo == Uplo::Upper ? c - r >= kept.diagonal : c - r <= kept.diagonal));
          const Index from_row = source.rows.first + (op == Op::None ? r : c),
                      from_col = source.cols.first + (op == Op::None ? c : r);
          ok = ok &&
               (is_written ? is_marked(*mine, from_row, from_col) : is_marked(*mine, i + 1000, j));
        }
    check_all(comm, ok, concat("case ", k));
  }
}

TEST_CASE_TEMPLATE("own elements: transposed in place", T, bool, Pixel, Point, Record) {
  const auto comm = world();
  for (const Transport transport : {Transport::Automatic, Transport::Messages}) {
    DistMatrix<T> a(comm, tall(comm, {37, 37}));
    mark(a);
    transpose_in_place(a, {.transport = transport, .piece_bytes = 1000});
    check_all(comm, holds_marks(a, true), "turned");
    CHECK_THROWS_AS(conj_transpose_in_place(a), ArgumentError);
  }
}

TEST_CASE_TEMPLATE("own elements: in tiles, replicas, arrays, and whole", T, Wide, Pixel, Point) {
  const auto comm = world();
  DistMatrix<T> a(comm, tall(comm, {12, 9}));
  mark(a);
  BlockMatrix<T> tiles(comm, BlockMap::tiles({12, 9}, {5, 4}, [&](Index r, Index c) {
                         return static_cast<int>((r + c) % comm.size());
                       }));
  auto everywhere = ReplicatedMatrix<T>::everywhere(comm, {12, 9});
  copy_into(a, tiles);
  copy_into(tiles, everywhere);
  check_all(comm, holds_marks(tiles) && holds_marks(tiles.copy()), "tiles");
  check_all(comm, holds_marks(everywhere) && holds_marks(everywhere.copy()), "replicas");
  check_all(comm, holds_marks(everywhere.replica(0)), "one replica");

  const std::vector<T> all = gather_all(a);
  bool whole = true;
  for (Index j = 0; j < 9; ++j)
    for (Index i = 0; i < 12; ++i)
      whole = whole && is_marked(all[static_cast<std::size_t>(i + 12 * j)], i, j);
  check_all(comm, whole, "gathered");
  DistMatrix<T> b(comm, wide(comm, {12, 9}));
  scatter({all.data(), 12, 9, 1, 12}, b);
  check_all(comm, holds_marks(b), "scattered");

  const Distribution lines({.sizes = {6, 2, 5},
                            .dists = {Dist::block(), Dist::none(), Dist::none()},
                            .psizes = {comm.size(), 1, 1}});
  const Distribution others({.sizes = {5, 6, 2},
                             .dists = {Dist::none(), Dist::none(), Dist::cyclic(1)},
                             .psizes = {1, 1, comm.size()}});
  DistArray<T> u(comm, lines);
  u.fill_with([](std::span<const Index> at) { return marked<T>(at[0], 10 * at[1] + at[2]); });
  const DistArray<T> v = permute(u, {2, 0, 1}, others);
  bool ok = true;
  for (Index i = 0; i < 6; ++i)
    for (Index j = 0; j < 2; ++j)
      for (Index k = 0; k < 5; ++k) {
        const Index at[] = {k, i, j};
        if (const T* found = v.find(at)) ok = ok && is_marked(*found, i, 10 * j + k);
      }
  check_all(comm, ok, "permuted");
}

TEST_CASE_TEMPLATE("own elements: in the caller's memory, and in plans", T, Wide, Point) {
  const auto comm = world();
  const Layout layout = tall(comm, {4 * comm.size(), 3});
  std::vector<T> memory(static_cast<std::size_t>(
      std::max<Index>(1, layout.local_shape(comm.rank()).rows) * layout.shape().cols));
  auto a = DistMatrix<T>::wrap(
      comm, layout, {memory.data(), std::max<Index>(1, layout.local_shape(comm.rank()).rows)});
  mark(a);
  DistMatrix<T> b(comm, wide(comm, layout.shape()));
  Plan<T> plan(comm, transfers(layout, b.layout()));
  plan.run(a, b);
  check_all(comm, holds_marks(b), "by a plan");
  DistMatrix<T> c(comm, layout);
  copy_all({CopyTask(b, c)});
  check_all(comm, holds_marks(c), "together");
}

TEST_CASE("own elements: conjugation and unit diagonals are refused") {
  const auto comm = world();
  DistMatrix<Wide> a(comm, tall(comm, {8, 8})), b(comm, wide(comm, {8, 8}));
  CHECK_THROWS_AS(copy_into(a, b, {.op = Op::ConjTrans}), ArgumentError);
  CHECK_THROWS_AS(copy_into(a, b, {.uplo = Uplo::Lower, .diag = Diag::Unit}), ArgumentError);
  CHECK_THROWS_AS(Plan<Wide>(comm, transfers(a.layout(), b.layout(), {.op = Op::ConjTrans})),
                  ArgumentError);
  static_assert(!Storable<std::string> && !Storable<char[3]> && !Storable<const int>);
  static_assert(Storable<bool> && Storable<Wide> && Storable<long double> && Storable<Point>);
}
