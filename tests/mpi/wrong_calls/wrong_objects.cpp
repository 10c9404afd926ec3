// SPDX-License-Identifier: BSD-3-Clause
#include "scene.hpp"

namespace ashlar::test {
namespace {

Layout column_of_all(const Scene& w) {
  return Layout({.shape = {2 * w.size, 3}, .block = {2, 3}, .grid = {w.size, 1}});
}

}  // namespace

std::vector<WrongCall> wrong_objects() {
  return {
      {"layout without a grid", End::Argument, "DistMatrix: the layout has no grid",
       [](Scene& w) {
         DistMatrix<double>(w.comm, Layout({.shape = {12, 8}}));
       },
       2},
      {"memory of a layout without a grid", End::Argument, "the layout has no grid",
       [](Scene& w) {
         std::vector<double> memory(96);
         DistMatrix<double>::wrap(w.comm, Layout({.shape = {12, 8}}), {memory.data(), 12});
       },
       2},
      {"replicas of a layout without a grid", End::Argument,
       "ReplicatedMatrix: the layout has no grid",
       [](Scene& w) {
         ReplicatedMatrix<double>(w.comm, Layout({.shape = {12, 8}}), Replicas(1, w.size));
       },
       2},
      {"null communicator", End::Argument, "the communicator is null",
       [](Scene& w) {
         DistMatrix<double>(mpi::CommunicatorView(), w.by_columns({3, 3}));
       }},
      {"more ranks than there are", End::Argument, "but the communicator has only",
       [](Scene& w) {
         DistMatrix<double>(w.comm, Layout({.shape = {3, 3}, .grid = {1, w.size + 1}}));
       }},
      {"null pointer on one rank", End::Argument, "is null, but the block has 2x3",
       [](Scene& w) {
         std::vector<double> memory(6);
         DistMatrix<double>::wrap(w.comm, column_of_all(w), {w.errs ? nullptr : memory.data(), 2});
       }},
      {"leading dimension on one rank", End::Argument, "is 1, but the block of 2x3",
       [](Scene& w) {
         std::vector<double> memory(6);
         DistMatrix<double>::wrap(w.comm, column_of_all(w), {memory.data(), w.but<Index>(2, 1)});
       }},
      {"alignment on one rank", End::Argument, "is not aligned to 8 bytes",
       [](Scene& w) {
         alignas(8) std::byte memory[56];
         auto* const data = reinterpret_cast<double*>(memory + (w.errs ? 4 : 0));
         DistMatrix<double>::wrap(w.comm, column_of_all(w), {data, 2});
       }},
      {"descriptor on one rank", End::Argument, "describe",
       [](Scene& w) {
         const RankMap ranks({w.size, 1});
         Descriptor descriptor = Descriptor::of(column_of_all(w), {0, 0}, 0, 2);
         if (w.errs) ++descriptor.n;
         std::vector<double> memory(8);
         DistMatrix<double>::wrap(w.comm, ranks, descriptor, memory.data());
       },
       2},
      {"pointer to an array on one rank", End::Argument, "DistArray::wrap: the pointer is null",
       [](Scene& w) {
         const Distribution distribution(
             {.sizes = {2 * w.size}, .dists = {Dist::block()}, .psizes = {w.size}});
         std::vector<double> memory(2);
         DistArray<double>::wrap(w.comm, distribution, w.errs ? nullptr : memory.data());
       }},
      {"processes of a distribution", End::Argument, "the communicator has only",
       [](Scene& w) {
         DistArray<double>(
             w.comm,
             Distribution({.sizes = {9}, .dists = {Dist::block()}, .psizes = {w.size + 1}}));
       }},
      {"number of blocks on one rank", End::Argument, "BlockMatrix::wrap: rank",
       [](Scene& w) {
         const int size = w.size;
         const BlockMap map = BlockMap::tiles({2 * size, 2}, {2, 2},
                                              [](Index r, Index) { return static_cast<int>(r); });
         std::vector<double> memory(4);
         std::vector<detail::LocalBlock<double>> blocks;
         if (!w.errs) blocks.push_back({memory.data(), 2});
         BlockMatrix<double>::wrap(w.comm, map, blocks);
       }},
      {"pointer to a block on one rank", End::Argument, "BlockMatrix::wrap: the pointer of block",
       [](Scene& w) {
         const int size = w.size;
         const BlockMap map = BlockMap::tiles({2 * size, 2}, {2, 2},
                                              [](Index r, Index) { return static_cast<int>(r); });
         std::vector<double> memory(4);
         BlockMatrix<double>::wrap(w.comm, map, {{w.errs ? nullptr : memory.data(), 2}});
       }},
      {"rank of a block", End::Argument, "but the communicator has only",
       [](Scene& w) {
         const int size = w.size;
         BlockMatrix<double>(
             w.comm, BlockMap::tiles({4, 4}, {2, 2}, [size](Index, Index) { return size; }));
       }},
      {"replicas beyond the ranks", End::Argument, "but the communicator has only",
       [](Scene& w) {
         const Layout whole({.shape = {12, 8}, .grid = {1, 1}});
         ReplicatedMatrix<double>(w.comm, whole, Replicas(w.size + 1, 1));
       }},
      {"number of a replica", End::Argument, "replica 9 of a replicated matrix",
       [](Scene& w) {
         auto everywhere = ReplicatedMatrix<double>::everywhere(w.comm, {3, 3});
         (void)everywhere.replica(9);
       }},
      {"view beyond the matrix", End::Argument, "are not a range within",
       [](Scene& w) {
         copy_into(w.a.view({0, 13}, {0, 8}), w.b);
       }},
      {"view that runs backwards", End::Argument, "are not a range within",
       [](Scene& w) {
         copy_into(w.a.view({4, 2}, {0, 8}), w.b);
       }},
      {"element beyond the matrix", End::Argument, "is outside the 12x8 matrix",
       [](Scene& w) { (void)w.a.broadcast(12, 0); }},
      {"binding nothing", End::Argument, "bind: no rank gives a matrix",
       [](Scene& w) {
         DistMatrix<double>* const none = nullptr;
         (void)bind(w.comm, none);
       }},
      {"binding less than all", End::Argument,
       "bind: ", [](Scene& w) { (void)bind(w.comm, w.errs ? nullptr : &w.a); }, 2},
      {"width of printed numbers", End::Argument, "the precision is 0",
       [](Scene& w) { (void)to_text(w.a, {.precision = 0}); }},
      {"root that prints", End::Argument, "to_text: root is rank 99",
       [](Scene& w) { (void)to_text(w.a, {.root = 99}); }},
      {"matrices that are compared", End::Argument, "both must have one communicator",
       [](Scene& w) { (void)count_differences(w.a, w.c); }},
      {"number beyond an integer type", End::Overflow, "which no int8 can hold",
       [](Scene& w) {
         DistMatrix<double> large(w.comm, w.by_columns({12, 8}));
         large.fill(1000);
         (void)convert<std::int8_t>(large);
       }},
      {"file that is not there", End::File, "cannot be opened",
       [](Scene& w) { (void)io::load<double>("no_such_file.npy", w.comm, w.a.layout()); }},
      {"folder that is not there", End::File, "no_such_folder",
       [](Scene& w) { io::save("no_such_folder/a.npy", w.a); }},
      {"dimensions of a saved matrix", End::Argument, "",
       [](Scene& w) { io::save("wrong_dimensions.npy", w.a, {.dimensions = 1}); }},
      {"an error of one rank's own", End::Foreign, "the disk of this rank is full",
       [](Scene& w) {
         mpi::together(w.comm, [&] {
           if (w.errs) throw std::runtime_error("the disk of this rank is full");
         });
       }},
      {"intercommunicator", End::Argument, "an intercommunicator has two groups",
       [](Scene& w) {
         const auto half = mpi::Communicator::split(w.comm, w.errs ? 1 : 0, w.comm.rank());
         MPI_Comm both = MPI_COMM_NULL;
         MPI_Intercomm_create(half.native(), 0, w.comm.native(), w.errs ? 0 : w.size - 1, 7, &both);
         const mpi::Communicator owner = mpi::Communicator::adopt(both);
         DistMatrix<double>(both, Layout({.shape = {2, 2}, .grid = {1, 1}}));
       },
       2},
  };
}

}  // namespace ashlar::test
