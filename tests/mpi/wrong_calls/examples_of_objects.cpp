// SPDX-License-Identifier: BSD-3-Clause

#include "scene.hpp"

namespace ashlar::test {
namespace {

BlockMap all_on_rank_0() {
  return BlockMap::tiles({12, 8}, {4, 4}, [](Index, Index) { return 0; });
}

}  // namespace

std::vector<CollectiveExample> examples_of_objects() {
  return {
      {"DistMatrix",
       [](Scene& w) {
         DistMatrix<double>(w.comm, w.dealt({12, 8}));
       }},
      {"DistMatrix::copy", [](Scene& w) { (void)w.a.copy(); }},
      {"DistMatrix::wrap",
       [](Scene& w) {
         std::vector<double> memory(96);
         DistMatrix<double>::wrap(w.comm, w.dealt({12, 8}), {memory.data(), 12});
       }},
      {"DistMatrix::broadcast", [](Scene& w) { (void)w.a.broadcast(1, 1); }},
      {"BlockMatrix", [](Scene& w) { BlockMatrix<double>(w.comm, all_on_rank_0()); }},
      {"BlockMatrix::copy",
       [](Scene& w) { (void)BlockMatrix<double>(w.comm, all_on_rank_0()).copy(); }},
      {"ReplicatedMatrix",
       [](Scene& w) {
         (void)ReplicatedMatrix<double>::everywhere(w.comm, {12, 8});
       }},
      {"ReplicatedMatrix::copy",
       [](Scene& w) {
         (void)ReplicatedMatrix<double>::everywhere(w.comm, {12, 8}).copy();
       }},
      {"ReplicatedMatrix::replica",
       [](Scene& w) {
         auto everywhere = ReplicatedMatrix<double>::everywhere(w.comm, {12, 8});
         (void)everywhere.replica(0);
       }},
      {"DistArray", [](Scene& w) { DistArray<double>(w.comm, w.u.distribution()); }},
      {"DistArray::copy", [](Scene& w) { (void)w.u.copy(); }},
      {"bind", [](Scene& w) { (void)bind(w.comm, &w.a); }},
      {"compare", [](Scene& w) { (void)compare(w.a, w.b); }},
      {"count_differences", [](Scene& w) { (void)count_differences(w.a, w.a); }},
      {"max_abs", [](Scene& w) { (void)max_abs(w.a); }},
      {"all_finite", [](Scene& w) { (void)all_finite(w.a); }},
      {"to_text", [](Scene& w) { (void)to_text(w.a); }},
      {"Context::trim", [](Scene& w) { mpi::Context::of(w.comm).trim(); }},
      {"agree", [](Scene& w) { mpi::agree(w.comm, true, ""); }},
      {"row_communicator",
       [](Scene& w) {
         (void)ProcessGrid(w.comm, {1, w.size}).row_communicator();
       }},
      {"blacs_context", [](Scene& w) { (void)blacs_context(w.comm, w.a.layout().ranks()); }},
  };
}

std::vector<CollectiveExample> examples_of_files() {
  return {
      {"save", [](Scene& w) { io::save("timeout_a.npy", w.a); }},
      {"load",
       [](Scene& w) {
         io::save("timeout_a.npy", w.a);
         (void)io::load<double>("timeout_a.npy", w.comm, w.b.layout());
       }},
      {"read_info",
       [](Scene& w) {
         io::save("timeout_a.npy", w.a);
         (void)io::read_info(w.comm, "timeout_a.npy");
       }},
      {"FileConversion",
       [](Scene& w) {
         io::save("timeout_a.npy", w.a);
         io::FileConversion(w.comm, "timeout_a.npy", "timeout_b.mtx", {}).run();
       }},
      {"save_array", [](Scene& w) { io::save_array("timeout_u.npy", w.u); }},
      {"load_array",
       [](Scene& w) {
         io::save_array("timeout_u.npy", w.u);
         (void)io::load_array<double>("timeout_u.npy", w.comm, w.u.distribution());
       }},
      {"save_checkpoint",
       [](Scene& w) {
         io::save_checkpoint("timeout_saved", {{"A", w.a}});
       }},
      {"load_checkpoint",
       [](Scene& w) {
         io::save_checkpoint("timeout_saved", {{"A", w.a}});
         (void)io::load_checkpoint<double>("timeout_saved", "A", w.comm, w.b.layout());
       }},
      {"save_pieces", [](Scene& w) { io::save_pieces("timeout_pieces", w.a); }},
      {"verify",
       [](Scene& w) {
         io::save_checkpoint("timeout_saved", {{"A", w.a}});
         (void)io::verify(w.comm, "timeout_saved");
       }},
      {"matrix_picture",
       [](Scene& w) {
         io::save("timeout_a.npy", w.a);
         (void)pictures::matrix_picture(w.comm, "timeout_a.npy");
       }},
      {"write_whole_file", [](Scene& w) { io::write_whole_file(w.comm, "timeout_text", "text"); }},
  };
}

}  // namespace ashlar::test
