// SPDX-License-Identifier: BSD-3-Clause
// Calls whose arguments differ on the last rank, under ASHLAR_CHECK: each ends in one MismatchError
// on every rank, which names the call and the argument, and the ranks can go on. Without the check
// most of them hang or give wrong data.
#include <doctest/doctest.h>

#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include <ashlar/base/call_error.hpp>
#include <ashlar/io/npy.hpp>
#include <ashlar/matrix/dist_matrix.hpp>
#include <ashlar/matrix/replicated_matrix.hpp>
#include <support/mpi_test.hpp>

using namespace ashlar;
using test::check_all;
using test::world;

namespace {

/// What the calls use. `odd` holds on the last rank alone.
struct Given {
  mpi::Communicator comm = checked();
  bool odd = comm.rank() == comm.size() - 1;
  Layout layout{{.shape = {12, 12}, .block = {2, 2}, .grid = {1, comm.size()}}};
  DistMatrix<double> a{comm, layout}, b{comm, layout};
  std::vector<double> memory = std::vector<double>(144);

  static mpi::Communicator checked() {
    setenv("ASHLAR_CHECK", "1", 1);
    return mpi::Communicator::duplicate(world());
  }

  Layout on_grid(GridShape grid, Coord source) const {
    return Layout({.shape = {12, 12}, .block = {2, 2}, .grid = grid, .source = source});
  }
};

struct Wrong {
  const char* call;
  const char* argument;
  std::function<void(Given&)> make;
};

using D = DistMatrix<double>;
using R = ReplicatedMatrix<double>;

const Wrong wrong_calls[] = {
    {"DistMatrix", "the layout",
     [](Given& g) {
       D made(g.comm, g.layout.with_shape({g.odd ? 13 : 12, 12}));
     }},
    {"DistMatrix", "the layout",
     [](Given& g) {
       D made(g.comm, g.layout.with_block({2, g.odd ? 3 : 2}));
     }},
    {"DistMatrix", "the layout",
     [](Given& g) {
       D made(g.comm, g.on_grid({1, g.comm.size()}, {0, g.odd ? 1 : 0}));
     }},
    {"DistMatrix", "the layout",
     [](Given& g) {
       const int size = g.comm.size();
       D made(g.comm, g.on_grid(g.odd ? GridShape{size, 1} : GridShape{1, size}, {0, 0}));
     }},
    {"DistMatrix", "the layout",
     [](Given& g) {
       D made(g.comm, g.on_grid({1, g.odd ? 99 : 1}, {0, 0}));
     }},
    {"DistMatrix", "the kind of storage",
     [](Given& g) {
       const auto kind = g.odd ? mpi::StorageKind::Heap : mpi::StorageKind::Automatic;
       D made(g.comm, g.layout, {.kind = kind});
     }},
    {"copy of a DistMatrix", "the source", [](Given& g) { D made(g.odd ? g.a : g.b); }},
    {"DistMatrix::wrap", "the layout",
     [](Given& g) {
       (void)D::wrap(g.comm, g.layout.with_block({g.odd ? 3 : 2, 2}), g.memory.data(), 12);
     }},
    {"DistMatrix::wrap", "the storage order",
     [](Given& g) {
       const auto order = g.odd ? StorageOrder::C : StorageOrder::Fortran;
       (void)D::wrap(g.comm, g.layout, g.memory.data(), 12, order);
     }},
    {"DistMatrix::get", "the matrix", [](Given& g) { (void)(g.odd ? g.a : g.b).get(1, 1); }},
    {"DistMatrix::get", "the row", [](Given& g) { (void)g.a.get(g.odd ? 2 : 1, 1); }},
    {"DistMatrix::get", "the column", [](Given& g) { (void)g.a.get(1, g.odd ? 99 : 1); }},
    {"ReplicatedMatrix", "the layout",
     [](Given& g) {
       (void)R::everywhere(g.comm, {3, g.odd ? 4 : 5});
     }},
    {"read_info", "the path", [](Given& g) { (void)io::read_info(g.comm, g.odd ? "x" : "y"); }},
    {"load", "the path",
     [](Given& g) { (void)io::load<double>(g.odd ? "no.npy" : "none.npy", g.comm, g.layout); }},
    {"load", "the layout",
     [](Given& g) {
       (void)io::load<double>("agreed.npy", g.comm, g.layout.with_block({g.odd ? 3 : 2, 2}));
     }},
    {"load", "the element type",
     [](Given& g) {
       if (g.odd) (void)io::load_as<double>("agreed.npy", g.comm, g.layout);
       else (void)io::load_as<float>("agreed.npy", g.comm, g.layout);
     }},
    {"save", "the path", [](Given& g) { io::save(g.odd ? "x.npy" : "y.npy", g.a); }},
    {"save", "the matrix", [](Given& g) { io::save("x.npy", g.odd ? g.a : g.b); }},
    {"save", "the order",
     [](Given& g) {
       io::save("x.npy", g.a, {.order = g.odd ? StorageOrder::C : StorageOrder::Fortran});
     }},
    {"save", "the number of dimensions",
     [](Given& g) { io::save("x.npy", g.a, {.dimensions = g.odd ? 1 : 2}); }},
};

std::string mismatch_of(const std::function<void(Given&)>& make, Given& given) {
  try {
    make(given);
  } catch (const MismatchError& error) {
    return error.what();
  } catch (const std::exception& error) {
    return std::string("another exception: ") + error.what();
  }
  return "nothing was thrown";
}

}  // namespace

TEST_CASE("disagreement: every wrong call is a MismatchError on all ranks, and right ones follow") {
  Given given;
  if (given.comm.size() == 1) return;
  io::save("agreed.npy", given.a);
  for (const Wrong& wrong : wrong_calls) {
    const std::string message = mismatch_of(wrong.make, given);
    const std::string wanted =
        std::string(wrong.call) + ": ranks disagree on " + wrong.argument + ": ";
    check_all(given.comm, message.find(wanted) == 0, wanted + "... was wanted, but: " + message);
  }
  const auto again = io::load<double>("agreed.npy", given.comm, given.layout);
  check_all(given.comm, again.get(0, 0) == 0, "a right call after the wrong ones");
}

TEST_CASE("disagreement: ranks in different calls are told which") {
  Given given;
  if (given.comm.size() == 1) return;
  const std::string message = mismatch_of(
      [](Given& g) {
        if (g.odd) (void)g.a.get(0, 0);
        else io::save("x.npy", g.a);
      },
      given);
  check_all(given.comm, message.find("ranks make different collective calls: save on rank") == 0,
            message);
}
