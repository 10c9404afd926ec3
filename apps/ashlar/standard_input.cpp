// SPDX-License-Identifier: BSD-3-Clause
#include "standard_input.hpp"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include <ashlar/base/error.hpp>
#include <ashlar/base/progress.hpp>

#include "standard_streams.hpp"

namespace ashlar::apps {
namespace {

std::vector<std::string*>& inputs() {
  static std::vector<std::string*> all;
  return all;
}

// Warning handlers are function pointers without state.
std::string held_in;
WarningHandler others = nullptr;

void pass_on(const char* sentence) {
  if (others != nullptr) others(with_input_named(sentence).c_str());
}

std::vector<std::string*> standard_inputs() {
  std::vector<std::string*> found;
  std::ranges::copy_if(inputs(), std::back_inserter(found),
                       [](const std::string* path) { return is_standard_stream(*path); });
  expect(
      found.size() < 2,
      "the standard input is read once: give '-' for one of the files, and names for the others");
  return found;
}

/// File with the standard input, under its name in messages.
class NamedInput {
 public:
  NamedInput(StreamFile file, std::string& path) : file_(std::move(file)) {
    path = held_in = file_.path();
    others = set_warning_handler(pass_on);
  }
  NamedInput(const NamedInput&) = delete;
  NamedInput& operator=(const NamedInput&) = delete;
  ~NamedInput() {
    set_warning_handler(others);
    held_in.clear();
  }

 private:
  StreamFile file_;
};

void run_renamed(const std::function<void()>& command) {
  try {
    command();
  } catch (const Error& error) {
    detail::ErrorRecord record = error.record();
    record.message = with_input_named(record.message);
    record.subject = with_input_named(record.subject);
    detail::throw_error(record);
  }
}

}  // namespace

void add_input(std::string& path) { inputs().push_back(&path); }

void forget_inputs() noexcept { inputs().clear(); }

void run_with_input(mpi::CommunicatorView world, const std::function<void()>& command) {
  const std::vector<std::string*> found = standard_inputs();
  if (found.empty()) return command();
  StreamFile file(world);
  file.fill(world);
  const NamedInput input(std::move(file), *found.front());
  run_renamed(command);
}

void run_with_input(const std::function<void()>& command) {
  const std::vector<std::string*> found = standard_inputs();
  if (found.empty()) return command();
  StreamFile file = StreamFile::alone();
  file.fill();
  const NamedInput input(std::move(file), *found.front());
  run_renamed(command);
}

std::string with_input_named(std::string text) {
  constexpr std::string_view name = "standard input";
  if (held_in.empty()) return text;
  for (std::size_t at = text.find(held_in); at != std::string::npos;
       at = text.find(held_in, at + name.size()))
    text.replace(at, held_in.size(), name);
  return text;
}

}  // namespace ashlar::apps
