import { describe, expect, it } from 'vitest';
import type { Factors } from '../domain/condition.ts';
import type { Slots } from '../domain/slot.ts';
import { association } from './association/index.ts';
import { defineExperiment, experimentRegistry } from './registry.ts';

const withSlots = (slots: unknown) =>
  experimentRegistry([defineExperiment({ ...association, name: 'mine', slots: slots as Slots })]); // as untyped code may

describe('experimentRegistry', () => {
  it('takes slots with names and kinds of any experiment', () => {
    const slots = { 'first-guess': { kind: 'predict' }, word2: { kind: 'behave', maxOutputTokens: 9 } } as const;
    expect(withSlots(slots).get('mine')?.slots).toEqual(slots);
  });

  it.each([
    ['no slots', undefined],
    ['an empty list of slots', {}],
    ['a name that a call key cannot hold', { 'a"b': { kind: 'predict' } }],
    ['an unknown kind', { guess: { kind: 'forecast' } }],
  ])('refuses an experiment with %s', (_, slots) => {
    expect(() => withSlots(slots)).toThrow(/experiment mine declares/);
  });

  it('refuses an experiment of version 0.2, whose outcomes come from `score`, and says what to rename', () => {
    const { outcomes, ...rest } = association;
    const old = { ...rest, name: 'mine', score: outcomes } as unknown as typeof association; // as unchecked code may
    expect(() => experimentRegistry([defineExperiment(old)])).toThrow(
      expect.objectContaining({ code: 'no-outcomes', hint: expect.stringContaining('called `score`') }),
    );
  });

  it.each([
    ['no factors', undefined],
    ['no mode', { ...association.factors, mode: undefined }],
    ['a factor without levels', { ...association.factors, tone: { levels: [] } }],
    ['a level that the name of a condition cannot hold', { ...association.factors, tone: { levels: ['a, b'] } }],
    ['a factor with a name that is taken', { ...association.factors, systemOn: { levels: ['a'] } }],
  ])('refuses an experiment with %s', (_, factors) => {
    const mine = { ...association, name: 'mine', factors: factors as unknown as Factors }; // as unchecked code may
    expect(() => experimentRegistry([defineExperiment(mine)])).toThrow(/experiment mine has no usable levels/);
  });
});
