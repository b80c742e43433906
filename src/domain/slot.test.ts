import { describe, expect, it } from 'vitest';
import { ItemAnswers } from '../answers/plan/item-answers.ts';
import { declaredSlot, plainSlotKinds, slotOfKind } from './slot.ts';

const slots = {
  guess: { kind: 'predict', exemplar: (mark: string) => mark },
  word: { kind: 'behave', maxOutputTokens: 9 },
  line: { kind: 'behave' },
} as const;
const experiment = { name: 'toy', slots };

describe('declaredSlot', () => {
  it('returns the slot with a name', () => {
    expect(declaredSlot(experiment, 'word')).toEqual({ kind: 'behave', maxOutputTokens: 9 });
  });

  it.each(['wrod', 'toString'])('refuses the undeclared name %s', (name) => {
    expect(() => declaredSlot(experiment, name)).toThrow(`experiment toy uses the slot "${name}"`);
  });

  it('guards the answers of an item: a misspelled slot is not a call without an answer', () => {
    const answers = new ItemAnswers(experiment);
    expect(answers.get('word', '', 0)).toEqual({ kind: 'not-asked' });
    expect(() => answers.get('wrod', '', 0)).toThrow('it does not declare');
  });
});

describe('slotOfKind', () => {
  it('returns the first slot of a kind, or null', () => {
    expect([slotOfKind(slots, 'behave'), slotOfKind(slots, 'judge')]).toEqual(['word', null]);
  });
});

describe('plainSlotKinds', () => {
  it('drops functions, which cannot be sent to another thread', () => {
    expect(plainSlotKinds(slots)).toEqual({
      guess: { kind: 'predict' },
      word: { kind: 'behave' },
      line: { kind: 'behave' },
    });
  });
});
