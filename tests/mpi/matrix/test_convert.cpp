// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/matrix/convert.hpp>

#include "mpi/matrix/layout_cases.hpp"

using namespace ashlar;
using namespace ashlar::test;

namespace {

template <class To, class From>
bool converts_each(const DistMatrix<From>& a) {
  const DistMatrix<To> b = convert<To>(a);
  bool ok = b.layout() == a.layout() && b.comm() == a.comm();
  for (Index i = 0; i < a.rows(); ++i)
    for (Index j = 0; j < a.cols(); ++j)
      if (const From* from = a.find(i, j)) ok = ok && *b.find(i, j) == static_cast<To>(*from);
  return ok;
}

}  // namespace

TEST_CASE("convert: each element by itself, layout and place kept") {
  for_each_layout(world(), [](mpi::CommunicatorView comm, const Layout& layout) {
    DistMatrix<double> a(comm, layout);
    a.fill_with([](Index i, Index j) { return 0.1 + 16.0 * double(i) - double(j); });
    DistMatrix<c64> c(comm, layout);
    c.fill_with([](Index i, Index j) { return face<c64>(i, j); });
    bool ok = converts_each<float>(a) && converts_each<double>(a) && converts_each<std::int16_t>(a);
    ok = ok && converts_each<c128>(a) && converts_each<c64>(c);
    const DistMatrix<c128> wide = convert<c128>(c);
    for (Index i = 0; i < c.rows(); ++i)
      for (Index j = 0; j < c.cols(); ++j)
        if (const c128* element = wide.find(i, j)) ok = ok && *element == face<c128>(i, j);
    check_all(comm, ok, layout.to_string());
  });
}

TEST_CASE("convert: an element that does not fit is the same error on all ranks") {
  DistMatrix<double> a(ProcessGrid::balanced(world()), {20, 20}, {.block = {3, 3}});
  a.set(17, 5, 300.5);
  std::string text;
  try {
    convert<std::uint8_t>(a);
  } catch (const OverflowError& error) {
    text = error.what();
  }
  check_all(world(), text == "convert: element (17, 5) is 300.5, which no uint8 can hold", text);
}
