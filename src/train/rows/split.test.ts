import { describe, expect, it } from 'vitest';
import { assertNoTestLeak, assertTrainable, isTrained } from './split.ts';

const item = (task: string, string: string) => ({ task, string, prompt: `Continue: ${string}\nAnswer.` });

describe('assertNoTestLeak', () => {
  it('accepts disjoint strings', () => {
    expect(() => assertNoTestLeak([item('animals', 'cat, dog')], [item('animals', 'fox, owl')])).not.toThrow();
  });

  it('names a test string that equals a training string in another spelling', () => {
    expect(() => assertNoTestLeak([item('stories', 'A  Cat sat.')], [item('openings', 'a cat sat.')])).toThrow(
      /a cat sat/,
    );
  });

  it('names a test string inside the prompt of a sequence task', () => {
    const train = [item('digits', '5 1 2 3 4 7')];
    expect(() => assertNoTestLeak(train, [item('digits', '1 2 3 4')])).toThrow(/"1 2 3 4"/);
    expect(() => assertNoTestLeak(train, [item('digits', '3 4')])).toThrow(/"3 4"/);
    expect(() => assertNoTestLeak(train, [item('digits', '4')])).not.toThrow(); // one word is in most prompts
    expect(() => assertNoTestLeak(train, [item('digits', '1 2 3 7')])).not.toThrow();
    expect(() => assertNoTestLeak(train, [item('digits', '2 3 4 71')])).not.toThrow();
  });

  it('does not report part of another text as a leak', () => {
    const train = [item('stories', 'Late at night, the baker left. A dog barked.')];
    expect(() => assertNoTestLeak(train, [item('stories', 'A dog barked.')])).not.toThrow();
  });
});

describe('assertTrainable', () => {
  it('refuses items of a source that does not allow training', () => {
    const training = { mayTrain: ({ id }: { readonly id: string }) => id !== 'b' };
    expect(() => assertTrainable([{ id: 'a' }, { id: 'b' }], training)).toThrow(/1 item .* b/);
    expect(() => assertTrainable([{ id: 'a' }], training)).not.toThrow();
  });
});

describe('isTrained', () => {
  it('excludes held-out tasks and pairs from training', () => {
    const heldOut = { tasks: ['animals'], pairs: ['colors×second-word'] };
    expect(isTrained({ task: 'animals', property: 'first-word' }, heldOut)).toBe(false);
    expect(isTrained({ task: 'colors', property: 'second-word' }, heldOut)).toBe(false);
    expect(isTrained({ task: 'colors', property: 'first-word' }, heldOut)).toBe(true);
  });
});
