# SPDX-License-Identifier: BSD-3-Clause
"""scripts/multihost: hosts are separate, statuses and output are passed on, and no processes or files remain after
any end."""
import os
import pathlib
import signal
import tempfile
import unittest

from job import Job, main

class Multihost(unittest.TestCase):
    def check_gone(self, job):
        self.assertTrue(job.wait_for(lambda: job.processes() == []), job.processes())

    def start_sleepers(self):
        job = Job("sleep", "1000")
        self.addCleanup(job.script.kill)
        self.assertTrue(job.wait_for(lambda: len(job.processes("sleep\0001000")) == 4))
        return job

    def test_each_host_has_its_name_its_network_and_its_shared_memory(self):
        links = sorted(os.listdir("/sys/class/net"))
        say = "touch /dev/shm/$OMPI_COMM_WORLD_RANK; sleep 1; echo $(hostname) $(ls /dev/shm | grep '^[0-9]') " \
              "$(tail -n +3 /proc/net/dev | cut -d: -f1)"
        for hosts, wanted in (("2", ["host0 0 1", "host1 2 3"]), ("3", ["host0 0 1", "host1 2 3", "host2 4 5"])):
            status, output, errors = Job("--hosts", hosts, "--", "bash", "-c", say).end()
            self.assertEqual((status, errors), (0, ""))
            lines = [" ".join(word for word in line.split() if not word.startswith(("port", "bridge")))
                     for line in output.splitlines()]
            self.assertEqual({line.split(" l")[0] for line in lines}, set(wanted))
            self.assertTrue(all({"lo", "link0"} <= set(line.split()) for line in lines), output)
        self.assertEqual(sorted(os.listdir("/sys/class/net")), links)

    def test_status_and_output_are_those_of_the_program(self):
        status, output, _ = Job("--ranks-per-host", "1", "bash", "-c", "echo here; exit 9").end()
        self.assertEqual((status, set(output.split())), (9, {"here"}))

    def test_a_shaped_link_is_said_to_be_unshaped_where_it_cannot_be_shaped(self):
        status, _, errors = Job("--rate", "100mbit", "true").end()
        self.assertEqual(status, 0)
        self.assertIn(errors, ("", "multihost: the kernel has no sch_htb; links are not shaped\n"))

    def test_a_killed_rank_ends_the_job_and_its_hosts(self):
        for victim in (0, -1):
            job = self.start_sleepers()
            os.kill(sorted(job.processes("sleep\0001000"))[victim], signal.SIGKILL)
            self.assertNotIn(job.end()[0], (0, 77))
            self.check_gone(job)

    def test_signals_end_the_script_and_its_hosts(self):
        for number in (signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            job = self.start_sleepers()
            job.script.send_signal(number)
            self.assertNotIn(job.end()[0], (0, 77))
            self.check_gone(job)

    def test_without_privilege_it_skips_with_a_sentence(self):
        with tempfile.TemporaryDirectory(prefix="ashlar-test-") as folder:
            refusing = pathlib.Path(folder) / "unshare"
            refusing.write_text("#!/bin/sh\necho unshare failed: Operation not permitted >&2\nexit 1\n")
            refusing.chmod(0o755)
            status, output, errors = Job("true", PATH=folder + ":" + os.environ["PATH"]).end()
        self.assertEqual((status, output), (77, ""))
        self.assertRegex(errors, r"\Amultihost: skipped, .*Operation not permitted.*\n\Z")

    def test_wrong_options_show_the_usage(self):
        for reason, *arguments in (("there is no program to run",), ("--hosts is 1, but", "--hosts", "1", "true"),
                                   ("there is no option --bogus", "--bogus", "true"),
                                   ("--ranks-per-host is 0, but", "--ranks-per-host", "0", "true"),
                                   ("--rate is 5bananas, but", "--rate", "5bananas", "true")):
            status, output, errors = Job(*arguments).end()
            self.assertEqual((status, output), (2, ""))
            self.assertIn("multihost: " + reason, errors)
            self.assertIn("scripts/multihost [OPTION...]", errors)


if __name__ == "__main__":
    main()
