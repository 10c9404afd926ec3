// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include "manual.hpp"

namespace ashlar::apps {
namespace {

/// Escapes text for single quotes and for the syntax of _arguments.
std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '\'') result += "'\\''";
    else if (c == '[' || c == ']' || c == ':' || c == '\\') result += std::string("\\") + c;
    else result += c;
  }
  return result;
}

std::string action_of(const OptionManual& option) {
  const auto choices = option.choices();
  return !choices.empty()   ? fmt::format("({})", joined(choices))
         : option.is_file() ? "_files"
                            : " ";
}

std::string specifications(const Manual& verb) {
  std::string text;
  for (const OptionGroup& group : verb.groups)
    for (const OptionManual& option : group.options)
      for (const std::string& name : option.names) {
        const bool is_long = name.starts_with("--");
        const std::string value =
            option.value.empty() ? ""
                                 : fmt::format(":{}:{}", escaped(option.value), action_of(option));
        text += fmt::format("        '{}{}[{}]{}' \\\n", name,
                            value.empty() ? ""
                            : is_long     ? "="
                                          : "+",
                            escaped(option.description), value);
      }
  return text;
}

/// Positional arguments of `verb`.
std::string arguments_of(const Manual& verb, const std::vector<std::string>& verbs) {
  if (verb.verb == "help") return fmt::format("'*:command:({})'", joined(verbs));
  if (verb.arguments.empty()) return "'*: :'";
  const auto choices = verb.arguments.front().choices();
  return choices.empty() ? "'*:file:_files'" : fmt::format("'*: :({})'", joined(choices));
}

}  // namespace

std::string zsh_completion(const Manual& program) {
  std::string list, cases;
  for (const Manual& verb : program.verbs) {
    list += fmt::format("    '{}:{}'\n", verb.verb, escaped(verb.description));
    cases += fmt::format("    {})\n      _arguments \\\n{}        {} ;;\n", verb.verb,
                         specifications(verb), arguments_of(verb, verb_names(program)));
  }
  return fmt::format(R"(#compdef {0}
# Completion of {0} in zsh, made of the options of the command itself.
_{0}() {{
  local -a verbs
  local at=2
  verbs=(
{1}  )
  while [[ $words[at] == -* && at -lt CURRENT ]]; do
    (( ++at ))
  done
  if (( CURRENT == at )); then
    _describe command verbs
    compadd -- {2}
    return
  fi
  local verb=$words[at]
  shift $(( at - 1 )) words
  (( CURRENT -= at - 1 ))
  case $verb in
{3}  esac
}}
_{0} "$@"
)",
                     program.name, list, joined(option_names(program)), cases);
}

}  // namespace ashlar::apps
