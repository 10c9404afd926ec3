// SPDX-License-Identifier: BSD-3-Clause
#include "products.hpp"

#include <algorithm>
#include <cmath>

#include <ashlar/base/checked_int.hpp>
#include <ashlar/base/concat.hpp>
#include <ashlar/base/error.hpp>
#include <ashlar/layout/detail/triangle.hpp>
#include <ashlar/matrix/dist_matrix.hpp>
#include <ashlar/mpi/agree.hpp>
#include <ashlar/mpi/context.hpp>

#include "base/instantiate.hpp"
#include "base/tuning.hpp"
#include "layout/meet.hpp"
#include "move/engine/apart_pairs.hpp"
#include "nodes/product.hpp"
#include "operand.hpp"

namespace ashlar::detail {
namespace {

template <Scalar T>
bool has_caller_memory(MatrixView<const T> c, std::initializer_list<MatrixView<const T>> inputs) {
  return c.matrix().is_wrapped() || std::any_of(inputs.begin(), inputs.end(), [](const auto& a) {
           return a.matrix().is_wrapped();
         });
}

// The reason for PBLAS, from measurements on two hosts; null if slabs are faster.
const char* reason_for_pblas(const ProductCall& call, Index side, mpi::CommunicatorView comm) {
  if (mpi::Context::of(comm).is_single_node()) return "the ranks of the node do not share memory";
  if (side < detail::tuning().pblas_below) return "PBLAS is faster at small orders";
  if (call.k / 16 > std::min(call.c.rows, call.c.cols))
    return "C is small beside a factor, which PBLAS leaves in its place";
  return nullptr;
}

}  // namespace

ProductChoice choose_product(const ProductCall& call, mpi::CommunicatorView comm,
                             const LinalgOptions& options) {
  ProductChoice choice{.machine = machine_of(comm)};
  // Side of square matrices with as many operations.
  const double work = static_cast<double>(call.c.rows) * static_cast<double>(call.c.cols) *
                      static_cast<double>(std::max<Index>(call.k, 1));
  const auto side = static_cast<Index>(std::cbrt(work));
  LayoutAdvice advice = layout_for(call.family, {side, side}, choice.machine, options.algorithm);
  if (options.algorithm == Algorithm::Automatic && advice.algorithm == Algorithm::Nodes)
    if (const char* const reason = reason_for_pblas(call, side, comm))
      advice = {Algorithm::ScaLapack, {}, reason};
  choice.algorithm = advice.algorithm;
  note_algorithm(
      options, advice.algorithm,
      concat(call.name, " by algorithm ", to_string(advice.algorithm), ": ", advice.reason));
  return choice;
}

template <Scalar T>
void check_operands(const char* routine, MatrixView<const T> c,
                    std::initializer_list<MatrixView<const T>> inputs) {
  const auto shared = [routine] {
    return concat(routine,
                  ": the matrix that is written shares memory with one that is read during the "
                  "call; give it separate memory");
  };
  for (const MatrixView<const T>& a : inputs) {
    expect(a.comm() == c.comm(), routine,
           ": all matrices must live on one communicator; move them to that of the one that is "
           "written");
    expect(&a.matrix() != &c.matrix() || !meet(a.section(), c.section()), shared());
  }
  if (!has_caller_memory(c, inputs)) return;

  // As in copy_into, ranks check each pair of matrices once, here also for BLAS's leading
  // dimensions.
  mpi::Context& context = mpi::Context::of(c.comm());
  ApartPairs& known = context.slot<ApartPairs>("linalg.apart_pairs", [] { return ApartPairs(); });
  const auto pair_of = [&](const auto& a) {
    return MatrixPair{a.matrix().number(), c.matrix().number()};
  };
  if (std::all_of(inputs.begin(), inputs.end(),
                  [&](const auto& a) { return known.contains(pair_of(a)); }))
    return;
  mpi::together(context.comm(), [&] {
    checked_int(c.matrix().lld(), "leading dimension");
    for (const MatrixView<const T>& a : inputs) {
      checked_int(a.matrix().lld(), "leading dimension");
      expect(&a.matrix() == &c.matrix() || !overlap_in_memory(operand_of(a), operand_of(c)),
             shared());
    }
  });
  for (const MatrixView<const T>& a : inputs) known.add(pair_of(a));
}

template <Scalar T>
void run_product(const char* routine, const node::Product<T>& product, const ProductChoice& choice,
                 const LinalgOptions& options) {
  const auto share = [&] {
    if (choice.ranks() == 1) return node::ProductShare{{1, 1}};
    return node::product_share(product.c.shape(), product.a.shape().cols, choice.ranks());
  };
  const std::string moves = choice.algorithm == Algorithm::Nodes ? nodes::multiply(product)
                                                                 : node::multiply(product, share());
  if (options.note) *options.note += concat(routine, ": ", moves);
}

template <Scalar T>
void scale_section(MatrixView<T> c, T beta, Uplo uplo) {
  if (beta == T(1) || !c.matrix().coord()) return;
  const LocalView<T> part = c.local();
  const Axis &row_axis = c.layout().rows(), &col_axis = c.layout().cols();
  const Section& section = c.section();
  const Coord me = *c.matrix().coord();
  const Index first_row = row_axis.local_range(me.row, section.rows).first;
  const Index first_col = col_axis.local_range(me.col, section.cols).first;
  for (Index jl = 0; jl < part.cols; ++jl) {
    const Index j = col_axis.to_global(me.col, first_col + jl) - section.cols.first;
    const Range keep = Triangle{uplo}.rows_of(j, {0, section.rows.size()});
    const Range local = row_axis.local_range(
        me.row, {section.rows.first + keep.first, section.rows.first + keep.last});
    for (Index il = local.first - first_row; il < local.last - first_row; ++il) {
      T& x = part(il, jl);
      x = beta == T(0) ? T(0) : beta * x;
    }
  }
}

#define ASHLAR_INSTANTIATE(T)                                                           \
  template void check_operands(const char*, MatrixView<const T>,                        \
                               std::initializer_list<MatrixView<const T>>);             \
  template void run_product(const char*, const node::Product<T>&, const ProductChoice&, \
                            const LinalgOptions&);                                      \
  template void scale_section(MatrixView<T>, T, Uplo);
ASHLAR_FOR_ALL_SCALARS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar::detail
