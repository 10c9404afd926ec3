// SPDX-License-Identifier: BSD-3-Clause
#include <doctest/doctest.h>

#include <set>
#include <string>
#include <type_traits>

#include <ashlar/base/scalar.hpp>

using namespace ashlar;

static_assert(Scalar<float> && Scalar<double> && Scalar<c64> && Scalar<c128>);
static_assert(!Scalar<int> && !Scalar<long double> && !Scalar<bool>);
static_assert(Element<std::int8_t> && Element<std::uint64_t> && !Element<bool> && !Element<char>);
static_assert(std::is_same_v<RealOf<c64>, float> && std::is_same_v<RealOf<c128>, double>);
static_assert(std::is_same_v<RealOf<float>, float> && std::is_same_v<RealOf<double>, double>);
static_assert(is_complex<c64> && is_complex<c128> && !is_complex<double>);
static_assert(size_of(DType::Complex128) == 16 && size_of(DType::UInt8) == 1);

TEST_CASE("dtype: the name of every element type leads back to it") {
  std::set<std::string_view> names;
  for (DType dtype : all_dtypes) {
    names.insert(to_string(dtype));
    CHECK(dtype_from_string(to_string(dtype)) == dtype);
  }
  CHECK(names.size() == 12);
}

TEST_CASE("dtype: names are NumPy's") {
  CHECK(to_string(DType::Float32) == "float32");
  CHECK(to_string(DType::Complex64) == "complex64");
  CHECK(to_string(DType::Int8) == "int8");
  CHECK(to_string(DType::UInt64) == "uint64");
}

TEST_CASE("dtype: other words are not element types") {
  for (const char* name : {"", "float", "Float64", "float64 ", "complex", "int128", "bool"})
    CHECK_FALSE(dtype_from_string(name).has_value());
}

TEST_CASE_TEMPLATE("dtype: value and C++ type determine each other", T, float, double, c64, c128,
                   std::int8_t, std::int16_t, std::int32_t, std::int64_t, std::uint8_t,
                   std::uint16_t, std::uint32_t, std::uint64_t) {
  const DType dtype = dtype_of<T>();
  CHECK(size_of(dtype) == sizeof(T));
  CHECK(visit_element(dtype,
                      [](auto tag) { return std::is_same_v<typename decltype(tag)::type, T>; }));
}

TEST_CASE("conjugate: turns the sign of the imaginary part and leaves reals alone") {
  CHECK(conjugate(c128(1, 2)) == c128(1, -2));
  CHECK(conjugate(c64(-1, -2)) == c64(-1, 2));
  CHECK(conjugate(3.5) == 3.5);
  CHECK(conjugate(std::uint8_t{200}) == 200);
}
