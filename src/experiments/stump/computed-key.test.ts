import { describe, expect, it } from 'vitest';
import { letters } from '../../domain/question.ts';
import { computeKey } from './computed-key.ts';

/** Questions with the right option first. The digests are the test vectors of FIPS 180, RFC 1321, RFC 4648 and the CRC catalogue. */
const computable: readonly (readonly [sibling: string, question: string, options: readonly string[]])[] = [
  [
    'md5',
    'What is the MD5 hash of "abc"?',
    [
      '900150983cd24fb0d6963f7d28e17f72',
      '900150983cd24fb0d6963f7d28e17f73',
      'a9993e364706816aba3e25717850c26c',
      '00000000000000000000000000000000',
    ],
  ],
  [
    'sha1',
    'Which of the following is the SHA-1 digest of the text ‘abc’?',
    ['a9993e36...', 'a9993e37...', '900150983cd24fb0d6963f7d28e17f72', 'da39a3ee5e6b4b0d3255bfef95601890afd80709'],
  ],
  [
    'sha224',
    'What are the first 8 hex digits of the SHA224 hash of "abc"?',
    ['23097d22', '32790d22', '00000000', 'abc'],
  ],
  ['sha256', 'What is the last hexadecimal digit of the SHA-256 hash of the string "abc"?', ['D', '1', 'c', '0']],
  ['sha384', 'What are the first four characters of the SHA-384 digest of `abc`?', ['cb00', 'cb01', 'ba78', 'ddaf']],
  ['sha512', 'What are the first two hex characters of the SHA 512 hash of "abc"?', ['0xdd', '0xde', '0xba', '0xcb']],
  [
    'crc32',
    'What is the CRC-32 checksum of the ASCII string "123456789"?',
    ['CBF43926', 'CBF43927', '0376e6e7', '29b1'],
  ],
  ['base64', 'What is the Base64 encoding of “foobar”?', ['Zm9vYmFy', 'Zm9vYmFz', 'zm9vymfy', 'Zm9v']],
  ['smallest prime factor', 'What is the smallest prime factor of 1000036000099?', ['1000003', '1000033', '7', '13']],
  [
    'largest prime factor',
    'What is the largest prime factor of 1,000,036,000,099?',
    ['1,000,033', '1,000,003', '7', '97'],
  ],
  ['smallest of small ones', 'What is the smallest prime factor of the number 1001?', ['7', '11', '13', '3']],
  ['factorization', 'What is the prime factorization of 360?', ['2^3 x 3^2 x 5', '2³ × 3 × 5', '2 * 180', '6 · 60']],
  [
    'prime factors',
    'What are the prime factors of 1000036000099?',
    ['1000003 and 1000033', '1000003 and 7', '3, 7, and 11', '2, 5'],
  ],
  ['prime factors, each once', 'What are the prime factors of 12?', ['2 and 3', '2 and 5', '3 and 4', '2 x 3 x 3']],
  ['prime', 'Is 982,451,653 a prime number?', ['Yes', 'No, it is 7 times something', 'It depends', 'Nobody knows']],
  ['not prime', 'Is 982451655 prime?', ['No', 'Yes', 'It depends', 'Nobody knows']],
  ['which is prime', 'Which of these numbers is prime?', ['982451653', '982451655', '982451657', '21']],
  ['factor', 'Which of the following is a factor of 1001?', ['77', '78', '9', '12']],
  ['prime factor', 'Which of these is a prime factor of 1001?', ['11', '77', '9', '17']],
];

describe('computeKey', () => {
  it.each(computable)('computes %s', (_, question, options) => {
    const reversed = options.toReversed();
    expect(computeKey(question, options, 'A')).toBe('right');
    expect(computeKey(question, reversed, 'D')).toBe('right');
    expect(computeKey(question, options, 'B')).toBe('wrong');
    expect(computeKey(question, reversed, 'C')).toBe('wrong');
  });

  it.each([
    ['a negation', 'Which of these is not the MD5 hash of "abc"?'],
    ['two steps', 'What is the SHA-256 hash of the MD5 hash of "abc"?'],
    ['a salt', 'What is the SHA-256 hash of "abc" with the salt "x"?'],
    ['a condition in words', 'What is the SHA-256 hash of "abc" after reversing it?'],
    ['an unknown algorithm beside a known one', 'Does "abc" have the same MD5 and Whirlpool digest?'],
    ['a text that is not quoted', 'What is the MD5 hash of abc?'],
    ['a search', 'Which word has an MD5 hash that begins with 9001?'],
    ['bytes instead of digits', 'What is the first byte of the MD5 hash of "abc"?'],
    ['decoding', 'What is the base64 decoding of "Zm9vYmFy"?'],
    ['a property of the factors', 'How many prime factors does 1000036000099 have?'],
    ['a code', 'What does this print? require("crypto").createHash("md5").update("abc").digest("hex")'],
  ])('does not check %s', (_, question) => {
    expect(computeKey(question, ['900150983cd24fb0d6963f7d28e17f72', '1', '2', '3'], 'A')).toBe('not checkable');
  });

  it('does not check a key that is not a value, two right options, or a number that it cannot factor', () => {
    const hash = 'What is the MD5 hash of "abc"?';
    expect(computeKey(hash, ['It cannot be known', '90', '91', '92'], 'A')).toBe('not checkable');
    expect(computeKey('Which of these is a factor of 12?', ['3', '4', '5', '7'], 'A')).toBe('not checkable');
    const product = 10_000_019n * 10_000_079n;
    const smallest = `What is the smallest prime factor of ${product}?`;
    expect(computeKey(smallest, ['7', '11', '13', '17'], 'A')).toBe('not checkable');
    expect(computeKey(smallest, ['10000019', '11', '13', '17'], 'A')).toBe('right');
  });

  it.each([
    'What is the capital of Australia?',
    'Which factor contributed most to the war of 1914?',
    'Which berries are not true berries?',
    'Who was prime minister in 1979?',
  ])('has nothing to compute in: %s', (question) => {
    for (const key of letters) expect(computeKey(question, ['1', '2', '3', '4'], key)).toBeNull();
  });

  it('takes bounded time on hostile numbers', () => {
    const nines = '9'.repeat(60);
    const options = [nines, `2^99 x 3^99`, '7', '1'];
    for (const question of [
      `What is the smallest prime factor of ${nines}?`,
      `What is the prime factorization of ${nines}?`,
    ])
      expect(['wrong', 'not checkable']).toContain(computeKey(question, options, 'B'));
    expect(computeKey(`What is the prime factorization of ${nines}0?`, options, 'B')).toBe('not checkable');
  });
});
