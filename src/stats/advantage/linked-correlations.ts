import type { LinkedCorrelations } from './factor-fit.ts';
import { tetrachoric, thresholdOf } from './tetrachoric.ts';
import type { LinkedSample } from './threshold-world.ts';

/** Correlations of the models' predictions and outcomes: tetrachoric ones, phi, and the rates of "yes". */
export interface Linked extends LinkedCorrelations {
  readonly rates: Float64Array;
  readonly phi: Float64Array;
}

/** Returns the correlations of all pairs of predictions and outcomes; null where one of them never varies. */
export function linkedOf({ models, items, said, held, weight, familyOf }: LinkedSample): Linked | null {
  const variables = 2 * models;
  const sums = new Float64Array(variables * variables);
  const row = new Float64Array(variables);
  let all = 0;
  for (let item = 0; item < items; item += 1) {
    const times = weight(item);
    all += times;
    for (let model = 0; model < models; model += 1) {
      row[model] = said(item, model);
      row[models + model] = held(item, model);
    }
    for (let one = 0; one < variables; one += 1) {
      const value = times * (row[one] as number);
      if (value === 0) continue;
      const first = one * variables;
      sums[first + one] = (sums[first + one] as number) + value;
      for (let other = 0; other < one; other += 1) {
        sums[first + other] = (sums[first + other] as number) + value * (row[other] as number);
      }
    }
  }
  const rates = Float64Array.from({ length: variables }, (_, one) => (sums[one * variables + one] as number) / all);
  if (rates.some((rate) => !(rate > 1e-9 && rate < 1 - 1e-9))) return null;
  const linked = correlated({ models, sums, rates, all, items });
  return familyOf === undefined ? linked : { ...linked, familyOf };
}

interface Sums {
  readonly models: number;
  readonly sums: Float64Array;
  readonly rates: Float64Array;
  readonly all: number;
  readonly items: number;
}

function correlated({ models, sums, rates, all, items }: Sums): Linked {
  const variables = 2 * models;
  const values = new Float64Array(variables * variables);
  const phi = new Float64Array(variables * variables);
  const thresholds = Array.from(rates, thresholdOf);
  for (let one = 0; one < variables; one += 1) {
    const [first, p] = [thresholds[one] as ReturnType<typeof thresholdOf>, rates[one] as number];
    for (let other = 0; other < one; other += 1) {
      const both = (sums[one * variables + other] as number) / all;
      const q = rates[other] as number;
      const second = thresholds[other] as ReturnType<typeof thresholdOf>;
      const correlation = tetrachoric(first, second, { both, least: 0.5 / items });
      const coefficient = (both - p * q) / Math.sqrt(p * (1 - p) * q * (1 - q));
      for (const index of [one * variables + other, other * variables + one]) {
        values[index] = correlation;
        phi[index] = coefficient;
      }
    }
  }
  return { models, values, phi, rates };
}
