// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/move/assembler.hpp>

#include <cstring>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <ashlar/base/concat.hpp>
#include <ashlar/base/progress.hpp>

#include "random_indices.hpp"

using namespace ashlar;
using namespace ashlar::test;

namespace {

/// A value whose sums depend on their order, for floating-point types.
template <class T>
T random_value(Draw& random) {
  if constexpr (is_complex<T>) {
    const auto re = random_value<RealOf<T>>(random);
    return {re, random_value<RealOf<T>>(random)};
  } else if constexpr (std::is_floating_point_v<T>) {
    return static_cast<T>(random(-1000, 1000)) / static_cast<T>(random(1, 999));
  } else {
    return static_cast<T>(random(0, 255));
  }
}

/// One call of add_values or set_values.
template <class T>
struct Call {
  std::vector<Index> rows, cols;
  std::vector<T> values;
  StorageOrder order = StorageOrder::Fortran;

  LocalView<const T> block() const {
    const Index m = std::ssize(rows), n = std::ssize(cols);
    return order == StorageOrder::Fortran ? LocalView<const T>{values.data(), m, n, 1, m}
                                          : LocalView<const T>{values.data(), m, n, n, 1};
  }
};

/// The calls of `rank`, equal on all ranks that draw them.
template <class T>
std::vector<Call<T>> calls_of(unsigned seed, int rank, Shape shape) {
  Draw random(seed * 1000 + static_cast<unsigned>(rank));
  std::vector<Call<T>> calls(static_cast<std::size_t>(random(0, 8)));
  for (Call<T>& call : calls) {
    const int most = random(0, 3) == 0 ? 40 : 4;
    call.rows = random_indices(random, shape.rows, most);
    call.cols = random_indices(random, shape.cols, most);
    call.order = random(0, 1) ? StorageOrder::C : StorageOrder::Fortran;
    for (std::size_t k = call.rows.size() * call.cols.size(); k > 0; --k)
      call.values.push_back(random_value<T>(random));
  }
  return calls;
}

/// Applies the contributions of all ranks to a whole matrix, one element after the other.
template <class T>
void apply_in_order(unsigned seed, int ranks, bool adds, const LocalView<T>& whole) {
  for (int rank = 0; rank < ranks; ++rank)
    for (const Call<T>& call : calls_of<T>(seed, rank, {whole.rows, whole.cols}))
      for (std::size_t j = 0; j < call.cols.size(); ++j)
        for (std::size_t i = 0; i < call.rows.size(); ++i) {
          if (call.rows[i] < 0 || call.cols[j] < 0) continue;
          T& element = whole(call.rows[i], call.cols[j]);
          const T value = call.block()(static_cast<Index>(i), static_cast<Index>(j));
          if constexpr (std::is_integral_v<T>)
            element = static_cast<T>(static_cast<std::uint64_t>(adds ? element : T{}) +
                                     static_cast<std::uint64_t>(value));
          else element = adds ? element + value : value;
        }
}

template <class T>
bool same_bits(const T& a, const T& b) {
  return std::memcmp(&a, &b, sizeof(T)) == 0;
}

/// Assembles the calls of all ranks into a view of a matrix of `layout` and compares every element.
template <class T>
void assemble_at_random(mpi::CommunicatorView comm, const Layout& layout, unsigned seed) {
  Draw random(seed);
  const Shape shape = layout.shape();
  const auto some = [&](Index extent) {
    const Index first = random(0, static_cast<int>(extent));
    return random(0, 1) ? Range{0, extent}
                        : Range{first, random(static_cast<int>(first), static_cast<int>(extent))};
  };
  const Range rows = some(shape.rows), cols = some(shape.cols);
  std::vector<T> memory;
  DistMatrix<T> a(comm, layout);
  if (random(0, 1)) {  // in the caller's memory, row-major, with gaps
    const Shape block = a.local_shape();
    memory.resize(static_cast<std::size_t>(block.rows * (block.cols + 2) + 1));
    a = DistMatrix<T>::wrap(comm, layout, {memory.data(), block.cols + 2, StorageOrder::C});
  }
  std::vector<T> expected(static_cast<std::size_t>(shape.rows * shape.cols) + 1);
  const LocalView<T> whole{expected.data(), shape.rows, shape.cols, 1, shape.rows};
  for (Index j = 0; j < shape.cols; ++j)
    for (Index i = 0; i < shape.rows; ++i) whole(i, j) = face<T>(i, j);
  a.fill_with([](Index i, Index j) { return face<T>(i, j); });

  const AssemblyOptions options{.max_extra_bytes = random(0, 2) == 0 ? 0
                                                   : random(0, 1)    ? random(1, 3000)
                                                                     : Index{1} << 20,
                                .piece_bytes = random(0, 1) ? random(64, 400) : Index{1} << 16};
  Assembler<T> assembler(a.view(rows, cols), options);
  for (unsigned round = 0; round < 2; ++round) {  // an assembler is reused
    const bool adds = random(0, 1) == 1;
    for (const Call<T>& call : calls_of<T>(seed + round, comm.rank(), {rows.size(), cols.size()})) {
      if (adds) assembler.add_values(call.rows, call.cols, call.block());
      else assembler.set_values(call.rows, call.cols, call.values, call.order);
    }
    assembler.assemble();
    const LocalView<T> part{
        rows.size() * cols.size() > 0 ? whole.at(rows.first, cols.first) : nullptr, rows.size(),
        cols.size(), 1, shape.rows};
    apply_in_order<T>(seed + round, comm.size(), adds, part);
    bool ok = assembler.bytes_queued() == 0;
    for (Index jl = 0; jl < a.local_cols(); ++jl)
      for (Index il = 0; il < a.local_rows(); ++il)
        ok = ok && same_bits(a.local()(il, jl), whole(a.global_row(il), a.global_col(jl)));
    check_all(comm, ok, concat(layout.to_string(), ", seed ", seed, ", round ", round));
  }
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("assembler: every sum and every last value, bit by bit, of every type", T,
                          assemble_every_type) {
  for_each_layout(world(), [&](mpi::CommunicatorView comm, const Layout& layout) {
    if (const unsigned seed = seed_of<T>(layout); is_tried<T>(seed))
      assemble_at_random<T>(comm, layout, seed);
  });
}
TEST_CASE_TEMPLATE_APPLY(assemble_every_type, AllElements);

TEST_CASE("assembler: the highest rank's last value stays, and sums are of all") {
  const int ranks = world().size();
  const auto rank = static_cast<double>(world().rank());
  DistMatrix<double> a(world(), Layout({.shape = {3, 3}, .block = {1, 1}, .grid = {ranks, 1}}));
  Assembler<double> assembler(a);
  assembler.set_value(1, 2, 100 + rank);
  assembler.set_value(1, 2, 200 + rank);
  assembler.assemble();
  CHECK(a.broadcast(1, 2) == 200 + ranks - 1);
  assembler.add_value(1, 2, rank);
  assembler.add_value(1, 2, 1);
  assembler.add_value(-1, 2, 1e9);
  assembler.assemble();
  CHECK(a.broadcast(1, 2) == 200 + ranks - 1 + ranks * (ranks - 1) / 2 + ranks);
  assembler.assemble();  // without contributions
  CHECK(a.broadcast(1, 2) == 200 + ranks - 1 + ranks * (ranks - 1) / 2 + ranks);
}

TEST_CASE("assembler: integer sums wrap around") {
  DistMatrix<std::int32_t> a(world(), Layout({.shape = {1, 1}, .grid = {1, 1}}));
  a.fill(std::numeric_limits<std::int32_t>::max());
  Assembler<std::int32_t> assembler(a);
  if (world().rank() == world().size() - 1) assembler.add_value(0, 0, 2);
  assembler.assemble();
  CHECK(a.broadcast(0, 0) == std::numeric_limits<std::int32_t>::min() + 1);
}

TEST_CASE("assembler: large blocks, in several messages and several rounds") {
  const int ranks = world().size();
  const Index n = 300;
  DistMatrix<double> a(world(), Layout({.shape = {n, n}, .block = {32, 16}, .grid = {1, ranks}}));
  std::vector<Index> backwards(static_cast<std::size_t>(n));
  std::iota(backwards.rbegin(), backwards.rend(), Index{0});
  std::vector<double> block(backwards.size() * backwards.size());
  for (Index j = 0; j < n; ++j)
    for (Index i = 0; i < n; ++i)
      block[static_cast<std::size_t>(i + j * n)] = static_cast<double>((n - 1 - i) * n + n - 1 - j);
  for (const Index extra : {Index{0}, Index{400'000}, Index{1} << 30}) {
    a.fill(0);
    Assembler<double> assembler(a, {.max_extra_bytes = extra, .piece_bytes = 1 << 14});
    assembler.add_values(backwards, backwards, block);
    CHECK(assembler.bytes_queued() >= n * n * 8);
    assembler.assemble();
    bool ok = true;
    a.for_each_run([&](Index il, Index jl, Index i, Index j, Index count) {
      for (Index k = 0; k < count; ++k)
        ok = ok && a.local()(il + k, jl) == static_cast<double>(ranks * ((i + k) * n + j));
    });
    check_all(world(), ok, concat("at most ", extra, " bytes more"));
  }
}

TEST_CASE("assembler: a wrong call throws at once and adds no value") {
  DistMatrix<float> a(world(), Layout({.shape = {4, 6}, .grid = {1, 1}}));
  Assembler<float> assembler(a.view({1, 4}, {0, 6}));
  const auto error_of = [](auto&& f) -> std::string {
    try {
      f();
    } catch (const ArgumentError& error) {
      return error.what();
    }
    return "nothing";
  };
  const std::vector<Index> two{0, 2}, beyond{0, 3};
  const std::vector<float> four(4), three(3);
  CHECK(error_of([&] { assembler.add_values(beyond, two, four); }).find("add_values: row 3 is") !=
        std::string::npos);
  CHECK(error_of([&] {
          assembler.set_value(0, 6, 1);
        }).find("set_values: column 6 is outside 0:6") != std::string::npos);
  CHECK(error_of([&] { assembler.add_values(two, two, three); }).find("3 values") !=
        std::string::npos);
  CHECK(error_of([&] {
          assembler.add_values(two, two, {three.data(), 3, 1, 1, 3});
        }).find("block is 3x1") != std::string::npos);
  CHECK(error_of([&] {
          assembler.add_values(two, two, {nullptr, 2, 2, 1, 2});
        }).find("block of 2x2 values is null") != std::string::npos);
  CHECK(error_of([&] {
          Assembler<float>({a, {{0, 5}, {0, 6}}}).add_value(4, 0, 1);
        }).find("rows of the view are 0:5, which is not a range inside 0:4") != std::string::npos);
  CHECK(error_of([&] { Assembler<float>(a, {.piece_bytes = 10}); }).find("piece_bytes is 10") !=
        std::string::npos);
  CHECK(error_of([&] { Assembler<float>(a, {.max_extra_bytes = -1}); }).find("is -1") !=
        std::string::npos);
  CHECK(assembler.bytes_queued() == 0);
  assembler.assemble();
}

TEST_CASE("assembler: adding and setting without assemble between is an error on all ranks") {
  const int ranks = world().size(), rank = world().rank();
  DistMatrix<double> a(world(), Layout({.shape = {5, 5}, .block = {1, 1}, .grid = {1, ranks}}));
  Assembler<double> assembler(a);
  const auto error = [&]() -> std::string {
    try {
      assembler.assemble();
    } catch (const ArgumentError& e) {
      return e.what();
    }
    return "nothing";
  };
  if (rank == ranks - 1) assembler.add_value(0, 0, 1);
  if (rank == 0) assembler.set_value(3, 3, 1);
  const std::string text = error();
  check_all(world(),
            text.find(concat("rank ", ranks - 1, " added values and rank 0 set values")) !=
                std::string::npos,
            text);
  check_all(world(), assembler.bytes_queued() == 0, "nothing waits after the error");
  assembler.add_value(0, 0, 1);
  assembler.discard();
  assembler.set_value(3, 3, 4);
  check_all(world(), error() == "nothing", "discarded values do not count");
  CHECK(a.broadcast(0, 0) == 0);
  CHECK(a.broadcast(3, 3) == 4);
}

TEST_CASE("assembler: the stiffness matrix of a rod, by finite elements") {
  const auto comm = world();
  const Index nodes = 20;
  DistMatrix<double> k(
      comm, Layout({.shape = {nodes, nodes}, .block = {4, 4}, .grid = {1, comm.size()}}));
  const std::vector<double> spring{1, -1, -1, 1};

  Assembler<double> assembler(k);
  for (Index e = comm.rank(); e < nodes - 1; e += comm.size()) {  // finite elements of this rank
    const std::vector<Index> ends{e, e + 1};
    assembler.add_values(ends, ends, spring);
  }
  assembler.assemble();

  const std::vector<Index> mine{comm.rank() % nodes, (comm.rank() + 1) % nodes};
  const std::vector<double> around = get_values(k, mine, mine);
  bool ok = around[1] == -1 && around[2] == -1 && around[0] == (mine[0] == 0 ? 1 : 2);
  for (Index j = 0; j < nodes; ++j)
    for (Index i = 0; i < nodes; ++i)
      if (const double* element = k.find(i, j)) {
        const double diagonal = i == 0 || i == nodes - 1 ? 1 : 2;
        ok = ok && *element == (i == j ? diagonal : std::abs(i - j) == 1 ? -1 : 0);
      }
  check_all(comm, ok, "1 2 2 … 2 1 on the diagonal, -1 beside it");
}

namespace {
std::vector<std::string> warnings;
}

TEST_CASE("assembler: the warning handler is called with lost values") {
  const WarningHandler before =
      set_warning_handler([](const char* sentence) { warnings.emplace_back(sentence); });
  DistMatrix<double> a(world(), Layout({.shape = {4, 6}, .grid = {1, 1}}));
  {
    Assembler<double> assembled(a), discarded(a), empty(a);
    assembled.add_value(1, 1, 2.0);
    assembled.assemble();
    discarded.add_value(1, 1, 2.0);
    discarded.discard();
  }
  check_all(world(), warnings.empty(), "nothing was lost");
  {
    Assembler<double> lost(a);
    lost.add_value(1, 1, 2.0);
    auto moved = std::move(lost);
  }
  const std::string text =
      warnings.size() == 1 ? warnings.front() : concat(warnings.size(), " warnings");
  const std::string start = concat("Assembler: destroyed on rank ", world().rank(), " with ");
  check_all(world(), text.starts_with(start) && text.find("call assemble()") != std::string::npos,
            text);
  try {
    Assembler<double> left(a);
    left.add_value(1, 1, 2.0);
    throw std::runtime_error("another error, which the user catches");
  } catch (const std::runtime_error&) {
  }
  check_all(world(), warnings.size() == 1, "no warning beside an exception");
  set_warning_handler(before);
}

TEST_CASE("assembler: every call of a moved-from one is the same error") {
  DistMatrix<double> a(world(), Layout({.shape = {4, 6}, .grid = {1, 1}}));
  Assembler<double> gone(a);
  const Assembler<double> kept = std::move(gone);
  const char* sentence = "assembler: it was moved from; use the one that it was moved to";
  CHECK_THROWS_WITH_AS(gone.add_value(1, 1, 2.0), sentence, ArgumentError);
  CHECK_THROWS_WITH_AS((void)gone.bytes_queued(), sentence, ArgumentError);
  CHECK_THROWS_WITH_AS(gone.discard(), sentence, ArgumentError);
  CHECK_THROWS_WITH_AS(gone.assemble(), sentence, ArgumentError);
  CHECK(kept.bytes_queued() == 0);
}
