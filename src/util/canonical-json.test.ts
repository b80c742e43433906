import fc from 'fast-check';
import { expect, it } from 'vitest';
import { callKey, callText } from '../domain/call.ts';
import { canonicalJson, fastHash, fastHashes, parseExactJson, sha256 } from './canonical-json.ts';

const fields = fc.dictionary(fc.string(), fc.option(fc.string(), { nil: undefined }), { noNullPrototype: true });

it('gives equal text for any order of fields, with the value of JSON', () => {
  fc.assert(
    fc.property(fields, (object) => {
      const reversed = Object.fromEntries(Object.entries(object).reverse());
      expect(canonicalJson([object])).toBe(canonicalJson([reversed]));
      expect(JSON.parse(canonicalJson(object))).toEqual(JSON.parse(JSON.stringify(object)));
    }),
  );
  expect(canonicalJson({ b: [1, null, { d: undefined, c: true }], a: 'é\n' })).toBe(
    '{"a":"é\\n","b":[1,null,{"c":true}]}',
  );
  expect(() => canonicalJson({ a: Number.NaN })).toThrow('NaN');
  expect(() => canonicalJson([() => 1])).toThrow('function');
});

const messages = fc.array(
  fc.record({ role: fc.constantFrom('system', 'user', 'assistant'), content: fc.string({ unit: 'binary' }) }),
);
const optionalNumber = fc.option(fc.double({ noNaN: true, noDefaultInfinity: true }), { nil: undefined });
const effort = fc.constantFrom('none', 'minimal', 'low', 'medium', 'high', undefined);
const sampling = fc.record(
  {
    temperature: optionalNumber,
    topP: optionalNumber,
    maxOutputTokens: optionalNumber,
    seed: optionalNumber,
    reasoningEffort: effort,
  },
  { requiredKeys: [] },
);
const slot = fc.constantFrom('forecast', 'execute', 'judge', 'author', 'answer');

it('writes any call as its canonical JSON', () => {
  fc.assert(
    fc.property(fc.record({ model: fc.string(), sampling, messages, slot, sample: fc.nat() }), (call) => {
      expect(callText(call)).toBe(canonicalJson(call));
    }),
  );
});

it('gives the hash that existing stores contain', () => {
  expect(sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  const messages = [{ role: 'user', content: 'Say "yes", naïve: ✓' }] as const;
  const sampling = { temperature: 0.5, seed: undefined, maxOutputTokens: 16 };
  expect(callKey(callText({ model: 'ollama/x', sampling, messages, slot: 'execute', sample: 3 }))).toBe(
    '203b1b2961f345f35c3c5fcfcb211f0e3c795dafb9936e5fcdd700229af2ac72',
  );
});

it.each([
  ['a long id', '{"id": 12345678901234567890, "n": 3}', { id: '12345678901234567890', n: 3 }],
  ['a long id in a list', '[-9007199254740993]', ['-9007199254740993']],
  ['a number with an exponent', '[1e300, 9007199254740991]', [1e300, 9007199254740991]],
  ['digits in a text', '[": 12345678901234567890,"]', [': 12345678901234567890,']],
  ['more digits than a number has', `[${'9'.repeat(400)}]`, ['9'.repeat(400)]],
  ['bare words', '[NaN, -Infinity, 1]', [null, '-Infinity', 1]],
])('parseExactJson keeps %s as it is written', (_, text, value) => {
  expect(parseExactJson(text, 10)).toEqual({ value, isTooDeep: false });
});

it.each([
  ['lists', '[[1]]', 2, false],
  ['lists', '[[1]]', 1, true],
  ['objects', '{"a": {"b": {}}}', 3, false],
  ['objects', '{"a": {"b": {}}}', 2, true],
  ['100,000 lists', `${'['.repeat(100_000)}1${']'.repeat(100_000)}`, 200, true],
])('parseExactJson says of %s whether they have too many levels', (_, text, levels, isTooDeep) => {
  expect(parseExactJson(text, levels).isTooDeep).toBe(isTooDeep);
});

it('hashes 200,000 similar texts to as many whole numbers below 2^52, and equal texts to equal ones', () => {
  const texts = Array.from({ length: 100_000 }, (_, number) => [
    `q${number}\n\n0.5`,
    `${'é'.repeat(number % 50)} ${number}`,
  ]);
  const hashes = new Set(texts.flat().map(fastHash));
  expect(hashes.size).toBe(200_000);
  expect([...hashes].every((value) => Number.isInteger(value) && value >= 0 && value < fastHashes)).toBe(true);
  expect(fastHash(`q${1}\n\n0.5`)).toBe(fastHash('q1\n\n0.5'));
});
