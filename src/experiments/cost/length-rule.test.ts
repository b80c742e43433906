import { expect, it } from 'vitest';
import type { NumericOutcome } from '../../domain/outcome.ts';
import { lengthRule } from './length-rule.ts';

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
