// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/gemm.hpp>

#include <memory>

#include <fmt/format.h>

#include <ashlar/base/error.hpp>
#include <ashlar/linalg/norm.hpp>

#include "commands.hpp"
#include "linalg_job.hpp"
#include "standard_input.hpp"

namespace ashlar::apps {
namespace {

struct GemmArguments {
  std::string a, b, c, out;
  Op op_a = Op::None, op_b = Op::None;
  c128 alpha = 1, beta = 0;
  JobOptions job;
};

Shape shape_of(Op op, Shape shape) { return is_transposing(op) ? shape.transposed() : shape; }

template <Scalar T>
T as_scalar(c128 value) {
  if constexpr (is_complex<T>) return T(value);
  else return static_cast<T>(value.real());
}

/// Checks a product with a random vector x: y is the product times x, computed from the operands,
/// and is compared with C x.
template <Scalar T>
class Probe {
 public:
  Probe(const Job& job, const GemmArguments& options, const DistMatrix<T>& a,
        const DistMatrix<T>& b, const DistMatrix<T>& c)
      : x_(job.make<T>({c.cols(), 1}, Uniform<T>(1, -1, 1))), y_(column(job, c.rows())) {
    const Index inner = shape_of(options.op_b, b.shape()).rows;
    const T alpha = as_scalar<T>(options.alpha), beta = as_scalar<T>(options.beta);
    auto bx = column(job, inner);
    gemv(b, x_, bx, {.op = options.op_b});
    gemv(a, bx, y_, {.op = options.op_a, .alpha = alpha});
    unit_ = std::abs(options.alpha) * size(a) * size(b);
    if (beta != T(0)) {
      gemv(c, x_, y_, {.alpha = beta, .beta = T(1)});
      unit_ += std::abs(options.beta) * size(c);
    }
    unit_ *= size(x_) * roundoff<T>() * static_cast<double>(inner + c.cols());
  }

  /// |C x - y| in units of rounding.
  double residual(const DistMatrix<T>& c) {
    gemv(c, x_, y_, {.alpha = T(-1), .beta = T(1)});
    return ratio(size(y_), unit_);
  }

 private:
  static DistMatrix<T> column(const Job& job, Index n) {
    return job.make<T>({n, 1}, [](Index, Index) { return T(0); });
  }
  static double size(const DistMatrix<T>& m) {
    return static_cast<double>(norm(m, Norm::Frobenius));
  }

  DistMatrix<T> x_, y_;
  double unit_ = 0;
};

template <Scalar T>
void multiply_files(Job& job, const GemmArguments& options, Shape shape) {
  job.begin("read", "reading");
  const auto a = job.load<T>(options.a);
  const auto b = job.load<T>(options.b);
  auto c = options.c.empty() ? job.make<T>(shape, [](Index, Index) { return T(0); })
                             : job.load<T>(options.c);
  job.end();
  job.matrix(options.a, a.layout(), dtype_of<T>());

  job.begin("checked", "preparing a check");
  Probe<T> probe(job, options, a, b, c);
  job.end();
  job.begin("multiplied", "multiplying");
  gemm(a, b, c,
       {.op_a = options.op_a,
        .op_b = options.op_b,
        .alpha = as_scalar<T>(options.alpha),
        .beta = as_scalar<T>(options.beta),
        .how = job.how()});
  job.end();
  job.algorithm();
  job.begin("checked", "checking");
  const double residual = probe.residual(c);
  job.end();
  if (std::isfinite(residual))
    job.residual("scaled_residual", "|C x - (alpha A B x + beta C0 x)| for a random x, scaled,",
                 residual, largest_residual);
  else {
    job.fact("scaled_residual", Json());
    job.warn("the product holds NaN or infinities, as its operands do or by overflow");
  }
  job.save(options.out, c);
}

Shape product_shape(const GemmArguments& options, Shape a, Shape b) {
  const Shape left = shape_of(options.op_a, a), right = shape_of(options.op_b, b);
  expect(left.cols == right.rows, "gemm: op(A) is ", left.rows, "x", left.cols, " and op(B) is ",
         right.rows, "x", right.cols, "; A must have as many columns as B has rows");
  return {left.rows, right.cols};
}

void run_gemm(mpi::CommunicatorView world, const GemmArguments& options) {
  const io::FileInfo a = io::read_info(world, options.a, options.job.hints);
  const io::FileInfo b = io::read_info(world, options.b, options.job.hints);
  const Shape shape = product_shape(options, a.shape, b.shape);
  DType dtype = common_type(a.dtype, b.dtype);
  if (!options.c.empty()) {
    const io::FileInfo c = io::read_info(world, options.c, options.job.hints);
    expect(c.shape == shape, options.c, ": is ", c.shape.rows, "x", c.shape.cols,
           ", but the product is ", shape.rows, "x", shape.cols);
    dtype = common_type(dtype, c.dtype);
  }
  if (options.alpha.imag() != 0 || options.beta.imag() != 0)
    dtype = common_type(dtype, DType::Complex64);
  Job job(world, options.job, {options.out});
  job.fact("a", options.a);
  job.fact("b", options.b);
  job.fact("c", options.out);
  job.fact("shape", to_json(shape));
  visit_scalar(
      dtype, [&](auto tag) { multiply_files<typename decltype(tag)::type>(job, options, shape); });
  job.print();
}

std::optional<Op> parse_op(const std::string& text) {
  if (text == "N") return Op::None;
  if (text == "T") return Op::Trans;
  if (text == "C") return Op::ConjTrans;
  return std::nullopt;
}

std::optional<c128> parse_complex(const std::string& text) {
  if (const auto real = parse_finite(text)) return c128(*real);
  const auto parts = parse_numbers(text);
  return parts ? std::optional(c128(parts->first, parts->second)) : std::nullopt;
}

}  // namespace

Command gemm_command(CLI::App& parent) {
  auto options = std::make_shared<GemmArguments>();
  CLI::App* app = parent.add_subcommand("gemm", "Multiply: C = alpha op(A) op(B) + beta C0");
  add_matrix(*app, "A", options->a, "matrix");
  add_matrix(*app, "B", options->b, "matrix");
  add_output(*app, "OUT,-o,--out", options->out, "C goes")->required();
  add_parsed_option(*app, "--op-a", options->op_a, "N|T|C",
                    "A, its transpose or its conjugate transpose; N if not given", parse_op);
  add_parsed_option(*app, "--op-b", options->op_b, "N|T|C", "the same of B", parse_op);
  add_parsed_option(*app, "--alpha", options->alpha, "X or RE,IM", "1 if not given", parse_complex);
  auto* beta = add_parsed_option(*app, "--beta", options->beta, "X or RE,IM", "0 if not given",
                                 parse_complex);
  add_input(options->c);
  auto* c = app->add_option("--c", options->c, "C0: matrix file, or checkpoint")
                ->type_name("FILE")
                ->needs(beta);
  beta->needs(c);
  add_job_options(*app, options->job);
  add_force(*app, options->job.force);
  app->footer(
      "Example:\n  mpirun -n 4 ashlar gemm A.npy B.npy -o C.npy --op-a T --alpha -2 --beta 1 --c "
      "C0.npy");
  return {app, [options](mpi::CommunicatorView world) { run_gemm(world, *options); }};
}

}  // namespace ashlar::apps
