// SPDX-License-Identifier: BSD-3-Clause
// Arrays of ScaLAPACK programs without changes: grids made by BLACS, in any order, from any
// communicator. The oracle for the place of an element is BLACS's coordinates and ScaLAPACK's
// INDXL2G.
#include <ashlar/linalg/wrap.hpp>
#include <ashlar/mpi/communicator.hpp>

#include "oracle.hpp"

extern "C" {
int Csys2blacs_handle(MPI_Comm comm);
void Cfree_blacs_system_handle(int handle);
void Cblacs_gridinit(int* context, const char* order, int nprow, int npcol);
void Cblacs_gridmap(int* context, int* ranks, int ld_ranks, int nprow, int npcol);
void Cblacs_gridinfo(int context, int* nprow, int* npcol, int* row, int* col);
void Cblacs_gridexit(int context);
int numroc_(const int* n, const int* nb, const int* iproc, const int* isrcproc, const int* nprocs);
int indxl2g_(const int* indxloc, const int* nb, const int* iproc, const int* isrcproc,
             const int* nprocs);
}

using namespace ashlar;
using namespace ashlar::test;

namespace {

double element(int i, int j) { return 1000.0 * i + j; }

/// A matrix of a ScaLAPACK program: a BLACS grid, nine integers and a local array.
struct TheirMatrix {
  int context = -1;
  int desc[9] = {1, -1, 0, 0, 1, 1, 0, 0, 1};
  std::vector<double> local;

  TheirMatrix() = default;
  TheirMatrix(const TheirMatrix&) = delete;
  TheirMatrix& operator=(const TheirMatrix&) = delete;
  ~TheirMatrix() { leave(); }
  void leave() {
    if (context >= 0) Cblacs_gridexit(context);
    context = -1;
  }

  void make_grid(mpi::CommunicatorView comm, const char* order, GridShape shape) {
    const int handle = Csys2blacs_handle(comm.native());
    context = handle;
    Cblacs_gridinit(&context, order, shape.rows, shape.cols);
    Cfree_blacs_system_handle(handle);
  }

  void make_grid(mpi::CommunicatorView comm, GridShape shape, std::vector<int> by_columns) {
    const int handle = Csys2blacs_handle(comm.native());
    context = handle;
    Cblacs_gridmap(&context, by_columns.data(), shape.rows, shape.rows, shape.cols);
    Cfree_blacs_system_handle(handle);
  }

  /// Stores element(i, j) in element (i, j), and -1 between columns.
  void fill(int m, int n, int mb, int nb, int rsrc, int csrc) {
    int nprow = 0, npcol = 0, row = -1, col = -1;
    Cblacs_gridinfo(context, &nprow, &npcol, &row, &col);
    if (row < 0) return;
    const int rows = numroc_(&m, &mb, &row, &rsrc, &nprow);
    const int cols = numroc_(&n, &nb, &col, &csrc, &npcol);
    const int lld = std::max(1, rows) + 3;
    const int fields[9] = {1, context, m, n, mb, nb, rsrc, csrc, lld};
    std::copy_n(fields, 9, desc);
    local.assign(static_cast<std::size_t>(lld * std::max(1, cols)), -1);
    for (int jl = 1; jl <= cols; ++jl)
      for (int il = 1; il <= rows; ++il)
        local[static_cast<std::size_t>(il - 1 + (jl - 1) * lld)] =
            element(indxl2g_(&il, &mb, &row, &rsrc, &nprow) - 1,
                    indxl2g_(&jl, &nb, &col, &csrc, &npcol) - 1);
  }
};

/// Number of elements of a wrapped matrix at a wrong place; -1 for another shape.
long long misplaced(const DistMatrix<double>& a, int m, int n) {
  if (a.shape() != Shape{m, n}) return -1;
  const auto all = gathered(a);
  long long wrong = 0;
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < m; ++i) wrong += all(i, j) != element(i, j) ? 1 : 0;
  return wrong;
}

std::string refusal(mpi::CommunicatorView comm, TheirMatrix& theirs) {
  return message_of<ArgumentError>([&] { (void)wrap(comm, theirs.desc, theirs.local.data()); });
}

}  // namespace

TEST_CASE("wrap: a grid of BLACS_GRIDINIT is found in either order, and elements stay in place") {
  Choice choice(7);
  for (int round = 0; round < 20; ++round) {
    const int rows = choice.between(1, world().size());
    const GridShape shape{rows, choice.between(1, world().size() / rows)};
    const char* const order = choice.of({"Row", "Col"});
    TheirMatrix theirs;
    theirs.make_grid(world(), order, shape);
    theirs.fill(37, 29, choice.between(1, 9), choice.between(1, 9),
                choice.between(0, shape.rows - 1), choice.between(0, shape.cols - 1));
    const auto a = wrap(world(), theirs.desc, theirs.local.data());
    const RankMap wanted(shape, order[0] == 'R' ? GridOrder::Row : GridOrder::Column);
    check_all(world(), a.layout().ranks() == wanted && a.layout().ranks().is_implicit(),
              concat("another grid than ", order, " ", rows, "x", shape.cols));
    check_all(world(), misplaced(a, 37, 29) == 0, "elements are not where they belong");
    check_all(world(), a.is_wrapped(), "the matrix is a copy");
  }
}

TEST_CASE("wrap: a grid of BLACS_GRIDMAP has any ranks at any positions, the others are idle") {
  Choice choice(8);
  for (int round = 0; round < 20; ++round) {
    const RankMap ranks = choice.ranks(world().size());
    std::vector<int> by_columns;
    for (int col = 0; col < ranks.grid().cols; ++col)
      for (int row = 0; row < ranks.grid().rows; ++row)
        by_columns.push_back(ranks.rank_of({row, col}));
    TheirMatrix theirs;
    theirs.make_grid(world(), ranks.grid(), by_columns);
    theirs.fill(23, 31, 4, 3, 0, 0);
    const auto a = wrap(world(), theirs.desc, theirs.local.data());
    check_all(world(), a.layout().ranks() == ranks, "another grid");
    check_all(world(), misplaced(a, 23, 31) == 0, "elements are not where they belong");
    const double* const constant = theirs.local.data();
    const auto read = wrap_const(world(), theirs.desc, constant);
    check_all(world(), read->layout() == a.layout() && read->local().data == a.local().data,
              "constant memory");
  }
}

TEST_CASE("wrap: grid and matrix may come from communicators that number the ranks differently") {
  const auto backwards = mpi::Communicator::split(world(), 0, -world().rank());
  TheirMatrix theirs;
  theirs.make_grid(world(), "Col", {world().size(), 1});
  theirs.fill(19, 5, 2, 2, 0, 0);
  const auto a = wrap(backwards, theirs.desc, theirs.local.data());
  const bool is_turned = a.layout().ranks().rank_of({0, 0}) == world().size() - 1;
  check_all(world(), is_turned && misplaced(a, 19, 5) == 0, "ranks were not translated");
}

TEST_CASE("wrap: a descriptor of ours comes back as the same matrix, and survives its grid") {
  const Layout layout({.shape = {11, 30}, .block = {2, 3}, .grid = {1, world().size()}});
  auto a = random_matrix<double>(layout, 3);
  const auto again = wrap(world(), descriptor(a), a.local().data);
  check_all(world(), again.layout() == layout && again.local().data == a.local().data, "another");

  TheirMatrix theirs;
  theirs.make_grid(world(), "Col", {1, world().size()});
  theirs.fill(9, 40, 2, 2, 0, 0);
  const auto b = wrap(world(), std::to_array(theirs.desc), theirs.local.data());
  theirs.leave();
  check_all(world(), misplaced(b, 9, 40) == 0, "the matrix needs the grid");
}

TEST_CASE("wrap: looking a grid up leaves nothing behind in BLACS") {
  TheirMatrix theirs;
  theirs.make_grid(world(), "Row", {1, world().size()});
  const int before = Csys2blacs_handle(world().native());
  Cfree_blacs_system_handle(before);
  for (int round = 0; round < 50; ++round) (void)ranks_of_blacs_grid(world(), theirs.context);
  const int after = Csys2blacs_handle(world().native());
  Cfree_blacs_system_handle(after);
  check_all(world(), before == after, concat("handles grew from ", before, " to ", after));
}

TEST_CASE("wrap: contexts that do not fit the communicator are refused on every rank") {
  const int size = world().size(), rank = world().rank();
  TheirMatrix whole;
  whole.make_grid(world(), "Row", {1, size});
  whole.fill(8, 8, 2, 2, 0, 0);

  SUBCASE("no grid at all") {
    whole.leave();
    const std::string message = refusal(world(), whole);
    check_all(world(), contains(message, "not a BLACS grid on any rank"), message);
  }
  SUBCASE("a process of the grid is missing") {
    if (size == 1) return;
    const auto half = mpi::Communicator::split(world(), rank < size - 1 ? 0 : 1, rank);
    const std::string message = refusal(half, whole);
    check_all(world(), contains(message, concat("of the 1x", size, " BLACS grid is not in")),
              message);
  }
  SUBCASE("two grids side by side") {
    if (size == 1) return;
    const int color = rank < size / 2 ? 0 : 1;
    const auto half = mpi::Communicator::split(world(), color, rank);
    TheirMatrix part;
    part.make_grid(half, "Row", {1, half.size()});
    part.fill(8, 8, 2, 2, 0, 0);
    const std::string message = refusal(world(), part);
    check_all(world(), contains(message, "of other processes than"), message);
  }
  SUBCASE("the same ranks in another order on one rank") {
    if (size == 1) return;
    TheirMatrix turned;
    std::vector<int> backwards(static_cast<std::size_t>(size));
    std::iota(backwards.rbegin(), backwards.rend(), 0);
    turned.make_grid(world(), {1, size}, backwards);
    turned.fill(8, 8, 2, 2, 0, 0);
    const std::string message = refusal(world(), rank == size - 1 ? turned : whole);
    check_all(world(), contains(message, concat("on rank ", size - 1)), message);
  }
  SUBCASE("a rank of the grid passes no context") {
    if (size == 1) return;
    if (rank == size - 1) whole.desc[1] = -1;
    const std::string message = refusal(world(), whole);
    check_all(world(), contains(message, concat("rank ", size - 1, " is in the 1x", size)),
              message);
  }
  SUBCASE("a descriptor of another matrix on one rank") {
    if (size == 1) return;
    if (rank == size - 1) whole.desc[2] = 9;
    const std::string message = refusal(world(), whole);
    check_all(world(), contains(message, "describes another matrix"), message);
  }
  SUBCASE("null pointer") {
    const std::string message = message_of<ArgumentError>(
        [&] { (void)wrap(world(), whole.desc, static_cast<double*>(nullptr)); });
    check_all(world(), contains(message, "is null"), message);
  }
}

TEST_CASE("wrap: the six lines of the documentation") {
  TheirMatrix theirs;
  const char* const order = "Col";
  theirs.make_grid(world(), order, {1, world().size()});
  theirs.fill(16, 16, 4, 4, 0, 0);
  const auto& desc = theirs.desc;
  double* const local = theirs.local.data();
  const mpi::CommunicatorView comm = world();

  auto a = ashlar::wrap(comm, desc, local);  // the grid is that of the context in desc

  const RankMap ranks({1, comm.size()}, GridOrder::Column);  // the grid of the program
  const Descriptor described = Descriptor::from_array(std::to_array(desc));
  auto b = DistMatrix<double>::wrap(comm, ranks, described, local);  // does not read CTXT

  check_all(world(), a.layout() == b.layout() && misplaced(b, 16, 16) == 0, "the two ways differ");
}
