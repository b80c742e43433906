import { cpSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lmEvalLogs, sampleLog } from '../../../test/support/logs.ts';
import { readRecording } from '../formats.ts';
import type { FieldChoice } from '../recording.ts';
import { heldNote } from './held-note.ts';

describe('heldNote', () => {
  it.each([
    [3, 60, 'the log holds 3 of the 60 samples that its results count: what lm-eval states is about all of them'],
    [60, 60, null],
    [61, 60, null],
    [0, 60, null],
    [3, null, null],
  ])('of %s samples and %s counted ones', (held, counted, note) => {
    expect(heldNote(held, counted, 'lm-eval')).toEqual(note === null ? [] : [note]);
  });
});

describe('a log that holds fewer samples than its results count', () => {
  const newFolder = () => mkdtempSync(join(tmpdir(), 'seb-held-'));
  const heldIn = async (file: string, choice: FieldChoice = {}) =>
    (await readRecording(file, choice)).notes.filter((note) => note.startsWith('the log holds'));

  /** Copies a run of lm-eval with the first rows of its samples. */
  const lmEval = (rows: number | null) => {
    const folder = newFolder();
    cpSync(dirname(lmEvalLogs[0] ?? ''), folder, { recursive: true });
    const file = join(folder, readdirSync(folder).find((name) => name.startsWith('samples_')) ?? '');
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    writeFileSync(file, `${lines.slice(0, rows ?? lines.length).join('\n')}\n`);
    return file;
  };

  it('says so of lm-eval, whose results have the number', async () => {
    const of = (held: number) =>
      `the log holds ${held} of the 41 samples that its results count: what lm-eval states is about all of them`;
    expect(await heldIn(lmEval(1))).toEqual([of(1)]);
    expect(await heldIn(lmEval(3))).toHaveLength(1);
    expect(await heldIn(lmEval(null))).toEqual([]);
  });

  it('counts the rows that --where leaves out, too', async () => {
    const where = { where: [{ field: 'doc_id', value: '1' }] };
    expect(await heldIn(lmEval(null), where)).toEqual([]);
  });

  /** Writes an output of promptfoo with its first rows. */
  const promptfoo = (rows: number | null, change: (stats: Record<string, unknown>) => void = () => {}) => {
    const output = JSON.parse(readFileSync(sampleLog('promptfoo/out.json'), 'utf8'));
    output.results.results = output.results.results.slice(0, rows ?? undefined);
    change(output.results.stats);
    const file = join(newFolder(), 'out.json');
    writeFileSync(file, JSON.stringify(output));
    return file;
  };

  it('says so of promptfoo, whose statistics have the number', async () => {
    const of = 'of the 48 samples that its results count: what promptfoo states is about all of them';
    expect(await heldIn(promptfoo(1))).toEqual([`the log holds 1 ${of}`]);
    expect(await heldIn(promptfoo(null))).toEqual([`the log holds 8 ${of}`]); // the sample log has its first rows alone
    expect(await heldIn(promptfoo(null, (stats) => Object.assign(stats, { successes: 4, failures: 2 })))).toEqual([]);
    const without = (stats: Record<string, unknown>) => {
      for (const name of ['successes', 'failures', 'errors']) delete stats[name];
    };
    expect(await heldIn(promptfoo(1, without))).toEqual([]);
  });

  it.each(['promptfoo/out.jsonl', 'inspect/times_alpha-large.eval', 'inspect/string-ids.json'])(
    'says nothing of %s, which is whole or does not count',
    async (name) => {
      expect(await heldIn(sampleLog(name))).toEqual([]);
    },
  );
});
