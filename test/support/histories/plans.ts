import { countCalls } from '../../../src/answers/plan/count-calls.ts';
import { buildRequest, type ItemTask, itemTasks, targetModel } from '../../../src/answers/plan/item-task.ts';
import { planWithoutAnswers } from '../../../src/answers/plan/planned-calls.ts';
import { prepareRun } from '../../../src/answers/prepare/prepare.ts';
import type { PreparedRun } from '../../../src/answers/prepare/prepared-run.ts';
import { type Block, blocksOf } from '../../../src/answers/workers/item-block.ts';
import { maxCost } from '../../../src/domain/price.ts';
import type { OpenModel } from '../../../src/models/open-model.ts';
import type { Store } from '../../../src/store/store.ts';
import { simulatedPrice } from './simulated-server.ts';

/** A run of a few calls, prepared once and shared by all histories of this process. */
export interface Plan {
  readonly prepared: PreparedRun;
  readonly model: OpenModel['model'];
  readonly calls: number;
  /** US dollars that all calls cost at most. */
  readonly maxDollars: number;
  readonly blocks: readonly Block[];
}

/** Plans by name. `short` and `long` have calls in common. */
const planOptions = {
  short: { experiment: ['association'], limit: 3, samples: 2 },
  long: { experiment: ['association'], limit: 5, samples: 2 },
  property: { experiment: ['property'], limit: 6, samples: 1 },
  /** A block for each experiment, so that workers share it. */
  blocks: { experiment: ['association', 'property', 'difficulty', 'know', 'repeat'], limit: 2, samples: 1 },
  two: { experiment: ['association', 'property'], limit: 3, samples: 1 },
} as const;
export type PlanName = keyof typeof planOptions;

/** What preparing a new run of simulated models looks up. */
const emptyStore = { histories: async () => [], runs: async () => [] } as unknown as Store;

const plans = new Map<PlanName, Plan>();

/** Returns all tasks of a run. */
export function tasksOf({ config, experiments, datasets }: PreparedRun): Iterable<ItemTask> {
  return { [Symbol.iterator]: () => itemTasks(config, experiments, datasets) };
}

/** Prepares a plan, or returns the one that was prepared before. */
export async function planNamed(name: PlanName): Promise<Plan> {
  const known = plans.get(name);
  if (known !== undefined) return known;
  const { experiment, limit, samples } = planOptions[name];
  const options = { model: ['simulated/sam'], experiment: [...experiment], limit, samples, maxOutputTokens: 20 };
  const prepared = await prepareRun(options, {}, emptyStore);
  const [opened] = prepared.models.values();
  if (opened === undefined) throw new Error('the plan has no model');
  let maxDollars = 0;
  for (const task of tasksOf(prepared))
    for (const call of planWithoutAnswers(task.experiment, task.context))
      if (targetModel(task, call) !== undefined) maxDollars += maxCost(buildRequest(task, call).asked, simulatedPrice);
  const calls = await countCalls(tasksOf(prepared));
  const plan = {
    prepared,
    model: opened.model,
    calls,
    maxDollars,
    blocks: Array.from(blocksOf(prepared), ({ block }) => block),
  };
  plans.set(name, plan);
  return plan;
}
