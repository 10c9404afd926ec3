#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Generates the data of the demos and, with NumPy alone, their reference results.

    make_answers.py [FOLDER]

Requires Debian 12's r-base-core (the CO2 series), python3-scipy (the photograph) and python3-numpy, but not Ashlar.
README.md beside this file lists the sources of the data.
"""

import pickle
import subprocess
import sys
from pathlib import Path

import numpy as np
import scipy.misc

FOLDER = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parent)


def save(name, array):
    np.save(FOLDER / name, array)


def co2_series():
    text = subprocess.run(
        ["Rscript", "-e", "writeLines(format(datasets::co2, nsmall = 2))"], check=True, capture_output=True, text=True
    ).stdout
    values = np.array(text.split(), dtype=float)
    assert values.shape == (468,) and values[0] == 315.42
    return values


def covariance(s, t):
    """Rasmussen and Williams, equations 5.15 to 5.18, with the values printed below them; times in years."""
    d = s[:, None] - t[None, :]
    trend = 66**2 * np.exp(-(d**2) / (2 * 67**2))
    season = 2.4**2 * np.exp(-(d**2) / (2 * 90**2) - 2 * np.sin(np.pi * d) ** 2 / 1.3**2)
    medium = 0.66**2 * (1 + d**2 / (2 * 0.78 * 1.2**2)) ** -0.78
    weather = 0.18**2 * np.exp(-(d**2) / (2 * (1.6 / 12) ** 2))
    return trend + season + medium + weather


def co2_answers(values, known, ahead):
    """Mean and standard deviation of the `ahead` months after the first `known` ones, and the log marginal likelihood."""
    time = 1959 + np.arange(known + ahead) / 12
    y = values[:known] - values[:known].mean()
    k = covariance(time[:known], time[:known]) + 0.19**2 * np.eye(known)
    cross = covariance(time[known:], time[:known])
    lower = np.linalg.cholesky(k)
    z = np.linalg.solve(lower, y)
    v = np.linalg.solve(lower, cross.T)
    mean = v.T @ z + values[:known].mean()
    own = covariance(time[:1], time[:1])[0, 0] + 0.19**2
    deviation = np.sqrt(own - (v**2).sum(axis=0))
    evidence = -0.5 * z @ z - np.log(np.diag(lower)).sum() - known / 2 * np.log(2 * np.pi)
    return np.column_stack([mean, deviation]), evidence


def quartic_levels(count, basis=400, frequency=6.0):
    """The lowest levels of p^2 + x^4, in a basis of harmonic functions: p^2 + w^2 x^2 has w (2n + 1)."""
    n = np.arange(basis + 4)
    x = np.diag(np.sqrt(n[1:] / (2 * frequency)), 1)
    x2 = (x + x.T) @ (x + x.T)
    h = np.diag(frequency * (2 * n + 1.0)) - frequency**2 * x2 + x2 @ x2
    return np.linalg.eigvalsh(h[:basis, :basis])[:count]


def main():
    series = co2_series()
    save("co2.npy", series[:, None])
    forecast, evidence = co2_answers(series, known=348, ahead=240)
    save("co2_forecast.npy", forecast)
    print(f"co2: log marginal likelihood {evidence:.9f}")

    digits = np.load(FOLDER / "digits.npy").astype(float)
    variances = np.linalg.eigvalsh(np.cov(digits, rowvar=False))[::-1]
    save("digits_variances.npy", variances[:, None])
    print(f"digits: two components explain {100 * variances[:2].sum() / variances.sum():.4f} %")

    with open(Path(scipy.misc.__file__).parent / "ascent.dat", "rb") as file:
        photo = np.array(pickle.load(file), dtype=np.uint8)[212:436, 256:512]
    save("stairs.npy", photo)
    values = np.linalg.svd(photo.astype(float), compute_uv=False)
    save("stairs_singular_values.npy", values[:, None])
    print("quartic levels:", " ".join(f"{e:.10f}" for e in quartic_levels(8)))
    print(f"stairs: largest singular value {values[0]:.6f}")


main()
