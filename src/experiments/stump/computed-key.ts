/**
 * Computes the answer of a question about a digest, an encoding or the factors of a number, so that its key is known to be
 * right or wrong without a judge. No text of a model is ever executed. A question with any other word (a salt, a negation, a
 * second step) is not checkable.
 */

import { checkPrimeSync, createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { type Letter, letters } from '../../domain/question.ts';
import type { ComputedKey } from '../../outcome-kinds/authored.ts';

/** Returns whether an option answers the question; null where its text does not tell. */
type IsAnswer = (option: string) => boolean | null;

/** Returns whether the key of a question is the computed answer; null for a question about anything else. */
export function computeKey(question: string, options: readonly string[], key: Letter): ComputedKey | null {
  const isAnswer = digestAnswer(question) ?? numberAnswer(question, options);
  if (isAnswer === null) return named(question).length > 0 || largeNumber.test(question) ? 'not checkable' : null;
  const answers = options.map(isAnswer);
  const answer = answers[letters.indexOf(key)] ?? null;
  if (answer === null) return 'not checkable';
  if (!answer) return 'wrong';
  return answers.filter((each) => each === true).length > 1 ? 'not checkable' : 'right';
}

interface Digest {
  readonly name: RegExp;
  readonly alphabet: RegExp;
  readonly of: (text: string) => string;
}

const hexDigits = /^[\da-f]+$/i;

/** What is computed of a text. */
const digests: readonly Digest[] = [
  ...(['MD5', 'SHA-1', 'SHA-224', 'SHA-256', 'SHA-384', 'SHA-512'] as const).map((name) => ({
    name: new RegExp(`\\b${name.replace('-', '[- ]?')}\\b`, 'gi'),
    alphabet: hexDigits,
    of: (text: string) => createHash(name.replace('-', '')).update(text, 'utf8').digest('hex'),
  })),
  { name: /\bCRC[- ]?32\b/gi, alphabet: hexDigits, of: (text) => crc32(text).toString(16).padStart(8, '0') },
  {
    name: /\bbase[- ]?64\b/gi,
    alphabet: /^[\d+/a-z]+=*$/i,
    of: (text) => Buffer.from(text, 'utf8').toString('base64'),
  },
];

/** Returns the digests that a text names, once for each mention. */
function named(text: string): readonly Digest[] {
  return digests.flatMap((digest) => [...text.matchAll(digest.name)].map(() => digest));
}

const quoted = /"([^"]*)"|“([^”]*)”|`([^`]*)`|(?<!\w)['‘]([^'’]*)['’](?!\w)/g;

/** The other words of a question that asks for a digest and for nothing else. */
const plainWords = new Set(
  (
    'what which is are the of a an these following option options correct exact value first last digit digits hex ' +
    'hexadecimal character characters hash hashes digest checksum encoding representation encoded string text word ' +
    'message phrase input when you compute computed calculate calculated apply to for in ascii utf utf-8 without quotes'
  ).split(' '),
);

const counts = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const partAsked = new RegExp(
  `\\b(first|last) (?:(\\d{1,2}|${counts.join('|')}) )?(?:hex(?:adecimal)? )?(?:digit|character)s?\\b`,
  'i',
);

/** Recognizes the digest or encoding of one quoted text, whole or its first or last digits. */
function digestAnswer(question: string): IsAnswer | null {
  const texts = [...question.matchAll(quoted)];
  const [digest, ...others] = named(question);
  const text = texts[0]?.slice(1).find((group) => group !== undefined);
  if (digest === undefined || others.length > 0 || texts.length !== 1 || text === undefined) return null;
  const rest = question.replace(quoted, ' ').replace(digest.name, ' ');
  const part = partAsked.exec(rest);
  const words =
    rest
      .replace(partAsked, ' ')
      .toLowerCase()
      .match(/[^\s,.:;?()]+/g) ?? [];
  if (!words.every((word) => plainWords.has(word)) || /\b(first|last)\b/i.test(rest.replace(partAsked, ' ')))
    return null;
  const whole = digest.of(text);
  const [, side, number = 'one'] = part ?? [];
  const length = counts.indexOf(number.toLowerCase()) + 1 || Number(number);
  const expected =
    side === undefined ? whole : side.toLowerCase() === 'first' ? whole.slice(0, length) : whole.slice(-length);
  return (option) => matches(option, expected, digest);
}

/** Returns whether an option states the expected digits; one that ends with three dots states their beginning. */
function matches(option: string, expected: string, { alphabet }: Digest): boolean | null {
  const [, stated = '', dots] = /^[\s"'`]*(?:0x)?(.*?)(\.{3}|…)?[\s"'`]*$/.exec(option) ?? [];
  if (!alphabet.test(stated)) return null;
  const [left, right] = alphabet === hexDigits ? [stated.toLowerCase(), expected.toLowerCase()] : [stated, expected];
  return dots === undefined ? left === right : right.startsWith(left);
}

/** Large enough that a question about its factors is a computation. */
const largeNumber = /\b(?:prime|factors?|divisors?)\b.*\d{7}|\d{7}.*\b(?:prime|factors?|divisors?)\b/is;

const number = '(?:the (?:number|integer) )?(\\d{1,60})';
const choice = '(?:which(?: one)? of (?:these|the following)(?: numbers| integers)?)';
const factor = '(?:factor|divisor)';

/** A separator of thousands. */
const thousands = /(?<=\d)[,_ ](?=(?:\d{3}[,_ ]?)+(?!\d))/g;

/** Recognizes a question about prime numbers or factors of one number. */
function numberAnswer(question: string, options: readonly string[]): IsAnswer | null {
  const text = question.trim().replace(/[?.]$/, '').replaceAll(thousands, '');
  const asks = (form: string) => new RegExp(`^${form}$`, 'i').exec(text);
  if (asks(`${choice} is (?:a )?prime(?: number)?`) !== null) return (option) => numeric(option, isPrime);

  const prime = asks(`is ${number} (?:a )?prime(?: number)?`);
  if (prime !== null) return (option) => saysYes(option, isPrime(BigInt(prime[1] ?? '')));

  const divided = asks(`${choice} is a (prime )?${factor} of ${number}`);
  if (divided !== null) {
    const whole = BigInt(divided[2] ?? '');
    const isFactor = (value: bigint) => value > 0n && whole % value === 0n;
    return (option) => numeric(option, (value) => isFactor(value) && (divided[1] === undefined || isPrime(value)));
  }

  const extreme = asks(`what is the (smallest|lowest|largest|greatest|highest) prime ${factor} of ${number}`);
  if (extreme !== null) {
    const factors = primeFactors(BigInt(extreme[2] ?? ''), options);
    const expected = /smallest|lowest/i.test(extreme[1] ?? '') ? factors?.[0] : factors?.at(-1);
    return (option) => (expected === undefined ? null : numeric(option, (value) => value === expected));
  }

  const product = asks(`(?:what|${choice}) (?:is|are) the (?:correct )?prime (factori[sz]ation|factors) of ${number}`);
  if (product === null) return null;
  const [, form = '', whole = ''] = product;
  return (option) => isFactorization(option, BigInt(whole), /factors/i.test(form));
}

function isPrime(value: bigint): boolean {
  return value > 1n && checkPrimeSync(value);
}

function numberIn(option: string): bigint | null {
  const digits = option.trim().replaceAll(thousands, '');
  return /^\d{1,60}$/.test(digits) ? BigInt(digits) : null;
}

function numeric(option: string, test: (value: bigint) => boolean): boolean | null {
  const value = numberIn(option);
  return value === null ? null : test(value);
}

function saysYes(option: string, expected: boolean): boolean | null {
  const said = /^\s*(yes|no|true|false)\b/i.exec(option)?.[1]?.toLowerCase();
  return said === undefined ? null : (said === 'yes' || said === 'true') === expected;
}

/** Divides a number by a factor as often as it can; a number of at most 60 digits has fewer than 200 factors. */
function withoutFactor(value: bigint, by: bigint): bigint {
  return value > 0n && value % by === 0n ? withoutFactor(value / by, by) : value;
}

/** Every factor below this is found by division. */
const maxDivisor = 1_000_000n;

/** Returns the prime factors of a number in ascending order, with numbers in the options as hints; null if one is too large to find. */
function primeFactors(whole: bigint, options: readonly string[]): readonly bigint[] | null {
  if (whole < 2n) return null;
  const found = new Set<bigint>();
  let rest = whole;
  const divide = (by: bigint) => {
    if (rest % by !== 0n) return;
    found.add(by);
    rest = withoutFactor(rest, by);
  };
  for (const hint of options.map(numberIn)) if (hint !== null && isPrime(hint)) divide(hint);
  for (let by = 2n; by <= maxDivisor && by * by <= rest; by += by === 2n ? 1n : 2n) divide(by);
  if (rest > 1n && !isPrime(rest)) return null;
  if (rest > 1n) found.add(rest);
  return [...found].toSorted((left, right) => (left < right ? -1 : 1));
}

const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/**
 * Returns whether an option is the product of primes, such as 2^3 x 17, that a number is; null where it is not a product.
 * `once`: whether naming each prime once is right too.
 */
function isFactorization(option: string, whole: bigint, once: boolean): boolean | null {
  const text = option
    .trim()
    .replaceAll(/[⁰¹²³⁴-⁹]+/g, (raised) => `^${[...raised].map((each) => superscripts.indexOf(each)).join('')}`);
  const terms = text
    .split(/\s*(?:[x×*·]|,\s+and\b|,\s|\band\b)\s*/i)
    .map((term) => /^(\d{1,60})(?:\^(\d{1,2}))?$/.exec(term));
  if (terms.includes(null)) return null;
  const powers = terms.map((term) => [BigInt(term?.[1] ?? ''), BigInt(term?.[2] ?? 1)] as const);
  if (!powers.every(([base]) => isPrime(base))) return false;
  if (powers.reduce((product, [base, power]) => product * base ** power, 1n) === whole) return true;
  const bases = new Set(powers.map(([base]) => base));
  const rest = [...bases].reduce((left, base) => withoutFactor(left, base), whole);
  const product = [...bases].reduce((left, base) => left * base, 1n);
  return (
    once &&
    rest === 1n &&
    whole % product === 0n &&
    powers.every(([, power]) => power === 1n) &&
    bases.size === powers.length
  );
}
