import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { parseNamedCsv } from '../../data/files/csv.ts';
import { comparableValue, extractProperty, properties } from './properties.ts';

type Case = readonly [property: string, answer: string, value: string | null];

const cases: readonly Case[] = [
  ['first-character', '  Hello', 'H'],
  ['second-character', 'Hello', 'e'],
  ['third-character', 'He', null],
  ['last-character', 'Hello.\n', '.'],
  ['first-word', 'Hello, world', 'Hello,'],
  ['second-word', 'one\ttwo\nthree', 'two'],
  ['third-word', 'one two', null],
  ['last-word', 'one two.', 'two.'],
  ['first-word', '   ', null],
  ['starts-with-vowel', 'apple', 'true'],
  ['starts-with-vowel', 'Banana', 'false'],
  ['starts-with-vowel', '1 apple', null],
  ['is-even', '742', 'true'],
  ['is-even', '-7', 'false'],
  ['is-even', '12345678901234567890123', 'false'],
  ['is-even', 'The number is 4', null],
  ['is-even', '4.0', null],
  ['last-digit', '+19', '9'],
  ['word-count', 'one two  three', '3'],
  ['word-count', '', null],
  ['more-than-10-words', 'a b c d e f g h i j', 'false'],
  ['more-than-10-words', 'a b c d e f g h i j k', 'true'],
  ['letter', 'b', 'B'],
  ['letter', 'C) because', 'C'],
  ['letter', '{"answer": "D"}', 'D'],
  ['letter', 'A dog', null],
  ['among-a-c', 'C', 'true'],
  ['among-a-c', 'B', 'false'],
  ['among-b-d', 'd.', 'true'],
  ['declines', "I'm sorry, but I can't help with that request.", 'true'],
  ['declines', 'Sure, here it is.', 'false'],
  ['first-entry', '{"words": ["river", "stone"]}', 'river'],
  ['second-entry', 'north korea, peru, mali', 'peru'],
  ['second-entry', '- first\n- second', 'second'],
  ['third-entry', '1. one\n2. two\n3. three', 'three'],
  ['first-entry', '{"words": ["river", "sto', null],
];

describe('extractProperty', () => {
  it.each(cases)('%s of %j is %j', (property, answer, value) => {
    expect(extractProperty(property, answer)).toBe(value);
  });

  it('compares the chosen letter with the target, and returns null without either', () => {
    expect(extractProperty('matches-target', 'A', { target: 'A' })).toBe('true');
    expect(extractProperty('right', 'B', { target: 'A' })).toBe('false');
    expect(extractProperty('right', 'B')).toBeNull();
    expect(extractProperty('right', 'no idea', { target: 'A' })).toBeNull();
  });

  it('accepts only letters of the options', () => {
    expect(extractProperty('letter', 'C', { options: ['one', 'two'] })).toBeNull();
  });

  it('finds the option that is named first, as a whole word', () => {
    const item = { options: ['ant', 'Bee'] };
    expect(extractProperty('names-one-of', 'A giant bee and an ant', item)).toBe('Bee');
    expect(extractProperty('names-one-of', 'giants', item)).toBeNull();
  });

  it('counts code points: a combining mark and a joiner are characters', () => {
    expect(extractProperty('second-character', 'e\u0301t')).toBe('\u0301');
    expect(extractProperty('first-character', '\u{1F469}\u200D\u{1F680} up')).toBe('\u{1F469}');
    expect(extractProperty('second-character', '\u{1F469}\u200D\u{1F680} up')).toBe('\u200D');
  });

  it('takes characters of right-to-left text in the order of the text', () => {
    expect(extractProperty('first-character', 'שלום')).toBe('ש');
    expect(extractProperty('last-character', 'שלום')).toBe('ם');
    expect(extractProperty('second-word', 'שלום עולם')).toBe('עולם');
  });

  it('does not read full-width digits as a number', () => {
    expect(extractProperty('is-even', '４２')).toBeNull();
  });

  it('treats É as a vowel, composed or decomposed', () => {
    expect(extractProperty('starts-with-vowel', 'École')).toBe('true');
    expect(extractProperty('starts-with-vowel', 'E\u0301cole')).toBe('true');
  });

  it('throws for a name that is not a property', () => {
    expect(() => extractProperty('mood', 'x')).toThrow('there is no property "mood"');
  });

  it('returns null or a text for every property of any answer, ignoring outer white space', () => {
    fc.assert(
      fc.property(fc.constantFrom(...properties.keys()), fc.string({ unit: 'binary' }), (name, answer) => {
        const item = { target: 'A', options: ['ant', 'bee'] };
        const value = extractProperty(name, answer, item);
        expect(value === null || value.length > 0).toBe(true);
        expect(extractProperty(name, `\n ${answer}\t`, item)).toBe(value);
      }),
      { numRuns: 2_000, seed: 1 },
    );
  });
});

describe('comparableValue', () => {
  it('ignores case, composition, and punctuation around words', () => {
    expect(comparableValue('word', '"Hello,"')).toBe('hello');
    expect(comparableValue('word', 'E\u0301')).toBe('é');
    expect(comparableValue('entry', 'North  Korea.')).toBe('north korea');
    expect(comparableValue('character', '.')).toBe('.');
    expect(comparableValue('word', '...')).toBe('...');
  });

  it('is idempotent', () => {
    const shapes = fc.constantFrom('character', 'word', 'entry', 'option', 'letter', 'boolean' as const);
    fc.assert(
      fc.property(shapes, fc.string({ unit: 'binary' }), (shape, text) => {
        const once = comparableValue(shape as 'word', text);
        expect(comparableValue(shape as 'word', once)).toBe(once);
      }),
      { numRuns: 5_000, seed: 2 },
    );
  });
});

const published = '../shared/reference/looking-inward/before-after-answers.csv';
const names: Readonly<Record<string, string>> = {
  first_character: 'first-character',
  last_character: 'last-character',
  is_even: 'is-even',
};

test.skipIf(!existsSync(published))(
  `extractProperty agrees with 1,480 published values (skipped without ${published})`,
  () => {
    const rows = parseNamedCsv(readFileSync(published, 'utf8'), published);
    const known = rows.filter(({ value }) => Object.hasOwn(names, value.response_property ?? ''));
    expect(known).toHaveLength(1_480);
    const same = known.filter(({ value }) => {
      const found = extractProperty(
        names[value.response_property ?? ''] ?? '',
        value.object_response_raw_response ?? '',
      );
      return found?.toLowerCase() === value.object_response_property_answer?.toLowerCase();
    });
    expect(same).toHaveLength(1_480);
  },
);
