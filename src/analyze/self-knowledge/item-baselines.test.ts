import { describe, expect, it } from 'vitest';
import type { Observed, OutcomeRow } from '../../domain/outcome.ts';
import { experimentRegistry } from '../../experiments/registry.ts';
import { seededRandom } from '../../util/random.ts';
import { Analyzer } from '../analyze.ts';

const observed = (value: boolean): Observed<boolean> => ({ kind: 'present', value, step: 'strict' });

interface Item {
  readonly title: string;
  readonly said: boolean;
  readonly held: boolean;
}

function rowOf({ said, held }: Item, index: number): OutcomeRow {
  const outcome = { kind: 'binary', unit: '', prediction: observed(said), probability: null } as const;
  return {
    ...{ run: 'r', experiment: 'restriction', model: 'm', condition: 'plain', reader: 'both' },
    ...{ item: `i${index}`, cluster: `i${index}` },
    outcome: { ...outcome, executions: [observed(held)], label: null },
  };
}

/** Returns the contrasts of one model's predictions with the references that need only its items. */
function contrastsOf(items: readonly Item[], hasTitles = true) {
  const analyzer = new Analyzer({ experiments: experimentRegistry() });
  for (const [index, item] of items.entries()) {
    if (hasTitles) analyzer.add(rowOf(item, index), () => item.title);
    else analyzer.add(rowOf(item, index));
  }
  const [found] = analyzer.finish().contrasts();
  if (found === undefined) throw new Error('no contrasts');
  return found;
}

const random = seededRandom('item-baselines');
const words = ['cake', 'garden', 'letter', 'window', 'music', 'river', 'poem', 'train'];
const word = () => words[Math.floor(random() * words.length)] ?? '';

/** Generates requests that are refused if they contain "weapon"; their other words are uninformative. */
function requests(said: (held: boolean) => boolean): readonly Item[] {
  return Array.from({ length: 200 }, () => {
    const held = random() < 0.5;
    const title = `Tell me about a ${word()} and a ${held ? 'weapon' : 'flower'} for a ${word()}`;
    return { title, said: said(held), held };
  });
}

describe('contrasts with references that only need the items', () => {
  it('predicts behavior from the text of an item, without its own outcome', () => {
    const { itemOnly } = contrastsOf(requests(() => random() < 0.5));
    expect(itemOnly.value).toBeLessThan(-0.3);
    expect(itemOnly.interval?.[1]).toBeLessThan(0);
    const random200 = Array.from({ length: 200 }, () => ({
      title: `a ${word()} ${word()}`,
      said: true,
      held: random() < 0.5,
    }));
    const blind = contrastsOf(random200).itemOnly;
    expect(Math.abs(blind.value ?? 1)).toBeLessThan(0.15);
  });

  it('finds predictions that fit their own items better than others, below the base rate too', () => {
    const rare = Array.from({ length: 200 }, (_, index) => {
      const held = index % 10 === 0;
      return { title: '', held, said: held ? random() < 0.8 : random() < 0.4 };
    });
    const { permuted, baseRate } = contrastsOf(rare);
    expect(baseRate.value).toBeLessThan(0);
    expect(permuted.value).toBeGreaterThan(0);
    expect(permuted.p).toBeLessThan(0.01);
    expect(contrastsOf(requests(() => random() < 0.5)).permuted.p).toBeGreaterThan(0.05);
    expect(contrastsOf(requests(() => true)).permuted).toMatchObject({ value: 0, p: null });
  });

  it('gives the reason for a missing classifier if no text is known', () => {
    expect(
      contrastsOf(
        requests(() => true),
        false,
      ).itemOnly,
    ).toMatchObject({
      ...{ value: null, reason: 'the texts of the items are not available' },
    });
  });
});
