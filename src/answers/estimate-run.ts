import type { ItemSelection } from '../domain/dataset.ts';
import { scaledPrice } from '../domain/price.ts';
import type { RunModel } from '../domain/run-config.ts';
import { experimentNamed } from '../experiments/registry.ts';
import { level } from '../stats/intervals.ts';
import { type BudgetReach, budgetReach } from './plan/budget-reach.ts';
import { hasControl } from './plan/control-calls.ts';
import { type CostEstimate, dryRun, toolRange } from './plan/dry-run.ts';
import { itemTasks } from './plan/item-task.ts';
import {
  type Detectable,
  detectableAssumption,
  detectableDifferences,
  power,
} from './plan/minimum-detectable-effect.ts';
import type { PreparedRun } from './prepare/prepared-run.ts';

/** How many items of an experiment a run has. */
interface PlannedData {
  readonly experiment: string;
  readonly items: number;
  /** Items of its data, before `--limit` or `--random`; null where that is not known. */
  readonly available: number | null;
}

/** Returns how many items of each experiment a run has, and how many its data has. */
export function plannedData({
  config,
  provenance,
}: Pick<PreparedRun, 'config' | 'provenance'>): readonly PlannedData[] {
  return config.experiments.map(({ name, dataset }) => ({
    experiment: name,
    items: dataset.items,
    available: provenance.itemsAvailable?.[name] ?? null,
  }));
}

/** What a run would send and could detect: the result of `seb run --dry-run --json`. */
export interface RunEstimate {
  /** Calls of all models and experiments, including those with a stored answer. */
  readonly calls: number;
  /** Calls if every prediction uses the tool `run_myself` as often as it may; absent in runs without the tool. */
  readonly callsHigh?: number;
  /** Calls, tokens and US dollars by model and experiment. */
  readonly forecasts: readonly CostEstimate[];
  /** How far the budget reaches; absent in runs without one. */
  readonly budget?: BudgetReach;
  /** The selection of items by content, and the number of items of each experiment. */
  readonly items: {
    readonly selection: ItemSelection | null;
    readonly experiments: readonly PlannedData[];
  };
  /** Experiments without the control of the run, and why; absent in runs without a control. */
  readonly withoutControl?: readonly { readonly experiment: string; readonly reason: string | null }[];
  /** The smallest differences that 80 % of such runs would find, by experiment. */
  readonly detectable: {
    readonly power: number;
    readonly level: number;
    readonly assumption: string;
    readonly experiments: readonly Detectable[];
  };
}

/** Estimates calls, tokens, cost (in batches, if set) and statistical power of a prepared run. Sends nothing. */
export function estimateRun(prepared: PreparedRun, batch = false): RunEstimate {
  const { config, experiments, datasets, models, settings } = prepared;
  const tasks = () => itemTasks(config, experiments, datasets);
  const priceOf = ({ identity }: RunModel) => {
    const { model = null, price = null } = models.get(identity) ?? {};
    return batch && price !== null ? scaledPrice(price, model?.batch?.priceFactor ?? 1) : price;
  };
  const least = dryRun(tasks(), priceOf);
  const estimates = config.selfRun === undefined ? least : toolRange(least, dryRun(tasks(), priceOf, 'most'));
  const high = estimates.reduce((total, { calls, callsHigh = calls }) => total + callsHigh, 0);
  const { budget } = settings;
  const toolUse = config.selfRun === undefined ? 'least' : 'most';
  return {
    calls: estimates.reduce((total, { calls }) => total + calls, 0),
    ...(config.selfRun === undefined ? {} : { callsHigh: high }),
    forecasts: estimates,
    ...(budget === null ? {} : { budget: budgetReach(tasks(), priceOf, { budget, toolUse }) }),
    items: {
      selection: config.selection ?? null,
      experiments: plannedData(prepared),
    },
    ...(config.control === undefined ? {} : { withoutControl: experimentsWithoutControl({ config, experiments }) }),
    detectable: {
      power,
      level,
      assumption: detectableAssumption,
      experiments: detectableDifferences(config, experiments, datasets),
    },
  };
}

function experimentsWithoutControl({
  config,
  experiments,
}: Pick<PreparedRun, 'config' | 'experiments'>): NonNullable<RunEstimate['withoutControl']> {
  return config.experiments
    .map(({ name }) => experimentNamed(experiments, name))
    .filter((experiment) => !hasControl(experiment))
    .map(({ name, withoutControl = null }) => ({ experiment: name, reason: withoutControl }));
}
