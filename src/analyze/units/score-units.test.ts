import { describe, expect, it } from 'vitest';
import type { BinaryOutcome } from '../../outcome-kinds/binary.ts';
import type { OutcomeRow } from '../../outcome-kinds/outcome-kinds.ts';
import { UnitTables } from '../contrasts/unit-tables.ts';
import { ScoreUnits } from './score-units.ts';

const present = <T>(value: T) => ({ kind: 'present', value, step: 'strict' }) as const;

/** Returns a row as a store gives it: each with its own copy of every name. */
function rowOf(item: number, stratum: OutcomeRow['stratum']): OutcomeRow {
  const outcome: BinaryOutcome = {
    ...{ kind: 'binary', unit: '', prediction: present(true), probability: null },
    ...{ executions: [present(item % 2 === 0)], label: null },
  };
  return {
    ...{ run: 'r', experiment: 'restriction', model: 'a', condition: 'paper', item: `i${item}`, cluster: `i${item}` },
    ...{ reader: 'both', part: `part ${item % 2}`, outcome },
    ...(stratum === undefined ? {} : { stratum: { ...stratum } }),
  };
}

describe('ScoreUnits', () => {
  it('keeps one object for all equal strata, and the stratum and the part of each unit', () => {
    const [kitchen, street, declared] = [
      { column: 'topic', value: 'kitchen', isDeclared: false },
      { column: 'topic', value: 'street', isDeclared: false },
      { column: 'topic', value: 'kitchen', isDeclared: true },
    ];
    const given = [kitchen, street, kitchen, undefined, declared, street];
    const scores = new ScoreUnits(new UnitTables((run) => run));
    for (const [item, stratum] of given.entries()) scores.add(rowOf(item, stratum));
    const [score] = scores.scores();
    expect(score?.strata).toEqual(given.map((stratum) => stratum ?? null));
    expect(score?.part).toEqual(given.map((_, item) => `part ${item % 2}`));
    expect(new Set(score?.strata).size).toBe(4); // three strata, and none
  });
});
