import type { ItemSelection } from '../domain/item-selection.ts';
import { scaledPrice } from '../domain/price.ts';
import { level } from '../stats/basic/intervals.ts';
import { type CostEstimate, dryRun } from './plan/dry-run.ts';
import { itemTasks } from './plan/item-task.ts';
import {
  type Detectable,
  detectableAssumption,
  detectableDifferences,
  power,
} from './plan/minimum-detectable-effect.ts';
import type { PreparedRun } from './prepare/prepared-run.ts';

/** What a run would send and could detect: the result of `seb run --dry-run --json`. */
export interface RunEstimate {
  /** Calls of all models and experiments, including those with a stored answer. */
  readonly calls: number;
  /** Calls, tokens and US dollars by model and experiment. */
  readonly forecasts: readonly CostEstimate[];
  /** The selection of items by content, and the number of items of each experiment. */
  readonly items: {
    readonly selection: ItemSelection | null;
    readonly experiments: readonly { readonly experiment: string; readonly items: number }[];
  };
  /** The smallest differences that 80 % of such runs would find, by experiment. */
  readonly detectable: {
    readonly power: number;
    readonly level: number;
    readonly assumption: string;
    readonly experiments: readonly Detectable[];
  };
}

/** Estimates calls, tokens, cost (in batches, if set) and statistical power of a prepared run. Sends nothing. */
export function estimateRun({ config, experiments, datasets, models }: PreparedRun, batch = false): RunEstimate {
  const tasks = itemTasks(config, experiments, datasets);
  const estimates = dryRun(tasks, ({ identity }) => {
    const { model = null, price = null } = models.get(identity) ?? {};
    return batch && price !== null ? scaledPrice(price, model?.batch?.priceFactor ?? 1) : price;
  });
  return {
    calls: estimates.reduce((total, { calls }) => total + calls, 0),
    forecasts: estimates,
    items: {
      selection: config.selection ?? null,
      experiments: config.experiments.map(({ name, dataset }) => ({ experiment: name, items: dataset.items })),
    },
    detectable: {
      power,
      level,
      assumption: detectableAssumption,
      experiments: detectableDifferences(config, experiments, datasets),
    },
  };
}
