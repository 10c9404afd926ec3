# SPDX-License-Identifier: BSD-3-Clause
# Sourced by the other scripts: the environment for MPI jobs of a few ranks on one machine, as root or not, in a
# container or not. Variables of the caller have priority.

# Containers run as root; Open MPI requires two variables for it.
export OMPI_ALLOW_RUN_AS_ROOT="${OMPI_ALLOW_RUN_AS_ROOT:-1}"
export OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="${OMPI_ALLOW_RUN_AS_ROOT_CONFIRM:-1}"

# More ranks than cores: allowed, and not bound to cores.
export OMPI_MCA_rmaps_base_oversubscribe="${OMPI_MCA_rmaps_base_oversubscribe:-1}"
export OMPI_MCA_hwloc_base_binding_policy="${OMPI_MCA_hwloc_base_binding_policy:-none}"

# Waiting ranks yield if they outnumber the cores of the machine; Open MPI counts neither the cores of a
# container nor its quota. Elsewhere each poll of a message would take 1 to 2 instead of 0.05 microseconds.
ashlar_cores="$(env -u OMP_NUM_THREADS -u OMP_THREAD_LIMIT nproc 2> /dev/null || true)"
ashlar_machine="$(getconf _NPROCESSORS_ONLN 2> /dev/null || echo 0)"
ashlar_quota="$(cut -d ' ' -f 1 /sys/fs/cgroup/cpu.max 2> /dev/null || true)"
if [ "${ashlar_cores:-0}" -lt "$ashlar_machine" ] || [ "${ashlar_quota:-max}" != max ]; then
  export OMPI_MCA_mpi_yield_when_idle="${OMPI_MCA_mpi_yield_when_idle:-1}"
fi
unset ashlar_cores ashlar_machine ashlar_quota

# One thread per rank: otherwise every rank starts a pool for all cores.
export OPENBLAS_NUM_THREADS="${OPENBLAS_NUM_THREADS:-1}"
export OMP_NUM_THREADS="${OMP_NUM_THREADS:-1}"

# Open MPI needs a remote shell even for local ranks, and fails without one.
if ! command -v ssh > /dev/null && ! command -v rsh > /dev/null; then
  export OMPI_MCA_plm_rsh_agent="${OMPI_MCA_plm_rsh_agent-}"
fi

# Open MPI uses 4 MiB a rank in /dev/shm, which many containers limit to 64 MiB or lack.
ashlar_shm_kib="$(df -Pk /dev/shm 2> /dev/null | awk 'NR == 2 { print $4 }')"
if [ "${ashlar_shm_kib:-0}" -lt 262144 ]; then
  export OMPI_MCA_btl_vader_backing_directory="${OMPI_MCA_btl_vader_backing_directory:-${TMPDIR:-/tmp}}"
fi
unset ashlar_shm_kib
