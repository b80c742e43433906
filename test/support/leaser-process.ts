import { spawn } from 'node:child_process';
import { once } from 'node:events';

const leaser = new URL('store-leaser.ts', import.meta.url).pathname;

/**
 * Starts a process that takes the lease of a run, holds `held` dollars for calls in flight and keeps running. `said` is
 * `taken` or `refused`.
 */
export async function leaserProcess(location: string, run: string, held = 0) {
  const child = spawn(process.execPath, [leaser, location, run, String(held)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(child.stdout, 'data');
  return {
    said: String(line).trim(),
    suspend: () => child.kill('SIGSTOP'),
    kill: async () => {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}
