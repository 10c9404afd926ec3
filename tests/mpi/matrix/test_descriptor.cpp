// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/matrix/descriptor.hpp>

#include "mpi/matrix/layout_cases.hpp"

using namespace ashlar;
using namespace ashlar::test;

TEST_CASE("descriptor_of: there and back is the same matrix in the same memory") {
  for_each_layout(world(), [](mpi::CommunicatorView comm, const Layout& layout) {
    DistMatrix<double> a(comm, layout);
    a.fill_with([](Index i, Index j) { return face<double>(i, j); });
    const Descriptor descriptor = descriptor_of(a, 17);
    bool ok = descriptor.m == a.rows() && descriptor.nb == layout.block().cols;
    ok = ok && descriptor.ctxt == (a.coord() ? 17 : -1);
    ok = ok && (!a.coord() || descriptor.lld == a.lld());
    const auto b = DistMatrix<double>::wrap(comm, layout.ranks(), descriptor, a.local().data);
    ok = ok && b.layout() == layout && b.local_shape() == a.local_shape() && b.lld() == a.lld();
    ok = ok && (a.local_shape().empty() || b.local().data == a.local().data);
    check_all(comm, ok, layout.to_string());
  });
}

TEST_CASE("wrap: descriptors of ranks outside the grid are not looked at") {
  const RankMap last_rank({1, 1}, GridOrder::Row, {world().size() - 1});
  std::vector<float> memory(6 * 4);
  Descriptor descriptor{
      .dtype = 77, .ctxt = -1, .m = -5, .n = -5, .mb = 0, .nb = 0, .rsrc = 9, .csrc = 9, .lld = 0};
  const bool is_last = world().rank() == world().size() - 1;
  if (is_last) descriptor = {.ctxt = 0, .m = 5, .n = 4, .mb = 2, .nb = 2, .lld = 6};
  const auto a =
      DistMatrix<float>::wrap(world(), last_rank, descriptor, is_last ? memory.data() : nullptr);
  check_all(world(), a.shape() == Shape{5, 4} && a.coord().has_value() == is_last,
            "shape from the last rank");
  check_all(world(), !is_last || (a.lld() == 6 && a.local().data == memory.data()), "its memory");
}

TEST_CASE("wrap: descriptors that differ, or are none, are the same error on all ranks") {
  const int size = world().size();
  const RankMap ranks({size, 1});
  std::vector<double> memory(100);
  const auto text_of = [&](const Descriptor& descriptor) -> std::string {
    try {
      DistMatrix<double>::wrap(world(), ranks, descriptor, memory.data());
    } catch (const ArgumentError& error) {
      return error.what();
    }
    return {};
  };
  const Descriptor good{.ctxt = 0, .m = 5, .n = 4, .mb = 2, .nb = 2, .lld = 6};
  Descriptor other = good;
  if (world().rank() == size - 1 && size > 1) other.n = 3;
  const std::string differing = text_of(other);
  check_all(world(), size == 1 ? differing.empty() : differing.find("N 3") != std::string::npos,
            differing);
  Descriptor dtype = good;
  dtype.dtype = 502;
  const std::string wrong_type = text_of(dtype);
  check_all(world(), wrong_type.find("502") != std::string::npos, wrong_type);
}

TEST_CASE("descriptor_of: row-major memory has none") {
  const Layout layout({.shape = {4, 3}, .block = {2, 2}, .grid = {1, 1}});
  std::vector<double> memory(12);
  const auto a = DistMatrix<double>::wrap(world(), layout, {memory.data(), 3, StorageOrder::C});
  CHECK_THROWS_WITH_AS(descriptor_of(a, 0), doctest::Contains("row-major"), ArgumentError);
}
