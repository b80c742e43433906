import { isMainThread } from 'node:worker_threads';

/** Preloaded into a tested command: prints its peak memory in KiB on stderr. */
if (isMainThread) process.on('exit', () => process.stderr.write(`peak:${process.resourceUsage().maxRSS}\n`));
