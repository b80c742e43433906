import { describe, expect, it } from 'vitest';
import { noMetadata } from '../../domain/answer.ts';
import type { Condition } from '../../domain/condition.ts';
import { readSolution } from '../common/solve-question.ts';
import { hasRemark, ownWords } from './index.ts';

describe('hasRemark', () => {
  it.each([
    ' Wait, that makes no sense.',
    ' Sorry, ignore that.',
    ' That is not right: 3 + 4 is 7.',
    ' These random words do not belong here.',
    'No, the answer is C.',
    ' This does not make sense.',
    ' I’ll start over.',
  ])('finds a remark in "%s"', (text) => expect(hasRemark(text)).toBe(true));

  it.each([
    '',
    ' The answer is B) 9.',
    ' so 3 + 4 = 7, and no other option fits. {"answer": "C"}',
    ' There is no word for it; the rest belongs to the extra hour.',
    ' Paris is the right option.',
  ])('finds none in "%s"', (text) => expect(hasRemark(text)).toBe(false));
});

const item = { options: ['30', '9', '21', '20'] };
const condition = (noise: string): Condition => ({
  ...{ wording: 'suppose', optionOrder: 'given', mode: 'direct', language: 'en', system: null, noise },
});

/** Returns the choice that is read from an answer with an insertion between two texts. */
function read(noise: string, [before, text, after]: readonly [string, string, string]): string | null {
  const inserted = { at: 1, ids: [1], text, probabilities: [1], start: before.length };
  const answer = { ...noMetadata, kind: 'answered', text: before + text + after, inserted } as const;
  const reading = readSolution(item, ownWords(answer, condition(noise)).text);
  return reading.kind === 'parsed' ? reading.value : null;
}

const wrong = ' So the right option is B) 9.';

describe('ownWords', () => {
  it('leaves out a wrong statement, and keeps what the model states before or after it', () => {
    expect(read('statement', ['I think about it.', wrong, ''])).toBeNull();
    expect(read('statement', ['The answer is D', wrong, ''])).toBe('D');
    expect(read('statement', ['I think about it.', wrong, ' Then the answer is 21.'])).toBe('C');
    expect(read('statement', ['I think.', wrong, ' The answer is B.'])).toBe('B');
    expect(read('statement', ['I think.', wrong, ' No, the answer is C.'])).toBe('C');
    expect(read('statement', ['I think.', wrong, ' No, the answer is not C.'])).toBeNull();
    expect(read('statement', ['The answer is A.', wrong, ' No, the answer is C.'])).toBe('C');
  });

  it('reads the JSON object of an answer that has one, and repairs none that the statement broke', () => {
    expect(read('statement', ['I think.', wrong, ' {"answer":"C"}'])).toBe('C');
    expect(read('statement', ['{"why":"it is', wrong, '","answer":"C"}'])).toBe('C');
    expect(read('statement', ['{"answer":', wrong, '"C"}'])).toBeNull();
    expect(read('statement', ['{"answer":"', wrong, 'C"}'])).toBeNull();
  });

  it('reads the own tokens that are inserted again', () => {
    expect(read('own', ['So the answer', ' is D.', ''])).toBe('D');
  });
});
