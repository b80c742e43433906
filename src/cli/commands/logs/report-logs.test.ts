import { globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sebHere } from '../../../../test/support/in-process.ts';
import {
  everyEvalEverLog,
  lmEvalLogs,
  referenceFolder,
  sampleLog,
  withoutReference,
} from '../../../../test/support/logs.ts';
import type { RecordedReport } from '../../../analyze/recordings/report-recordings.ts';

const alpha = sampleLog('inspect/times_alpha-large.eval');

async function reported(...args: readonly string[]): Promise<RecordedReport> {
  const { stdout, code } = await sebHere(['report', ...args, '--json']);
  expect(code).toBe(0);
  return JSON.parse(stdout);
}

describe('seb report of logs', () => {
  it.each([
    ['Inspect', alpha],
    ['Every Eval Ever', everyEvalEverLog],
    ['Inspect with errors', sampleLog('inspect/errors.eval')],
    ['a cancelled run of Inspect', sampleLog('inspect/cancelled.eval')],
  ])('has the accuracy and the standard error of %s', async (_, file) => {
    const { accuracies } = await reported(file);
    const [first] = accuracies;
    expect(first?.accuracy).toBeCloseTo(first?.tool?.accuracy ?? Number.NaN, 10);
    expect(first?.se).toBeCloseTo(first?.tool?.stderr ?? Number.NaN, 10);
  });

  it('says why its interval is not that of lm-eval: equal documents are one group', async () => {
    const [first] = (await reported(lmEvalLogs[0] ?? '')).accuracies;
    expect(first).toMatchObject({
      items: 41,
      groups: 40,
      tool: { accuracy: expect.closeTo(first?.accuracy ?? -1, 10) },
    });
    expect(first?.se).not.toBeCloseTo(first?.tool?.stderr ?? Number.NaN, 4);
    const { stdout } = await sebHere(['report', lmEvalLogs[0] ?? '']);
    expect(stdout.replace(/\s+/g, ' ')).toContain(
      '41 items count as 40 groups; the standard errors that the tool states take them for independent',
    );
    // each document its own group: the tool's own standard error
    const [alone] = (await reported(lmEvalLogs[0] ?? '', '--group', 'doc_id')).accuracies;
    expect(alone?.se).toBeCloseTo(alone?.tool?.stderr ?? Number.NaN, 10);
  });

  it.skipIf(referenceFolder === null)(
    `has the values of each reference log, except where items are dependent or epochs were reduced${withoutReference}`,
    async () => {
      const folder = join(referenceFolder ?? '', 'foreign-logs');
      const patterns = ['inspect/*', 'lm-eval/*/*/samples*', 'promptfoo/*.json', 'eee/**/*_samples.jsonl'];
      const differing: string[] = [];
      let compared = 0;
      for (const log of globSync(patterns, { cwd: folder })) {
        const { accuracies, notes } = await reported(join(folder, log));
        for (const { accuracy, se, tool, items, groups } of accuracies) {
          if (tool === null) continue;
          const isSame = (own: number | null, stated: number | null) =>
            stated === null || Math.abs((own ?? -1) - stated) < 1e-9;
          compared += tool.stderr === null ? 1 : 2;
          const isExplained = groups < items || notes.some((note) => note.includes('reduced the epochs'));
          if (!isSame(accuracy, tool.accuracy) || !isSame(se, tool.stderr))
            differing.push(`${log.split('/')[0]} ${isExplained ? 'explained' : `${accuracy} ${se}`}`);
        }
      }
      expect(compared).toBe(42);
      expect(new Set(differing)).toEqual(new Set(['inspect explained', 'lm-eval explained']));
    },
  );

  it('scores stated confidences beside a constant, and keeps the level at which they were asked', async () => {
    const { confidences } = await reported(alpha, '--asked', 'before');
    expect(confidences).toEqual([
      expect.objectContaining({
        model: 'alpha-large',
        asked: 'before',
        n: 98,
        brier: expect.closeTo(0.179, 3),
        brierOfConstant: expect.closeTo(0.208, 3),
        auroc: expect.closeTo(0.882, 3),
      }),
    ]);
    const { stdout } = await sebHere(['report', alpha]);
    expect(stdout.replace(/\s+/g, ' ')).toContain('stated with the answer: it cannot be used before answering');
    expect((await sebHere(['report', alpha, '--asked', 'before'])).stdout).not.toContain('cannot be used');
  });

  it('lists items on which the models agree on another answer than the key, and leaves none out', async () => {
    const { possibleWrongKeys, accuracies } = await reported(sampleLog('table/answers.csv'));
    expect(possibleWrongKeys).toEqual([expect.objectContaining({ item: '7', key: 'D', answer: 'A', agree: 6, of: 6 })]);
    expect(accuracies.map(({ items }) => items)).toEqual([24, 24, 24, 24, 24, 24]);
    expect((await reported(alpha)).possibleWrongKeys).toBeNull();
  });

  it.skipIf(referenceFolder === null)(`reads ten models of the atlas${withoutReference}`, async () => {
    const files = ['', ...Array.from({ length: 9 }, (_, index) => ` (${index + 1})`)].map((suffix) =>
      join(referenceFolder ?? '', 'atlas', `metacognitive_profile_results${suffix}.csv`),
    );
    const { confidences, possibleWrongKeys } = await reported(...files);
    expect(confidences.reduce((sum, { n }) => sum + n, 0)).toBe(14_999);
    expect(possibleWrongKeys?.length).toBeGreaterThan(10);
  });

  it('fits 80 columns', async () => {
    for (const file of [alpha, lmEvalLogs[0] ?? '', sampleLog('table/answers.csv'), sampleLog('inspect/errors.eval')]) {
      const { stdout } = await sebHere(['report', file]);
      for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
    }
  });
});
