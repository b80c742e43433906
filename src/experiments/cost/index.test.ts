import { describe, expect, it } from 'vitest';
import { type Answer, noMetadata } from '../../domain/answer.ts';
import type { SlotState } from '../../domain/slot.ts';
import { log2Error, type NumericOutcome } from '../../outcome-kinds/numeric.ts';
import { sumsOf } from '../../outcome-kinds/outcome-kinds.ts';
import { cost, lengthRule, outcomes, presentation, readTokens } from './index.ts';

const condition = { wording: 'plain', optionOrder: 'given', mode: 'direct', language: 'en', system: null } as const;

function ruleOf(pass: ReturnType<typeof lengthRule>, length: number, tokens: readonly number[]): number | null {
  const item = { id: 'c', prompt: 'x'.repeat(length) };
  const outcome: NumericOutcome = {
    ...{ kind: 'numeric', unit: 'tokens', rule: null },
    prediction: { kind: 'present', value: 1, step: 'strict' },
    executions: tokens.map((value) => ({ kind: 'present', value, step: 'strict' })),
  };
  const context = {
    item,
    condition,
    samples: 1,
    seed: 1,
    judging: { judge: null, rubric: 'two-way' },
    peers: [],
  } as const;
  const passed = pass(context, outcome);
  return passed.kind === 'numeric' ? passed.rule : null;
}

it('scales the length of a request by the tokens per character of earlier requests alone', () => {
  const pass = lengthRule();
  expect(ruleOf(pass, 10, [20])).toBeNull();
  expect(ruleOf(pass, 30, [15])).toBeCloseTo(60, 9); // 2 tokens per character
  expect(ruleOf(pass, 50, [])).toBeCloseTo(50, 9); // the geometric mean of 2 and 1/2
  expect(ruleOf(lengthRule(), 10, [20])).toBeNull();
});

const item = { id: 'c', prompt: 'Write about bread' };
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
  expect(outcome === undefined ? null : log2Error.value(sumsOf([outcome], 'parsed'))).toBe(2);
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

describe('readTokens', () => {
  it.each([
    ['{"tokens": 85}', 85],
    ['About two paragraphs.\n{"tokens": "1,200"}', 1200],
    ['{"tokens": "40"}', 40],
    ['{"tokens": 1}', 1],
    ['85', 85],
    ['**1,200 tokens**', 1200],
    ['{"Tokens": [85]}', 85],
    ['about 85', 85],
    ['{"tokens": "~85"}', 85],
    ['{"tokens": "1.2k"}', 1200],
    ['I would need about 85 tokens.', 85],
  ])('reads %s', (text, value) => {
    expect(readTokens(text)).toMatchObject({ kind: 'parsed', value });
  });

  it.each([
    '{"tokens": 0}',
    '{"tokens": 1.5}',
    '{"tokens": "50-100"}',
    '{"tokens": 1e300}',
    '{"length": 85}',
    'between 50 and 100 tokens',
    'It needs at least 85 tokens.',
    'It would not be 85 tokens.',
  ])('does not read %s', (text) => {
    expect(readTokens(text)).toMatchObject({ kind: 'unparsed' });
  });
});
