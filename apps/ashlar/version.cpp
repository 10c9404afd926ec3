// SPDX-License-Identifier: BSD-3-Clause
#include "version.hpp"

#include <string_view>
#include <vector>

#include <fmt/format.h>

#include <ashlar/base/version.hpp>
#include <ashlar/io/components.hpp>
#include <ashlar/pictures/picture.hpp>

#include "base/settings.hpp"
#include "commit.hpp"
#include "mpi/tuning_profile.hpp"
#include "report.hpp"

namespace ashlar::apps {
namespace {

// Empty if the sources were not in a repository.
constexpr std::string_view commit = ASHLAR_COMMIT;

/// File of the profile in force, or the reason for the defaults.
std::string tuning_text() {
  const ashlar::detail::FoundProfile found = ashlar::detail::find_profile();
  if (!found.fault.empty()) return found.fault;
  return found.profile
             ? fmt::format("{} of {}", ashlar::detail::tuning_file().path, found.profile->date)
             : "defaults";
}

std::vector<Component> all_components() {
  std::vector<Component> all = components();
  if (const char* version = pictures::libpng_version()) all.push_back({"libpng", version});
  all.push_back({"tuning", tuning_text()});
  return all;
}

}  // namespace

std::string version_text() {
  std::string text = fmt::format("ashlar {}", version());
  if (!commit.empty()) text += fmt::format(" (commit {})", commit);
  for (const Component& component : all_components())
    text += fmt::format("\n{:<16}{}", component.name,
                        component.version.empty() ? "yes" : component.version);
  return text;
}

std::string version_json() {
  Json list = Json::object();
  for (const Component& component : all_components())
    list[component.name] = component.version.empty() ? Json() : Json(component.version);
  const Json json = {{"version", version()},
                     {"commit", commit.empty() ? Json() : Json(commit)},
                     {"components", list}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace);
}

}  // namespace ashlar::apps
