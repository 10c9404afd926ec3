// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

// What the help of the command says, as a value, and what is made of it.

namespace ashlar::apps {

/// An option, or an argument that is known by its place.
struct OptionManual {
  std::vector<std::string> names;  ///< "-o", "--out"; of an argument its name: "IN"
  std::string value;               ///< "FILE", "upper|lower"; empty for a flag
  std::string description;
  bool required = false;

  /// The words that the value may be, if there is a list of them.
  std::vector<std::string> choices() const;
  bool is_file() const { return value == "FILE" || value == "FOLDER"; }
};

struct OptionGroup {
  std::string title;
  std::vector<OptionManual> options;
};

/// A command, or the program with all its commands.
struct Manual {
  std::string name;  ///< "ashlar", "ashlar convert"
  std::string verb;  ///< "convert"; empty for the program
  std::string description, footer;
  std::vector<OptionManual> arguments;
  std::vector<OptionGroup> groups;
  std::vector<Manual> verbs;
};

/// What `app` and its commands are called with, without what its help hides.
Manual manual_of(const CLI::App& app, const std::string& parent = {});

/// "verb verb …" or "--option --option …".
std::string joined(const std::vector<std::string>& words, const std::string& between = " ");
std::vector<std::string> verb_names(const Manual& program);
/// Without what has a single dash where there is a longer name.
std::vector<std::string> option_names(const Manual& verb);

/// Completion for bash: a function that needs nothing but bash.
std::string bash_completion(const Manual& program);
/// Completion for zsh, by its function _arguments.
std::string zsh_completion(const Manual& program);
/// A page of section 1, in the macros of man(7).
std::string man_page(const Manual& manual, const std::string& version);

}  // namespace ashlar::apps
