// SPDX-License-Identifier: BSD-3-Clause
#include "tuning_profile.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <sstream>

#include <dlfcn.h>

#include <ashlar/base/concat.hpp>
#include <ashlar/base/error.hpp>
#include <ashlar/base/progress.hpp>
#include <ashlar/mpi/environment.hpp>

#include "base/settings.hpp"

namespace ashlar::detail {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* format_name = "ashlar-tuning";
constexpr std::size_t largest_file = std::size_t{1} << 20;

/// Fields of the first processor: "AMD EPYC, cpu family 25, model 1". Virtual machines have vague
/// names.
std::string processor_model() {
  std::ifstream file("/proc/cpuinfo");
  std::string text;
  for (std::string line; std::getline(file, line) && !line.empty();) {
    const auto colon = line.find(':');
    const std::string name = line.substr(0, line.find_first_of("\t:"));
    if (colon == std::string::npos || colon + 2 > line.size()) continue;
    const std::string value = line.substr(colon + 2);
    if (name == "model name") text = concat(value, text);
    else if (name == "cpu family" || name == "model" || name == "CPU implementer" ||
             name == "CPU part")
      text += concat(", ", name, " ", value);
  }
  return text;
}

/// "OpenBLAS 0.3.21", without options and core type, which a profile may change.
std::string blas_name() {
  using Text = char*();
  auto* const config = reinterpret_cast<Text*>(dlsym(RTLD_DEFAULT, "openblas_get_config"));
  if (config == nullptr) return {};
  std::istringstream words(config());
  std::string name, version;
  words >> name >> version;
  return concat(name, " ", version);
}

const Json& field(const Json& json, const char* name) {
  expect(json.is_object() && json.contains(name), "has no field '", name, "'");
  return json.at(name);
}

std::string text_field(const Json& json, const char* name) {
  const Json& value = field(json, name);
  expect(value.is_string(), "has a field '", name, "' that is not a string");
  return value.get<std::string>();
}

/// Numbers of a profile; others are the processor's defaults.
Tuning numbers_of(const Json& json, std::string_view processor) {
  expect(json.is_object(), "has a field 'numbers' that is not an object");
  Tuning numbers = default_tuning(processor);
  for (const auto& [name, value] : json.items()) {
    const TuningField* const known = find_tuning_field(name.c_str());
    expect(known != nullptr, "has an unknown number '", name,
           "'; another version of Ashlar may have written it: remove it and run ashlar "
           "tune");
    const double number = value.is_number() ? value.get<double>() : NAN;
    const bool is_valid = known->least <= number && number <= known->most &&
                          (known->whole == nullptr || number == std::floor(number));
    expect(is_valid, "has a number '", name, "' that is not from ", known->least, " to ",
           known->most);
    known->set(numbers, number);
  }
  return numbers;
}

/// A program that only moves matrices has no BLAS; the numbers of moves do not depend on it.
bool serves(const Machine& profile, const Machine& machine) {
  return profile.processor == machine.processor && profile.mpi == machine.mpi &&
         (machine.blas.empty() || profile.blas == machine.blas);
}

}  // namespace

Machine this_machine() { return {processor_model(), mpi::library_version(), blas_name()}; }

std::string format_profiles(std::span<const TuningProfile> profiles) {
  Json list = Json::array();
  for (const TuningProfile& profile : profiles) {
    const Tuning defaults = default_tuning(profile.machine.processor);
    Json numbers = Json::object();
    for (const TuningField& known : tuning_fields()) {
      if (known.value(profile.numbers) == known.value(defaults)) continue;
      if (known.whole != nullptr) numbers[known.name] = profile.numbers.*known.whole;
      else numbers[known.name] = profile.numbers.*known.real;
    }
    list.push_back({{"processor", profile.machine.processor},
                    {"mpi", profile.machine.mpi},
                    {"blas", profile.machine.blas},
                    {"date", profile.date},
                    {"blas_core", profile.blas_core},
                    {"numbers", numbers}});
  }
  const Json json = {{"format", format_name}, {"version", 1}, {"machines", list}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::vector<TuningProfile> parse_profiles(std::string_view text) {
  const Json json = Json::parse(text, nullptr, false);
  expect(!json.is_discarded(), "is not JSON");
  expect(text_field(json, "format") == format_name, "is not a file of tuning profiles");
  expect(field(json, "version") == 1, "has a version other than 1; remove it and run ashlar tune");
  const Json& list = field(json, "machines");
  expect(list.is_array(), "has a field 'machines' that is not a list");
  std::vector<TuningProfile> profiles;
  for (const Json& one : list) {
    const std::string processor = text_field(one, "processor");
    profiles.push_back({.machine = {processor, text_field(one, "mpi"), text_field(one, "blas")},
                        .date = text_field(one, "date"),
                        .blas_core = text_field(one, "blas_core"),
                        .numbers = numbers_of(field(one, "numbers"), processor)});
  }
  return profiles;
}

std::vector<TuningProfile> read_profiles(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  expect(file.good(), "cannot be read");
  std::string text(largest_file + 1, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(file.gcount()));
  expect(text.size() <= largest_file, "is larger than ", largest_file, " bytes");
  return parse_profiles(text);
}

FoundProfile find_profile(const Machine& machine) {
  FoundProfile found;
  const auto [path, is_given] = tuning_file();
  if (path.empty()) return found;
  std::error_code ignored;
  if (!is_given && !std::filesystem::exists(path, ignored)) return found;
  try {
    for (TuningProfile& profile : read_profiles(path))
      if (serves(profile.machine, machine) &&
          (!found.profile || profile.machine.blas == machine.blas))
        found.profile = std::move(profile);
    expect(found.profile || !is_given, "has no profile of this machine (", machine.processor, ", ",
           machine.mpi, machine.blas.empty() ? "" : ", ", machine.blas, "); run ashlar tune here");
  } catch (const ArgumentError& error) {
    found.fault = concat("tuning: ", path, " ", error.what(), "; the defaults are in force");
  }
  return found;
}

void load_profile() {
  static std::once_flag is_loaded;
  std::call_once(is_loaded, [] {
    const Machine machine = this_machine();
    const FoundProfile found = find_profile(machine);
    set_tuning(found.profile ? found.profile->numbers : default_tuning(machine.processor));
    if (!found.fault.empty()) warn(found.fault);
  });
}

}  // namespace ashlar::detail
