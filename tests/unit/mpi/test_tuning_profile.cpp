// SPDX-License-Identifier: BSD-3-Clause
#include <doctest/doctest.h>

#include <fstream>
#include <string>
#include <vector>

#include <unistd.h>

#include <ashlar/base/concat.hpp>
#include <ashlar/base/error.hpp>

#include "mpi/tuning_profile.hpp"
#include "support/setting.hpp"

using namespace ashlar;
using namespace ashlar::detail;
using ashlar::test::Setting;

namespace {

TuningProfile profile_of(const Machine& machine) {
  TuningProfile profile{
      .machine = machine, .date = "2026-11-25", .blas_core = "Haswell", .numbers = {}};
  profile.numbers.one_rank_lu_below = 77;
  profile.numbers.faster_way = 0.75;
  return profile;
}

std::string fault_of(const std::string& text) {
  try {
    parse_profiles(text);
  } catch (const ArgumentError& error) {
    return error.what();
  }
  return "none";
}

std::string with_numbers(const std::string& numbers) {
  return R"({"format": "ashlar-tuning", "version": 1, "machines": [{"processor": "p", "mpi": "m",
    "blas": "b", "date": "d", "blas_core": "", "numbers": )" +
         numbers + "}]}";
}

}  // namespace

TEST_CASE("tuning: the defaults are valid, and names are found") {
  for (const TuningField& field : tuning_fields()) {
    CAPTURE(field.name);
    const double usual = field.value(Tuning{});
    CHECK(field.least <= usual);
    CHECK(usual <= field.most);
    CHECK((field.whole != nullptr) != (field.real != nullptr));
    REQUIRE(find_tuning_field(field.name) == &field);
    Tuning other;
    field.set(other, usual + 1);
    CHECK(other != Tuning{});
  }
  CHECK(find_tuning_field("colour") == nullptr);
}

TEST_CASE("tuning: profiles are read as they were written") {
  const TuningProfile written[] = {profile_of({"one", "MPI", "BLAS"}),
                                   profile_of({"two \"quoted\"", "MPI", ""})};
  const auto read = parse_profiles(format_profiles(written));
  REQUIRE(read.size() == 2);
  for (std::size_t k = 0; k < 2; ++k) {
    CHECK(read[k].machine == written[k].machine);
    CHECK(read[k].date == written[k].date);
    CHECK(read[k].blas_core == written[k].blas_core);
    CHECK(read[k].numbers == written[k].numbers);
  }
}

TEST_CASE("tuning: defaults depend on the processor family") {
  const std::string zen5 = "AMD EPYC, cpu family 26, model 2";
  CHECK(default_tuning("") == Tuning{});
  CHECK(default_tuning("AMD EPYC, cpu family 25, model 1") == Tuning{});
  Tuning expected;
  expected.streamed_run_bytes = 4096;
  expected.copy_bytes_ahead = 8192;
  expected.band_lines_ahead = 4;
  expected.band_rows = 128;
  expected.band_lines = 4;
  expected.prefetch_level = 1;
  expected.shared_block_bytes = 2097152;
  expected.separate_run_bytes = 512;
  expected.one_rank_eigen_below = 600;
  expected.one_rank_svd_below = 800;
  expected.packed_work_from = 1048576;
  CHECK(default_tuning(zen5) == expected);
  CHECK(default_tuning("AMD Ryzen 9 9950X, cpu family 26, model 68") == expected);
  CHECK(known_defaults() == std::vector{Tuning{}, expected});
  // A profile has the differences from its processor's defaults, the general defaults included.
  TuningProfile written{
      .machine = {zen5, "MPI", "BLAS"}, .date = "d", .blas_core = "", .numbers = {}};
  CHECK(format_profiles({&written, 1}).find("\"copy_bytes_ahead\": 16384") != std::string::npos);
  CHECK(parse_profiles(format_profiles({&written, 1})).front().numbers == Tuning{});
  written.numbers = expected;
  CHECK(format_profiles({&written, 1}).find("\"numbers\": {}") != std::string::npos);
  CHECK(parse_profiles(format_profiles({&written, 1})).front().numbers == expected);
}

TEST_CASE("tuning: a broken file has a reason") {
  CHECK(fault_of("") == "is not JSON");
  CHECK(fault_of("[]") == "has no field 'format'");
  CHECK(fault_of(R"({"format": "npy"})") == "is not a file of tuning profiles");
  CHECK(fault_of(R"({"format": "ashlar-tuning", "version": 2})") ==
        "has a version other than 1; remove it and run ashlar tune");
  CHECK(fault_of(R"({"format": "ashlar-tuning", "version": 1, "machines": 3})") ==
        "has a field 'machines' that is not a list");
  CHECK(fault_of(with_numbers("[]")) == "has a field 'numbers' that is not an object");
  CHECK(fault_of(with_numbers(R"({"colour": 3})")).starts_with("has an unknown number 'colour'"));
  CHECK(fault_of(with_numbers(R"({"kernels": 4})")) ==
        "has a number 'kernels' that is not from 0 to 3");
  CHECK(fault_of(with_numbers(R"({"kernels": 1.5})")) ==
        "has a number 'kernels' that is not from 0 to 3");
  CHECK(fault_of(with_numbers(R"({"kernels": "x"})")) ==
        "has a number 'kernels' that is not from 0 to 3");
  CHECK(fault_of(with_numbers("{}")) == "none");
}

TEST_CASE("tuning: the profile of this machine is found") {
  const std::string path = concat("/tmp/ashlar-test-", getpid(), "-tuning.json");
  const auto write = [&](const std::string& text) { std::ofstream(path) << text; };
  const auto found = [&] {
    const Setting setting("ASHLAR_TUNING", path.c_str());
    return find_profile();
  };
  CHECK(found().fault == concat("tuning: ", path, " cannot be read; the defaults are in force"));
  const TuningProfile both[] = {profile_of({"another", "MPI", "BLAS"}), profile_of(this_machine())};
  write(format_profiles({both, 1}));
  CHECK(!found().profile);
  CHECK(found().fault.find("has no profile of this machine (") != std::string::npos);
  write(format_profiles(both));
  REQUIRE(found().profile);
  CHECK(found().profile->numbers.one_rank_lu_below == 77);
  CHECK(found().fault.empty());
  write(std::string(std::size_t{2} << 20, ' '));
  CHECK(found().fault.find("is larger than 1048576 bytes") != std::string::npos);
  // A program without a BLAS takes the profile for any, one with a BLAS only its own.
  TuningProfile first = profile_of({"this", "MPI", "BLAS 1"}), second = first, neither = first;
  second.machine.blas = "BLAS 2";
  second.numbers.one_rank_lu_below = 78;
  neither.machine.blas = "";
  neither.numbers.one_rank_lu_below = 79;
  const auto border = [&](const Machine& machine) {
    const Setting setting("ASHLAR_TUNING", path.c_str());
    const FoundProfile result = find_profile(machine);
    return result.profile ? result.profile->numbers.one_rank_lu_below : 0;
  };
  const TuningProfile three[] = {first, neither, second};
  write(format_profiles(three));
  CHECK(border({"this", "MPI", "BLAS 1"}) == 77);
  CHECK(border({"this", "MPI", "BLAS 2"}) == 78);
  CHECK(border({"this", "MPI", ""}) == 79);
  CHECK(border({"this", "MPI", "BLAS 3"}) == 0);
  CHECK(border({"that", "MPI", ""}) == 0);
  CHECK(border({"this", "other MPI", ""}) == 0);
  write(format_profiles({&first, 1}));
  CHECK(border({"this", "MPI", ""}) == 77);
  unlink(path.c_str());
  {
    const Setting off("ASHLAR_TUNING", "off");
    CHECK(!find_profile().profile);
    CHECK(find_profile().fault.empty());
  }
  // The default file may be missing.
  const Setting unset("ASHLAR_TUNING", ""), config("XDG_CONFIG_HOME", "/nowhere");
  CHECK(find_profile().fault.empty());
}
