import { existsSync, globSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { answerRows, corruptions, simulatedRows, writeAnswers } from '../../../test/support/corruptions.ts';
import { everyEvalEverLog, lmEvalLogs, referenceFolder, sampleLog } from '../../../test/support/logs.ts';
import type { CheckFinding } from '../../results/row-check.ts';
import { AppError } from '../../util/app-error.ts';
import { readRecording } from '../formats.ts';
import { checkRecordings, screenRecordings } from './check-recordings.ts';

const folder = mkdtempSync(join(tmpdir(), 'seb-checks-'));
const mmlu = join(referenceFolder ?? '', 'frontier/mmlu');
const mmluLogs = referenceFolder !== null && existsSync(mmlu) ? globSync(join(mmlu, '*.csv')).sort() : [];

async function read(files: readonly string[]) {
  const logs = [];
  for (const file of files) logs.push(await readRecording(file));
  return logs;
}

/** Rows of sound logs: simulated models, and of two models of published ones where they are there. */
const sound = [
  ['simulated models', async () => simulatedRows({ models: 5, items: 300, seed: 'sound' })],
  ['more simulated models', async () => simulatedRows({ models: 3, items: 600, seed: 'sound, too' })],
  ...(mmluLogs.length === 0
    ? []
    : ([
        [
          'published models',
          async () => answerRows(await read(mmluLogs.filter((log) => /Haiku|GPT-5.4_nano/.test(log)))),
        ],
      ] as const)),
] as const;

/** Checks that name rows, and not a whole column. */
const hasRows: ReadonlySet<string> = new Set([
  ...['filled values', 'empty answer', 'not asked', 'same rows', 'other keys', 'several models', 'errors', 'cut'],
]);

const faults = (findings: readonly CheckFinding[]) => findings.filter(({ kind }) => kind === 'fault');

/** Returns what a refusal says, with its advice; of findings, the lines. */
function textsOf(found: unknown): string {
  if (found instanceof AppError) return `${found.message} ${found.hint}`;
  return JSON.stringify(found);
}

describe('checkRecordings', () => {
  describe.each(sound)('of %s', (name, rowsOf) => {
    it('has no alarm', async () => {
      const file = writeAnswers(folder, name, await rowsOf());
      const findings = checkRecordings(await read([file]));
      expect(findings.map(({ check, models }) => [check, models])).toEqual([]);
    });

    it.each(corruptions)(
      'names $name with its model and its rows',
      async ({ check, column, plant, name: corruption }) => {
        const rows = await rowsOf();
        const [other = '', model = ''] = [...new Set(rows.map((row) => row.model))];
        const planted = plant(rows, model, other);
        const file = writeAnswers(folder, `${name} ${corruption}`, planted, column);
        const choice = column === undefined ? {} : { columns: new Map([['correct', column]]) };
        const found = await readRecording(file, choice).then(
          (log) => checkRecordings([log]),
          (error: unknown) => error,
        );
        if (check instanceof RegExp) {
          expect(textsOf(found)).toMatch(check);
          return;
        }
        if (found instanceof AppError) {
          expect(check).toBe('other items');
          expect(found.message).toContain(`in rows of ${model}`);
          return;
        }
        const findings = found as readonly CheckFinding[];
        const named = findings.filter((each) => each.check === check && each.models.includes(model));
        expect(named).toHaveLength(1);
        const sent = new Map(rows.map((row) => [`${row.model} ${row.item}`, JSON.stringify(row)]));
        const changed = planted.filter(
          (row, index) =>
            sent.get(`${row.model} ${row.item}`) !== JSON.stringify(row) ||
            planted.findIndex((each) => each.model === row.model && each.item === row.item) < index,
        );
        const items = new Set(changed.map(({ item }) => item));
        const [{ rows: inQuestion } = { rows: [] }] = named;
        expect(inQuestion.filter(({ item }) => !items.has(item))).toEqual([]);
        expect(inQuestion.length > 0).toBe(hasRows.has(check));
      },
    );
  });

  it.each([
    ['Inspect', [sampleLog('inspect/times_alpha-large.eval'), sampleLog('inspect/times_beta-small.eval')]],
    ['lm-eval', lmEvalLogs],
    ['Every Eval Ever', [everyEvalEverLog]],
    ['promptfoo', [sampleLog('promptfoo/out.jsonl')]],
    ['a table', [sampleLog('table/answers.csv')]],
  ])('has no alarm on a log of %s', async (_, files) => {
    expect(faults(checkRecordings(await read(files)))).toEqual([]);
  });

  it.skipIf(mmluLogs.length === 0)('has the known alarms on published models, and no others', async () => {
    const findings = checkRecordings(await read(mmluLogs));
    expect(faults(findings)).toEqual([]);
    const named = (check: string) => findings.filter((each) => each.check === check).flatMap(({ models }) => models);
    expect(named('partial').sort()).toEqual([
      ...['google/gemini-2.5-pro', 'google/gemini-3-flash-preview', 'google/gemini-3.1-pro-preview', 'zai/glm-5'],
    ]);
  });

  it('has no alarm where answers were not recorded: empty ones that are scored as right, too', async () => {
    const rows = simulatedRows({ models: 3, items: 100, seed: 'unrecorded' });
    const file = writeAnswers(
      folder,
      'unrecorded',
      rows.map((row, index) => (index % 4 === 0 ? { ...row, answer: '' } : row)),
    );
    const logs = await read([file]);
    expect(faults(checkRecordings(logs))).toEqual([]);
    expect(screenRecordings(logs).logs[0]).toBe(logs[0]);
  });

  it('has no alarm on logs of runs in which models give one answer with other predictions', async () => {
    const rows = simulatedRows({ models: 3, items: 100, seed: 'predictions' }).map((row) => ({
      ...row,
      answer: row.key,
    }));
    const [log] = await read([writeAnswers(folder, 'predictions', rows)]);
    if (log === undefined) throw new Error('no log');
    const named = (isOfRun: boolean) =>
      checkRecordings([{ ...log, isOfRun }]).filter(({ check }) => check === 'same answers');
    expect([named(false).length, named(true).length]).toEqual([1, 0]);
  });

  it('finds the items that were shifted between two files', async () => {
    const rows = simulatedRows({ models: 3, items: 100, seed: 'files' });
    const files = [...Map.groupBy(rows, ({ model }) => model).values()].map((own, index) =>
      writeAnswers(
        folder,
        `file ${index}`,
        index < 2 ? own : own.map((row, at) => ({ ...row, item: own[(at + 1) % own.length]?.item ?? '' })),
      ),
    );
    const found = faults(checkRecordings(await read(files)));
    expect(found.map(({ check, models }) => [check, models])).toEqual([['other items', ['maker2/model-2']]]);
    expect(found[0]?.rows).toHaveLength(100);
  });
});

describe('screenRecordings', () => {
  const rows = simulatedRows({ models: 3, items: 100, seed: 'screened' });
  const planted = (name: string) => {
    const corruption = corruptions.find((each) => each.name === name);
    const made = corruption?.plant(rows, 'maker1/model-1', 'maker0/model-0') ?? [];
    return read([writeAnswers(folder, `screened ${name}`, made)]);
  };

  it('returns sound logs as they are', async () => {
    const logs = await read([writeAnswers(folder, 'screened', rows)]);
    expect(screenRecordings(logs).logs[0]).toBe(logs[0]);
  });

  it('leaves out the second of two equal rows', async () => {
    const { logs } = screenRecordings(await planted('rows given twice'));
    expect(logs[0]?.rows).toHaveLength(300);
  });

  it('leaves out both of two equal models', async () => {
    const { logs } = screenRecordings(await planted('a model copied under another name'));
    expect(new Set(logs[0]?.rows.map(({ model }) => model))).toEqual(new Set(['maker2/model-2']));
  });

  it('takes an empty answer as missing that comparisons count as wrong, and a declined one as missing', async () => {
    const outcomes = async (name: string) => {
      const { logs } = screenRecordings(await planted(name));
      return new Set(logs[0]?.rows.flatMap(({ outcome }) => (outcome.kind === 'absent' ? [outcome.counted] : [])));
    };
    expect(await outcomes('blank answers counted as wrong')).toEqual(new Set([0]));
    expect(await outcomes('declined questions counted as wrong')).toEqual(new Set([null]));
  });
});
