// SPDX-License-Identifier: BSD-3-Clause
#include "command.hpp"

int main(int argc, char** argv) { return ashlar::apps::run_command(argc, argv); }
