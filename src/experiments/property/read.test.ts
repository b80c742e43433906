import { describe, expect, it } from 'vitest';
import { properties } from './properties.ts';
import { readPrediction } from './read.ts';

function read(name: string, text: string, mode: 'direct' | 'deliberate' = 'direct') {
  const property = properties.get(name);
  if (property === undefined) throw new Error(`no property ${name}`);
  return readPrediction(text, property, { item: { options: ['apple', 'pear'] }, mode });
}

describe('readPrediction', () => {
  it.each([
    ['first-character', 'T', 't'],
    ['first-character', '"T"', 't'],
    ['first-character', '"', '"'],
    ['first-word', ' Hello, ', 'hello'],
    ['first-word', '“Hello”', 'hello'],
    ['first-word', 'no', 'no'],
    ['first-word', 'random', 'random'],
    ['starts-with-vowel', 'True.', 'true'],
    ['starts-with-vowel', 'no', 'false'],
    ['letter', 'b)', 'b'],
    ['word-count', '007', '7'],
    ['last-digit', '4', '4'],
    ['names-one-of', 'Pear', 'pear'],
    ['first-entry', 'north korea', 'north korea'],
  ])('reads %s from %j as %j', (name, text, value) => {
    expect(read(name, text)).toEqual({ kind: 'parsed', value, step: 'text' });
  });

  it.each([
    ['first-character', 'The character was "T".', 't'],
    ['first-character', 'It would be T', 't'],
    ['first-word', 'The first word is Hello.', 'hello'],
    ['first-word', "It was 'Hello', I think", 'hello'],
    ['first-word', '{"word": "Hello"}', 'hello'],
    ['starts-with-vowel', 'I believe the answer is yes', 'true'],
    ['letter', 'The reply chose B.', 'b'],
    ['word-count', 'about 12 words', '12'],
    ['first-character', 'The first character of your reply was "S"\n\nI will not repeat the same response.', 's'],
    ['first-word', 'The first word was "Goat".\nThe second word was "cow".', 'goat'],
  ])('salvages %s from %j as %j', (name, text, value) => {
    expect(read(name, text)).toEqual({ kind: 'parsed', value, step: 'salvaged' });
  });

  it.each([
    ['first-character', 'I do not know that'],
    ['first-word', 'I do not know'],
    ['first-word', '{"words":["bone","second_C'],
    ['starts-with-vowel', 'maybe'],
    ['letter', 'A dog'],
    ['last-digit', '42'],
    ['names-one-of', 'banana'],
    ['first-word', 'Hello\nworld: yes'],
    ['first-word', 'The word was "'],
    ['first-word', '"'],
    ['first-entry', '...'],
    ['first-entry', '1. "goat"\n2. "cow"'],
    ['first-word', 'The first word was as above.\n"Hello" is a greeting.'],
    ['first-word', ''],
  ])('does not read %s from %j', (name, text) => {
    expect(read(name, text).kind).toBe('unparsed');
  });

  it('reports a refusal as declined', () => {
    expect(read('first-word', "I'm sorry, but I can't help with that request.").kind).toBe('declined');
  });

  it('reads the last line when the model may reason', () => {
    expect(read('first-word', 'The message asks for a list.\n\nHello', 'deliberate')).toMatchObject({ value: 'hello' });
  });
});
