// SPDX-License-Identifier: BSD-3-Clause

#include "io/atomic_file.hpp"
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
         DistMatrix<double>(w.comm, w.by_columns({12, 8}));
       }},
      {"DistMatrix::copy", [](Scene& w) { (void)w.a.copy(); }},
      {"DistMatrix::wrap",
       [](Scene& w) {
         std::vector<double> memory(96);
         DistMatrix<double>::wrap(w.comm, w.by_columns({12, 8}), {memory.data(), 12});
       }},
      {"DistMatrix::wrap_const",
       [](Scene& w) {
         std::vector<double> memory(96);
         (void)DistMatrix<double>::wrap_const(w.comm, w.by_columns({12, 8}), {memory.data(), 12});
       }},
      {"convert", [](Scene& w) { (void)convert<float>(w.a); }},
      {"generate",
       [](Scene& w) {
         (void)generate<double>(w.comm, w.by_columns({8, 8}),
                                [](Index i, Index j) { return i - j; });
       }},
      {"wrap_rows",
       [](Scene& w) {
         std::vector<double> memory(16);
         (void)wrap_rows(w.comm, 2, 8, memory.data());
       }},
      {"DistMatrix::broadcast", [](Scene& w) { (void)w.b.broadcast(2 * (w.size - 1), 0); }},
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
      {"compare", [](Scene& w) { (void)compare(w.a, w.a); }},
      {"count_differences", [](Scene& w) { (void)count_differences(w.a, w.a); }},
      {"max_abs", [](Scene& w) { (void)max_abs(w.a); }},
      {"all_finite", [](Scene& w) { (void)all_finite(w.a); }},
      {"to_text", [](Scene& w) { (void)to_text(w.a); }},
      {"agree", [](Scene& w) { mpi::agree(w.comm, true, ""); }},
      {"together", [](Scene& w) { mpi::together(w.comm, [] {}); }},
      {"barrier", [](Scene& w) { w.comm.barrier(); }},
      {"Communicator::duplicate", [](Scene& w) { (void)mpi::Communicator::duplicate(w.comm); }},
      {"Communicator::split", [](Scene& w) { (void)mpi::Communicator::split(w.comm, 0); }},
      {"Communicator::split_shared",
       [](Scene& w) { (void)mpi::Communicator::split_shared(w.comm); }},
      {"communicator_of", [](Scene& w) { (void)mpi::communicator_of(mpi::Group(w.comm), w.comm); }},
      {"Context::allocate", [](Scene& w) { (void)mpi::Context::of(w.comm).allocate(64); }},
      {"BlacsContext", [](Scene& w) { BlacsContext(w.comm, w.a.layout().ranks()); }},
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
      {"statistics_of_file",
       [](Scene& w) {
         io::save("timeout_a.npy", w.a);
         (void)io::statistics_of_file<double>(w.comm, "timeout_a.npy");
       }},
      {"norm_of_file",
       [](Scene& w) {
         io::save("timeout_a.npy", w.a);
         (void)io::norm_of_file<double>(w.comm, "timeout_a.npy", Norm::One);
       }},
      {"compare_files",
       [](Scene& w) {
         io::save("timeout_a.npy", w.a);
         (void)io::compare_files<double>(w.comm, "timeout_a.npy", "timeout_a.npy");
       }},
      {"AtomicFile::commit",
       [](Scene& w) { io::detail::AtomicFile(w.comm, "timeout_text", 0).commit(); }},
      {"mpi::File",
       [](Scene& w) {
         auto file = mpi::File::open(w.comm, "timeout_file", mpi::FileMode::Create);
         const std::vector<double> numbers(2, 1.0);
         std::vector<double> read(2);
         file.set_size(0);
         file.write_at_all(0, std::span<const double>(numbers));
         file.sync();
         file.read_at_all(0, std::span<double>(read));
         file.close();
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
      {"load of a checkpoint",
       [](Scene& w) {
         io::save_checkpoint("timeout_saved", {{"A", w.a}});
         (void)io::load<double>("timeout_saved:A", w.comm, w.b.layout());
       }},
      {"read_checkpoint_info",
       [](Scene& w) {
         io::save_checkpoint("timeout_saved", {{"A", w.a}});
         (void)io::read_checkpoint_info(w.comm, "timeout_saved");
       }},
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
      {"save_picture",
       [](Scene& w) {
         pictures::save_picture(w.comm, "timeout.svg", pictures::layout_picture(w.a.layout()));
       }},
      {"write_whole_file",
       [](Scene& w) { io::detail::write_whole_file(w.comm, "timeout_text", "text"); }},
  };
}

}  // namespace ashlar::test
