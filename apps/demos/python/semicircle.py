# SPDX-License-Identifier: BSD-3-Clause
"""Spectrum of a random Hermitian matrix, compared with NumPy and with the semicircle law of Wigner.

    mpirun -n 4 python3 semicircle.py [N [PICTURE.png]]
"""

import sys

import numpy as np
from mpi4py import MPI

import ashlar as al


def density(x):
    """Semicircle of radius 2."""
    return np.sqrt(np.maximum(4 - x**2, 0)) / (2 * np.pi)


def distribution(x):
    """Integral of the density from -2 to x."""
    x = np.clip(x, -2, 2)
    return 0.5 + x * np.sqrt(4 - x**2) / (4 * np.pi) + np.arcsin(x / 2) / np.pi


def draw(path, w):
    try:
        import matplotlib
    except ImportError:
        print("no picture: matplotlib (python3-matplotlib) is missing")
        return
    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(6, 4), constrained_layout=True)
    x = np.linspace(-2, 2, 400)
    axes.hist(w, bins=60, density=True, alpha=0.6, label=f"{len(w)} eigenvalues")
    axes.plot(x, density(x), label="semicircle")
    axes.set(xlabel="eigenvalue", ylabel="density")
    axes.legend()
    figure.savefig(path, dpi=100)
    print(f"picture: {path}")


def main(n=1000, picture=None):
    comm = MPI.COMM_WORLD
    G = al.gallery.normal((n, n), al.Grid(comm), seed=1, dtype=complex)
    H = (G + G.H) * (1 / np.sqrt(2 * n))  # elements of mean square 1 / n: radius 2
    w = al.linalg.eigvalsh(H)
    h = H.gather(root=0)
    if comm.rank != 0:
        return

    error = np.abs(w - np.linalg.eigvalsh(h)).max()
    # Kolmogorov-Smirnov distance of the eigenvalues from the semicircle.
    steps = np.arange(n + 1) / n
    distance = max(np.abs(distribution(w) - steps[1:]).max(), np.abs(distribution(w) - steps[:-1]).max())
    print(f"{n} eigenvalues from {w[0]:.3f} to {w[-1]:.3f}; distance from the semicircle {distance:.4f}")
    print(f"distance from NumPy: {error:.1e}")
    if error > 1e-12 * n or distance > 4 / n:
        raise SystemExit("the result differs from that of NumPy or from the semicircle")
    if picture:
        draw(picture, w)


if __name__ == "__main__":
    if len(sys.argv) > 3 or sys.argv[1:2] in (["-h"], ["--help"]):
        sys.exit(__doc__)
    main(*(int(text) for text in sys.argv[1:2]), *sys.argv[2:3])
