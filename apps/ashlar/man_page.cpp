// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>

#include <fmt/format.h>

#include "manual.hpp"

namespace ashlar::apps {
namespace {

/// Escapes text for roff.
std::string plain(const std::string& text) {
  std::string result;
  bool starts_line = true;
  for (const char c : text) {
    if (starts_line && (c == '.' || c == '\'')) result += "\\&";
    if (c == '\\') result += "\\e";
    else if (c == '-') result += "\\-";
    else if (c == '\'') result += "\\(aq";
    else if (c == '`') result += "\\(ga";
    else if (c == '^') result += "\\(ha";
    else if (c == '~') result += "\\(ti";
    else result += c;
    starts_line = c == '\n';
  }
  return result;
}

std::string with_dashes(std::string name) {
  for (char& c : name)
    if (c == ' ') c = '-';
  return name;
}

std::string upper(std::string text) {
  for (char& c : text)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  return text;
}

std::string tagged(const OptionManual& option) {
  std::string names;
  for (const std::string& name : option.names)
    names += (names.empty() ? "\\fB" : ", \\fB") + plain(name) + "\\fR";
  const bool is_argument = !option.names.front().starts_with("-");
  if (!option.value.empty() && !is_argument) names += " \\fI" + plain(option.value) + "\\fR";
  return fmt::format(".TP\n{}\n{}{}\n", names, plain(option.description),
                     option.required ? " (required)" : "");
}

/// Footer: sentences, then "Example:" and the command line.
std::string footer_of(const Manual& manual) {
  const std::string mark = "Example:\n";
  const std::size_t at = std::min(manual.footer.find(mark), manual.footer.size());
  std::string text;
  if (at > 0) text += ".SH NOTES\n" + plain(manual.footer.substr(0, at)) + "\n";
  if (at < manual.footer.size())
    text += ".SH EXAMPLE\n.nf\n" + plain(manual.footer.substr(at + mark.size())) + "\n.fi\n";
  return text;
}

std::string see_also(const Manual& manual) {
  std::string pages;
  for (const Manual& verb : manual.verbs)
    pages += fmt::format("{}.BR {} (1)", pages.empty() ? "" : ",\n", with_dashes(verb.name));
  return manual.verb.empty() ? pages
                             : ".BR " + manual.name.substr(0, manual.name.find(' ')) + " (1)";
}

std::string synopsis_of(const Manual& manual) {
  std::string text = "\\fB" + plain(manual.name) + "\\fR";
  if (!manual.verbs.empty()) text += " \\fICOMMAND\\fR";
  for (const OptionManual& argument : manual.arguments) {
    const std::string name = "\\fI" + plain(argument.names.front()) + "\\fR";
    text += argument.required ? " " + name : " [" + name + "]";
  }
  return text + " [\\fIOPTION\\fR]...\n";
}

}  // namespace

std::string man_page(const Manual& manual, const std::string& version) {
  const std::string page = with_dashes(manual.name);
  std::string text = fmt::format(
      ".\\\" Made of the options of the command itself.\n.TH {} 1 \"\" "
      "\"ashlar {}\" \"User Commands\"\n.SH NAME\n{} \\- {}\n"
      ".SH SYNOPSIS\n{}.SH DESCRIPTION\n{}\n",
      upper(page), version, plain(page), plain(manual.description), synopsis_of(manual),
      plain(manual.description));
  if (!manual.verbs.empty()) {
    text += ".SH COMMANDS\n";
    for (const Manual& verb : manual.verbs)
      text += fmt::format(".TP\n\\fB{}\\fR\n{}\n", plain(verb.verb), plain(verb.description));
  }
  if (!manual.arguments.empty()) text += ".SH ARGUMENTS\n";
  for (const OptionManual& argument : manual.arguments) text += tagged(argument);
  text += ".SH OPTIONS\n";
  for (const OptionGroup& group : manual.groups) {
    if (manual.groups.size() > 1) text += ".SS " + plain(group.title) + "\n";
    for (const OptionManual& option : group.options) text += tagged(option);
  }
  return text + footer_of(manual) + ".SH SEE ALSO\n" + see_also(manual) + "\n";
}

}  // namespace ashlar::apps
