// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <ctime>
#include <filesystem>
#include <memory>
#include <utility>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ashlar/base/error.hpp>
#include <ashlar/mpi/agree.hpp>
#include <ashlar/mpi/context.hpp>

#include "base/settings.hpp"
#include "commands.hpp"
#include "io/atomic_file.hpp"
#include "mpi/collectives.hpp"
#include "mpi/tuning_profile.hpp"
#include "report.hpp"
#include "support/options.hpp"
#include "tune_trials.hpp"

namespace ashlar::apps {
namespace {

using ashlar::detail::TuningProfile;

constexpr double least_blas_gain = 1.08;

struct TuneArguments {
  double seconds = 75;
  Index seed = 1;
  std::string output;
  bool quiet = false, json = false;
};

/// @throws ArgumentError without a path; FileError if the folder cannot be created
std::string wanted_path(const TuneArguments& options) {
  std::string path = options.output.empty() ? ashlar::detail::tuning_file().path : options.output;
  expect(!path.empty(),
         "tune: ASHLAR_TUNING is off, or HOME and XDG_CONFIG_HOME are unset, so the profile has no "
         "file; name a file by --output");
  const auto folder = std::filesystem::path(path).parent_path();
  std::error_code fault;
  if (!folder.empty()) std::filesystem::create_directories(folder, fault);
  if (fault) throw FileError(folder.string(), "cannot be created: " + fault.message());
  return path;
}

/// Profiles of other machines in the file, if it exists.
/// @throws FileError for a file with other content, which is not replaced
std::vector<TuningProfile> other_profiles(const std::string& path) {
  if (!std::filesystem::exists(path)) return {};
  try {
    std::vector<TuningProfile> profiles = ashlar::detail::read_profiles(path);
    std::erase_if(profiles, [](const TuningProfile& profile) {
      return profile.machine == ashlar::detail::this_machine();
    });
    return profiles;
  } catch (const ArgumentError& error) {
    throw FileError(path, std::string(error.what()) + "; name another file by --output");
  }
}

/// Replaces the file as a whole. @collective
void save_profile(mpi::CommunicatorView world, const std::string& path,
                  const TuningProfile& profile) {
  const std::string text = mpi::together(world, [&] {
    if (world.rank() != 0) return std::string();
    std::vector<TuningProfile> all = other_profiles(path);
    all.push_back(profile);
    return ashlar::detail::format_profiles(all);
  });
  const Index bytes = mpi::broadcast(world, Index{std::ssize(text)}, 0);
  io::detail::AtomicFile file(world, path, bytes);
  mpi::together(world, [&] {
    if (world.rank() == 0) file.write(0, text.data(), bytes);
  });
  file.commit();
}

/// Fastest core type that is right, if it is faster than the choice of OpenBLAS.
std::string chosen_core(const std::vector<BlasCore>& cores) {
  if (cores.empty()) return {};
  const BlasCore &usual = cores.front(), *best = &usual;
  for (const BlasCore& core : cores)
    if (core.is_right && core.name == core.actual && core.actual != usual.actual &&
        (!best->is_right || core.gflops > best->gflops))
      best = &core;
  const bool is_better = !usual.is_right || best->gflops > least_blas_gain * usual.gflops;
  return is_better ? best->name : std::string();
}

std::string text_of_numbers(const std::vector<TunedNumber>& changed) {
  std::string text;
  for (const TunedNumber& one : changed)
    text += fmt::format("{}: {} instead of {}, {:.1f} % faster\n", one.name, one.after, one.before,
                        100 * (one.gain - 1));
  return text;
}

std::string text_of_cores(const std::vector<BlasCore>& cores, const std::string& chosen) {
  std::string text;
  for (const BlasCore& core : cores)
    if (!core.actual.empty() && (core.name.empty() || core.name == core.actual))
      text += fmt::format("OpenBLAS {:<15} {:6.1f} GFLOP/s a core{}{}\n", core.actual, core.gflops,
                          core.is_right ? "" : ", WRONG results",
                          core.name.empty() ? ", its own choice" : "");
  if (!chosen.empty())
    text += fmt::format("ashlar-run sets it; elsewhere: export OPENBLAS_CORETYPE={}\n", chosen);
  return text;
}

Json json_of(const std::vector<TunedNumber>& changed) {
  Json list = Json::array();
  for (const TunedNumber& one : changed)
    list.push_back(
        {{"name", one.name}, {"before", one.before}, {"after", one.after}, {"gain", one.gain}});
  return list;
}

Json json_of(const std::vector<BlasCore>& cores) {
  Json list = Json::array();
  for (const BlasCore& core : cores)
    list.push_back({{"name", core.name},
                    {"actual", core.actual},
                    {"right", core.is_right},
                    {"gflops", core.gflops}});
  return list;
}

void run_tune(mpi::CommunicatorView world, const TuneArguments& options) {
  std::string path = mpi::together(world, [&] {
    if (world.rank() != 0) return std::string();
    std::string wanted = wanted_path(options);
    (void)other_profiles(wanted);
    return wanted;
  });
  path = mpi::broadcast_text(world, std::move(path), 0);
  // A folder without permission to write is an error before the measurements.
  { const io::detail::AtomicFile probe(world, path, 0); }

  Steps steps(world, options.quiet);
  const double start = MPI_Wtime();
  // Of rank 0 on all ranks, which may have different processors.
  ashlar::detail::Tuning numbers = ashlar::detail::default_tuning(
      mpi::broadcast_text(world, ashlar::detail::this_machine().processor, 0));
  TuneRun run{world, start + 0.4 * options.seconds, Dice(static_cast<std::uint64_t>(options.seed))};
  steps.begin("timing moves");
  std::vector<TunedNumber> changed = tune_moves(run, numbers);
  steps.end();
  run.until = start + 0.75 * options.seconds;
  // One rank would win at all orders, and lose in jobs with a processor for each rank.
  const bool is_oversubscribed =
      slowest(world, mpi::Context::of(world).is_oversubscribed() ? 1 : 0) > 0;
  if (!is_oversubscribed) {
    steps.begin("timing factorisations");
    for (TunedNumber& one : tune_linalg(run, numbers)) changed.push_back(std::move(one));
    steps.end();
  }
  steps.begin("trying the kernels of BLAS");
  std::vector<BlasCore> cores;
  if (world.rank() == 0) cores = try_blas_cores(0.25 * options.seconds);
  steps.end();

  const std::string core = chosen_core(cores);
  save_profile(world, path,
               {.machine = ashlar::detail::this_machine(),
                .date = fmt::format("{:%Y-%m-%d}", fmt::gmtime(std::time(nullptr))),
                .blas_core = core,
                .numbers = numbers});
  if (options.json)
    print(world, Json{{"file", path},
                      {"ranks", world.size()},
                      {"changed", json_of(changed)},
                      {"oversubscribed", is_oversubscribed},
                      {"blas", json_of(cores)},
                      {"blas_core", core},
                      {"seconds", MPI_Wtime() - start}});
  else if (!options.quiet)
    print(world, text_of_numbers(changed) + text_of_cores(cores, core) +
                     (is_oversubscribed ? "algorithms and products were not timed, as ranks "
                                          "outnumber processors; run tune on fewer ranks\n"
                                        : "") +
                     fmt::format("{} of {} numbers changed; profile written to {}", changed.size(),
                                 ashlar::detail::tuning_fields().size(), path));
}

}  // namespace

Command tune_command(CLI::App& parent) {
  auto options = std::make_shared<TuneArguments>();
  CLI::App* app =
      parent.add_subcommand("tune", "Measure this machine and write a profile that speeds it up");
  add_parsed_option(*app, "--seconds", options->seconds, "S",
                    "limit of the measurements; 75 if not given", [](const std::string& text) {
                      const auto value = parse_number(text);
                      return value && 0 <= *value && *value <= 1e6 ? value : std::nullopt;
                    });
  add_parsed_option(*app, "--seed", options->seed, "S", "of the random moves; 1 if not given",
                    parse_index);
  app->add_option("-o,--output", options->output,
                  "file of the profile; ASHLAR_TUNING or ~/.config/ashlar/tuning.json if not given")
      ->type_name("FILE");
  app->add_flag("--quiet", options->quiet, "print nothing");
  app->add_flag("--json", options->json, "print JSON");
  app->footer("Example:\n  ashlar-run -n 2 tune");
  return {app, [options](mpi::CommunicatorView world) { run_tune(world, *options); }};
}

Command blas_trial_command(CLI::App& parent) {
  auto of_profile = std::make_shared<bool>(false);
  CLI::App* app = parent.add_subcommand("blas-trial", "Test and time the kernels of BLAS");
  app->add_flag("--of-profile", *of_profile, "print the core type of the profile in force instead");
  app->group("");  // hidden
  return {app, {}, [of_profile] {
            if (!*of_profile) return print_blas_trial();
            const ashlar::detail::FoundProfile found = ashlar::detail::find_profile();
            if (found.profile) print(found.profile->blas_core);
          }};
}

}  // namespace ashlar::apps
