// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include <ashlar/base/index.hpp>

namespace ashlar {

/// Progress of a long call.
struct Progress {
  const char* stage = "";  ///< current stage: "reading A.npy", "lu"
  Index done = 0;
  Index total = 0;             ///< 0 if unknown
  const char* unit = "bytes";  ///< unit of the counts: "bytes", "flops"
};

/// Callback for progress, called often on rank 0 of the call's communicator by the calling thread.
/// Its exceptions are discarded. The texts are valid until it returns.
using ProgressHandler = void (*)(const Progress& progress);

/// Sets the progress handler and returns the previous one. Null, the default, discards progress.
/// [local]
/// @example set_progress_handler([](const Progress& p) { bar.show(p.stage, p.done, p.total); });
ProgressHandler set_progress_handler(ProgressHandler handler) noexcept;

namespace detail {

/// Calls the handler, if any. [local]
void report_progress(const Progress& progress) noexcept;

}  // namespace detail

/// Callback for warnings: probably unintended conditions, such as lost Assembler values or a
/// solution without a correct digit. Called by any thread of any rank, also in destructors.
/// Exceptions are discarded.
using WarningHandler = void (*)(const char* sentence);

/// Sets the warning handler and returns the previous one. Null, the default, discards warnings;
/// `ashlar::run` replaces the default by a handler that writes to the standard error. [local]
/// @example set_warning_handler([](const char* text) { std::cerr << "warning: " << text << '\n';
/// });
WarningHandler set_warning_handler(WarningHandler handler) noexcept;

/// Calls the handler, if any. [local]
void warn(const std::string& sentence) noexcept;

namespace detail {

/// Entry in the list of unfinished files of this process. The destructor removes the entry, not the
/// file. [local]
class UnfinishedFile {
 public:
  /// No entry.
  UnfinishedFile() noexcept = default;
  /// @param path  file, or folder of listed files only; ignored if longer than the system's limit,
  /// or after a hundred entries
  explicit UnfinishedFile(const std::string& path) noexcept;
  UnfinishedFile(UnfinishedFile&& other) noexcept;
  UnfinishedFile& operator=(UnfinishedFile&& other) noexcept;
  ~UnfinishedFile();

 private:
  int slot_ = -1;
};

}  // namespace detail

/// Removes the listed files, then the folders, for signal handlers (SIGINT). Async-signal-safe.
/// [local]
void remove_unfinished_files() noexcept;

}  // namespace ashlar
