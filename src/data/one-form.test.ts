import { describe, expect, it } from 'vitest';
import { identifierForm, isAbsentWord, oneForm } from './one-form.ts';

describe('oneForm', () => {
  it.each<[string, string, string]>([
    ['a capital letter', 'Red', 'red'],
    ['spaces at the ends and inside', '  light   red ', 'light red'],
    ['a final full stop', 'red.', 'red'],
    ['quotes', '"red"', 'red'],
    ['curly quotes around a full stop', '“Red.”', 'red'],
    ['an accent of two characters', 'cafe\u0301', 'caf\u00e9'],
    ['a number with a fraction of zero', '1.0', '1'],
    ['a number with zeros at its end', '2.50', '2.5'],
    ['a plus sign', '+3', '3'],
    ['TRUE', 'TRUE', 'true'],
    ['a no-break space', 'red\u00a0', 'red'],
    ['a zero-width space', 'r\u200bed\u200b', 'red'],
    ['a byte order mark', '\ufeffred', 'red'],
    ['a word joiner', 're\u2060d', 'red'],
    ['a soft hyphen', 're\u00add', 'red'],
    ...['\u061c', '\u200e', '\u200f', '\u202a', '\u202c', '\u202e', '\u2066', '\u2069'].map(
      (mark): [string, string, string] => ['a direction mark', `\u05d0${mark}`, '\u05d0'],
    ),
  ])('gives %s one form', (_, text, form) => {
    expect(oneForm(text)).toBe(form);
    expect(oneForm(form)).toBe(form);
  });

  it.each(['a.b', '...', '007', '1.0.0', "it's", '-', '1e3', '12345678901234567890'])('keeps %s', (text) => {
    expect(oneForm(text)).toBe(text);
  });
});

describe('characters that make another word or emoji', () => {
  const tagged = (letters: string) =>
    `\u{1f3f4}${[...letters].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('')}\u{e007f}`;

  it.each([
    ['a joiner at the end of a Malayalam word', '\u0d05\u0d35\u0d28\u0d4d\u200d', '\u0d05\u0d35\u0d28\u0d4d'],
    ['a non-joiner at the end of a Malayalam word', '\u0d28\u0d4d\u200c', '\u0d28\u0d4d'],
    ['a joiner within a Sinhala word', '\u0d9a\u0dca\u200d\u0dbb', '\u0d9a\u0dca\u0dbb'],
    ['a non-joiner within a Persian word', '\u0645\u06cc\u200c\u062f', '\u0645\u06cc\u062f'],
    ['a non-joiner before a suffix of a Latin word', 'Auf\u200clage', 'Auflage'],
    ['a joiner after a Kannada letter, in brackets', '(\u0cb0\u200d)', '(\u0cb0)'],
    ['tags of a flag: England, Scotland', tagged('gbeng'), tagged('gbsct')],
    ['tags of a flag: Scotland, the black flag', tagged('gbsct'), '\u{1f3f4}'],
    ['a variation selector', '\u2764\ufe0f', '\u2764'],
    ['an ideographic variation', '\u845b\u{e0100}', '\u845b'],
    ['a Mongolian vowel separator', '\u182c\u180e\u1820', '\u182c\u1820'],
    ['a joiner between emoji', '\u{1f469}\u200d\u{1f4bb}', '\u{1f469}\u{1f4bb}'],
  ])('stay: %s', (_, one, other) => {
    expect(oneForm(one)).not.toBe(oneForm(other));
    expect(identifierForm(one)).not.toBe(identifierForm(other));
  });
});

describe('identifierForm', () => {
  it.each([
    ['1.0', '1'],
    [' 7 ', '7'],
    ['001', '001'],
    ['A', 'A'],
    ['1.50', '1.50'],
    ['2.10.0', '2.10.0'],
    ['cafe\u0301', 'caf\u00e9'],
    ['q7\u200b', 'q7'],
  ])('reads %s as %s', (text, form) => {
    expect(identifierForm(text)).toBe(form);
  });
});

describe('isAbsentWord', () => {
  it.each(['', ' ', 'NaN', 'n/a', 'None', 'null', '-', 'NA'])('takes "%s" for an absent value', (text) => {
    expect(isAbsentWord(text)).toBe(true);
  });
  it.each(['no', '0', 'nano', 'false'])('takes "%s" for a value', (text) => {
    expect(isAbsentWord(text)).toBe(false);
  });
});
