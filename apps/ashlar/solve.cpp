// SPDX-License-Identifier: BSD-3-Clause
#include <memory>

#include <fmt/format.h>

#include <ashlar/base/concat.hpp>
#include <ashlar/base/error.hpp>
#include <ashlar/io/npy.hpp>
#include <ashlar/linalg/norm.hpp>
#include <ashlar/linalg/solve.hpp>
#include <ashlar/move/copy.hpp>

#include "commands.hpp"
#include "report.hpp"
#include "support/options.hpp"

namespace ashlar::apps {
namespace {

enum class Method { Lu, Cholesky };

struct Options {
  std::string a, b, out;
  Method method = Method::Lu;
  Precision precision = Precision::Working;
  LayoutOptions layout;
  bool quiet = false, json = false;
};

/// The limit of the HPL benchmark; a larger residual is no solution.
constexpr double largest_residual = 16;

/// The least of the four types of ScaLAPACK that holds both; integers are solved in double.
DType common_type(DType a, DType b) {
  const auto is_complex_type = [](DType t) {
    return t == DType::Complex64 || t == DType::Complex128;
  };
  const auto is_single = [](DType t) { return t == DType::Float32 || t == DType::Complex64; };
  if (is_complex_type(a) || is_complex_type(b))
    return is_single(a) && is_single(b) ? DType::Complex64 : DType::Complex128;
  return is_single(a) && is_single(b) ? DType::Float32 : DType::Float64;
}

void check_system(const Options& options, const io::FileInfo& a, const io::FileInfo& b) {
  if (a.shape.rows != a.shape.cols)
    throw FileError(options.a, concat("is ", a.shape.rows, "x", a.shape.cols,
                                      ", but must be square to be solved with"));
  if (b.shape.rows != a.shape.rows)
    throw FileError(options.b,
                    concat("has ", b.shape.rows, " rows, but ", options.a, " has ", a.shape.rows));
}

/// The matrix that Cholesky solves with: `a`'s lower triangle and its mirror image, whatever lies
/// above the diagonal. @collective
template <Scalar T>
DistMatrix<T> mirrored(const DistMatrix<T>& a) {
  DistMatrix<T> whole = a;
  copy_into(a, whole, {.op = Op::ConjTrans, .uplo = Uplo::Upper, .diagonal = 1});
  return whole;
}

struct Result {
  double residual = 0;
  SolveReport report;
  double read = 0, solved = 0, written = 0;
  Layout layout;  // of A
};

template <Scalar T>
Result solve_files(mpi::CommunicatorView world, const Options& options,
                   const io::FileInfo& b_info) {
  const ProcessGrid grid = options.layout.grid_of(world);
  const Blocking blocking{options.layout.block, options.layout.source};
  Steps steps(world, options.quiet);
  Result result;

  steps.begin("reading");
  const auto a = io::load_as<T>(options.a, grid, blocking);
  const auto b = io::load_as<T>(options.b, grid, blocking);
  result.layout = a.layout();
  result.read = steps.end();

  steps.begin("solving");
  const bool lu = options.method == Method::Lu;
  const SolveOptions how{.precision = options.precision, .report = &result.report};
  const auto x = lu ? solve(a, b, how) : cholesky_solve(a, b, how);
  steps.end();
  result.solved = result.report.seconds;
  result.residual =
      static_cast<double>(lu ? scaled_residual(a, x, b) : scaled_residual(mirrored(a), x, b));
  if (!(result.residual <= largest_residual))
    throw ForeignError(
        fmt::format("the scaled residual is {:.3g}, above {}: no solution is written",
                    result.residual, largest_residual));

  steps.begin("writing " + options.out);
  io::save(options.out, x, {.dimensions = fitting_dimensions(b_info, x.shape())});
  result.written = steps.end();
  return result;
}

std::string warning_line(const SolveReport& report) {
  return report.warning.empty() ? "" : "warning: " + report.warning + "\n";
}

void print_result(mpi::CommunicatorView world, const Options& options, Shape b, DType dtype,
                  const Result& result) {
  const char* method = options.method == Method::Lu ? "lu" : "cholesky";
  if (options.json) {
    print(world,
          Json{{"a", options.a},
               {"b", options.b},
               {"x", options.out},
               {"order", b.rows},
               {"right_hand_sides", b.cols},
               {"dtype", to_string(dtype)},
               {"method", method},
               {"algorithm", to_string(result.report.algorithm)},
               {"precision", to_string(result.report.precision)},
               {"fell_back", result.report.fell_back},
               {"refinement_steps", result.report.refinement_steps},
               {"layout", to_json(result.layout)},
               {"scaled_residual", result.residual},
               {"condition", result.report.condition},
               {"warning", result.report.warning},
               {"seconds",
                {{"read", result.read}, {"solved", result.solved}, {"written", result.written}}}});
  } else if (!options.quiet) {
    print(world,
          fmt::format("A: {}\nX: {} by {}\nscaled residual {:.3g} (good below {}), "
                      "condition about {:.2g}\n{}read {:.3f} s, solved {:.3f} s, written {:.3f} s",
                      result.layout.to_string(), describe(b, dtype), method, result.residual,
                      largest_residual, result.report.condition, warning_line(result.report),
                      result.read, result.solved, result.written));
  }
}

void run(mpi::CommunicatorView world, const Options& options) {
  const io::FileInfo a = io::read_info(world, options.a);
  const io::FileInfo b = io::read_info(world, options.b);
  check_system(options, a, b);
  const DType dtype = common_type(a.dtype, b.dtype);
  visit_element(dtype, [&](auto tag) {
    using T = typename decltype(tag)::type;
    if constexpr (Scalar<T>)
      print_result(world, options, b.shape, dtype, solve_files<T>(world, options, b));
  });
}

}  // namespace

Command solve_command(CLI::App& parent) {
  auto options = std::make_shared<Options>();
  CLI::App* app = parent.add_subcommand("solve", "Solve A X = B and print the scaled residual");
  app->add_option("A", options->a, "square matrix: .npy file, or folder of pieces")->required();
  app->add_option("B", options->b, "right-hand sides: .npy file, or folder of pieces")->required();
  app->add_option("-o,--out", options->out,
                  "where X goes: .npy file; a folder of pieces if it ends in /")
      ->required()
      ->type_name("X");
  const auto parse_method = [](const std::string& text) -> std::optional<Method> {
    if (text == "lu") return Method::Lu;
    if (text == "cholesky") return Method::Cholesky;
    return std::nullopt;
  };
  add_parsed_option(*app, "--method", options->method, "lu|cholesky",
                    "LU with pivoting, or Cholesky (A Hermitian positive definite, lower triangle "
                    "read); lu if not given",
                    parse_method);
  const auto parse_precision = [](const std::string& text) -> std::optional<Precision> {
    if (text == "working") return Precision::Working;
    if (text == "mixed") return Precision::Mixed;
    return std::nullopt;
  };
  add_parsed_option(*app, "--precision", options->precision, "working|mixed",
                    "mixed: factor in single precision and refine to double's accuracy; working "
                    "if not given",
                    parse_precision);
  add_layout_options(*app, options->layout, "", "Layout in which A and B are loaded");
  app->add_flag("--idle", options->layout.idle,
                "allow a grid with fewer processes than there are ranks");
  app->add_flag("--quiet", options->quiet, "print nothing");
  app->add_flag("--json", options->json, "print JSON");
  app->footer("Example:\n  mpirun -n 4 ashlar solve A.npy b.npy -o x.npy");
  return {app, [options](mpi::CommunicatorView world) { run(world, *options); }};
}

}  // namespace ashlar::apps
