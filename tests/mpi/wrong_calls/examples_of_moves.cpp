// SPDX-License-Identifier: BSD-3-Clause
#include "scene.hpp"

namespace ashlar::test {
namespace {

const std::vector<Index> some_indices = {0, 5, 2};

BlockMap tiles_of(const Scene& w) {
  return BlockMap::tiles({12, 8}, {4, 4},
                         [&w](Index i, Index j) { return static_cast<int>((i + j) % w.size); });
}

}  // namespace

std::vector<CollectiveExample> examples_of_moves() {
  return {
      {"copy_into", [](Scene& w) { copy_into(w.a, w.b); }},
      {"copy_into of a transpose", [](Scene& w) { copy_into(w.a, w.c, {.op = Op::Trans}); }},
      {"copy_into of a triangle",
       [](Scene& w) { copy_into(w.a, w.b, {.uplo = Uplo::Lower, .rest = Rest::Zero}); }},
      {"copy_into of tiles",
       [](Scene& w) {
         const BlockMatrix<double> tiles(w.comm, tiles_of(w));
         copy_into(tiles, w.b);
       }},
      {"copy_into of arrays",
       [](Scene& w) {
         copy_into(w.u, w.v, {.axes = {2, 0, 1}});
       }},
      {"copy_all", [](Scene& w) { copy_all({CopyTask(w.a, w.b)}); }},
      {"redistribute", [](Scene& w) { (void)redistribute(w.a, w.b.layout()); }},
      {"permute",
       [](Scene& w) {
         (void)permute(w.u, {2, 0, 1}, w.v.distribution());
       }},
      {"Plan", [](Scene& w) { Plan<double>(w.comm, Transfers(w.a.layout(), w.b.layout())); }},
      {"Plan::run",
       [](Scene& w) {
         Plan<double> plan(w.comm, Transfers(w.a.layout(), w.b.layout()));
         plan.run(w.a, w.b);
         plan.run(w.a, w.b);
       }},
      {"Plan::reversed",
       [](Scene& w) {
         (void)Plan<double>(w.comm, Transfers(w.a.layout(), w.b.layout())).reversed();
       }},
      {"Plan::start",
       [](Scene& w) {
         Plan<double> plan(w.comm, Transfers(w.a.layout(), w.b.layout()));
         plan.start(w.a, w.b).wait();
       }},
      {"transpose_in_place", [](Scene& w) { transpose_in_place(w.s); }},
      {"conj_transpose_in_place", [](Scene& w) { conj_transpose_in_place(w.s); }},
      {"conj_transpose", [](Scene& w) { (void)conj_transpose(w.a); }},
      {"mirror", [](Scene& w) { (void)mirror(w.s, Uplo::Upper); }},
      {"symmetrize_into", [](Scene& w) { symmetrize_into(w.s, w.s); }},
      {"mirror_into", [](Scene& w) { mirror_into(w.s, w.s, Uplo::Upper); }},
      {"symmetrize", [](Scene& w) { (void)symmetrize(w.s); }},
      {"extract_triangle", [](Scene& w) { (void)extract_triangle(w.s, Uplo::Lower); }},
      {"add", [](Scene& w) { add(w.a, w.b); }},
      {"gather", [](Scene& w) { (void)gather(w.a); }},
      {"gather of an array", [](Scene& w) { (void)gather(w.u); }},
      {"gather_into",
       [](Scene& w) {
         std::vector<double> whole(96);
         gather_into(w.a, {whole.data(), 12, 8, 1, 12});
       }},
      {"gather_all_into",
       [](Scene& w) {
         std::vector<double> whole(96);
         gather_all_into(w.a, {whole.data(), 12, 8, 1, 12});
       }},
      {"gather_all", [](Scene& w) { (void)gather_all(w.a); }},
      {"scatter",
       [](Scene& w) {
         std::vector<double> whole(96, 1.0);
         scatter(LocalView<const double>{whole.data(), 12, 8, 1, 12}, w.b);
       }},
      {"scatter_all",
       [](Scene& w) {
         std::vector<double> whole(96, 1.0);
         scatter_all(LocalView<const double>{whole.data(), 12, 8, 1, 12}, w.b);
       }},
      {"replicate",
       [](Scene& w) {
         (void)replicate(w.a, Layout({.shape = {12, 8}, .grid = {1, 1}}), Replicas(w.size, 1));
       }},
      {"Assembler::assemble",
       [](Scene& w) {
         Assembler<double> assembler(w.b);
         assembler.add_value(3, 4, 1.0);
         assembler.assemble();
       }},
      {"get_values_into",
       [](Scene& w) {
         std::vector<double> values(9);
         get_values_into(w.a, some_indices, some_indices, {values.data(), 3, 3, 1, 3});
       }},
      {"get_values", [](Scene& w) { (void)get_values(w.a, some_indices, some_indices); }},
  };
}

}  // namespace ashlar::test
