import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';

/** Python with Inspect: SEB_INSPECT_PYTHON, else python3. */
const python = process.env.SEB_INSPECT_PYTHON ?? 'python3';
const reader = fileURLToPath(new URL('read-inspect-log.py', import.meta.url));

/** Whether Inspect is installed (`pip install inspect-ai`); where SEB_INSPECT_PYTHON names a Python, it must be. */
export const hasInspect =
  process.env.SEB_INSPECT_PYTHON !== undefined || spawnSync(python, ['-c', 'import inspect_ai']).status === 0;

/** Returns what Inspect reads in logs, one value for each. Fails where it cannot read them. */
export function readByInspect(paths: readonly string[]): unknown {
  const { stdout, stderr, status } = spawnSync(python, [reader, ...paths], { encoding: 'utf8' });
  expect(status, stderr).toBe(0);
  return JSON.parse(stdout);
}
