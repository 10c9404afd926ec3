# SPDX-License-Identifier: BSD-3-Clause
"""Runs the command as a user would, alone or under mpirun. NumPy is the oracle of these tests.

With ASHLAR_COMMAND_SERVER most command lines share one start of MPI for each number of ranks."""
import atexit
import io
import json
import os
import select
import subprocess
import tempfile
import time
import unittest

import numpy as np

# Removed from the environment, since the command warns of unknown variables.
COMMAND = os.environ.pop("ASHLAR_COMMAND")
SERVER = os.environ.pop("ASHLAR_COMMAND_SERVER", None)
LAUNCH = [word for word in os.environ.pop("ASHLAR_LAUNCH").split(";") if word]  # mpirun and its flags, up to the number of ranks
TIME_LIMIT = 900


def _umask():
    mask = os.umask(0)
    os.umask(mask)
    return mask


UMASK = _umask()
WRITING = ("convert", "solve", "lstsq", "eig", "svd", "inv", "gemm")  # the verbs that write files


class Ran:
    """One run: status, output, errors, seconds."""

    def __init__(self, ranks, arguments, cwd, environment=None):
        words = [COMMAND, *map(str, arguments)]
        start = time.monotonic()
        # These command lines run in a new process: a server keeps its environment, its umask and, once requested, its
        # progress lines; the parser orders some names of a help text by address; `tune` starts itself again and changes
        # the numbers in force.
        own = {"--progress", "--verbose", "--help", "help", "tune"} & set(words)
        if SERVER and environment is None and not own and _umask() == UMASK:
            self.status, self.output, self.errors = Server.of(ranks).run(words, cwd)
        else:
            launch = LAUNCH + [str(ranks)] if ranks else []
            done = subprocess.run(launch + words, cwd=cwd, capture_output=True, text=True, timeout=TIME_LIMIT,
                                  stdin=subprocess.DEVNULL, env=environment)
            self.status, self.output, self.errors = done.returncode, done.stdout, done.stderr
        self.seconds = time.monotonic() - start


class Server:
    """A job of command_server.cpp that runs command lines. A command line that aborts the job ends the server; the next
    one starts another."""

    _running = {}

    @classmethod
    def of(cls, ranks):
        if ranks not in cls._running:
            if not cls._running:
                atexit.register(cls.end_all)
            cls._running[ranks] = cls(ranks)
        return cls._running[ranks]

    @classmethod
    def end_all(cls):
        for server in cls._running.values():
            server.end()

    def __init__(self, ranks):
        self.ranks = ranks
        self.folder = tempfile.TemporaryDirectory(prefix="ashlar-server-")
        self.requests = []
        for rank in range(max(ranks, 1)):
            os.mkfifo(self.path(rank))
            self.requests.append(os.open(self.path(rank), os.O_RDWR))  # does not wait for the reader
        launch = LAUNCH + [str(ranks)] if ranks else []
        with open(self.path("job-errors"), "w") as errors:
            self.job = subprocess.Popen(launch + [SERVER, self.folder.name], stdin=subprocess.DEVNULL,
                                        stdout=subprocess.PIPE, stderr=errors)

    def path(self, name):
        return os.path.join(self.folder.name, str(name))

    def read(self, name):
        with open(self.path(name)) as file:
            return file.read()

    def run(self, words, cwd):
        for name in ("output", "errors"):
            open(self.path(name), "w").close()
        request = json.dumps({"words": words, "cwd": cwd, "output": self.path("output"), "errors": self.path("errors")})
        for fifo in self.requests:
            os.write(fifo, request.encode() + b"\n")
        if not select.select([self.job.stdout], [], [], TIME_LIMIT)[0]:
            self.job.kill()
            raise subprocess.TimeoutExpired(words, TIME_LIMIT)
        answer = self.job.stdout.readline()
        errors = self.read("errors")
        if answer:
            return int(answer), self.read("output"), errors
        del self._running[self.ranks]
        status = self.end()
        return status, self.read("output"), errors + self.read("job-errors")

    def end(self):
        for fifo in self.requests:
            os.close(fifo)
        return self.job.wait(TIME_LIMIT)


def npy_bytes(array, order="C"):
    """The .npy file of the array in the given order, with the header written by NumPy."""
    buffer = io.BytesIO()
    np.lib.format.write_array_header_1_0(
        buffer, {"descr": np.lib.format.dtype_to_descr(array.dtype), "fortran_order": order == "F",
                 "shape": array.shape})
    return buffer.getvalue() + array.tobytes(order)


def numbers(shape, dtype, seed=1):
    """Random numbers of any type; complex ones have both parts."""
    random = np.random.default_rng(seed)
    dtype = np.dtype(dtype)
    if dtype.kind in "iu":
        limits = np.iinfo(dtype)
        return random.integers(limits.min, limits.max, size=shape, dtype=dtype, endpoint=True)
    values = random.standard_normal(shape)
    return (values + 1j * random.standard_normal(shape) if dtype.kind == "c" else values).astype(dtype)


class CommandTest(unittest.TestCase):
    """Runs every test in a new folder. `ranks` 0 runs the command alone, without mpirun."""

    def setUp(self):
        temporary = tempfile.TemporaryDirectory(prefix="ashlar-test-")
        self.addCleanup(temporary.cleanup)
        self.folder = temporary.name

    def path(self, name):
        return os.path.join(self.folder, name)

    def save(self, name, array):
        np.save(self.path(name), array)
        return array

    def read(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def run_command(self, ranks, *arguments, force=True, **variables):
        """Replaces files of earlier runs of the test unless `force` is False. `variables` are added to the
        environment."""
        verb = next((word for word in arguments if not str(word).startswith("-")), None)
        if force and verb in WRITING and "--force" not in arguments:
            arguments += ("--force",)
        return Ran(ranks, arguments, self.folder, os.environ | variables if variables else None)

    def run_well(self, ranks, *arguments, **variables):
        ran = self.run_command(ranks, *arguments, **variables)
        self.assertEqual(ran.status, 0, f"{arguments} on {ranks} ranks: {ran.errors}")
        self.assertEqual(ran.errors, "")
        return ran

    def snapshot(self):
        """Every path below the folder, with the content of files."""
        found = {}
        for at, folders, files in os.walk(self.folder):
            for name in folders + files:
                path = os.path.join(at, name)
                regular = os.path.isfile(path) and not os.path.islink(path)
                found[os.path.relpath(path, self.folder)] = self.read(path) if regular else None
        return found
