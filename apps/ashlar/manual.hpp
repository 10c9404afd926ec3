// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

// The help of the command as a value, and its output formats.

namespace ashlar::apps {

/// Option or positional argument.
struct OptionManual {
  std::vector<std::string> names;  ///< "-o", "--out"; "IN" for an argument
  std::string value;               ///< "FILE", "upper|lower"; empty for a flag
  std::string description;
  bool required = false;

  /// Permitted words of the value, if listed.
  std::vector<std::string> choices() const;
  bool is_file() const { return value == "FILE" || value == "FOLDER"; }
};

struct OptionGroup {
  std::string title;
  std::vector<OptionManual> options;
};

/// Command, or the program with all commands.
struct Manual {
  std::string name;  ///< "ashlar", "ashlar convert"
  std::string verb;  ///< "convert"; empty for the program
  std::string description, footer;
  std::vector<OptionManual> arguments;
  std::vector<OptionGroup> groups;
  std::vector<Manual> verbs;
};

/// Options and commands of `app` without hidden ones.
Manual manual_of(const CLI::App& app, const std::string& parent = {});

/// "verb verb …" or "--option --option …".
std::string joined(const std::vector<std::string>& words, const std::string& between = " ");
std::vector<std::string> verb_names(const Manual& program);
/// Names without short forms of longer ones.
std::vector<std::string> option_names(const Manual& verb);

/// Completion for bash without other packages.
std::string bash_completion(const Manual& program);
/// Completion for zsh, by its function _arguments.
std::string zsh_completion(const Manual& program);
/// Man page of section 1, in the macros of man(7).
std::string man_page(const Manual& manual, const std::string& version);

}  // namespace ashlar::apps
