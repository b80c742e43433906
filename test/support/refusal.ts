import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect } from 'vitest';
import { refusalSchema } from '../../src/results/refusal.ts';
import { openStore } from '../../src/store/open.ts';
import type { Ended } from './command.ts';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'seb-bad-'));
  folders.push(folder);
  return folder;
}

export const newStore = () => join(newFolder(), 'store.sqlite');

export async function emptyStore(): Promise<string> {
  const location = newStore();
  await (await openStore(location)).close();
  return location;
}

/** Expects one clear line and a hint, no stack trace, and nothing on stdout but the same as one JSON object (with `--json`). */
export function expectRefusal({ code, stdout, stderr }: Omit<Ended, 'signal'>, message: RegExp, hint: RegExp): void {
  expect(stderr).toMatch(/^seb: [^\n]+\n {5}[^\n]+\n$/);
  const [first = '', second = ''] = stderr.split('\n');
  expect(first).toMatch(message);
  expect(second).toMatch(hint);
  if (stdout !== '') {
    const refusal = refusalSchema.strict().parse(JSON.parse(stdout));
    expect(refusal).toMatchObject({ kind: 'failed', reason: expect.stringMatching(message) });
    expect(second.trim()).toBe(refusal.advice);
  }
  expect(code).toBe(1);
}
