import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { type MutationName, mutations } from '../support/histories/mutations.ts';

const program = join(import.meta.dirname, '../support/histories/main.ts');

/** Plays histories in a process of their own, because virtual time replaces its timers. Returns what it prints. */
async function play(...args: readonly string[]): Promise<string> {
  const options = { maxBuffer: 64 * 2 ** 20 };
  const node = ['--no-warnings', program, ...args];
  try {
    return (await promisify(execFile)(process.execPath, node, options)).stdout;
  } catch (error) {
    if (error instanceof Error && 'stdout' in error && error.stdout !== '') return String(error.stdout); // exit code 1
    throw error;
  }
}

/** Returns the lines about what must not happen. */
const problemsIn = (printed: string) => printed.split('\n').filter((line) => line.startsWith('FAILED'));

/**
 * Where each fault of `mutations` shows: mode, first seed and number of seeds. Faults that show rarely have the seed of a
 * history in which they do; a change of the order of events makes it another history, and a new seed has to be found.
 */
const noticed: Readonly<Record<MutationName, readonly [mode: string, first: number, count: number]>> = {
  'a halt does not wake who waits for money': ['run', 293, 1],
  'the end of a call does not wake who waits for money': ['run', 1, 200],
  'the end of the queue does not hear of a halt': ['workers', 1, 200],
  'calls are sent without a check of the lease': ['run', 95, 1],
  'a lease that has not expired is taken over': ['run', 256, 1],
  'a lease counts from the reply of the store': ['run', 861, 1],
  'a lease lasts until the clock is where it was': ['workers', 45, 1],
  'an answer counts before it is stored': ['study', 1, 200],
  'a second answer replaces a stored one': ['run', 1, 200],
  'stored answers are not looked up': ['run', 1, 200],
  'calls of other runs are not claimed': ['run', 1, 200],
  'calls in request files are sent': ['files', 1, 200],
  'calls in request files are written again': ['files', 1, 200],
  'jobs of a process that has ended are not read': ['files', 1, 200],
  'a request file gets its name without a check of the lease': ['files', 1, 200],
  'claims of calls in flight that could not be written are not repeated': ['run', 30_042, 1],
  'a call is sent before its money is on disk': ['run', 1, 200],
  'money of an answer that could not be stored is forgotten': ['run', 1, 200],
  'a batch is created without a check of the lease': ['batch', 900, 1],
  'a batch without a reply is created again without a search': ['batch', 1, 200],
  'a training job without a reply is created again without a search': ['study', 1, 200],
};

describe('histories of runs, batches, request files, workers and studies with faults', () => {
  it('end, store each answer once, and stay within the budget', async () => {
    expect(problemsIn(await play('all', '1', '40'))).toEqual([]);
  });

  it('hold where a fault shows in a single history, without that fault', async () => {
    for (const [mode, seed, count] of Object.values(noticed)) {
      if (count === 1) expect(problemsIn(await play(mode, String(seed), '1'))).toEqual([]);
    }
  });

  it('are the same for the same seed', async () => {
    const [first, second] = [await play('run', '7', '1'), await play('run', '7', '1')];
    const steps = (printed: string) => printed.split('\n').slice(0, -2);
    expect(steps(first)).toEqual(steps(second));
  });

  it.each(Object.keys(mutations))('notice that %s', async (name) => {
    const [mode, first, count] = noticed[name as MutationName]; // as Object.keys types them
    const printed = await play(mode, String(first), String(count), '--until-failed', '--break', name);
    expect(problemsIn(printed)).not.toEqual([]);
  });
});
