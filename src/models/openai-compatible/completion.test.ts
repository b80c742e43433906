import fc from 'fast-check';
import { expect, it } from 'vitest';
import { completionFault, isCompletion } from './completion.ts';

/** Mostly `right`, otherwise anything. */
const mostly = (right: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 6, arbitrary: right }, fc.jsonValue({ maxDepth: 2 }));
const part = mostly(fc.record({ text: fc.jsonValue({ maxDepth: 1 }) }, { requiredKeys: [] }));
const content = mostly(fc.oneof(fc.string(), fc.constant(null), fc.array(part, { maxLength: 3 })));
const message = mostly(fc.record({ content, refusal: fc.string() }, { requiredKeys: [] }));
const choice = mostly(fc.record({ message, finish_reason: fc.constantFrom('stop', 5, null) }));
const body = mostly(fc.record({ choices: mostly(fc.array(choice, { maxLength: 3 })), model: mostly(fc.string()) }));

it.each([
  [{}, 'choices'],
  [{ choices: [] }, 'choices'],
  [{ choices: [{}] }, 'choices.0.message'],
  [{ choices: [{ message: { content: 5 } }] }, 'choices.0.message.content'],
])('reports the place of the fault in %j', (value, place) => {
  expect(completionFault(value)).toBe(place);
});

it('accepts exactly what the schema accepts', () => {
  const seen = { accepted: 0, refused: 0 };
  fc.assert(
    fc.property(body, (value) => {
      const accepts = isCompletion(value);
      seen[accepts ? 'accepted' : 'refused'] += 1;
      expect(accepts).toBe(completionFault(value) === null);
    }),
    { seed: 8, numRuns: 2_000 },
  );
  expect(Math.min(seen.accepted, seen.refused)).toBeGreaterThan(300); // both occur
});
