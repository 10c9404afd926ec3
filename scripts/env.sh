# SPDX-License-Identifier: BSD-3-Clause
# Sourced by the other scripts: the environment in which MPI jobs of a few ranks run on any one machine, as root or not,
# in a container or not. What the caller has set already stays.

# Containers run as root; Open MPI wants this said twice.
export OMPI_ALLOW_RUN_AS_ROOT="${OMPI_ALLOW_RUN_AS_ROOT:-1}"
export OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="${OMPI_ALLOW_RUN_AS_ROOT_CONFIRM:-1}"

# More ranks than cores: allowed, not bound to cores, and a waiting rank gives its core away.
export OMPI_MCA_rmaps_base_oversubscribe="${OMPI_MCA_rmaps_base_oversubscribe:-1}"
export OMPI_MCA_hwloc_base_binding_policy="${OMPI_MCA_hwloc_base_binding_policy:-none}"
export OMPI_MCA_mpi_yield_when_idle="${OMPI_MCA_mpi_yield_when_idle:-1}"

# One thread per rank, or every rank starts a pool of all cores.
export OPENBLAS_NUM_THREADS="${OPENBLAS_NUM_THREADS:-1}"
export OMP_NUM_THREADS="${OMP_NUM_THREADS:-1}"

# Open MPI looks for a remote shell even when all ranks are local, and gives up without one.
if ! command -v ssh > /dev/null && ! command -v rsh > /dev/null; then
  export OMPI_MCA_plm_rsh_agent="${OMPI_MCA_plm_rsh_agent-}"
fi

# Open MPI keeps 4 MiB a rank in /dev/shm, which many containers make 64 MiB or leave out.
ashlar_shm_kib="$(df -Pk /dev/shm 2> /dev/null | awk 'NR == 2 { print $4 }')"
if [ "${ashlar_shm_kib:-0}" -lt 262144 ]; then
  export OMPI_MCA_btl_vader_backing_directory="${OMPI_MCA_btl_vader_backing_directory:-${TMPDIR:-/tmp}}"
fi
unset ashlar_shm_kib
