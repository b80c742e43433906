import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readRecording } from './formats.ts';

const golden = join(import.meta.dirname, '../../test/golden/logs');
const root = mkdtempSync(join(tmpdir(), 'seb-linked-'));
afterAll(() => rmSync(root, { recursive: true }));

/** A log that has files of its tool beside it, and the files of its folder that are links here. */
const logs = [
  ['lm-eval/alpha-large', /^samples_/],
  ['eee', /_samples\.jsonl$/],
  ['helm', /^per_instance_stats/],
] as const;

it.each(logs)('reads nothing through links beside a log of %s', async (source, isLog) => {
  const folder = join(root, source.replace('/', '-'));
  cpSync(join(golden, source), folder, { recursive: true });
  writeFileSync(`${folder}-secret`, 'AWS_SECRET=canary');
  const names = readdirSync(folder);
  for (const name of names.filter((each) => !isLog.test(each))) {
    rmSync(join(folder, name));
    symlinkSync(`${folder}-secret`, join(folder, name));
  }
  const log = names.find((each) => isLog.test(each)) ?? '';
  const read = await readRecording(join(folder, log)).then(
    ({ rows }) => `${rows.length} rows`,
    (error: Error) => error.message,
  );
  expect(read).not.toMatch(/AWS|JSON/);
});
