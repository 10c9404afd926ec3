// SPDX-License-Identifier: BSD-3-Clause
#include <doctest/doctest.h>

#include <string>

#include <ashlar/base/error.hpp>
#include <ashlar/base/version.hpp>

#include "base/settings.hpp"
#include "support/setting.hpp"

using namespace ashlar;
using namespace ashlar::detail;
using ashlar::test::Setting;

TEST_CASE("settings: every variable is read, and empty is as good as unset") {
  CHECK(settings_of_environment().stream_from_bytes == -1);
  const Setting all[] = {{"ASHLAR_SHARED_MEMORY", "off"},
                         {"ASHLAR_PEER_MEMORY", "off"},
                         {"ASHLAR_CHECK", "1"},
                         {"ASHLAR_TIMEOUT", "3"},
                         {"ASHLAR_RANKS_PER_NODE", "4"},
                         {"ASHLAR_PROCESSORS_PER_NODE", "5"},
                         {"ASHLAR_NUM_THREADS", "6"},
                         {"OMP_NUM_THREADS", "7,2"},
                         {"ASHLAR_STREAM_FROM_BYTES", "0"},
                         {"ASHLAR_KERNELS", "avx2"},
                         {"ASHLAR_PRIVATE_MEMORY", "stage"}};
  const Settings read = settings_of_environment();
  CHECK(!read.shared_memory);
  CHECK(!read.peer_memory);
  CHECK(read.checks_calls);
  CHECK(read.timeout_s == 3);
  CHECK(read.ranks_per_node == 4);
  CHECK(read.processors_per_node == 5);
  CHECK(read.threads == 6);
  CHECK(read.omp_threads == 7);
  CHECK(read.stream_from_bytes == 0);
  CHECK(read.kernels == KernelChoice::Avx2);
  CHECK(read.private_memory == PrivateMemory::Stage);
  const Setting empty("ASHLAR_TIMEOUT", "");
  CHECK(settings_of_environment().timeout_s == 0);
}

TEST_CASE("settings: invalid values are refused, or count as unset") {
  const Setting threads("ASHLAR_NUM_THREADS", "257");
  const Setting timeout("ASHLAR_TIMEOUT", "12");
  CHECK_THROWS_WITH_AS(settings_of_environment(),
                       "environment: ASHLAR_NUM_THREADS is '257', but must be a whole number from "
                       "1 to 256; or unset it",
                       ArgumentError);
  CHECK(readable_settings().threads == 0);
  CHECK(readable_settings().timeout_s == 12);
  const Setting kernels("ASHLAR_KERNELS", "sse");
  const Setting good("ASHLAR_NUM_THREADS", "2");
  CHECK_THROWS_WITH_AS(
      settings_of_environment(),
      "environment: ASHLAR_KERNELS is 'sse', but must be portable, avx2 or avx512; "
      "or unset it",
      ArgumentError);
  CHECK(readable_settings().kernels == KernelChoice::Best);
}

TEST_CASE("settings: the file of tuning profiles") {
  const Setting home("HOME", "/home/me"), config("XDG_CONFIG_HOME", "");
  {
    const Setting off("ASHLAR_TUNING", "off");
    CHECK(tuning_file().path.empty());
  }
  const Setting unset("ASHLAR_TUNING", "");
  CHECK(tuning_file().path == "/home/me/.config/ashlar/tuning.json");
  CHECK(!tuning_file().is_given);
  const Setting other("XDG_CONFIG_HOME", "/etc/xdg");
  CHECK(tuning_file().path == "/etc/xdg/ashlar/tuning.json");
  const Setting none("XDG_CONFIG_HOME", ""), homeless("HOME", "");
  CHECK(tuning_file().path.empty());
}

TEST_CASE("settings: the variables that are listed are those that are read") {
  for (const char* name : ashlar::detail::environment_variables()) {
    CAPTURE(name);
    const Setting nonsense(name, "nonsense");
    if (std::string(name) == "ASHLAR_TUNING") {  // any text but "off" is a path
      CHECK(tuning_file().path == "nonsense");
      CHECK(tuning_file().is_given);
      continue;
    }
    try {
      (void)settings_of_environment();
      FAIL_CHECK("it is not read");
    } catch (const ArgumentError& error) {
      CHECK(std::string(error.what()).find(name) != std::string::npos);
    }
  }
}
