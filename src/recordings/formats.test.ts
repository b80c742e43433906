import { copyFileSync, globSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { everyEvalEverLog, lmEvalLogs, referenceFolder, sampleLog, withoutReference } from '../../test/support/logs.ts';
import { readRecording } from './formats.ts';
import type { RecordedLog } from './recording.ts';

/** What a reader gets out of a log, in one line for each model and score. */
function linesOf({ format, items, scores, rows, stated, asked }: RecordedLog): readonly string[] {
  const groups = new Set([...items.values()].map(({ group }) => group)).size;
  const head = `${format} ${items.size} items ${groups} groups ${asked}: ${scores.map(({ name, kind }) => `${name} (${kind})`).join(', ')}`;
  const sides = Map.groupBy(rows, ({ model, score }) => `${model} ${score}`);
  const lines = [...sides].map(([name, own]) => {
    const values = own.flatMap(({ outcome }) =>
      outcome.kind === 'scored' ? [outcome.value] : (outcome.counted ?? []),
    );
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const absent = own.flatMap(({ outcome }) => (outcome.kind === 'absent' ? [outcome.reason] : []));
    const reasons = [...Map.groupBy(absent, (reason) => reason)].map(([reason, all]) => ` ${all.length} ${reason}`);
    const said = stated.find(({ model, score }) => `${model} ${score}` === name)?.accuracy ?? null;
    const confidences = own.filter(({ confidence }) => confidence.kind === 'stated').length;
    return `${name}: ${own.length} rows, mean ${mean.toFixed(4)}, tool ${said?.toFixed(4) ?? 'states none'},${reasons.join()} ${confidences} confidences`;
  });
  return [head, ...lines];
}

const expected: Readonly<Record<string, readonly string[]>> = {
  'inspect/times_alpha-large.eval': [
    'Inspect 50 items 50 groups with-answer: confident_choice (right-or-wrong), parts.right (right-or-wrong), parts.length (unread)',
    'openai-api/local/alpha-large confident_choice: 100 rows, mean 0.6900, tool 0.6900, 2 no-answer 98 confidences',
    'openai-api/local/alpha-large parts.right: 100 rows, mean 0.6900, tool 0.6900, 0 confidences',
  ],
  'inspect/errors.eval': [
    'Inspect 12 items 12 groups with-answer: confident_choice (right-or-wrong), parts.right (right-or-wrong), parts.length (unread)',
    'openai-api/local/beta-small confident_choice: 12 rows, mean 0.3000, tool 0.3000, 1 no-answer, 2 failed 9 confidences',
    'openai-api/local/beta-small parts.right: 12 rows, mean 0.3000, tool 0.3000, 2 failed 0 confidences',
  ],
  'inspect/cancelled.eval': [
    'Inspect 6 items 6 groups with-answer: confident_choice (right-or-wrong)',
    'openai-api/local/alpha-large confident_choice: 6 rows, mean 0.5000, tool 0.5000, 2 cancelled 4 confidences',
  ],
  'inspect/string-ids.json': [
    'Inspect 4 items 4 groups with-answer: confident_choice (right-or-wrong), parts.right (right-or-wrong), parts.length (unread)',
    'openai-api/local/alpha-large confident_choice: 8 rows, mean 0.7500, tool 0.7500, 8 confidences',
    'openai-api/local/alpha-large parts.right: 8 rows, mean 0.7500, tool 0.7500, 0 confidences',
  ],
  'lm-eval/alpha-large/samples_times_gen_2026-11-27T13-02-21.599753.jsonl': [
    'lm-eval 41 items 40 groups never: exact_match,first-line (right-or-wrong), exact_match,last-number (right-or-wrong)',
    'alpha-large exact_match,first-line: 41 rows, mean 0.7561, tool 0.7561, 0 confidences',
    'alpha-large exact_match,last-number: 41 rows, mean 0.0000, tool 0.0000, 0 confidences',
  ],
  'promptfoo/out.json': [
    'promptfoo 2 items 2 groups with-answer: success (right-or-wrong), namedScores.right (right-or-wrong)',
    'beta-small success: 4 rows, mean 0.0000, tool 0.3333, 4 confidences',
    'beta-small namedScores.right: 4 rows, mean 0.0000, tool states none, 4 confidences',
    'alpha-large success: 4 rows, mean 0.5000, tool 0.7083, 4 confidences',
    'alpha-large namedScores.right: 4 rows, mean 0.5000, tool states none, 4 confidences',
  ],
  'promptfoo/out.jsonl': [
    'promptfoo 12 items 12 groups with-answer: success (right-or-wrong), namedScores.right (right-or-wrong)',
    'beta-small success: 24 rows, mean 0.3333, tool states none, 2 failed 22 confidences',
    'beta-small namedScores.right: 24 rows, mean 0.3333, tool states none, 2 failed 22 confidences',
    'alpha-large success: 24 rows, mean 0.7083, tool states none, 24 confidences',
    'alpha-large namedScores.right: 24 rows, mean 0.7083, tool states none, 24 confidences',
  ],
  'eee/5bd1b9e2-e5d2-46ad-a429-32ef0ef61c10_samples.jsonl': [
    'Every Eval Ever 50 items 50 groups never: confident_choice:accuracy (right-or-wrong)',
    'openai-api/alpha-large confident_choice:accuracy: 100 rows, mean 0.6900, tool 0.6900, 0 confidences',
  ],
  // HELM printed 0.667, EvalPlus 0.500 and 0.750, SWE-bench 18 of 30
  'helm/per_instance_stats.json': [
    'HELM 24 items 24 groups never: exact_match (right-or-wrong), quasi_exact_match (right-or-wrong), prefix_exact_match (right-or-wrong), quasi_prefix_exact_match (right-or-wrong)',
    'simple/model1 exact_match: 24 rows, mean 0.6667, tool 0.6667, 0 confidences',
    'simple/model1 quasi_exact_match: 24 rows, mean 0.6667, tool 0.6667, 0 confidences',
    'simple/model1 prefix_exact_match: 24 rows, mean 0.6667, tool 0.6667, 0 confidences',
    'simple/model1 quasi_prefix_exact_match: 24 rows, mean 0.6667, tool 0.6667, 0 confidences',
  ],
  // lighteval printed em 0.7000 ± 0.0851, acc 0.3333 and mrr 0.6667
  'lighteval/details/lab/alpha/2026-11-29T12-37-19.525444/details_times_gen_0_2026-11-29T12-37-19.525444.parquet': [
    'lighteval 30 items 30 groups never: em (right-or-wrong), f1 (right-or-wrong)',
    'lab/alpha em: 30 rows, mean 0.7000, tool 0.7000, 0 confidences',
    'lab/alpha f1: 30 rows, mean 0.7000, tool 0.7000, 0 confidences',
  ],
  'lighteval/details/lab/alpha/2026-11-29T12-37-19.525444/details_times_mc_0_2026-11-29T12-37-19.525444.parquet': [
    'lighteval 30 items 30 groups never: acc (right-or-wrong), mrr (right-or-wrong)',
    'lab/alpha acc: 30 rows, mean 0.3333, tool 0.3333, 0 confidences',
    'lab/alpha mrr: 30 rows, mean 0.6667, tool 0.6667, 0 confidences',
  ],
  'evalplus/a_eval_results.json': [
    'EvalPlus 12 items 12 groups never: plus (right-or-wrong), base (right-or-wrong)',
    'a plus: 12 rows, mean 0.5000, tool states none, 0 confidences',
    'a base: 12 rows, mean 0.7500, tool states none, 0 confidences',
  ],
  'swe-bench/alpha.run1.json': [
    'SWE-bench 30 items 30 groups never: resolved (right-or-wrong)',
    'alpha resolved: 30 rows, mean 0.6000, tool 0.6000, 1 no-answer, 1 failed, 1 unscored 0 confidences',
  ],
  'table/answers.csv': [
    'table 24 items 24 groups with-answer: right (right-or-wrong)',
    'makera/one right: 24 rows, mean 0.7083, tool states none, 24 confidences',
    'makera/two right: 24 rows, mean 0.7083, tool states none, 24 confidences',
    'makerb/three right: 24 rows, mean 0.7083, tool states none, 24 confidences',
    'makerb/four right: 24 rows, mean 0.6667, tool states none, 24 confidences',
    'makerc/five right: 24 rows, mean 0.5833, tool states none, 24 confidences',
    'makerc/six right: 24 rows, mean 0.7083, tool states none, 24 confidences',
  ],
};

describe('readRecording', () => {
  it.each(Object.entries(expected))('reads %s', async (name, lines) => {
    expect(linesOf(await readRecording(sampleLog(name)))).toEqual(lines);
  });

  it.skipIf(referenceFolder === null)(
    `reads every reference log with the tool's own accuracy${withoutReference}`,
    async () => {
      const folder = join(referenceFolder ?? '', 'foreign-logs');
      const logs = globSync(['inspect/*', 'lm-eval/*/*/samples*', 'promptfoo/*', 'eee/**/*_samples.jsonl'], {
        cwd: folder,
      });
      const differing: string[] = [];
      for (const log of logs) {
        const { stated, rows, notes } = await readRecording(join(folder, log));
        for (const { model, score, accuracy } of stated) {
          const own = rows.filter((row) => row.model === model && row.score === score);
          if (accuracy === null || own.length === 0) continue;
          const values = own.flatMap(({ outcome }) =>
            outcome.kind === 'scored' ? [outcome.value] : (outcome.counted ?? []),
          );
          const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
          if (Math.abs(mean - accuracy) > 1e-9)
            differing.push(`${log} ${score} ${mean.toFixed(3)} ${accuracy}: ${notes.join()}`);
        }
      }
      expect(logs).toHaveLength(16);
      const reduced = 'Inspect reduced the epochs by ["mode"]; here they are averaged';
      expect(differing).toEqual(
        ['confident_choice', 'parts.right'].map((score) => `inspect/subset.eval ${score} 0.667 0.8: ${reduced}`),
      );
    },
  );

  it.skipIf(referenceFolder === null)(`reads the published tables${withoutReference}`, async () => {
    const atlas = globSync(join(referenceFolder ?? '', 'atlas', '*.csv'));
    const recordings: RecordedLog[] = [];
    for (const file of atlas) recordings.push(await readRecording(file));
    const rows = recordings.flatMap((each) => each.rows);
    expect(rows).toHaveLength(14_999);
    expect(new Set(rows.map(({ model }) => model)).size).toBe(10);
    expect(rows.filter(({ outcome, confidence }) => outcome.kind === 'absent' || confidence.kind === 'absent')).toEqual(
      [],
    );
    expect(rows.filter(({ answer }) => !/^[A-D]$/.test(answer ?? ''))).toHaveLength(2);

    const life = await readRecording(join(referenceFolder ?? '', 'lifeeval', 'llm-confidence-correct.csv'));
    expect(life.rows).toHaveLength(18_047);
    expect(life.models).toHaveLength(5);
    const stated = life.rows.flatMap(({ confidence }) => (confidence.kind === 'stated' ? [confidence.value] : []));
    expect(stated).toHaveLength(18_047);
    expect(stated.filter((value) => value === 0)).toHaveLength(41);
    expect(stated.filter((value) => value === 0.5)).toHaveLength(119);
    expect(life.rows.filter(({ tokenProbability }) => tokenProbability === null)).toHaveLength(10_799);
  });

  it('recognizes logs by their content, whatever their name', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'seb-logs-'));
    const names = [
      sampleLog('inspect/times_alpha-large.eval'),
      lmEvalLogs[0]!,
      sampleLog('promptfoo/out.json'),
      everyEvalEverLog,
      sampleLog('table/answers.csv'),
    ];
    const formats: string[] = [];
    for (const [index, name] of names.entries()) {
      copyFileSync(name, join(folder, `log${index}`));
      formats.push((await readRecording(join(folder, `log${index}`))).format);
    }
    expect(formats).toEqual(['Inspect', 'lm-eval', 'promptfoo', 'Every Eval Ever', 'table']);
  });

  it.each([
    ['lm-eval/alpha-large/results_2026-11-27T13-02-21.599753.json', /samples_\*\.jsonl beside it/],
    ['eee/5bd1b9e2-e5d2-46ad-a429-32ef0ef61c10.json', /give its \*_samples\.jsonl/],
    ['SOURCE.md', /samples_\*\.jsonl of lm-eval/],
  ])('says what to give instead of %s', async (name, hint) => {
    await expect(readRecording(sampleLog(name))).rejects.toMatchObject({
      code: 'log-unknown',
      hint: expect.stringMatching(hint),
    });
  });

  it('reads tools that each have a row in docs/logs.md', async () => {
    const error = await readRecording(sampleLog('SOURCE.md')).catch((thrown: unknown) => thrown);
    const [, names = ''] = /not a log of (.*), nor a table/.exec(String(error)) ?? [];
    const tools = names.split(/, | or /);
    const page = readFileSync(join(import.meta.dirname, '../../docs/logs.md'), 'utf8');
    expect(tools).toContain('Inspect');
    expect(tools.filter((tool) => !page.includes(`\n| ${tool} `))).toEqual([]);
  });

  it('reads the confidence of lm-eval with a regular expression, and another group', async () => {
    const choice = { confidence: 'CONFIDENCE: ([0-9.]+)', group: 'doc.band' };
    const { rows, items } = await readRecording(lmEvalLogs[0]!, choice);
    const stated = rows.filter(({ confidence }) => confidence.kind === 'stated');
    expect(stated).toHaveLength(rows.length - 2); // one empty answer, under two filters
    expect(new Set([...items.values()].map(({ group }) => group))).toEqual(new Set(['easy', 'hard']));
  });
});
