import { describe, expect, it, test } from 'vitest';
import { madeFinding } from '../../../test/support/made-findings.ts';
import { presentation } from '../../experiments/association/index.ts';
import type { Estimate } from '../../results/estimate.ts';
import { type AboutPredictions, caveatLines, whatIsMeasured } from './caveats.ts';

function pair(model: string, own: number | null, always: number): readonly Estimate[] {
  const base = { run: 'r', experiment: 'association', model, condition: 'c', policy: 'parsed' };
  return [
    { ...base, measure: 'accuracy', value: own },
    { ...base, measure: 'always_false_accuracy', value: always },
  ] as unknown as readonly Estimate[]; // the fields that caveats read
}

const predicted = { findings: [madeFinding()] };

const caveats = presentation.caveats ?? (() => []);

describe('presentation.caveats of association', () => {
  it('counts the accuracies below always answering "no", one per condition', () => {
    expect(caveats([...pair('a', 0.4, 0.8), ...pair('b', 0.9, 0.7)])).toEqual([
      'Answering “no” to every option word scores higher than 1 of 2 accuracies here.',
    ]);
    const conditions = [...pair('a', 0.4, 0.8), ...pair('a', 0.9, 0.8).map((each) => ({ ...each, condition: 'd' }))];
    expect(caveats(conditions)).toEqual([
      'Answering “no” to every option word scores higher than 1 of 2 accuracies here.',
    ]);
  });

  it('says nothing without an accuracy', () => {
    expect(caveats(pair('a', null, 0.8))).toEqual([]);
  });
});

test('every report says what self-prediction does not show, and what bundled models are', () => {
  expect(caveatLines(predicted, [])).toEqual([
    expect.stringMatching(/does not show how the model arrives at its prediction/),
  ]);
  const lines = caveatLines(predicted, [...pair('bundled/seb-small', 0.9, 0.8), ...pair('openai/x', 0.9, 0.8)]);
  expect(lines.filter((line) => /say nothing about LLMs/.test(line))).toHaveLength(1);
  expect(lines[1]).toMatch(/^ada and bo are our demonstration models:/);
  expect(caveatLines(predicted, pair('openai/x', 0.9, 0.8)).join()).not.toMatch(/demonstration/);
});

test('a report of answers without predictions says so, and nothing of predictions', () => {
  expect(whatIsMeasured(predicted)).toMatch(/can predict properties of its own answers/);
  const right = [{}] as unknown as NonNullable<AboutPredictions['right']>; // that there is one decides
  expect(whatIsMeasured({ findings: [], right })).toMatch(/does not measure whether a model can predict itself/);
  expect(caveatLines({ findings: [], right }, pair('openai/x', 0.9, 0.8))).toEqual([]);
  expect(whatIsMeasured({ findings: [] })).toMatch(/can predict properties of its own answers/); // scores without a verdict
});
