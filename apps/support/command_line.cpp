// SPDX-License-Identifier: BSD-3-Clause
#include "support/command_line.hpp"

#include <cmath>
#include <cstdint>
#include <type_traits>

#include <CLI/CLI.hpp>

#include <ashlar/base/concat.hpp>
#include <ashlar/base/index.hpp>

#include "support/options.hpp"

namespace ashlar::apps {
namespace {

std::string text_of(double number) {
  const bool is_whole = std::abs(number) < 1e15 && number == std::floor(number);
  return is_whole ? concat(static_cast<Index>(number)) : concat(number);
}

std::string text_of(const Accepted& accepted) {
  if (accepted.most == std::numeric_limits<double>::infinity())
    return "at least " + text_of(accepted.least);
  return "between " + text_of(accepted.least) + " and " + text_of(accepted.most);
}

/// Description of the error, empty for an accepted number.
std::string refusal_of(const std::string& text, const Accepted& accepted) {
  const std::optional<double> number = parse_number(text);
  if (!number) return "'" + text + "' is not a number";
  if (accepted.least <= *number && *number <= accepted.most) return {};
  return "'" + text + "' is not " + text_of(accepted);
}

template <class T>
constexpr bool is_list = false;
template <class T>
constexpr bool is_list<std::vector<T>> = true;

template <class T>
bool has_default(const T& target) {
  if constexpr (std::is_arithmetic_v<T>) return true;
  else return !target.empty();
}

}  // namespace

CommandLine::CommandLine(const std::string& description, const std::string& example)
    : app_(std::make_unique<CLI::App>(description)) {
  if (!example.empty()) app_->footer("Example:\n  " + example);
}

CommandLine::~CommandLine() = default;

template <class T>
void CommandLine::add(const std::string& name, T& target, const std::string& help,
                      const Accepted& accepted) {
  if constexpr (std::is_same_v<T, bool>) {
    app_->add_flag(name, target, help);
  } else {
    CLI::Option& option = *app_->add_option(name, target, help);
    if constexpr (is_list<T>) option.delimiter(',');
    if (!accepted.words.empty()) option.check(CLI::IsMember(accepted.words));
    else if (accepted != Accepted{})
      option.check([accepted](const std::string& text) { return refusal_of(text, accepted); })
          ->description(help + " (" + text_of(accepted) + ")");
    if (has_default(target)) option.capture_default_str();
    else option.required(!name.starts_with("-"));
  }
}

template void CommandLine::add(const std::string&, bool&, const std::string&, const Accepted&);
template void CommandLine::add(const std::string&, int&, const std::string&, const Accepted&);
template void CommandLine::add(const std::string&, Index&, const std::string&, const Accepted&);
template void CommandLine::add(const std::string&, std::uint64_t&, const std::string&,
                               const Accepted&);
template void CommandLine::add(const std::string&, double&, const std::string&, const Accepted&);
template void CommandLine::add(const std::string&, std::string&, const std::string&,
                               const Accepted&);
template void CommandLine::add(const std::string&, std::vector<Index>&, const std::string&,
                               const Accepted&);
template void CommandLine::add(const std::string&, std::vector<std::string>&, const std::string&,
                               const Accepted&);

int CommandLine::run(int argc, char** argv, const Body& body) {
  return run_verbs(*app_, argc, argv, [&] { return Task{body}; });
}

int CommandLine::run_alone(int argc, char** argv, const LocalBody& body) {
  return run_verbs(*app_, argc, argv, [&] { return Task{.alone = body}; });
}

}  // namespace ashlar::apps
