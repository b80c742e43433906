#!/bin/bash
# sbatch slurm.sh, after `seb run --queue`, with SEB_STORE and the API keys in the environment
#SBATCH --job-name=seb
#SBATCH --array=1-4
#SBATCH --cpus-per-task=1
#SBATCH --time=08:00:00
#SBATCH --signal=B:TERM@120
exec npx --no seb worker
