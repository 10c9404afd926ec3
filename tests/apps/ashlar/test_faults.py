# SPDX-License-Identifier: BSD-3-Clause
"""Failures while files are written: the old file stays whole, no partial file remains, and a sentence gives the
reason."""
import hashlib
import os
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

import numpy as np

from command import COMMAND, LAUNCH, TIME_LIMIT, CommandTest

SAMPLE = os.environ.pop("ASHLAR_SAVE_SAMPLE")
ALL_KILLS = os.environ.pop("ASHLAR_ALL_KILLS", "") == "ON"  # else a sample of them
RANKS = 3
# The kinds of output: files and a folder.
OUTPUTS = ("old.npy", "old.bin", "old/")
NOBODY = 65534


def rank_processes(launcher):
    """Processes of the job by rank, as mpirun numbers them."""
    found = {}
    for entry in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{entry}/stat") as file:
                parent = int(file.read().rsplit(")", 1)[1].split()[1])
            if parent != launcher:
                continue
            with open(f"/proc/{entry}/environ", "rb") as file:
                for variable in file.read().split(b"\0"):
                    if variable.startswith(b"OMPI_COMM_WORLD_RANK="):
                        found[int(variable.split(b"=")[1])] = int(entry)
        except (OSError, IndexError, ValueError):
            continue
    return found


class Faults(CommandTest):
    def snapshot(self):
        """The snapshot of CommandTest with a digest for each content, since differences of large files cannot be
        printed."""
        return {name: content and hashlib.sha256(content).hexdigest() for name, content in super().snapshot().items()}

    def setUp(self):
        super().setUp()
        self.save("in.npy", np.arange(1.0e6).reshape(1000, 1000))
        self.save("small.npy", np.arange(20.0).reshape(4, 5))
        self.make_old()

    def make_old(self):
        self.run_well(0, "convert", "small.npy", "old.npy")
        self.run_well(0, "convert", "small.npy", "old.bin", "--format", "raw")
        self.run_well(0, "convert", "small.npy", "old/", "--block", "2x2")
        subprocess.run([SAMPLE, "checkpoint"], cwd=self.folder, check=True, timeout=TIME_LIMIT)

    def words(self, out, *options, source="in.npy"):
        formats = ("--format", "raw") if out.endswith(".bin") else ()
        return ("convert", source, out, "--force", *formats, *options)

    def check_failed(self, done, before, reason):
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertRegex(done.stderr, reason)
        self.assertEqual(done.stderr.count("ashlar: error:"), 1, done.stderr)
        self.assertEqual(self.snapshot(), before)

    def launch(self, ranks, words, **options):
        start = LAUNCH + [str(ranks)] if ranks else []
        return subprocess.run(start + words, cwd=self.folder, capture_output=True, text=True, timeout=TIME_LIMIT, **options)

    def temporaries(self):
        return [name for name in os.listdir(self.folder) if ".ashlar-tmp" in name]

    def kill_while_writing(self, out, rank, signum, delay):
        """Sends the signal once the temporary has existed for `delay` seconds. Returns the status of the job."""
        words = [COMMAND, *self.words(out, "--transpose", "--max-memory", "8k", "--quiet", source="large.npy")]
        for name in self.temporaries():  # of the job before
            path = self.path(name)
            (shutil.rmtree if os.path.isdir(path) else os.remove)(path)
        with subprocess.Popen(LAUNCH + [str(RANKS), *words], cwd=self.folder, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL) as job:
            end = time.monotonic() + 30
            while not self.temporaries() and job.poll() is None and time.monotonic() < end:
                time.sleep(0.002)
            time.sleep(delay)
            processes = rank_processes(job.pid)
            if rank in processes:
                os.kill(processes[rank], signum)
            status = job.wait(60)
        return status, rank in processes

    def check_kills(self, out, kills):
        # Large enough that writing in panels of one line per rank takes longer than the delays.
        self.save("large.npy", np.arange(9.0e6).reshape(3000, 3000))
        wanted = self.snapshot()
        for rank, signum, delay in kills:
            with self.subTest(out=out, rank=rank, signal=signum.name, delay=delay):
                status, sent = self.kill_while_writing(out, rank, signum, delay)
                self.assertTrue(sent, "the job ended before the signal: write more")
                self.assertNotEqual(status, 0)
                found = {name: content for name, content in self.snapshot().items() if ".ashlar-tmp" not in name}
                self.assertEqual(found, wanted)
                self.assertLessEqual(len(self.temporaries()), 1)
        # Leftover files are used again.
        self.run_well(RANKS, *self.words(out))
        self.assertEqual(self.temporaries(), [])
        self.run_well(0, *self.words(out, source="small.npy"))

    def test_a_killed_rank_leaves_the_old_file(self):
        self.check_kills("old.npy", [(0, signal.SIGKILL, 0.05), (RANKS - 1, signal.SIGTERM, 0), (0, signal.SIGINT, 0.1)]
                         if not ALL_KILLS else [(rank, signum, delay) for rank in (0, RANKS - 1)
                                                for signum in (signal.SIGKILL, signal.SIGTERM, signal.SIGINT)
                                                for delay in (0, 0.05, 0.1)])

    def test_a_killed_rank_leaves_the_old_folder(self):
        self.check_kills("old/", [(RANKS - 1, signal.SIGKILL, 0.1), (0, signal.SIGTERM, 0)]
                         if not ALL_KILLS else [(rank, signum, delay) for rank in (0, RANKS - 1)
                                                for signum in (signal.SIGKILL, signal.SIGTERM) for delay in (0, 0.1)])

    def test_what_is_interrupted_leaves_nothing(self):
        self.save("large.npy", np.arange(9.0e6).reshape(3000, 3000))
        before = self.snapshot()
        for out in ("old.npy", "old/"):
            for signum in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
                with self.subTest(out=out, signal=signum.name):
                    words = self.words(out, "--transpose", "--max-memory", "8k", "--quiet", source="large.npy")
                    with subprocess.Popen([COMMAND, *words], cwd=self.folder, stdin=subprocess.DEVNULL) as job:
                        end = time.monotonic() + 30
                        while not self.temporaries() and job.poll() is None and time.monotonic() < end:
                            time.sleep(0.002)
                        time.sleep(0.05)
                        job.send_signal(signum)
                        self.assertEqual(job.wait(60), -signum)
                    self.assertEqual(self.snapshot(), before)

    def test_a_reader_that_leaves_early_leaves_nothing_in_tmpdir(self):
        self.save("large.npy", np.arange(9.0e6).reshape(3000, 3000))
        folder = self.path("tmpdir")
        os.mkdir(folder)
        with subprocess.Popen([COMMAND, "convert", "large.npy", "-", "--format", "npy"], cwd=self.folder,
                              env={**os.environ, "TMPDIR": folder}, stdout=subprocess.PIPE) as job:
            self.assertEqual(job.stdout.read(6), b"\x93NUMPY")
            job.stdout.close()
            self.assertEqual(job.wait(60), -signal.SIGPIPE)
        self.assertEqual([name for name in os.listdir(folder) if name.startswith("ashlar-")], [])

    def test_a_full_disk_leaves_the_old_file(self):
        if os.getuid() != 0:
            self.skipTest("only root can mount a small file system")
        disk = self.path("disk")
        os.mkdir(disk)
        if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "none", disk], capture_output=True).returncode != 0:
            self.skipTest("no file system can be mounted here")
        self.addCleanup(subprocess.run, ["umount", disk])
        for out in OUTPUTS:
            self.run_well(0, *self.words("disk/" + out, source="small.npy"))
        before = self.snapshot()
        for out in OUTPUTS:
            for ranks in (0, RANKS):
                with self.subTest(out=out, ranks=ranks):
                    done = self.launch(ranks, [COMMAND, *self.words("disk/" + out)])
                    self.check_failed(done, before, "cannot be written: No space left on device")
        for ranks in (0, RANKS):
            done = self.launch(ranks, [SAMPLE, "disk/c"])
            self.assertEqual(done.returncode, 1)
            self.assertRegex(done.stderr, r"error: disk/c/A\.npy: cannot be written: No space left on device")
            self.assertEqual(self.snapshot(), before)

    def test_a_limit_of_file_sizes_leaves_the_old_file(self):
        before = self.snapshot()
        # The limit applies to the ranks, not to mpirun or the processes that Open MPI starts for a singleton.
        limited = ["bash", "-c", 'ulimit -f 256; exec "$0" "$@"']
        for out in OUTPUTS:
            for ranks in (1, RANKS):
                with self.subTest(out=out, ranks=ranks):
                    done = self.launch(ranks, [*limited, COMMAND, *self.words(out)])
                    self.check_failed(done, before, "cannot be written: File too large")
        for ranks in (1, RANKS):
            done = self.launch(ranks, [*limited, SAMPLE, "checkpoint"])
            self.assertEqual(done.returncode, 1)
            self.assertRegex(done.stderr, r"error: checkpoint/A\.npy: cannot be written: File too large")
            self.assertEqual(self.snapshot(), before)

    def test_the_last_rank_does_not_see_the_folder(self):
        before = self.snapshot()
        with tempfile.TemporaryDirectory() as elsewhere:
            shutil.copy(self.path("in.npy"), elsewhere)
            moved = ["bash", "-c", f'if [ "$OMPI_COMM_WORLD_RANK" = {RANKS - 1} ]; then cd {elsewhere}; fi; exec "$0" "$@"']
            for out in OUTPUTS:
                with self.subTest(out=out):
                    done = self.launch(RANKS, [*moved, COMMAND, *self.words(out)])
                    self.check_failed(done, before, rf"{out}.*: cannot be (written|created)")
            done = self.launch(RANKS, [*moved, SAMPLE, "checkpoint"])
            self.assertEqual(done.returncode, 1)
            self.assertRegex(done.stderr, r"cannot be written by rank 2 on host .*, which must see the same folder as rank 0")
            # A rank without the input, or with a different input.
            os.remove(os.path.join(elsewhere, "in.npy"))
            done = self.launch(RANKS, [*moved, COMMAND, *self.words("old.npy")])
            self.check_failed(done, before, r"in\.npy: rank 2 on host .* does not see the file that rank 0 sees")
            shutil.copy(self.path("small.npy"), os.path.join(elsewhere, "in.npy"))
            done = self.launch(RANKS, [*moved, COMMAND, *self.words("old.npy")])
            self.check_failed(done, before, r"in\.npy: rank 2 on host .* sees a file of \d+ bytes")
            self.assertEqual(self.snapshot(), before)
            self.assertEqual(os.listdir(elsewhere), ["in.npy"])

    def test_two_writers_at_once_leave_the_work_of_one(self):
        self.save("other.npy", -np.arange(1.0e6).reshape(1000, 1000))
        for out in OUTPUTS:
            with self.subTest(out=out):
                jobs = [subprocess.Popen(LAUNCH + ["2", COMMAND, *self.words(out, "--quiet", source=source)],
                                         cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
                        for source in ("in.npy", "other.npy")]
                errors = [job.communicate(timeout=TIME_LIMIT)[1] for job in jobs]
                self.assertEqual([job.returncode for job in jobs], [0, 0], errors)
                hints = ("--in-format", "raw", "--in-shape", "1000x1000") if out.endswith(".bin") else ()
                if not hints:
                    self.run_well(0, "verify", out)
                self.run_well(0, "convert", out, "back.npy", *hints)
                self.assertIn(self.read("back.npy"), (self.read("in.npy"), self.read("other.npy")))
                self.assertEqual(self.temporaries(), [])

    def test_special_files_are_not_overwritten(self):
        os.mkfifo(self.path("fifo.npy"))
        os.mkdir(self.path("folder.npy"))
        os.symlink("loop.npy", self.path("loop.npy"))
        os.symlink("nowhere/x.npy", self.path("dangling.npy"))
        before = self.snapshot()
        for out, reason in (("fifo.npy", "it is a pipe, device or socket"), ("folder.npy", "it is a folder"),
                            ("fifo.npy/", "it exists and is not a folder"), ("in.npy/", "it exists and is not a folder"),
                            ("loop.npy", "symbolic link that leads nowhere"), ("dangling.npy", "cannot be created"),
                            ("in.npy/x.npy", "cannot be created: Not a directory"),
                            ("x" * 300 + ".npy", "File name too long|cannot be")):
            for ranks in (0, RANKS):
                with self.subTest(out=out, ranks=ranks):
                    self.check_failed(self.launch(ranks, [COMMAND, *self.words(out)]), before, reason)
        for name in ("in.npy", "."):
            done = self.launch(2, [SAMPLE, name])
            self.assertEqual(done.returncode, 1)
            self.assertRegex(done.stderr, "cannot be written: (it exists and is not a folder|the folder has)")
            self.assertEqual(self.snapshot(), before)

    @unittest.skipIf(os.getuid() != 0, "only root can become somebody without permissions")
    def test_what_may_not_be_read_or_written_is_not(self):
        if subprocess.run([COMMAND, "--version"], user=NOBODY, capture_output=True).returncode != 0:
            self.skipTest("the command cannot be run by others")
        os.chmod(self.folder, 0o755)
        before = self.snapshot()
        for out in OUTPUTS:
            with self.subTest(out=out):
                done = self.launch(0, [COMMAND, *self.words(out)], user=NOBODY)
                self.check_failed(done, before, "(cannot be written|cannot be created): Permission denied")
        os.chmod(self.path("in.npy"), 0)
        done = self.launch(0, [COMMAND, *self.words("old.npy")], user=NOBODY)
        self.check_failed(done, before, r"in\.npy: cannot be opened: Permission denied")
        os.chmod(self.path("in.npy"), 0o644)
        os.chmod(self.path("checkpoint/A.npy"), 0)
        done = self.launch(0, [COMMAND, "verify", "checkpoint"], user=NOBODY)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stdout, r"checkpoint/A\.npy: cannot be opened: Permission denied")
        # The old file is writable, its folder is not.
        os.chmod(self.path("old.npy"), 0o666)
        self.check_failed(self.launch(0, [COMMAND, *self.words("old.npy")], user=NOBODY), before, "Permission denied")

    def test_input_that_changes_while_it_is_read_is_an_error_or_read_whole(self):
        """A file that is truncated while a job reads it: an error, never a crash."""
        words = [COMMAND, *self.words("old.npy", "--transpose", "--max-memory", "8k", "--quiet")]
        before = self.read("old.npy")
        job = subprocess.Popen(LAUNCH + ["2", *words], cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        while not self.temporaries() and job.poll() is None:
            time.sleep(0.002)
        os.truncate(self.path("in.npy"), 100000)
        errors = job.communicate(timeout=TIME_LIMIT)[1]
        self.assertEqual(job.returncode, 1)
        self.assertRegex(errors, r"ashlar: error: in\.npy: the file became shorter while it was read")
        self.assertEqual(self.read("old.npy"), before)
        self.assertEqual(self.temporaries(), [])


if __name__ == "__main__":
    unittest.main()
