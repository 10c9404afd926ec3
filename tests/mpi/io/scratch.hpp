// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <ashlar/base/concat.hpp>
#include <ashlar/base/scalar.hpp>
#include <ashlar/mpi/communicator.hpp>

namespace ashlar::test {

/// A folder of all ranks for one test. The constructor creates it, the destructor removes it; both
/// are collective.
class Scratch {
 public:
  explicit Scratch(mpi::CommunicatorView comm) : comm_(comm) {
    // Rank 0's process number distinguishes the folders of concurrent jobs.
    int process = static_cast<int>(::getpid());
    MPI_Bcast(&process, 1, MPI_INT, 0, comm.native());
    folder_ = std::filesystem::temp_directory_path() / concat("ashlar-io-", process);
    if (comm.rank() == 0) std::filesystem::create_directory(folder_);
    comm.barrier();
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch() {
    MPI_Barrier(comm_.native());
    std::error_code ignored;
    if (comm_.rank() == 0) std::filesystem::remove_all(folder_, ignored);
  }

  std::string operator/(const std::string& name) const { return folder_.string() + "/" + name; }

  /// Names of the files in the folder, hidden files included.
  std::vector<std::string> names() const {
    comm_.barrier();
    std::vector<std::string> found;
    for (const auto& entry : std::filesystem::directory_iterator(folder_))
      found.push_back(entry.path().filename().string());
    std::sort(found.begin(), found.end());
    comm_.barrier();
    return found;
  }

 private:
  mpi::CommunicatorView comm_;
  std::filesystem::path folder_;
};

/// All bytes of a file.
inline std::string content(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// An element that identifies its indices.
template <Element T>
T value(Index i, Index j) {
  const auto number = static_cast<RealOf<T>>(static_cast<RealOf<T>>(i * 50 + j) + RealOf<T>(1));
  if constexpr (is_complex<T>) return {number, -number};
  else return number;
}

}  // namespace ashlar::test
