// SPDX-License-Identifier: BSD-3-Clause
#include "scene.hpp"

namespace ashlar::test {
std::vector<WrongCall> disagreeing_moves() {
  return {
      {"blocks of a redistribution", End::Mismatch, "in 3x2 blocks",
       [](Scene& w) {
         (void)redistribute(w.a, w.by_columns({12, 8}).with_block(w.but<Block>({2, 2}, {3, 2})));
       }},
      {"section of a source", End::Mismatch, "copy_into: ranks disagree on the source",
       [](Scene& w) {
         const Index first = w.but<Index>(0, 1);
         copy_into(w.a.view({first, first + 4}, {0, 8}), w.b.view({0, 4}, {0, 8}));
       }},
      {"section of a target", End::Mismatch, "copy_into: ranks disagree on the target",
       [](Scene& w) {
         const Index first = w.but<Index>(0, 1);
         copy_into(w.a.view({0, 4}, {0, 8}), w.b.view({first, first + 4}, {0, 8}));
       }},
      {"source of a copy", End::Mismatch, "copy_into: ranks disagree on the source",
       [](Scene& w) {
         DistMatrix<double> other(w.comm, w.a.layout());
         copy_into(w.errs ? other : w.a, w.b);
       }},
      {"op of a copy", End::Mismatch, "the options: the usual ones on",
       [](Scene& w) { copy_into(w.s, w.s, {.op = w.but(Op::None, Op::Trans), .diagonal = 0}); }},
      {"triangle of a copy", End::Mismatch, "uplo upper on",
       [](Scene& w) { copy_into(w.a, w.b, {.uplo = w.but(Uplo::Upper, Uplo::Lower)}); }},
      {"diagonal of a copy", End::Mismatch, "diagonal 1 on",
       [](Scene& w) {
         copy_into(w.a, w.b, {.uplo = Uplo::Upper, .diagonal = w.but<Index>(1, 2)});
       }},
      {"rest of a target", End::Mismatch, "rest zero on",
       [](Scene& w) {
         copy_into(w.a, w.b, {.uplo = Uplo::Upper, .rest = w.but(Rest::Untouched, Rest::Zero)});
       }},
      {"transport of a copy", End::Mismatch, "transport messages on",
       [](Scene& w) {
         copy_into(w.a, w.b, {.transport = w.but(Transport::Automatic, Transport::Messages)});
       }},
      {"piece size of a copy", End::Mismatch, "piece_bytes 64 on",
       [](Scene& w) { copy_into(w.a, w.b, {.piece_bytes = w.but<Index>(Index{256} << 10, 64)}); }},
      {"alpha of a copy", End::Mismatch, "the factors: alpha 2, beta 0 on",
       [](Scene& w) { copy_into(w.a, w.b, {}, {.alpha = w.but(2.0, 3.0)}); }},
      {"axes of an array's copy", End::Mismatch, "axes 3 values (2, 0, 1) on",
       [](Scene& w) {
         copy_into(w.u, w.v, {.axes = w.but<std::vector<int>>({2, 0, 1}, {2, 1, 0})});
       }},
      {"a copy and a mirror", End::Mismatch, "copy_into: ranks disagree on",
       [](Scene& w) {
         if (w.errs) mirror_into(w.s, w.s, Uplo::Lower);
         else copy_into(w.a, w.b);
       }},
      {"stored triangle of a mirror", End::Mismatch, "uplo upper",
       [](Scene& w) { mirror_into(w.s, w.s, w.but(Uplo::Lower, Uplo::Upper)); }},
      {"extracted triangle", End::Mismatch, "uplo upper",
       [](Scene& w) { (void)extract_triangle(w.s, w.but(Uplo::Lower, Uplo::Upper)); }},
      {"different calls", End::Mismatch, "ranks make different collective calls: copy_into on",
       [](Scene& w) {
         if (w.errs) transpose_in_place(w.s);
         else copy_into(w.a, w.b);
       }},
      {"op of a transposition in place", End::Mismatch, "op: transpose on",
       [](Scene& w) {
         if (w.errs) conj_transpose_in_place(w.s);
         else transpose_in_place(w.s);
       }},
      {"root of a gathering", End::Mismatch, "ranks disagree on the root: 0 on",
       [](Scene& w) { (void)gather(w.a, w.but(0, 1)); }},
      {"root of an array's gathering", End::Mismatch, "ranks disagree on the root: 0 on",
       [](Scene& w) { (void)gather(w.v, w.but(0, 1)); }},
      {"matrix that is gathered everywhere", End::Mismatch, "ranks disagree on the shape",
       [](Scene& w) { (void)gather_all(w.errs ? w.c : w.a); }},
      {"moves of a plan", End::Mismatch, "Plan: ranks disagree on the moves",
       [](Scene& w) {
         const Layout& from = w.errs ? w.b.layout() : w.a.layout();
         Plan<double>(w.comm, Transfers(from, w.b.layout()));
       }},
      {"options of a plan", End::Mismatch, "Plan: ranks disagree on the options",
       [](Scene& w) {
         Plan<double>(w.comm, Transfers(w.a.layout(), w.b.layout()),
                      {.max_extra_bytes = w.but<Index>(0, 4096)});
       }},
      {"target of a plan's run", End::Mismatch, "Plan::run: ranks disagree on the move",
       [](Scene& w) {
         DistMatrix<double> other(w.comm, w.b.layout());
         Plan<double> plan(w.comm, Transfers(w.a.layout(), w.b.layout()));
         plan.run(w.a, w.errs ? other : w.b);
       }},
      {"run and start of a plan", End::Mismatch, "Plan::run on",
       [](Scene& w) {
         Plan<double> plan(w.comm, Transfers(w.a.layout(), w.b.layout()));
         if (w.errs) plan.start(w.a, w.b).wait();
         else plan.run(w.a, w.b);
       }},
      {"tasks that are made together", End::Mismatch, "copy_all: ranks disagree on the tasks",
       [](Scene& w) {
         const Op op = w.but(Op::Trans, Op::ConjTrans);
         copy_all({CopyTask(w.a, w.b), CopyTask(w.a, w.c, {.op = op})});
       }},
      {"target of an assembly", End::Mismatch, "assemble: ranks disagree on the target",
       [](Scene& w) {
         Assembler<double> assembler(w.errs ? w.c : w.b);
         assembler.add_value(0, 0, 1);
         assembler.assemble();
       }},
      {"options of an assembly", End::Mismatch, "assemble: ranks disagree on piece_bytes",
       [](Scene& w) {
         Assembler<double>(w.b, {.piece_bytes = w.but<Index>(128, 256)}).assemble();
       }},
      {"matrix whose values are asked for", End::Mismatch,
       "get_values: ranks disagree on the matrix",
       [](Scene& w) {
         const std::vector<Index> at = {1};
         (void)get_values(w.errs ? w.b : w.a, at, at);
       }},
      {"rows that are printed", End::Mismatch, "to_text: ranks disagree on max_rows",
       [](Scene& w) { (void)to_text(w.a, {.max_rows = w.but<Index>(4, 5)}); }},
      {"matrix that is compared", End::Mismatch, "count_differences: ranks disagree on b",
       [](Scene& w) { (void)count_differences(w.a, w.errs ? w.a : w.b); }},
  };
}

}  // namespace ashlar::test
