// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include "manual.hpp"

namespace ashlar::apps {
namespace {

/// One branch per option of `verb` with a value.
std::string value_branches(const Manual& verb) {
  std::string text;
  for (const OptionGroup& group : verb.groups)
    for (const OptionManual& option : group.options) {
      if (option.value.empty()) continue;
      std::vector<std::string> patterns;
      for (const std::string& name : option.names) patterns.push_back(verb.verb + ":" + name);
      const auto choices = option.choices();
      const std::string action = !choices.empty()   ? "words=\"" + joined(choices) + "\""
                                 : option.is_file() ? "files=1"
                                                    : "words=\"\"";
      text += fmt::format("    {}) {} ;;\n", joined(patterns, "|"), action);
    }
  return text;
}

/// Completions of the first positional argument of `verb`.
std::string argument_words(const Manual& verb) {
  if (verb.arguments.empty()) return {};
  return joined(verb.arguments.front().choices());
}

}  // namespace

std::string bash_completion(const Manual& program) {
  const std::string verbs = joined(verb_names(program));
  std::string values, options, arguments;
  for (const Manual& verb : program.verbs) {
    values += value_branches(verb);
    options += fmt::format("      {}) words=\"{}\" ;;\n", verb.verb, joined(option_names(verb)));
    const std::string words = verb.verb == "help" ? verbs : argument_words(verb);
    if (!words.empty()) arguments += fmt::format("      {}) words=\"{}\" ;;\n", verb.verb, words);
  }
  return fmt::format(R"(# Completion of {0} in bash, made of the options of the command itself.
_{0}() {{
  local current="${{COMP_WORDS[COMP_CWORD]}}" previous="${{COMP_WORDS[COMP_CWORD - 1]}}"
  local verb="" words="" files="" i
  # "--option=value" arrives in three words.
  if [[ $current == "=" ]]; then
    current=""
  elif [[ $previous == "=" ]]; then
    previous="${{COMP_WORDS[COMP_CWORD - 2]}}"
  fi
  for ((i = 1; i < COMP_CWORD; ++i)); do
    if [[ ${{COMP_WORDS[i]}} != -* ]]; then
      verb="${{COMP_WORDS[i]}}"
      break
    fi
  done
  case "$verb:$previous" in
{3}    *) files=none ;;
  esac
  if [[ $files == none ]]; then
    files=""
    if [[ -z $verb ]]; then
      words="{1} {2}"
    elif [[ $current == -* ]]; then
      case "$verb" in
{4}      esac
    else
      files=1
      case "$verb" in
{5}      esac
      [[ -n $words ]] && files=""
    fi
  fi
  if [[ -n $files ]]; then
    compopt -o filenames 2> /dev/null
    mapfile -t COMPREPLY < <(compgen -f -- "$current")
  else
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
  fi
}}
complete -F _{0} {0}
)",
                     program.name, verbs, joined(option_names(program)), values, options,
                     arguments);
}

}  // namespace ashlar::apps
