# Settings under which PyTorch trains fast on a CPU; for `source`.
# Debian's PyTorch multiplies 60 times faster with this BLAS (package libopenblas0-openmp) than with the default one.
for folder in /usr/lib/*/openblas-openmp; do
  if [ -d "$folder" ]; then export LD_LIBRARY_PATH="$folder"; fi
done
export OMP_NUM_THREADS=1
# This PyTorch uses AVX2 unless told otherwise; with AVX-512 a step takes two thirds of the time.
if grep -q avx512f /proc/cpuinfo 2>/dev/null; then export ATEN_CPU_CAPABILITY=avx512; fi
# Every batch has its own shape: with caches of any size and many arenas the process grows by 130 MB a minute.
export LRU_CACHE_CAPACITY=16 ONEDNN_PRIMITIVE_CACHE_CAPACITY=16 MALLOC_ARENA_MAX=1
# Memory that is freed is kept: handing every large array back to the system costs as much as the arithmetic.
export MALLOC_MMAP_THRESHOLD_=4000000000 MALLOC_TRIM_THRESHOLD_=4000000000
