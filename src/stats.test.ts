import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { z } from 'zod';
import * as stats from './stats.ts';

it('exports the estimators that reports mention', () => {
  const pairs = [1, 2, 3, 4, 5].map((value) => ({ prediction: value / 10, outcome: value % 2 }));
  expect(stats.confusion.mcc({ truePositive: 2, trueNegative: 2, falsePositive: 0, falseNegative: 0 })).toBeCloseTo(
    1,
    12,
  );
  expect(stats.mcnemar(1, 7).exact).toBeCloseTo(0.0703125, 10);
  expect(stats.spearman([1, 2, 3, 4], [1, 3, 2, 4])?.value).toBeCloseTo(0.8, 12);
  expect(stats.brier(pairs)).toBeCloseTo((0.81 + 0.04 + 0.49 + 0.16 + 0.25) / 5, 12);
  const functions = Object.entries(stats).filter(([, value]) => typeof value === 'function');
  expect(functions.map(([name]) => name)).toEqual(
    expect.arrayContaining(['wilson', 'auroc', 'roganGladen', 'noiseCorrectedSkill', 'detectableDifference']),
  );
});

const exported = z.object({ exports: z.record(z.string(), z.object({ types: z.string(), default: z.string() })) });

it('is the entry /stats of package.json; every entry is built from an existing file', () => {
  const { exports } = exported.parse(JSON.parse(readFileSync('package.json', 'utf8')));
  expect(exports['./stats']?.default).toBe('./dist/stats.js');
  for (const { types, default: code } of Object.values(exports)) {
    expect(types).toBe(code.replace(/\.js$/, '.d.ts'));
    const source = code.replace('./dist/', 'src/').replace(/\.js$/, '.ts');
    expect(existsSync(source), source).toBe(true);
  }
});
