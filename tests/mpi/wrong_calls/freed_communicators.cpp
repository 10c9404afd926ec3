// SPDX-License-Identifier: BSD-3-Clause
#include "scene.hpp"

namespace ashlar::test {
namespace {

constexpr const char* was_freed = "was freed; free a communicator after the last use";

/// The result of `make` on a communicator that is freed afterwards.
template <class Make>
auto orphan(const Scene& w, Make&& make) {
  const mpi::Communicator comm = mpi::Communicator::duplicate(w.comm);
  return make(comm.view());
}

DistMatrix<double> orphaned_matrix(const Scene& w) {
  return orphan(w,
                [&](mpi::CommunicatorView comm) { return DistMatrix<double>(comm, w.a.layout()); });
}

}  // namespace

std::vector<WrongCall> freed_communicators() {
  return {
      {"a matrix that outlived its communicator is read", End::Argument, was_freed,
       [](Scene& w) {
         const auto a = orphaned_matrix(w);
         copy_into(a, w.b);
       }},
      {"a matrix that outlived its communicator is written", End::Argument, was_freed,
       [](Scene& w) {
         auto b = orphaned_matrix(w);
         copy_into(w.a, b);
       }},
      {"a matrix that outlived its communicator is copied", End::Argument, was_freed,
       [](Scene& w) { (void)orphaned_matrix(w).copy(); }},
      {"an element of a matrix that outlived its communicator", End::Argument, was_freed,
       [](Scene& w) { (void)orphaned_matrix(w).broadcast(0, 0); }},
      {"linear algebra on a matrix that outlived its communicator", End::Argument, was_freed,
       [](Scene& w) {
         const auto a = orphaned_matrix(w);
         (void)norm(a, Norm::Frobenius);
       }},
      {"tiles that outlived their communicator", End::Argument, was_freed,
       [](Scene& w) {
         const auto tiles = orphan(w, [](mpi::CommunicatorView comm) {
           return BlockMatrix<double>(
               comm, BlockMap::tiles({12, 8}, {4, 4}, [](Index, Index) { return 0; }));
         });
         copy_into(tiles, w.b);
       }},
      {"replicas that outlived their communicator", End::Argument, was_freed,
       [](Scene& w) {
         const auto replicas = orphan(w, [](mpi::CommunicatorView comm) {
           return ReplicatedMatrix<double>::everywhere(comm, {12, 8});
         });
         copy_into(replicas, w.b);
       }},
      {"an array that outlived its communicator", End::Argument, was_freed,
       [](Scene& w) {
         const auto u = orphan(w, [&](mpi::CommunicatorView comm) {
           return DistArray<double>(comm, w.v.distribution());
         });
         copy_into(u, w.v);
       }},
      {"a plan that outlived its communicator", End::Argument, was_freed,
       [](Scene& w) {
         auto plan = orphan(w, [&](mpi::CommunicatorView comm) {
           return Plan<double>(comm, transfers(w.a.layout(), w.b.layout()));
         });
         plan.run(w.a, w.b);
       }},
      {"a grid that outlived its communicator", End::Argument, was_freed,
       [](Scene& w) {
         const auto grid =
             orphan(w, [](mpi::CommunicatorView comm) { return ProcessGrid::balanced(comm); });
         DistMatrix<double>(grid, {12, 8});
       }},
      {"a factor that outlived its communicator", End::Argument, was_freed,
       [](Scene& w) {
         const auto lu = orphan(w, [&](mpi::CommunicatorView comm) {
           DistMatrix<double> s(comm, w.s.layout());
           s.fill_with([](Index i, Index j) { return i == j ? 1.0 : 0.0; });
           return lu_factor(s);
         });
         (void)lu.solve(w.x);
       }},
      {"an assembler whose communicator was freed", End::Argument, was_freed,
       [](Scene& w) {
         auto a = orphaned_matrix(w);
         Assembler<double> assembler(a);
         assembler.assemble();
       }},
  };
}

}  // namespace ashlar::test
