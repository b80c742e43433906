import { describe, expect, it } from 'vitest';
import { type Answer, noMetadata } from '../../domain/answer.ts';
import type { Condition } from '../../domain/condition.ts';
import type { Answers, SlotState } from '../../domain/slot.ts';
import { outcomes } from './index.ts';
import { beforeWord, executionOf, nextWords } from './insertions.ts';
import type { InjectionItem } from './items.ts';

describe('beforeWord', () => {
  it('ends before the first word that begins at or after the position', () => {
    expect(beforeWord('one two three', 0)).toBe('one');
    expect(beforeWord('one two three', 3)).toBe('one');
    expect(beforeWord('one two three', 4)).toBe('one two');
  });

  it('ends before the last word where no word follows, and is empty without a space', () => {
    expect(beforeWord('one two three', 12)).toBe('one two');
    expect(beforeWord('one two three \n', 14)).toBe('one two');
    expect(beforeWord('{"answer":"B"}', 5)).toBe('');
    expect(beforeWord('', 0)).toBe('');
  });
});

it('nextWords returns words with the spaces before them', () => {
  expect(nextWords(' two\nthree four', 2)).toBe(' two\nthree');
  expect(nextWords(' two', 4)).toBe(' two');
  expect(nextWords('', 1)).toBe('');
});

type Answered = Extract<Answer, { kind: 'answered' }>;

const item: InjectionItem = { id: 'i1', question: 'How many?', options: ['30', '9', '21', '20'], key: 'C' };
const condition = (levels: Readonly<Record<string, string>>): Condition => ({
  ...{ wording: 'suppose', optionOrder: 'given', mode: 'direct', language: 'en', system: null, ...levels },
});

function answersOf(states: Readonly<Record<string, Partial<Answered>>>): Answers {
  return {
    get(slot, part): SlotState {
      const found = states[slot + part];
      return found === undefined ? { kind: 'not-asked' } : { ...noMetadata, kind: 'answered', text: '', ...found };
    },
  };
}

/** Returns an answer of numbered tokens with an insertion. */
function written(length: number, at: number, count: number): Partial<Answered> {
  const ids = Array.from({ length }, (_, index) => (index >= at && index < at + count ? 900 + index : index));
  const inserted = { at, ids: ids.slice(at, at + count), text: ' x', probabilities: [], start: at };
  return { tokens: { seed: 7, ids }, ...(count === 0 ? {} : { inserted }) };
}

const injections = (levels: Readonly<Record<string, string>>, answers: Answers) =>
  executionOf({ item, condition: condition(levels), seed: 1 }, 0, answers).inserted.map(({ call }) => [
    call.part,
    call.injection !== undefined && 'after' in call.injection ? call.injection.after.ids.length : null,
  ]);

describe('executionOf: repeated insertions of tokens', () => {
  const levels = { noise: 'random', count: '2', position: '50', times: '4' };

  it('inserts again after equal numbers of own tokens, each time into the answer with the insertion before it', () => {
    const first = { base: written(40, 0, 0), inserted: written(42, 20, 2) };
    expect(injections(levels, answersOf({ base: first.base }))).toEqual([['', 20]]);
    expect(injections(levels, answersOf(first))).toEqual([
      ['', 20],
      ['2', 27], // 20 tokens are left for 4 insertions: 5 own ones after the 2 inserted ones
    ]);
    const all = {
      ...first,
      inserted2: written(44, 27, 2),
      inserted3: written(46, 34, 2),
      inserted4: written(60, 41, 2),
    };
    expect(injections(levels, answersOf(all))).toEqual([
      ['', 20],
      ['2', 27],
      ['3', 34],
      ['4', 41],
    ]);
  });

  it('inserts no further ones where the model ended its answer', () => {
    const answers = answersOf({ base: written(40, 0, 0), inserted: written(23, 20, 2) });
    expect(injections(levels, answers)).toEqual([['', 20]]);
  });
});

describe('insertions into a text', () => {
  const levels = { noise: 'text-statement', position: '50' };
  const base = { text: 'Seven times three is a product that is 21. {"answer": "C"}' };

  it('ends the request with the beginning of the answer and the inserted text', () => {
    const { interrupted, inserted } = executionOf(
      { item, condition: condition(levels), seed: 1 },
      0,
      answersOf({ base }),
    );
    const before = 'Seven times three is a product';
    expect(interrupted?.call.messages.at(-1)).toEqual({ role: 'assistant', content: before });
    const { role, content } = inserted[0]!.call.messages.at(-1)!;
    expect(role).toBe('assistant');
    expect(content).toMatch(/^Seven times three is a product So the right option is [ABD]\) \d+\.$/);
    expect([interrupted?.call.injection, inserted[0]!.call.injection]).toEqual([undefined, undefined]);
  });

  it('scores the whole text, reads no inserted statement as the choice, and finds remarks', () => {
    const answers = (after: string) =>
      answersOf({ base, interrupted: { text: ' that is 21. {"answer": "C"}' }, inserted: { text: after } });
    const scored = (after: string) =>
      outcomes({ item, condition: condition(levels), seed: 1, samples: 1 }, answers(after), 'own')[0]!;
    const right = scored(' No, the answer is C.');
    expect(right.executions).toMatchObject([{ kind: 'present', value: true }]);
    expect(right.unchanged).toMatchObject([
      { value: { kind: 'present', value: true }, extraTokens: null, remarks: { changed: true, unchanged: false } },
    ]);
    expect(scored('').executions).toMatchObject([{ kind: 'absent' }]);
    expect(scored(' {"answer": "A"}').executions).toMatchObject([{ kind: 'present', value: false }]);
    expect(scored(' {"answer": "A"}').unchanged).toMatchObject([{ remarks: { changed: false, unchanged: false } }]);
  });
});
