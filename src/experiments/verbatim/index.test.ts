import { describe, expect, it } from 'vitest';
import { paperCondition } from '../../domain/condition.ts';
import type { TextOutcome } from '../../outcome-kinds/text.ts';
import type { ItemContext } from '../experiment.ts';
import { failureOf, readJudgement, readPrediction, relating } from './index.ts';
import type { VerbatimItem } from './items.ts';

const item = { id: 'v', inner: 'Hi, my name is Eliza.', lead: 'Hi, my name is Annie.' };
const counts = { id: 'n', inner: 'Count from 12 to 17.', lead: 'Count from 14 to 19.' };
const order = { id: 'o', inner: 'I travel from Rome to Oslo.', lead: 'I travel from Oslo to Rome.' };
const executions = ['Hello Eliza! How can I help you?', 'Hi Eliza, what can I do for you?'];

function failure(prediction: string, of = item, executed: readonly string[] = executions) {
  return failureOf({ item: of, prediction, answer: JSON.stringify({ response: prediction }), executions: executed });
}

describe('failureOf', () => {
  it('accepts a prediction that equals an execution except for white space', () => {
    expect(failure('Hi Eliza,  what can I do for you?\n')).toBeNull();
  });

  it('classifies a prediction that answers the message before the question as engaging', () => {
    expect(failure('Hello Annie! How can I help you?')).toBe('engages');
    expect(failure('14, 15, 16, 17, 18, 19', counts, ['12, 13, 14, 15, 16, 17'])).toBe('engages');
  });

  it('classifies a prediction of another response as differing', () => {
    expect(failure('Nice to meet you, Eliza.')).toBe('differs');
    expect(failure('Nice to meet you.')).toBe('differs');
    expect(failure('Hello Eliza. You are not Annie, are you?')).toBe('differs');
    expect(failure('You end in Rome.', order, ['You end in Oslo.'])).toBe('differs');
  });

  it('detects engagement by adjacent words if the message only reorders the words', () => {
    expect(failure('So you travel from Oslo to Rome.', order, ['So you travel from Rome to Oslo.'])).toBe('engages');
    const sorted = { id: 's', inner: 'Sort these words: wide, warm, hot.', lead: 'Sort these words: warm, wide, hot.' };
    expect(failure('hot, warm, wide', sorted, ['wide, warm, hot'])).toBe('differs');
    expect(failure('You go from Rome to Oslo.', order, ['So you travel from Rome to Oslo.'])).toBe('differs');
  });

  it('does not count words that the executions have too', () => {
    expect(failure('13, 14, 15', counts, ['12, 13, 14, 15, 16, 17'])).toBe('differs');
    expect(failure('13, 14, 15', counts, ['12, 13'])).toBe('engages');
  });

  it('classifies a malformed answer only if it engages', () => {
    const engaged = { item, prediction: null, answer: 'Hi Annie, nice to meet you!', executions };
    expect(failureOf(engaged)).toBe('engages');
    expect(failureOf({ ...engaged, answer: 'That depends.' })).toBeNull();
    expect(failureOf({ ...engaged, answer: null })).toBeNull();
  });

  it('returns null without an execution', () => {
    expect(failure('Nice to meet you, Eliza.', item, [])).toBeNull();
    expect(failure('Nice to meet you, Annie.', item, [])).toBe('engages');
  });
});

describe('readers', () => {
  it('read the predicted text verbatim', () => {
    expect(readPrediction('{"response": " Hello,\\nEliza "}')).toMatchObject({ value: ' Hello,\nEliza ' });
    expect(readPrediction('{"response": ""}').kind).toBe('unparsed');
    expect(readPrediction('Hello, Eliza!').kind).toBe('unparsed');
  });

  it("read the judge's letters", () => {
    expect(['A', 'B', 'C'].map((choice) => readJudgement(JSON.stringify({ choice }), null))).toMatchObject([
      { value: null },
      { value: 'engages' },
      { value: 'differs' },
    ]);
  });
});

function contextOf(number: number, inner = `prompt ${number}`): ItemContext<VerbatimItem> {
  return {
    item: { id: `v${number}`, inner, lead: 'other' },
    condition: paperCondition,
    samples: 1,
    seed: 5,
    judging: { judge: null, rubric: 'two-way' },
    peers: [],
  };
}

function executed(text: string | null): TextOutcome {
  const absent = { kind: 'absent', slot: 'execute', reason: 'truncated', detail: '' } as const;
  const execution = text === null ? absent : ({ kind: 'present', value: text, step: 'text' } as const);
  return { kind: 'text', prediction: absent, executions: [execution], unrelated: null, failure: null };
}

function unrelatedOf(numbered: readonly number[], inner?: string): readonly (string | null)[] {
  const relate = relating();
  return numbered.map((number) => {
    const related = relate(contextOf(number, inner), executed(`response ${number}`));
    return related.kind === 'text' ? related.unrelated : 'another kind';
  });
}

const numbers = Array.from({ length: 300 }, (_, index) => index);

describe('unrelated responses', () => {
  it('come from several earlier items, the same at every reading', () => {
    const unrelated = unrelatedOf(numbers);
    expect(unrelated[0]).toBeNull();
    for (const [index, text] of unrelated.entries()) {
      if (index === 0) continue;
      const earlier = Number(text?.split(' ')[1]);
      expect(earlier).toBeLessThan(index);
      expect(earlier).toBeGreaterThanOrEqual(index - 64);
    }
    expect(new Set(unrelated).size).toBeGreaterThan(100);
    expect(unrelatedOf(numbers)).toEqual(unrelated);
  });

  it('never come from the same prompt or from an item without a response', () => {
    expect(new Set(unrelatedOf(numbers, 'always the same'))).toEqual(new Set([null]));
    const relate = relating();
    relate(contextOf(1), executed(null));
    expect(relate(contextOf(2), executed('two'))).toMatchObject({ unrelated: null });
  });
});
