import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../util/random.ts';
import { parseSearch } from './search-pattern.ts';

const pieces = [
  'a',
  'B',
  '[ab]',
  '[^a]',
  '.',
  '\\w',
  '\\W',
  '\\s',
  '\\b',
  '\\B',
  '^',
  '$',
  '\\d',
  'é',
  '\\p{L}',
  '\\.',
  '[\\]x]',
];
const quantifiers = ['', '', '*', '+', '?', '{2}', '{1,2}', '{2,}', '*?'];
const isEdge = (piece: string) => ['^', '$', '\\b', '\\B'].includes(piece);

const anySource = fc
  .array(
    fc.record({
      piece: fc.constantFrom(...pieces),
      quantifier: fc.constantFrom(...quantifiers),
      before: fc.constantFrom('', '(', '(?:', '|', '(?<n>'),
    }),
    { minLength: 1, maxLength: 7 },
  )
  .map((parts) => {
    let [text, open, named] = ['', 0, false];
    for (const { piece, quantifier, before } of parts) {
      const allowed = before === '(?<n>' && named ? '(' : before;
      named ||= allowed === '(?<n>';
      if (allowed.startsWith('(')) open += 1;
      text += `${allowed}${piece}${isEdge(piece) ? '' : quantifier}`;
    }
    return `${text}${')+'.repeat(open)}`;
  });
const anyText = fc.array(fc.constantFrom('a', 'A', 'b', 'x', ' ', '1', '.', ']', 'é', 'É', '\n', '😀'), {
  maxLength: 8,
});

function patternTest(source: string): (text: string) => boolean {
  const search = parseSearch(`/${source}/`);
  if (search.kind !== 'pattern') throw new Error('not a pattern');
  return search.test;
}

describe('parseSearch', () => {
  it('finds what a native case-insensitive expression over lines finds', () => {
    fc.assert(
      fc.property(anySource, anyText, (source, characters) => {
        const text = characters.join('');
        expect(patternTest(source)(text)).toBe(new RegExp(source, 'imu').test(text));
      }),
      { numRuns: 3_000, seed: 1 },
    );
  });

  it('takes time in proportion to the text for a pattern with exponentially many states', () => {
    const random = seededRandom(1);
    const text = Array.from({ length: 20_000 }, () => (random() < 0.5 ? 'a' : 'b')).join('');
    expect(patternTest('a[ab]{120}c')(text)).toBe(false);
    expect(patternTest('a[ab]{120}c')(`${text}c`)).toBe(/a[ab]{120}c$/.test(`${text}c`));
  });

  it.each([
    ['(a+)+$', 'a'],
    ['^(a|a)*$', 'a'],
    ['(.*a){12}$', 'a'],
    ['(a|b|ab)*c$', 'ab'],
    ['^(([a-z])+.)+[A-Z]([a-z])+$', 'a'],
    ['(?:a?){60}a{60}$', 'a'],
  ])('takes time in proportion to the text for the catastrophic pattern %s', (source, unit) => {
    const text = `${unit.repeat(20_000)}!`;
    expect(patternTest(source)(text)).toBe(false); // a backtracking engine would take exponential time
  });

  it.each(['/a', 'a', 'a/', '//', '(', 'É'])('is plain text without slashes at both ends: %s', (search) => {
    expect(parseSearch(search)).toEqual({ kind: 'text', text: search.toLowerCase() });
  });

  it.each([
    ['/(/', /missing closing \)/],
    ['/(?=a)/', /\(\?=/],
    ['/(?<!a)b/', /\(\?</],
    ['/(a)\\1/', /\\1/],
    ['/(?<n>a)\\k<n>/', /\\k/],
    ['/(((a{99}){99}){99})/', /invalid repeat count/],
    [`/${'a'.repeat(1_001)}/`, /too large/],
    ['/((a?){31}){31}(b?){31}/', /too large/],
    // a part without instructions: its repetition adds nothing that a limit of instructions could count
    ['/(){99999999999999}/', /invalid repeat count/],
    ['/(?:){99999999999999}/', /invalid repeat count/],
    ['/(?:){99999999999999,}/', /invalid repeat count/],
    ['/(?:){1,99999999999999}/', /invalid repeat count/],
    ['/(?:^){99999999999999}/', /invalid repeat count/],
    ['/((((){999}){999}){999}){999}/', /too large/],
  ])('refuses an invalid, unsupported or too large pattern with the reason: %s', (search, reason) => {
    expect(() => parseSearch(search)).toThrow(reason);
    expect(() => parseSearch(search)).toThrow(expect.objectContaining({ code: 'bad-pattern' }));
  });
});
