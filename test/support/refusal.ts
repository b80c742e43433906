import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { openStore } from '../../src/store/open.ts';
import type { Ended } from './command.ts';

export function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'seb-bad-'));
}

export const newStore = () => join(newFolder(), 'store.sqlite');

export async function emptyStore(): Promise<string> {
  const location = newStore();
  await (await openStore(location)).close();
  return location;
}

/** Expects one clear line and a hint, nothing on stdout, no stack trace. */
export function expectRefusal({ code, stdout, stderr }: Omit<Ended, 'signal'>, message: RegExp, hint: RegExp): void {
  expect(stderr).toMatch(/^seb: [^\n]+\n {5}[^\n]+\n$/);
  const [first = '', second = ''] = stderr.split('\n');
  expect(first).toMatch(message);
  expect(second).toMatch(hint);
  expect(stdout).toBe('');
  expect(code).toBe(1);
}
