// SPDX-License-Identifier: BSD-3-Clause
#include <stdexcept>

#include "scene.hpp"

namespace ashlar::test {

std::vector<WrongCall> absences() {
  return {
      {"a rank that skips a copy", End::Timeout, "in copy_into for rank",
       [](Scene& w) {
         if (!w.errs) copy_into(w.a, w.b);
       }},
      {"a rank that skips a second copy, unchecked", End::Timeout, "in copy_into for rank",
       [](Scene& w) {
         copy_into(w.a, w.b);
         if (!w.errs) copy_into(w.a, w.b);
       },
       2, false},
      {"a rank that throws before a copy", End::Timeout, "in copy_into for rank",
       [](Scene& w) {
         if (w.errs) throw std::runtime_error("this rank has no data");
         copy_into(w.a, w.b);
       }},
      {"a rank that throws between runs of a plan, unchecked", End::Timeout,
       "in Plan::run for rank",
       [](Scene& w) {
         Plan<double> plan(w.comm, Transfers(w.a.layout(), w.b.layout()));
         plan.run(w.a, w.b);
         if (w.errs) throw std::runtime_error("this rank has no data");
         plan.run(w.a, w.b);
       },
       2, false},
      {"a rank whose view is wrong", End::Timeout, "in copy_into for rank",
       [](Scene& w) {
         const Index rows = w.but<Index>(12, 13);
         copy_into(w.a.view({0, rows}, {0, 8}), w.b);
       }},
      {"a rank whose source was never made", End::Timeout, "in copy_into for rank",
       [](Scene& w) {
         const DistMatrix<double> none;
         copy_into(w.errs ? none : w.a, w.b);
       }},
      {"a rank whose layout is wrong", End::Timeout, "in DistMatrix for rank",
       [](Scene& w) {
         const Index block = w.but<Index>(2, 0);
         DistMatrix<double>(w.comm, w.by_columns({12, 8}).with_block({block, 2}));
       }},
      {"a rank that makes no matrix", End::Timeout, "in DistMatrix for rank",
       [](Scene& w) {
         if (!w.errs) DistMatrix<double>(w.comm, w.by_columns({12, 8}));
       }},
      {"a rank that runs no plan", End::Timeout, "in Plan::run for rank",
       [](Scene& w) {
         Plan<double> plan(w.comm, Transfers(w.a.layout(), w.b.layout()));
         if (!w.errs) plan.run(w.a, w.b);
       }},
      {"a rank that does not assemble", End::Timeout, "in Assembler::assemble for rank",
       [](Scene& w) {
         Assembler<double> assembler(w.b);
         if (!w.errs) assembler.assemble();
       }},
      {"a rank that asks for no values", End::Timeout, "in get_values for rank",
       [](Scene& w) {
         const std::vector<Index> at = {1};
         if (!w.errs) (void)get_values(w.a, at, at);
       }},
      {"one rank alone reads an element", End::Timeout, "in DistMatrix::broadcast for rank",
       [](Scene& w) {
         if (!w.errs) (void)w.a.broadcast(0, 0);
       }},
      {"a rank that takes no norm", End::Timeout, "in norm for rank",
       [](Scene& w) {
         if (!w.errs) (void)norm(w.a, Norm::One);
       }},
      {"a rank that does not solve", End::Timeout, "in solve for rank",
       [](Scene& w) {
         if (!w.errs) (void)solve(w.s, w.x);
       }},
      {"a rank that does not save", End::Timeout, "in save for rank",
       [](Scene& w) {
         if (!w.errs) io::save("wrong_absent.npy", w.a);
       }},
  };
}

}  // namespace ashlar::test
