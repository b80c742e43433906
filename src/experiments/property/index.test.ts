import { describe, expect, it } from 'vitest';
import { shippedSet } from '../../data/shipped-datasets.ts';
import { type Answer, noMetadata } from '../../domain/answer.ts';
import type { Answers, SlotState } from '../../domain/slot.ts';
import type { ItemContext } from '../experiment.ts';
import { plan, property } from './index.ts';
import { type PropertyItem, splitOf } from './items.ts';

const animals: PropertyItem = {
  id: 'i',
  task: 'animals',
  string: 'a b',
  prompt: 'Say it.',
  properties: ['first-word'],
};

/** Returns the token limits of the direct predictions of a version of the experiment. */
function limits(version: number): readonly (number | undefined)[] {
  const condition = {
    wording: 'asked-before',
    optionOrder: 'given',
    mode: 'direct',
    language: 'en',
    system: null,
  } as const;
  const judging = { judge: null, rubric: 'two-way' } as const;
  const context: ItemContext<PropertyItem> = {
    item: animals,
    condition,
    samples: 1,
    seed: 1,
    version,
    judging,
    peers: [],
  };
  return plan(context, { get: () => ({ kind: 'not-asked' }) })
    .filter(({ slot }) => slot === 'forecast')
    .map(({ maxOutputTokens }) => maxOutputTokens);
}

describe('plan of property', () => {
  it('leaves room for a sentence that states the value, and keeps the calls of earlier runs', () => {
    expect(limits(2)).toEqual([64]); // `The first word of your reply was "` alone has 9 tokens
    expect(limits(1)).toEqual([8]);
  });
});

describe('splitOf', () => {
  it('keeps all spellings of a string in one split', () => {
    for (let number = 0; number < 50; number += 1) {
      expect(splitOf({ string: `  Cat ${number}` })).toBe(splitOf({ string: `cat  ${number}\n` }));
    }
  });

  it('puts about four fifths into training', () => {
    const train = Array.from({ length: 5_000 }, (_, number) => splitOf({ string: `s${number}` })).filter(
      (split) => split === 'train',
    );
    expect(train.length).toBeGreaterThan(3_900);
    expect(train.length).toBeLessThan(4_100);
  });

  it('stays the same: sha256 of "seb-split-1" and the string, modulo 10', () => {
    const strings = ['cat', 'dog', 'fox', 'owl', 'bee', 'ant', 'cow', 'hen', 'pig', 'elk', 'eel', 'ape'];
    expect(strings.filter((string) => splitOf({ string }) === 'test')).toMatchInlineSnapshot(`
      [
        "fox",
        "owl",
        "ant",
        "hen",
        "elk",
      ]
    `);
  });

  it('is overridden by the split of a release', () => {
    expect(['train', 'test'].map((split) => splitOf({ string: 'x', split: split as 'train' }))).toEqual([
      'train',
      'test',
    ]);
  });
});

const [item] = shippedSet([property], 'property/claims').items as readonly PropertyItem[]; // of this schema
if (item === undefined) throw new Error('the shipped set has claims');

const context: ItemContext<PropertyItem> = {
  item,
  condition: { wording: 'asked-before', optionOrder: 'given', mode: 'direct', language: 'en', system: null },
  samples: 3,
  seed: 1,
  judging: { judge: 'judge', rubric: 'two-way' },
  peers: [],
};

const said = (text: string, kind: 'answered' | 'truncated' = 'answered'): Answer => ({ kind, text, ...noMetadata });

/** Returns answers by `slot part sample`; all others were not asked for. */
function answersFrom(given: Readonly<Record<string, SlotState>>): Answers {
  return { get: (slot, part, sample) => given[`${slot} ${part} ${sample}`] ?? { kind: 'not-asked' } };
}

const replies = {
  'execute  0': said('I am for it. It sounds lovely.'),
  'execute  1': said('Yes, by all means. It may', 'truncated'),
  'execute  2': said('  '),
};

describe('judged properties', () => {
  it('ask the judge about each reply and property once the reply is there, and never about an empty one', () => {
    const before = property.plan(context, answersFrom({}));
    expect(before.filter(({ slot }) => slot === 'judge')).toEqual([]);
    const after = property.plan(context, answersFrom(replies)).filter(({ slot }) => slot === 'judge');
    expect(after.map(({ part, sample, role }) => [part, sample, role])).toEqual([
      ['stance', 0, 'judge'],
      ['sentiment', 0, 'judge'],
      ['stance', 1, 'judge'],
      ['sentiment', 1, 'judge'],
    ]);
    expect(after[0]?.messages[0]?.content).toContain('I am for it. It sounds lovely.');
    expect(after[0]?.messages[0]?.content).toContain(item.prompt);
  });

  it('have the value that the judge chose, whatever words the reply has', () => {
    const answers = answersFrom({
      ...replies,
      'forecast stance 0': said('For.'),
      'forecast sentiment 0': said('angry'),
      'judge stance 0': said('against'),
      'judge stance 1': said('The position of this reply is "against".'),
      'judge sentiment 0': said('lovely'),
    });
    const [stance, sentiment] = property.outcomes(context, answers, 'own');
    expect(stance).toMatchObject({
      unit: 'stance',
      values: 'closed',
      predictions: [{ kind: 'present', value: 'for' }],
      executions: [
        { kind: 'present', value: 'against' },
        { kind: 'present', value: 'against' },
        { kind: 'absent', slot: 'execute', reason: 'unparsed' },
      ],
      modal: 0,
    });
    expect(sentiment).toMatchObject({
      predictions: [{ kind: 'absent', slot: 'forecast', reason: 'unparsed' }],
      executions: [
        { kind: 'absent', slot: 'judge', reason: 'unparsed' },
        { kind: 'absent', slot: 'judge', reason: 'not-asked' },
        { kind: 'absent', slot: 'execute' },
      ],
      modal: null,
    });
  });
});
