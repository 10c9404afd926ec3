// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/base/index.hpp>

namespace ashlar::io {

/// Destination of an array; each rank writes in ascending order.
class ArraySink {
 public:
  ArraySink() = default;
  ArraySink(const ArraySink&) = delete;
  ArraySink& operator=(const ArraySink&) = delete;
  virtual ~ArraySink() = default;

  /// @throws FileError. [local]
  virtual void write(Index offset, const void* data, Index bytes) = 0;
  /// Called after each FileWriter::write, whose lines are in rank order.
  /// @throws FileError on all ranks. @collective
  virtual void end_lines() {}
  /// @throws FileError on all ranks. @collective
  virtual void commit() = 0;
};

}  // namespace ashlar::io
