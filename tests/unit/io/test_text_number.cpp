// SPDX-License-Identifier: BSD-3-Clause
#include "io/formats/text_number.hpp"

#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>

using namespace ashlar;
using namespace ashlar::io;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

template <class T>
T number(std::string_view word) {
  T value = 0;
  CAPTURE(word);
  CHECK(parse_number(word, value) == NumberFault::None);
  return value;
}

template <class T>
NumberFault fault(std::string_view word) {
  T value = 0;
  return parse_number(word, value);
}

template <class T>
T from_bits(std::uint64_t bits) {
  T x;
  std::memcpy(&x, &bits, sizeof x);
  return x;
}

}  // namespace

TEST_CASE("text number: real numbers are read as NumPy reads them") {
  CHECK(number<double>("1") == 1);
  CHECK(number<double>("+1.50") == 1.5);
  CHECK(number<double>("-.5e1") == -5);
  CHECK(number<double>("5.") == 5);
  CHECK(number<double>("1E+2") == 100);
  CHECK(number<double>("0.1") == 0.1);
  CHECK(number<float>("0.1") == 0.1F);
  CHECK(number<double>("1e-400") == 0);
  CHECK(std::signbit(number<double>("-1e-400")));
  CHECK(number<double>("0.000000000000000000001e-350") == 0);
  CHECK(number<double>("1e-99999999999999999999") == 0);
  CHECK(number<float>("1e-50") == 0);
  CHECK(number<double>("0e99999999999999999999") == 0);
  CHECK(number<double>("4.9e-324") == std::numeric_limits<double>::denorm_min());
  for (const char* word : {"nan", "NaN", "NAN", "-nan", "+nan"})
    CHECK(std::isnan(number<double>(word)));
  for (const char* word : {"inf", "Inf", "INF", "+inf", "infinity", "Infinity"})
    CHECK(number<double>(word) == infinity);
  CHECK(number<float>("-inf") == -std::numeric_limits<float>::infinity());
}

TEST_CASE("text number: partial and malformed numbers are refused") {
  for (const char* word :
       {"",          "+",   "-",    ".",     "e5",    "1e",  "1e+",  "--1",    "+-1",
        "-+1",       "++1", "0x10", "1_000", "1,5",   "1 2", "nana", "nan(1)", "infinit",
        "infinityy", "1d5", "1f",   "one",   "1.2.3", "1j",  "(1)"}) {
    CAPTURE(word);
    CHECK(fault<double>(word) == NumberFault::Malformed);
    CHECK(fault<float>(word) == NumberFault::Malformed);
  }
  for (const char* word : {"1e309", "-1e309", "1e99999999999999999999", "123456789e301"})
    CHECK(fault<double>(word) == NumberFault::OutOfRange);
  CHECK(fault<float>("3.5e38") == NumberFault::OutOfRange);
}

TEST_CASE("text number: integers are exact, and stay in their range") {
  CHECK(number<std::int64_t>("-9223372036854775808") == INT64_MIN);
  CHECK(number<std::int64_t>("+9223372036854775807") == INT64_MAX);
  CHECK(number<std::uint64_t>("18446744073709551615") == UINT64_MAX);
  CHECK(number<std::int8_t>("-128") == -128);
  CHECK(number<std::uint8_t>("0255") == 255);
  CHECK(fault<std::int64_t>("9223372036854775808") == NumberFault::OutOfRange);
  CHECK(fault<std::uint64_t>("18446744073709551616") == NumberFault::OutOfRange);
  CHECK(fault<std::int8_t>("128") == NumberFault::OutOfRange);
  CHECK(fault<std::uint8_t>("-1") == NumberFault::Malformed);
  for (const char* word : {"1.0", "1e3", "nan", "inf", "", "+", "0x1", "+-1"})
    CHECK(fault<std::int32_t>(word) == NumberFault::Malformed);
}

TEST_CASE("text number: complex numbers in the forms of Python and NumPy") {
  CHECK(number<c128>("1+2j") == c128(1, 2));
  CHECK(number<c128>("(1+2j)") == c128(1, 2));
  CHECK(number<c128>("1-2i") == c128(1, -2));
  CHECK(number<c128>("1+-2j") == c128(1, -2));
  CHECK(number<c128>("-3.5") == c128(-3.5, 0));
  CHECK(number<c128>("2J") == c128(0, 2));
  CHECK(number<c64>("-1e-2-3e+2j") == c64(-1e-2F, -3e2F));
  CHECK(number<c128>("inf-infj") == c128(infinity, -infinity));
  const c128 nans = number<c128>("nan-nanj");
  CHECK(std::isnan(nans.real()));
  CHECK(std::isnan(nans.imag()));
  for (const char* word : {"", "()", "(", "j", "1+j", "1+2", "1 + 2j", "1+2j3", "(1+2j", "1+2j)",
                           "((1+2j))", "1++2j", "1--2j", "1+2jj", "1j2j"}) {
    CAPTURE(word);
    CHECK(fault<c128>(word) == NumberFault::Malformed);
  }
  CHECK(fault<c128>("1+1e999j") == NumberFault::OutOfRange);
  CHECK(fault<c128>("1e999+1j") == NumberFault::OutOfRange);
}

TEST_CASE_TEMPLATE("text number: 20000 written numbers of any bits are read back as they were", T,
                   float, double, std::int8_t, std::uint16_t, std::int64_t, std::uint64_t) {
  std::mt19937_64 random(20261123);
  for (int k = 0; k < 20'000; ++k) {
    const T x = from_bits<T>(random());
    std::string text;
    append_number(text, x, ' ');
    T back = 0;
    if (parse_number(text, back) != NumberFault::None) FAIL("refused: " << text);
    const bool is_same = std::memcmp(&x, &back, sizeof x) == 0 || (x != x && back != back);
    if (!is_same) FAIL("changed: " << text);
  }
}

TEST_CASE("text number: complex numbers are written as 1+2j, or as two words") {
  const auto text = [](c128 x, char between) {
    std::string result;
    append_number(result, x, between);
    return result;
  };
  CHECK(text({1, 2}, '+') == "1+2");
  CHECK(text({1, -2}, '+') == "1-2");
  CHECK(text({1, -2}, ' ') == "1 -2");
  CHECK(text({-0.0, -0.0}, '+') == "-0-0");
  CHECK(text({-infinity, infinity}, '+') == "-inf+inf");
}
