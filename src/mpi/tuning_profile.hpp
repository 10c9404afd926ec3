// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/tuning.hpp"

namespace ashlar::detail {

/// Processor model, MPI and BLAS, for which the numbers of a profile hold.
struct Machine {
  std::string processor, mpi, blas;
  friend bool operator==(const Machine&, const Machine&) = default;
};
/// This machine; an unknown part is empty. Valid before MPI_Init. [local]
Machine this_machine();

/// Numbers measured on one machine.
struct TuningProfile {
  Machine machine;
  std::string date;       ///< "2026-11-25"
  std::string blas_core;  ///< fastest core type of OpenBLAS; empty: its own choice
  Tuning numbers;
};

/// Text of a file of profiles; numbers equal to the defaults are left out.
std::string format_profiles(std::span<const TuningProfile> profiles);
/// @throws ArgumentError with the reason, without a path
std::vector<TuningProfile> parse_profiles(std::string_view text);

/// Profiles of a file of at most 1 MiB. [local]
/// @throws ArgumentError with the reason, without a path
std::vector<TuningProfile> read_profiles(const std::string& path);

/// Profile of a machine in tuning_file(), if any.
struct FoundProfile {
  std::optional<TuningProfile> profile;
  std::string fault;  ///< sentence about a file that cannot be used; empty without a fault
};
/// Reads the file. A file at the default place may be missing, or lack the machine. Without a BLAS,
/// a profile for any BLAS serves. [local]
FoundProfile find_profile(const Machine& machine = this_machine());

/// find_profile at the first call in this process: sets tuning() and warns of a fault. [local]
void load_profile();

}  // namespace ashlar::detail
