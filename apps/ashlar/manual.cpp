// SPDX-License-Identifier: BSD-3-Clause
#include "manual.hpp"

#include <algorithm>
#include <sstream>

namespace ashlar::apps {
namespace {

OptionManual manual_of_option(const CLI::Option& option) {
  OptionManual manual;
  for (const std::string& name : option.get_snames()) manual.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) manual.names.push_back("--" + name);
  const bool is_flag = option.get_items_expected_max() == 0;
  if (!is_flag) manual.value = option.get_type_name();
  manual.description = option.get_description();
  manual.required = option.get_required();
  return manual;
}

OptionManual manual_of_argument(const CLI::Option& option) {
  OptionManual manual = manual_of_option(option);
  manual.names = {option.get_name(true)};
  return manual;
}

OptionGroup& group_of(std::vector<OptionGroup>& groups, const std::string& title) {
  const auto found = std::ranges::find(groups, title, &OptionGroup::title);
  if (found != groups.end()) return *found;
  return groups.emplace_back(OptionGroup{title, {}});
}

}  // namespace

std::vector<std::string> OptionManual::choices() const {
  std::vector<std::string> words;
  if (value.find('|') == std::string::npos) return words;
  std::istringstream list(value);
  for (std::string word; std::getline(list, word, '|');) words.push_back(word);
  return words;
}

Manual manual_of(const CLI::App& app, const std::string& parent) {
  Manual manual;
  manual.verb = parent.empty() ? std::string() : app.get_name();
  manual.name = parent.empty() ? app.get_name() : parent + " " + app.get_name();
  manual.description = app.get_description();
  manual.footer = app.get_footer();
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_group().empty()) continue;
    if (option->get_positional()) manual.arguments.push_back(manual_of_argument(*option));
    if (option->nonpositional())
      group_of(manual.groups, option->get_group()).options.push_back(manual_of_option(*option));
  }
  for (const CLI::App* verb : app.get_subcommands([](const CLI::App*) { return true; }))
    if (!verb->get_group().empty()) manual.verbs.push_back(manual_of(*verb, manual.name));
  return manual;
}

std::string joined(const std::vector<std::string>& words, const std::string& between) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : between) + word;
  return text;
}

std::vector<std::string> verb_names(const Manual& program) {
  std::vector<std::string> names;
  for (const Manual& verb : program.verbs) names.push_back(verb.verb);
  return names;
}

std::vector<std::string> option_names(const Manual& verb) {
  std::vector<std::string> names;
  for (const OptionGroup& group : verb.groups)
    for (const OptionManual& option : group.options)
      for (const std::string& name : option.names)
        if (name.starts_with("--") || option.names.size() == 1) names.push_back(name);
  return names;
}

}  // namespace ashlar::apps
