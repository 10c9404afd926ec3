// SPDX-License-Identifier: BSD-3-Clause
#include <doctest/doctest.h>

#include <locale>
#include <sstream>
#include <string>

#include <ashlar/base/concat.hpp>

using namespace ashlar;

namespace {

// A locale that formats 1234567.5 as 1.234.567,5.
class Grouping : public std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
  char do_thousands_sep() const override { return '.'; }
  std::string do_grouping() const override { return "\3"; }
};

class GlobalLocale {
 public:
  explicit GlobalLocale(const std::locale& locale) : before_(std::locale::global(locale)) {}
  ~GlobalLocale() { std::locale::global(before_); }
  GlobalLocale(const GlobalLocale&) = delete;
  GlobalLocale& operator=(const GlobalLocale&) = delete;

 private:
  std::locale before_;
};

}  // namespace

TEST_CASE("concat: writes its parts one after the other") {
  CHECK(concat("a", 1, 'b', std::string("c"), -2.5) == "a1bc-2.5");
}

TEST_CASE("concat: the program's locale changes nothing") {
  const GlobalLocale grouping(std::locale(std::locale::classic(), new Grouping));
  REQUIRE((std::ostringstream() << 1234567).str() == "1.234.567");
  CHECK(concat(1234567, " ", 2.5) == "1234567 2.5");
}
