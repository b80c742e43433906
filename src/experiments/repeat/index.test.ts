import { expect, it } from 'vitest';
import { type Answer, noMetadata } from '../../domain/answer.ts';
import type { SlotState } from '../../domain/slot.ts';
import { outcomes, readShort } from './index.ts';

it.each([
  ['{"answer": "B)"}', 'b'],
  ['{"answer": " Blue  Whale. "}', 'blue whale'],
  ['{"answer": 7}', '7'],
  ['{"answer": ["a"]}', 'a'],
  ['blue', 'blue'],
])('reads %s', (text, value) => {
  expect(readShort(text)).toMatchObject({ kind: 'parsed', value });
});

it.each(['{"answer": ""}', '{"answer": ["a", "b"]}', '{"word": "a"}', 'It is blue, I think'])(
  'does not read %s',
  (text) => {
    expect(readShort(text)).toMatchObject({ kind: 'unparsed' });
  },
);

it('compares executions in disjoint pairs, at least one, and keeps the reason of a missing one', () => {
  const condition = { wording: 'plain', optionOrder: 'given', mode: 'direct', language: 'en', system: null } as const;
  const outcomeOf = (samples: number, given: readonly (string | null)[]) => {
    const answered = (text: string): Answer => ({ ...noMetadata, kind: 'answered', text });
    const get = (slot: string, _: string, sample: number): SlotState => {
      if (slot === 'forecast') return answered('{"probability": 50}');
      const answer = given[sample];
      return answer === undefined ? { kind: 'not-asked' } : answered(JSON.stringify({ answer }));
    };
    const item = { id: 'r', request: 'Name one color.' };
    const judging = { judge: null, rubric: 'two-way' } as const;
    return outcomes({ item, condition, samples, seed: 1, judging, peers: [] }, { get }, 'own')[0];
  };
  expect(outcomeOf(1, ['Red', 'red.'])?.executions).toMatchObject([{ value: true }]);
  expect(outcomeOf(5, ['a', 'b', 'b', 'b', 'b'])?.executions).toMatchObject([{ value: false }, { value: true }]);
  expect(outcomeOf(2, ['a', null])?.executions).toMatchObject([{ kind: 'absent', reason: 'unparsed' }]);
  expect(outcomeOf(2, ['a', 'a'])).toMatchObject({ probability: 0.5, prediction: { value: 'half' } });
});
