import { expect, it } from 'vitest';
import { type Answer, noMetadata } from '../../domain/answer.ts';
import type { SlotState } from '../../domain/slot.ts';
import { log2Error, numericTally } from '../../measures/numeric.ts';
import { cost } from './index.ts';
import { outcomes } from './outcomes.ts';
import { presentation } from './presentation.ts';

const item = { id: 'c', prompt: 'Write about bread' };
const condition = { wording: 'plain', optionOrder: 'given', mode: 'direct', language: 'en', system: null } as const;
const context = {
  item,
  condition,
  samples: 3,
  seed: 1,
  judging: { judge: null, rubric: 'two-way' },
  peers: [],
} as const;

function answer(kind: Exclude<Answer['kind'], 'tool-call'>, output: number | null, text = ''): SlotState {
  return { ...noMetadata, kind, text, usage: { ...noMetadata.usage, output } };
}

function outcomeOf(executions: readonly SlotState[]) {
  const prediction = answer('answered', 9, '{"tokens": 64}');
  const answers = {
    get: (slot: string, _: string, sample: number): SlotState =>
      slot === 'forecast' ? prediction : (executions[sample] ?? { kind: 'not-asked' }),
  };
  return outcomes(context, answers, 'own')[0];
}

it('takes the completion tokens of complete answers, and says why others are missing', () => {
  const outcome = outcomeOf([answer('answered', 16), answer('truncated', 512), answer('answered', null)]);
  expect(outcome?.executions).toMatchObject([
    { kind: 'present', value: 16 },
    { kind: 'absent', reason: 'truncated' },
    { kind: 'absent', reason: 'uncounted', detail: 'the server counted no tokens' },
  ]);
  expect(outcome === undefined ? null : log2Error.value(numericTally(outcome, 'parsed'))).toBe(2);
});

it('says in a caveat which server counted no tokens', () => {
  const coverage = { units: 1, usable: 0, lost: { 'execute: uncounted': 1 } };
  const estimate = { model: 'ada', coverage } as unknown as Parameters<NonNullable<typeof presentation.caveats>>[0][0];
  expect(presentation.caveats?.([estimate]).join()).toContain('the server of ada did not count the tokens');
  expect(presentation.caveats?.([{ ...estimate, coverage: { ...coverage, lost: {} } }])).toEqual([]);
});

it('scores the measure of errors first', () => {
  expect(cost.measures[0]).toMatchObject({ name: 'log2_error', better: 'lower' });
});
