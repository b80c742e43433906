import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAuthored, readRecordedAuthored } from './read.ts';

const whole = {
  question: 'Which city is the capital of Australia?',
  option_A: 'Sydney',
  option_B: 'Canberra',
  option_C: 'Perth',
  option_D: 'Darwin',
  correct_option: 'B',
  explanation: 'Sydney is better known.',
};

describe('readAuthored', () => {
  it('reads a well-formed question, whatever surrounds it', () => {
    const value = {
      question: whole.question,
      options: ['Sydney', 'Canberra', 'Perth', 'Darwin'],
      key: 'B',
      explanation: whole.explanation,
      outOfTheBox: [],
    };
    expect(readAuthored(JSON.stringify(whole))).toEqual({ kind: 'parsed', value, step: 'strict' });
    expect(readAuthored(`Let me think.\n\`\`\`json\n${JSON.stringify(whole)}\n\`\`\``)).toMatchObject({ value });
    expect(readRecordedAuthored(JSON.stringify(whole))).toMatchObject({ value, step: 'recorded' });
  });

  it.each([
    ['b', 'B'],
    ['option_C', 'C'],
    ['C) Perth', 'C'],
    ['canberra', 'B'],
  ])('reads "%s" as %s', (correct_option, key) => {
    expect(readAuthored(JSON.stringify({ ...whole, correct_option }))).toMatchObject({ value: { key } });
  });

  it('removes letters in front of options, and reads numbers as texts', () => {
    const lettered = { option_A: 'A) 7', option_B: '(B) 8', option_C: 'C. 9', option_D: 'D: 10' };
    expect(readAuthored(JSON.stringify({ ...whole, ...lettered }))).toMatchObject({
      value: { options: ['7', '8', '9', '10'] },
    });
    const numbers = { option_A: 7, option_B: 8, option_C: 9, option_D: 10 };
    expect(readAuthored(JSON.stringify({ ...whole, ...numbers }))).toMatchObject({
      value: { options: ['7', '8', '9', '10'] },
    });
    // "A" alone is an ordinary text: an option may begin with its own letter.
    expect(readAuthored(JSON.stringify({ ...whole, option_A: 'A) Sydney' }))).toMatchObject({
      value: { options: ['A) Sydney', 'Canberra', 'Perth', 'Darwin'] },
    });
  });

  it.each([
    ['no question', { question: '' }],
    ['an option missing', { option_D: null }],
    ['two options the same', { option_D: ' sydney ' }],
    ['no key', { correct_option: undefined }],
    ['a key that names no option', { correct_option: 'Hobart' }],
    ['a key that names all', { correct_option: 'A, B' }],
  ])('does not read a question with %s', (_, change) => {
    expect(readAuthored(JSON.stringify({ ...whole, ...change })).kind).toBe('unparsed');
  });

  it('distinguishes a refusal from nonsense, and never throws', () => {
    expect(readAuthored("I'm sorry, but I can't write such a question.").kind).toBe('declined');
    const piece = fc.constantFrom('{', '}', '"question"', ':', ',', 'option_A', '"', '[', 'null', '1', 'A) ', '\\');
    fc.assert(fc.property(fc.array(piece), (pieces) => readAuthored(pieces.join('')).kind !== 'parsed'));
  });
});
