// SPDX-License-Identifier: BSD-3-Clause
#include "scene.hpp"

namespace ashlar::test {

std::vector<WrongCall> wrong_moves() {
  return {
      {"numbers too large for the target's type", End::Overflow,
       "plan: 1 finite elements of type float64 are too large for float32",
       [](Scene& w) {
         w.a.set(3, 4, -1e300);
         DistMatrix<float> narrow(w.comm, w.b.layout());
         copy_into(w.a, narrow, {.overflow = Overflow::Refused});
       }},
      {"numbers too large for a converted matrix", End::Overflow, "which no float32 can hold",
       [](Scene& w) {
         w.a.set(3, 4, 1e300);
         (void)convert<float>(w.a, Overflow::Refused);
       }},
      {"a started move that refuses overflow", End::Argument,
       "Plan::start: Overflow::Refused needs the answers of all ranks",
       [](Scene& w) {
         Plan<double> plan(w.comm, transfers(w.a.layout(), w.b.layout()),
                           {.overflow = Overflow::Refused});
         (void)plan.start(w.a, w.b);
       }},
      {"shapes of a copy", End::Argument, "12x8", [](Scene& w) { copy_into(w.a, w.c); }},
      {"transposed shapes of a copy", End::Argument, "12x8",
       [](Scene& w) { copy_into(w.a, w.b, {.op = Op::Trans}); }},
      {"overlapping sections", End::Argument, "overlapping sections",
       [](Scene& w) {
         copy_into(w.s.view({0, 4}, {0, 4}), w.s.view({2, 6}, {0, 4}));
       }},
      {"rest of a target", End::Argument, "rest is number 7",
       [](Scene& w) { copy_into(w.a, w.b, {.rest = static_cast<Rest>(7)}); }},
      {"number of a transport", End::Argument, "transport is number 99",
       [](Scene& w) { copy_into(w.a, w.b, {.transport = static_cast<Transport>(99)}); }},
      {"length of a piece", End::Argument, "piece_bytes is 0",
       [](Scene& w) { copy_into(w.a, w.b, {.piece_bytes = 0}); }},
      {"memory of a copy", End::Argument, "max_extra_bytes is 5",
       [](Scene& w) { copy_into(w.a, w.b, {.max_extra_bytes = 5}); }},
      {"axes of a matrix", End::Argument, "axes, source and target are for arrays",
       [](Scene& w) {
         copy_into(w.a, w.b, {.axes = {1, 0}});
       }},
      {"op of an array", End::Argument, "arrays have no op",
       [](Scene& w) { copy_into(w.u, w.v, {.op = Op::Trans}); }},
      {"axes that are not a permutation", End::Argument, "axes",
       [](Scene& w) {
         copy_into(w.u, w.v, {.axes = {2, 0, 0}});
       }},
      {"extents of arrays", End::Argument, "", [](Scene& w) { copy_into(w.u, w.v); }},
      {"source of no communicator", End::Argument, "default-made or moved from",
       [](Scene& w) { copy_into(DistMatrix<double>(), w.b); }},
      {"source that was moved from", End::Argument, "default-made or moved from",
       [](Scene& w) {
         DistMatrix<double> other(w.comm, w.a.layout());
         const DistMatrix<double> kept = std::move(other);
         copy_into(other, w.b);  // NOLINT(bugprone-use-after-move): that is the mistake
       }},
      {"matrix of another communicator", End::Argument, "have different communicators",
       [](Scene& w) {
         // The ranks in reverse order.
         const mpi::Communicator other = mpi::Communicator::split(w.comm, 0, -w.comm.rank());
         const DistMatrix<double> elsewhere(other, w.a.layout());
         copy_into(elsewhere, w.b);
       },
       2},
      {"overlap in the caller's memory", End::Argument, "overlap in memory",
       [](Scene& w) {
         std::vector<double> memory(200);
         const Layout layout = w.by_columns({12, 8});
         const auto first = DistMatrix<double>::wrap(w.comm, layout, {memory.data(), 12});
         auto second = DistMatrix<double>::wrap(w.comm, layout, {memory.data() + 1, 12});
         copy_into(first, second);
       }},
      {"stored triangle of a mirror", End::Argument, "the stored triangle is general",
       [](Scene& w) { mirror_into(w.s, w.s, Uplo::General); }},
      {"mirror of a long matrix", End::Argument, "only a square one has a mirror image",
       [](Scene& w) { mirror_into(w.a, w.b, Uplo::Lower); }},
      {"transposing a long matrix in place", End::Argument, "only a square one keeps its shape",
       [](Scene& w) { transpose_in_place(w.b); }},
      {"transport in place", End::Argument, "only automatic transport and messages",
       [](Scene& w) { transpose_in_place(w.s, {.transport = Transport::Staged}); }},
      {"root of a gathering", End::Argument, "root is rank 77",
       [](Scene& w) { (void)gather(w.a, 77); }},
      {"memory of a gathering's root", End::Argument, "but the root's memory is 12x7",
       [](Scene& w) {
         std::vector<double> memory(96);
         gather_into(w.a, {memory.data(), 12, 7, 1, 12}, 0);
       }},
      {"memory that one rank gathers into", End::Argument, "is 3x8",
       [](Scene& w) {
         std::vector<double> memory(96);
         const Index rows = w.but<Index>(12, 3);
         gather_all_into(w.a, {memory.data(), rows, 8, 1, 12});
       }},
      {"elements for an array", End::Argument, "gave memory for 5 elements, but the array has 120",
       [](Scene& w) {
         const std::vector<double> few(5);
         scatter(few, w.v);
       }},
      {"ranks of a plan", End::Argument, "plan: the move uses ranks up to",
       [](Scene& w) {
         const Layout wide({.shape = {12, 8}, .block = {2, 3}, .grid = {1, w.size + 1}});
         Plan<double>(w.comm, Transfers(w.a.layout(), wide));
       }},
      {"source of a plan", End::Argument, "but the plan was made for",
       [](Scene& w) {
         Plan<double> plan(w.comm, Transfers(w.a.layout(), w.b.layout()));
         plan.run(w.c, w.b);
       }},
      {"number of a plan's matrices", End::Argument, "made for 1 move, but 2 pairs",
       [](Scene& w) {
         Plan<double> plan(w.comm, Transfers(w.a.layout(), w.b.layout()));
         DistMatrix<double> other(w.comm, w.b.layout());
         plan.run({{w.a, w.b}, {w.a, other}});
       }},
      {"tasks that write the same", End::Argument, "write to the same elements",
       [](Scene& w) {
         copy_all({CopyTask(w.a, w.b), CopyTask(w.a, w.b)});
       }},
      {"transports of tasks", End::Argument, "different transports",
       [](Scene& w) {
         DistMatrix<double> other(w.comm, w.b.layout());
         copy_all({CopyTask(w.a, w.b), CopyTask(w.a, other, {.transport = Transport::Messages})});
       }},
      {"adding and setting", End::Argument, "call assemble between adding and setting",
       [](Scene& w) {
         Assembler<double> assembler(w.b);
         if (w.errs) assembler.add_value(0, 0, 1);
         if (w.comm.rank() == 0) assembler.set_value(0, 0, 1);
         assembler.assemble();
       }},
      {"element that one rank asks for", End::Argument, "get_values: row",
       [](Scene& w) {
         const std::vector<Index> row = {w.but<Index>(1, 99)}, col = {1};
         (void)get_values(w.a, row, col);
       }},
  };
}

}  // namespace ashlar::test
