// SPDX-License-Identifier: BSD-3-Clause
#include "support/launcher.hpp"

#include <sched.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <sstream>
#include <string_view>

#include <ashlar/base/version.hpp>

#include "support/suggest.hpp"

namespace ashlar::apps {
namespace {

/// Value of the first variable in `names` that has a number.
template <std::size_t count>
int number_of(const char* const (&names)[count], int otherwise) {
  for (const char* name : names) {
    const std::string_view text = variable(name);
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (!text.empty() && error == std::errc() && end == text.data() + text.size() && value >= 0)
      return value;
  }
  return otherwise;
}

int launched_rank_or(int otherwise) {
  return number_of({"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "MV2_COMM_WORLD_RANK",
                    "PALS_RANKID", "SLURM_PROCID"},
                   otherwise);
}

/// True if the launcher's variables place all ranks on this machine.
bool is_one_machine() {
  constexpr int unknown = -1;
  const int ranks = number_of({"OMPI_COMM_WORLD_SIZE"}, unknown);
  if (ranks != unknown) return number_of({"OMPI_COMM_WORLD_LOCAL_SIZE"}, unknown) == ranks;
  return launched_rank_or(unknown) == unknown;
}

bool is_program(const char* name) {
  std::istringstream folders{std::string(variable("PATH"))};
  for (std::string folder; std::getline(folders, folder, ':');)
    if (::access((folder + "/" + name).c_str(), X_OK) == 0) return true;
  return false;
}

int processors() {
  if (const int told = number_of({"ASHLAR_PROCESSORS_PER_NODE"}, 0); told > 0) return told;
  cpu_set_t allowed;
  return ::sched_getaffinity(0, sizeof allowed, &allowed) == 0 ? CPU_COUNT(&allowed) : 1;
}

/// True if the launcher bound each rank to some of the processors, so that `processors` cannot
/// count those of all ranks. Open MPI counts them itself then.
bool is_bound() { return number_of({"OMPI_MCA_orte_bound_at_launch"}, 0) != 0; }

/// Open MPI needs 4 MiB per rank there; many containers have 64 MiB or nothing.
bool has_shared_memory_files() {
  constexpr unsigned long long enough = 256ULL << 20;
  struct statvfs found {};
  return ::statvfs("/dev/shm", &found) == 0 &&
         static_cast<unsigned long long>(found.f_bavail) * found.f_frsize >= enough;
}

void set_unless_set(const char* name, const std::string& value) {
  constexpr int keep = 0;
  ::setenv(name, value.c_str(), keep);
}

}  // namespace

std::string_view variable(const char* name) {
  const char* text = std::getenv(name);
  return text == nullptr ? std::string_view() : std::string_view(text);
}

int launched_rank() { return launched_rank_or(0); }

void prepare_mpi() {
  if (!is_program("ssh") && !is_program("rsh")) set_unless_set("OMPI_MCA_plm_rsh_agent", "");
  // A start of MPI waits for 0.2 s in a fabric library, and reads the PCI devices for 0.05 s in a
  // virtual machine.
  if (is_one_machine()) {
    set_unless_set("OMPI_MCA_pml", "ob1");
    set_unless_set("HWLOC_COMPONENTS", "-pci,-opencl,-gl,-linuxio");
  }
  if (!is_bound() && number_of({"OMPI_COMM_WORLD_LOCAL_SIZE"}, 1) > processors())
    set_unless_set("OMPI_MCA_mpi_yield_when_idle", "1");
  if (!has_shared_memory_files()) {
    const std::string folder(variable("TMPDIR"));
    set_unless_set("OMPI_MCA_btl_vader_backing_directory", folder.empty() ? "/tmp" : folder);
  }
}

std::vector<std::string> unknown_among(const std::vector<std::string>& names) {
  std::vector<std::string> known;
  for (const char* name : ashlar::detail::environment_variables()) known.emplace_back(name);
  std::vector<std::string> sentences;
  for (const std::string& name : names)
    if (name.starts_with("ASHLAR_") && std::ranges::find(known, name) == known.end())
      sentences.push_back("the environment has " + name + ", which nothing reads" +
                          did_you_mean(name, known));
  return sentences;
}

std::vector<std::string> unknown_variables() {
  std::vector<std::string> names;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    names.emplace_back(text.substr(0, text.find('=')));
  }
  return unknown_among(names);
}

}  // namespace ashlar::apps
