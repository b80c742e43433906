import type { Control } from './self-access-design.ts';

interface YesRates {
  readonly models: number;
  readonly items: number;
  /** Whether (or in which share of executions) a model says "yes" of an item, and does so; in [0, 1]. */
  readonly said: (item: number, model: number) => number;
  readonly held: (item: number, model: number) => number;
}

/** How often a's rate of "yes" and b's agree by chance (Cohen 1960), both rates being means over the items. */
export function chanceAgreementControl({ models, items, said, held }: YesRates): Control {
  const rates = (of: YesRates['said']) =>
    Array.from({ length: models }, (_, model) => {
      let sum = 0;
      for (let item = 0; item < items; item += 1) sum += of(item, model);
      return sum / Math.max(1, items);
    });
  const [yes, does] = [rates(said), rates(held)];
  return {
    name: 'chance agreement',
    values: yes.map((saying) => does.map((doing) => saying * doing + (1 - saying) * (1 - doing))),
    influence: (item, a, b) => {
      const [saying, doing] = [yes[a] as number, does[b] as number];
      const moved = (said(item, a) - saying) * (2 * doing - 1) + (held(item, b) - doing) * (2 * saying - 1);
      return moved / items;
    },
  };
}

interface Likeness {
  readonly models: number;
  readonly items: number;
  readonly weight: (item: number) => number;
  /** How far two models behave alike on an item, in [0, 1]; null where that does not show. */
  readonly alike: (item: number, one: number, other: number) => number | null;
}

/** How alike models behave, as a weighted mean over the items that show it; 1 where none does. */
export function similarityControl({ models, items, weight, alike }: Likeness): Control {
  const means = Array.from({ length: models }, (_, one) =>
    Array.from({ length: models }, (__, other) => {
      let [sum, all] = [0, 0];
      for (let item = 0; item < items; item += 1) {
        const shown = alike(item, one, other);
        if (shown === null) continue;
        sum += weight(item) * shown;
        all += weight(item);
      }
      return { all, value: all === 0 ? 1 : sum / all };
    }),
  );
  return {
    name: 'similarity',
    values: means.map((row) => row.map(({ value }) => value)),
    influence: (item, one, other) => {
      const mean = means[one]?.[other];
      const shown = alike(item, one, other);
      return mean === undefined || shown === null ? 0 : (weight(item) / mean.all) * (shown - mean.value);
    },
  };
}
