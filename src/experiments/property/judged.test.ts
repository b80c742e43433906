import { describe, expect, it } from 'vitest';
import { shippedSet } from '../../dataset/shipped-datasets.ts';
import type { Answer } from '../../domain/answer.ts';
import { noMetadata } from '../../domain/answer.ts';
import type { Answers, SlotState } from '../../domain/slot.ts';
import type { ItemContext } from '../experiment.ts';
import { property } from './index.ts';
import type { PropertyItem } from './items.ts';

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
