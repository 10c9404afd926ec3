# SPDX-License-Identifier: BSD-3-Clause
"""ashlar selftest."""
import json
import unittest

from command import CommandTest


class Selftest(CommandTest):
    def test_all_is_right_here(self):
        for ranks in (0, 2, 3):
            found = json.loads(self.run_well(ranks, "selftest", "--seconds", "1", "--json").output)
            self.assertEqual((found["right"], found["ranks"]), (True, max(1, ranks)))
            for name in ("threads", "dims_create", "large_counts", "darray_guard", "shared_memory", "peer_memory", "moves",
                         "solve", "bandwidth"):
                self.assertTrue(found["findings"][name]["right"], name)
            self.assertGreaterEqual(found["moves"]["count"], 2)
            self.assertEqual(found["moves"]["wrong"], 0)
            self.assertGreater(found["bandwidth"]["move_bytes_per_s"], 0)
            self.assertGreater(found["bandwidth"]["copy_bytes_per_s"], 0)

    def test_the_text_and_the_options(self):
        text = self.run_well(2, "selftest", "--seconds", "0").output
        self.assertIn("right  moves", text)
        self.assertEqual(text.splitlines()[-1], "all right")
        self.assertEqual(self.run_well(0, "selftest", "--seconds", "0", "--quiet").output, "")
        self.assertEqual(self.run_command(0, "selftest", "--seconds=-1").status, 2)


if __name__ == "__main__":
    unittest.main()
