// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include <ashlar/base/index.hpp>

namespace ashlar {

/// How far a long call has come.
struct Progress {
  const char* stage = "";  ///< what is being done: "reading A.npy", "lu"
  Index done = 0;
  Index total = 0;             ///< 0 where nobody knows
  const char* unit = "bytes";  ///< of what: "bytes", "flops"
};

/// Listener to progress. It is called often, on rank 0 of the communicator of the call, by the
/// thread that made the call; what it throws is passed over. The texts live until it returns.
using ProgressHandler = void (*)(const Progress& progress);

/// Sets the progress handler and returns the previous one. Null, the default, discards progress.
/// [local]
/// @example set_progress_handler([](const Progress& p) { bar.show(p.stage, p.done, p.total); });
ProgressHandler set_progress_handler(ProgressHandler handler) noexcept;

/// Hands `progress` to the handler; next to nothing where there is none. [local]
void report_progress(const Progress& progress) noexcept;

/// Callback for warnings: conditions that are not errors but are probably unintended, such as lost
/// values of an Assembler or a solution without a correct digit. Any thread of any rank may call
/// it, also in a destructor; its exceptions are discarded.
using WarningHandler = void (*)(const char* sentence);

/// Sets the warning handler and returns the previous one. Null, the default, discards warnings; the
/// library itself never prints. `ashlar::run` sets a handler that writes to the standard error, if
/// there is none. [local]
/// @example set_warning_handler([](const char* text) { std::cerr << "warning: " << text << '\n';
/// });
WarningHandler set_warning_handler(WarningHandler handler) noexcept;

/// Hands `sentence` to the warning handler. [local]
void warn(const std::string& sentence) noexcept;

/// Entry in this process's list of files that are not finished, which remove_unfinished_files()
/// removes; taken out on destruction. [local]
class UnfinishedFile {
 public:
  /// None.
  UnfinishedFile() noexcept = default;
  /// @param path  of a file, or of a folder that is empty when the listed files are gone; not
  /// listed if it is longer than the system takes, or a hundred are listed already
  explicit UnfinishedFile(const std::string& path) noexcept;
  UnfinishedFile(UnfinishedFile&& other) noexcept;
  UnfinishedFile& operator=(UnfinishedFile&& other) noexcept;
  ~UnfinishedFile();

 private:
  int slot_ = -1;
};

/// Removes the files that this process has begun and not finished, then the folders: for a handler
/// of SIGINT and the like, before it ends the process. Async-signal-safe. [local]
void remove_unfinished_files() noexcept;

}  // namespace ashlar
