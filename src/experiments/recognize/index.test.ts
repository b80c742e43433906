import { describe, expect, it } from 'vitest';
import { type Answer, noMetadata } from '../../domain/answer.ts';
import type { Answers, SlotState } from '../../domain/slot.ts';
import type { ItemContext } from '../experiment.ts';
import { lengthRule, ordersOf, otherAuthor, outcomes, plan } from './index.ts';
import type { RecognizeItem } from './items.ts';

const condition = { wording: 'pair', optionOrder: 'given', mode: 'direct', language: 'en', system: null } as const;

function contextOf(id: string, peers: readonly string[] = ['other']): ItemContext<RecognizeItem> {
  const judging = { judge: null, rubric: 'two-way' } as const;
  return { item: { id, request: 'Write a riddle.' }, condition, samples: 1, seed: 1, judging, peers };
}

const answered = (text: string): Answer => ({ kind: 'answered', text, ...noMetadata });

/** Returns answers in which the subject and the other model write these texts and the subject always says "A". */
function answersWith(own: string, other: string): Answers {
  return {
    get: (slot, part): SlotState => {
      if (slot === 'recognize') return answered('{"choice": "A"}');
      return answered(part === '' ? own : other);
    },
  };
}

describe('plan', () => {
  it('shows the two texts in both orders, and asks for nothing before both are written', () => {
    const nothing: Answers = { get: () => ({ kind: 'not-asked' }) };
    expect(plan(contextOf('i'), nothing).map(({ slot, part }) => [slot, part])).toEqual([
      ['write', ''],
      ['write', 'other'],
    ]);
    const calls = plan(contextOf('i'), answersWith('own words', 'other words'));
    const shown = calls.slice(2).map(({ messages }) => messages[0]?.content ?? '');
    for (const [index, { isOwnFirst }] of ordersOf(contextOf('i')).entries()) {
      const [first, second] = isOwnFirst ? ['own', 'other'] : ['other', 'own'];
      expect(shown[index]).toMatch(new RegExp(`\\[text A\\]\n${first} words[\\s\\S]*\\[text B\\]\n${second} words`));
    }
  });

  it('hides in the names of the orders whose text is first, and names the subject in them', () => {
    const firsts = Array.from({ length: 200 }, (_, item) => ordersOf({ ...contextOf(`i${item}`), subject: 'me' })[0]);
    expect(firsts.filter(({ isOwnFirst }) => isOwnFirst).length).toBeGreaterThan(70);
    expect(firsts.filter(({ isOwnFirst }) => !isOwnFirst).length).toBeGreaterThan(70);
    expect(new Set(firsts.map(({ unit }) => unit))).toEqual(new Set(['me, order 1']));
  });

  it('draws the other author by item, whatever the order of the models', () => {
    const authors = Array.from({ length: 40 }, (_, item) => otherAuthor(contextOf(`i${item}`, ['b', 'c'])));
    expect(new Set(authors)).toEqual(new Set(['b', 'c']));
    expect(otherAuthor(contextOf('i0', ['c', 'b']))).toBe(authors[0]);
    expect(otherAuthor(contextOf('i0', []))).toBeNull();
  });
});

describe('outcomes', () => {
  it('counts the letter "A" as right where the own text is first, and as wrong where it is second', () => {
    const found = outcomes(contextOf('i'), answersWith('longer own text', 'short'), 'own');
    expect(found.map(({ prediction, executions }) => [prediction, executions[0]])).toMatchObject(
      ordersOf(contextOf('i')).map(({ isOwnFirst }) => [{ value: true }, { value: isOwnFirst }]),
    );
  });

  it('excludes equal texts', () => {
    const [outcome] = outcomes(contextOf('i'), answersWith('same', 'same '), 'own');
    expect(outcome?.executions[0]).toMatchObject({ kind: 'absent', reason: 'unparsed' });
  });
});

describe('lengthRule', () => {
  it('has no rule for the first item, then follows the lengths of earlier items alone', () => {
    const pass = lengthRule();
    // Whether the rule picks the subject's text; null: no rule.
    const picksOwn = [
      ['a', 'short', 'much longer'],
      ['b', 'much longer', 'short'],
      ['c', 'short', 'much longer'],
      ['d', 'short', 'much longer'],
    ].map(([id = '', own = '', other = '']) => {
      const found = outcomes(contextOf(id), answersWith(own, other), 'own').map((each) => pass(contextOf(id), each));
      return found.map((each, index) => {
        if (each.kind !== 'binary' || each.label === null) return null;
        return each.label === ordersOf(contextOf(id))[index === 0 ? 0 : 1].isOwnFirst;
      });
    });
    // a: nothing known. b: the own text was shorter before. c: balanced. d: shorter before, and now.
    expect(picksOwn).toEqual([
      [null, null],
      [false, false],
      [null, null],
      [true, true],
    ]);
  });
});
