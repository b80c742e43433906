import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { someExample, someExamples, someRowOptions } from '../../../test/support/train/examples.ts';
import { seededRandom, shuffled } from '../../util/random.ts';
import { makeRows } from './make-rows.ts';
import { labelOf, type TrainingRow } from './row.ts';

const keys = (rows: readonly TrainingRow[]) => rows.map(({ key }) => key);

describe('makeRows', () => {
  test('ends every row with the bare value of the target and keeps the prompt and the provenance', () => {
    const example = someExample({ value: 'wolf' });
    const { train } = makeRows([example], { ...someRowOptions, validationShare: 0 });
    expect(train).toEqual([
      {
        key: expect.stringMatching(/^[0-9a-f]{64}$/),
        task: 'animals',
        property: 'first-word',
        string: example.string,
        messages: [...example.messages, { role: 'assistant', content: 'wolf' }],
        from: example.from,
      },
    ]);
  });

  test('gives the same rows whatever the order of the examples, and other rows for another seed', () => {
    const examples = someExamples(60);
    const rows = makeRows(examples, someRowOptions);
    expect(makeRows(shuffled(examples, seededRandom('order')), someRowOptions)).toEqual(rows);
    expect(keys(makeRows(examples, { ...someRowOptions, seed: 2 }).train)).not.toEqual(keys(rows.train));
  });

  test('keeps one row per task, string and property, whatever the case and white space of the string', () => {
    const twice = [
      someExample(),
      someExample({ string: ' Lion  OTTER lynx ' }),
      someExample({ property: 'last-word' }),
    ];
    const { train, duplicates } = makeRows(twice, { ...someRowOptions, validationShare: 0 });
    expect(train.map(({ property }) => property).sort()).toEqual(['first-word', 'last-word']);
    expect(duplicates).toBe(1);
  });

  test('makes the rows of a size the first rows of every greater size, scrambled or not', () => {
    const examples = someExamples(1600);
    for (const arm of ['self', 'scramble'] as const) {
      const of = (size: number | null) => makeRows(examples, { ...someRowOptions, arm, cap: 5000, size }).train;
      const all = of(null);
      expect(all.length).toBeGreaterThan(4000);
      for (const size of [1000, 2000, 4000]) expect(of(size)).toEqual(all.slice(0, size));
    }
  });

  test('limits every group to the cap, and keeps the rows of a smaller cap in those of a greater', () => {
    const of = (cap: number) => makeRows(someExamples(100), { ...someRowOptions, cap });
    const { train, beyondCap } = of(20);
    const groups = Map.groupBy(train, ({ task, property }) => `${task} ${property}`);
    expect([...groups.values()].map(({ length }) => length)).toEqual([20, 20, 20, 20]);
    expect(beyondCap).toBe(of(1000).train.length - 80);
    expect(keys(of(50).train)).toEqual(expect.arrayContaining(keys(train)));
  });

  test('puts about 5 % of the strings into validation, none of which is in a training row at any size', () => {
    const { train, validation } = makeRows(someExamples(1000), { ...someRowOptions, maxValidationRows: 10_000 });
    const strings = (rows: readonly TrainingRow[]) => new Set(rows.map(({ string }) => string));
    expect(strings(validation).size).toBeGreaterThan(60);
    expect(strings(validation).size).toBeLessThan(140);
    for (const string of strings(validation)) expect(strings(train)).not.toContain(string);
    const limited = makeRows(someExamples(1000), { ...someRowOptions, maxValidationRows: 25 });
    expect(limited.validation).toEqual(validation.slice(0, 25));
    expect(limited.train).toEqual(train);
  });

  test('uses one of several wordings per row, and refuses to train on every wording', () => {
    const examples = someExamples(200, ['asked-before', 'suppose', 'about-you']);
    const knownWordings = ['asked-before', 'suppose', 'about-you'];
    const wordings = ['asked-before', 'suppose'];
    const { train, heldOutWordings } = makeRows(examples, { ...someRowOptions, wordings, knownWordings });
    expect(heldOutWordings).toEqual(['about-you']);
    const used = train.map(({ messages }) => messages[0]?.content.split(':')[0]);
    expect(new Set(used)).toEqual(new Set(wordings));
    expect(new Set(keys(train)).size).toBe(train.length);
    expect(() => makeRows(examples, { ...someRowOptions, wordings: knownWordings, knownWordings })).toThrow(
      'all wordings are used for training',
    );
  });

  test('gives self, cross, own and near-copy the same rows', () => {
    const of = (arm: 'self' | 'cross' | 'own' | 'near-copy') => makeRows(someExamples(40), { ...someRowOptions, arm });
    for (const arm of ['cross', 'own', 'near-copy'] as const) expect(of(arm)).toEqual(of('self'));
  });

  test('keeps the label counts of every group when it scrambles, for any values', () => {
    const groups = fc.array(
      fc.record({
        string: fc.string({ minLength: 1 }).filter((text) => text.trim() !== ''),
        value: fc.constantFrom('a', 'b', 'c', 'd'),
        property: fc.constantFrom('p', 'q'),
      }),
      { minLength: 1, maxLength: 80 },
    );
    const counts = (rows: readonly TrainingRow[]) =>
      rows.map((row) => `${row.task} ${row.property} ${labelOf(row)}`).sort();
    fc.assert(
      fc.property(groups, fc.integer({ min: 1, max: 60 }), (made, size) => {
        const examples = made.map((fields) => someExample(fields));
        const options = { ...someRowOptions, validationShare: 0, size };
        const self = makeRows(examples, options).train;
        const scrambled = makeRows(examples, { ...options, arm: 'scramble' }).train;
        expect(keys(scrambled)).toEqual(keys(self));
        expect(counts(scrambled)).toEqual(counts(self));
      }),
    );
  });

  test('breaks the tie between prompt and label when it scrambles', () => {
    const examples = Array.from({ length: 400 }, (_, number) =>
      someExample({ string: `s${number}`, value: `v${number}` }),
    );
    const { train } = makeRows(examples, { ...someRowOptions, arm: 'scramble' });
    const own = train.filter((row) => labelOf(row) === `v${row.string.slice(1)}`);
    expect(train.length).toBeGreaterThan(350);
    expect(own.length).toBeLessThan(12); // one is expected
  });

  test('uses the prompt that shows the response for read-off, and names what is missing', () => {
    const shown = [{ role: 'user', content: 'Reply: "wolf, bear". Which word does it begin with?' }] as const;
    const options = { ...someRowOptions, arm: 'read-off', validationShare: 0 } as const;
    expect(makeRows([someExample({ shown })], options).train[0]?.messages[0]).toEqual(shown[0]);
    expect(() => makeRows([someExample()], options)).toThrow('the prompt that shows the response');
  });

  test('uses the executed prompt and the whole answer for shifted, once per string', () => {
    const object = { messages: [{ role: 'user', content: 'lion otter lynx' }], answer: 'bear, wolf' } as const;
    const examples = [someExample({ object }), someExample({ object, property: 'last-word' })];
    const { train } = makeRows(examples, { ...someRowOptions, arm: 'shifted', validationShare: 0 });
    expect(train.map(({ messages }) => messages)).toEqual([
      [...object.messages, { role: 'assistant', content: 'bear, wolf' }],
    ]);
  });

  test.each([
    ['the string of a row', 'LION otter  lynx'],
    ['a part of the prompt of a sequence task', 'otter, lynx'],
  ])('refuses a test string that is %s, naming it', (_, string) => {
    const options = { ...someRowOptions, validationShare: 0, testStrings: [string] };
    expect(() => makeRows([someExample()], options)).toThrow(`training data contain 1 test strings: "${string}"`);
    expect(() => makeRows([someExample()], { ...options, validationShare: 1 })).toThrow(); // no training row is left
  });
});
