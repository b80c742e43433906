/**
 * Preloaded into every process that is measured: writes its processor time and peak memory into a file when it ends.
 * Plain JavaScript, as stripping types would add to what it measures.
 */
import { appendFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const file = process.env.SEB_BENCH_USAGE;
if (isMainThread && file !== undefined) {
  process.on('exit', () => {
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
    appendFileSync(
      file,
      `${JSON.stringify({ cpuSeconds: (userCPUTime + systemCPUTime) / 1e6, peakMb: maxRSS / 1024 })}\n`,
    );
  });
}
