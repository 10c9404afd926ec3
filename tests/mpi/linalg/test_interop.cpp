// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/norm.hpp>
#include <ashlar/linalg/wrap.hpp>

#include <fstream>
#include <iterator>
#include <sstream>

#include "oracle.hpp"

// Declarations of ScaLAPACK in a program, as in docs/linalg.md.
extern "C" {
double pdlange_(const char* norm, const int* m, const int* n, const double* a, const int* ia,
                const int* ja, const int* desca, double* work, std::size_t norm_length);
void pdgemm_(const char* transa, const char* transb, const int* m, const int* n, const int* k,
             const double* alpha, const double* a, const int* ia, const int* ja, const int* desca,
             const double* b, const int* ib, const int* jb, const int* descb, const double* beta,
             double* c, const int* ic, const int* jc, const int* descc);
}

using namespace ashlar;
using namespace ashlar::test;

namespace {

// [begin example]
double largest_row_sum(const DistMatrix<double>& a) {
  const Descriptor described = descriptor(a);          // collective in the first call for this grid
  if (described.ctxt == BlacsContext::none) return 0;  // idle ranks must not call ScaLAPACK
  const int m = described.m, n = described.n, one = 1;
  std::vector<double> work(static_cast<std::size_t>(a.lld()));
  return pdlange_("I", &m, &n, a.local().data, &one, &one, described.to_array().data(), work.data(),
                  1);
}
// [end example]

std::string text_of(const std::string& path) {
  std::ifstream file(ASHLAR_SOURCE_DIR "/" + path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::string without_blanks(const std::string& text) {
  std::string result;
  std::copy_if(text.begin(), text.end(), std::back_inserter(result),
               [](char c) { return c != ' ' && c != '\n'; });
  return result;
}

}  // namespace

TEST_CASE("descriptor: a user's own pdlange works on wrapped memory in any layout") {
  Choice choice(41);
  for (int round = 0; round < 30; ++round) {
    const Layout layout = choice.layout({27, 18}, world().size());
    const Shape local = layout.local_shape(world().rank());
    const Index ld = std::max<Index>(1, local.rows) + 5;
    std::vector<double> memory(static_cast<std::size_t>(ld * (local.cols + 1)), 1e200);
    auto a = DistMatrix<double>::wrap(world(), layout, {memory.data(), ld});
    a.fill_with(Uniform<double>(1, -1, 1));
    const double wanted = norm(a, Norm::Inf);
    const double found = largest_row_sum(a);
    check_all(world(), !a.coord() || std::abs(found / wanted - 1) < 1e-14,
              concat("pdlange gives ", found, ", norm ", wanted, " for ", layout.to_string()));
  }
}

TEST_CASE(
    "descriptor: matrices on one grid share a context, so that a user's own pdgemm takes them "
    "together") {
  Choice choice(42);
  for (int round = 0; round < 20; ++round) {
    const RankMap ranks = choice.ranks(world().size());
    const auto a = random_matrix<double>(choice.layout({12, 7}, ranks), 1);
    const auto b = random_matrix<double>(choice.layout({7, 15}, ranks), 2);
    DistMatrix<double> c(world(), choice.layout({12, 15}, ranks));
    const auto desc_a = descriptor(a).to_array(), desc_b = descriptor(b).to_array(),
               desc_c = descriptor(c).to_array();
    const int m = 12, n = 15, k = 7, one = 1;
    const double alpha = 1, beta = 0;
    if (c.coord())
      pdgemm_("N", "N", &m, &n, &k, &alpha, a.local().data, &one, &one, desc_a.data(),
              b.local().data, &one, &one, desc_b.data(), &beta, c.local().data, &one, &one,
              desc_c.data());
    const auto wanted = product(gathered(a), gathered(b)), found = gathered(c);
    bool close = desc_a[1] == desc_c[1] && desc_b[1] == desc_c[1];
    for (std::size_t i = 0; i < wanted.values.size(); ++i)
      close = close && std::abs(found.values[i] - wanted.values[i]) < 1e-14L;
    check_all(world(), close, "pdgemm is wrong for C " + c.layout().to_string());
  }
}

TEST_CASE("descriptor: row-major memory has none, and the error gives the reason") {
  const Layout layout{{.shape = {4, 4}, .block = {2, 2}, .grid = {1, 1}}};
  std::vector<double> memory(16);
  const auto a = DistMatrix<double>::wrap(world(), layout, {memory.data(), 4, StorageOrder::C});
  const std::string message = message_of<ArgumentError>([&] { (void)descriptor(a); });
  check_all(world(), contains(message, "row-major"), message);
}

TEST_CASE("docs/linalg.md: shows the example as it is compiled here") {
  const std::string source = text_of("tests/mpi/linalg/test_interop.cpp");
  const std::string opening = "// [begin example]\n";
  const std::size_t first = source.find(opening) + opening.size();
  const std::string example = source.substr(first, source.find("// [end example]") - first);
  CHECK(contains(example, "pdlange_"));
  CHECK(contains(without_blanks(text_of("docs/linalg.md")), without_blanks(example)));
}
