import { describe, expect, it } from 'vitest';
import { paperCondition } from '../../domain/condition.ts';
import type { TextOutcome } from '../../domain/outcome.ts';
import type { ItemContext } from '../experiment.ts';
import type { VerbatimItem } from './items.ts';
import { relating } from './outcomes.ts';

function contextOf(number: number, inner = `prompt ${number}`): ItemContext<VerbatimItem> {
  return {
    item: { id: `v${number}`, inner, lead: 'other' },
    condition: paperCondition,
    samples: 1,
    seed: 5,
    judging: { judge: null, rubric: 'two-way' },
    peers: [],
  };
}

function executed(text: string | null): TextOutcome {
  const absent = { kind: 'absent', slot: 'execute', reason: 'truncated', detail: '' } as const;
  const execution = text === null ? absent : ({ kind: 'present', value: text, step: 'text' } as const);
  return { kind: 'text', prediction: absent, executions: [execution], unrelated: null, failure: null };
}

function unrelatedOf(numbers: readonly number[], inner?: string): readonly (string | null)[] {
  const relate = relating();
  return numbers.map((number) => {
    const related = relate(contextOf(number, inner), executed(`response ${number}`));
    return related.kind === 'text' ? related.unrelated : 'another kind';
  });
}

const numbers = Array.from({ length: 300 }, (_, index) => index);

describe('unrelated responses', () => {
  it('come from several earlier items, the same at every reading', () => {
    const unrelated = unrelatedOf(numbers);
    expect(unrelated[0]).toBeNull();
    for (const [index, text] of unrelated.entries()) {
      if (index === 0) continue;
      const earlier = Number(text?.split(' ')[1]);
      expect(earlier).toBeLessThan(index);
      expect(earlier).toBeGreaterThanOrEqual(index - 64);
    }
    expect(new Set(unrelated).size).toBeGreaterThan(100);
    expect(unrelatedOf(numbers)).toEqual(unrelated);
  });

  it('never come from the same prompt or from an item without a response', () => {
    expect(new Set(unrelatedOf(numbers, 'always the same'))).toEqual(new Set([null]));
    const relate = relating();
    relate(contextOf(1), executed(null));
    expect(relate(contextOf(2), executed('two'))).toMatchObject({ unrelated: null });
  });
});
