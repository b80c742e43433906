import type { Control } from './self-access-design.ts';

interface YesRates {
  readonly models: number;
  readonly items: number;
  /** Returns whether (or in which share of executions) a model predicts "yes" for an item; in [0, 1]. */
  readonly said: (item: number, model: number) => number;
  readonly held: (item: number, model: number) => number;
}

/** Returns how often a's rate of "yes" and b's agree by chance (Cohen 1960); both rates are means over the items. */
export function chanceAgreementControl({ models, items, said, held }: YesRates): Control {
  const rates = (of: YesRates['said']) =>
    Array.from({ length: models }, (_, model) => {
      let sum = 0;
      for (let item = 0; item < items; item += 1) sum += of(item, model);
      return sum / Math.max(1, items);
    });
  const [yes, does] = [rates(said), rates(held)];
  const saidMore = new Float64Array(models);
  const heldMore = new Float64Array(models);
  return {
    name: 'chance agreement',
    values: yes.map((saying) => does.map((doing) => saying * doing + (1 - saying) * (1 - doing))),
    influence: (item, errors) => {
      for (let model = 0; model < models; model += 1) {
        saidMore[model] = said(item, model) - (yes[model] as number);
        heldMore[model] = held(item, model) - (does[model] as number);
      }
      for (let cell = 0; cell < models * models; cell += 1) {
        const [a, b] = [Math.floor(cell / models), cell % models];
        const bySaying = (saidMore[a] as number) * (2 * (does[b] as number) - 1);
        errors[cell] = (bySaying + (heldMore[b] as number) * (2 * (yes[a] as number) - 1)) / items;
      }
    },
  };
}

interface Likeness {
  readonly models: number;
  readonly items: number;
  readonly weight: (item: number) => number;
  /** Returns how similarly two models, in either order, behave on an item, in [0, 1]; null where it is not observed. */
  readonly alike: (item: number, one: number, other: number) => number | null;
}

/** Returns the similarity of models as a weighted mean over the items where it is observed; 1 without such items. */
export function similarityControl({ models, items, weight, alike }: Likeness): Control {
  const pairs = Array.from({ length: models }, (_, one) => one).flatMap((one) =>
    Array.from({ length: models - one }, (_, next) => ({ one, other: one + next })),
  );
  const sums = new Float64Array(pairs.length);
  const weights = new Float64Array(pairs.length);
  for (let item = 0; item < items; item += 1) {
    const own = weight(item);
    for (let pair = 0; pair < pairs.length; pair += 1) {
      const { one, other } = pairs[pair] as Pair;
      const shown = alike(item, one, other);
      if (shown === null) continue;
      sums[pair] = (sums[pair] as number) + own * shown;
      weights[pair] = (weights[pair] as number) + own;
    }
  }
  const means = sums.map((sum, pair) => (weights[pair] === 0 ? 1 : sum / (weights[pair] as number)));
  const values = Array.from({ length: models }, () => new Array<number>(models).fill(0));
  for (const [pair, { one, other }] of pairs.entries()) {
    for (const [row, column] of [[one, other] as const, [other, one] as const]) {
      (values[row] as number[])[column] = means[pair] as number;
    }
  }
  return {
    name: 'similarity',
    values,
    influence: (item, errors) => {
      const own = weight(item);
      for (let pair = 0; pair < pairs.length; pair += 1) {
        const { one, other } = pairs[pair] as Pair;
        const shown = alike(item, one, other);
        const error = shown === null ? 0 : (own / (weights[pair] as number)) * (shown - (means[pair] as number));
        errors[one * models + other] = error;
        errors[other * models + one] = error;
      }
    },
  };
}

interface Pair {
  readonly one: number;
  readonly other: number;
}
