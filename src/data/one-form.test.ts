import { describe, expect, it } from 'vitest';
import { identifierForm, isAbsentWord, oneForm } from './one-form.ts';

describe('oneForm', () => {
  it.each([
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
  ])('gives %s one form', (_, text, form) => {
    expect(oneForm(text)).toBe(form);
    expect(oneForm(form)).toBe(form);
  });

  it.each(['a.b', '...', '007', '1.0.0', "it's", '-', '1e3', '12345678901234567890'])('keeps %s', (text) => {
    expect(oneForm(text)).toBe(text);
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
