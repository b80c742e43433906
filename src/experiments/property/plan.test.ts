import { describe, expect, it } from 'vitest';
import type { ItemContext } from '../experiment.ts';
import type { PropertyItem } from './items.ts';
import { plan } from './plan.ts';

const item: PropertyItem = { id: 'i', task: 'animals', string: 'a b', prompt: 'Say it.', properties: ['first-word'] };

/** Returns the token limits of the direct predictions of a version of the experiment. */
function limits(version: number): readonly (number | undefined)[] {
  const condition = { wording: 'plain', optionOrder: 'given', mode: 'direct', language: 'en', system: null } as const;
  const judging = { judge: null, rubric: 'two-way' } as const;
  const context: ItemContext<PropertyItem> = { item, condition, samples: 1, seed: 1, version, judging, peers: [] };
  return plan(context, { get: () => ({ kind: 'not-asked' }) })
    .filter(({ slot }) => slot === 'forecast')
    .map(({ maxOutputTokens }) => maxOutputTokens);
}

describe('plan of property', () => {
  it('leaves room for a sentence that states the value, and keeps the calls of earlier runs', () => {
    expect(limits(2)).toEqual([64]); // `The first word of your reply was "` alone has 9 tokens
    expect(limits(1)).toEqual([8]);
  });
});
