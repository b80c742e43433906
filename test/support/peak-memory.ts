import { isMainThread } from 'node:worker_threads';

/** Loaded into a command that is tested: says on stderr how much memory its process had at most, in KiB. */
if (isMainThread) process.on('exit', () => process.stderr.write(`peak:${process.resourceUsage().maxRSS}\n`));
