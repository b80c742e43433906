import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';

/** Python with the packages that read our logs: SEB_READERS_PYTHON, which must have them, else python3. */
const own = process.env.SEB_READERS_PYTHON;
const python = own ?? 'python3';
const inspectReader = fileURLToPath(new URL('read-inspect-log.py', import.meta.url));

function hasPackage(name: string): boolean {
  return own !== undefined || spawnSync(python, ['-c', `import ${name}`]).status === 0;
}

/** Whether Inspect is installed: `pip install inspect-ai`. */
export const hasInspect = hasPackage('inspect_ai');
/** Whether the validator of Every Eval Ever is installed: `pip install every-eval-ever`. */
export const hasEveryEvalEver = hasPackage('every_eval_ever');

/** Returns what Inspect reads in logs, one value for each. Fails where it cannot read them. */
export function readByInspect(paths: readonly string[]): unknown {
  const { stdout, stderr, status } = spawnSync(python, [inspectReader, ...paths], { encoding: 'utf8' });
  expect(status, stderr).toBe(0);
  return JSON.parse(stdout);
}

/** Fails unless the validator of Every Eval Ever accepts files, whose paths in a folder are those of its data store. */
export function validateByEveryEvalEver(folder: string, paths: readonly string[]): void {
  const args = ['-m', 'every_eval_ever', 'validate', ...paths];
  const { stdout, stderr, status } = spawnSync(python, args, { cwd: folder, encoding: 'utf8' });
  expect(status, `${stdout}${stderr}`).toBe(0);
}
