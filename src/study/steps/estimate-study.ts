import type { Message } from '../../domain/call.ts';
import type { Dataset } from '../../domain/dataset.ts';
import type { ItemBase } from '../../domain/item.ts';
import type { Price } from '../../domain/price.ts';
import type { Environment } from '../../models/credentials.ts';
import { kindOf } from '../../models/registry.ts';
import { type CostEstimate, dryRun } from '../../run/plan/dry-run.ts';
import { itemTasks } from '../../run/plan/item-task.ts';
import { power } from '../../run/plan/minimum-detectable-effect.ts';
import { detectableDifference } from '../../stats/basic/power.ts';
import { emptyStore } from '../../store/use-store.ts';
import { systemClock } from '../../train/clock.ts';
import { estimateTraining } from '../../train/jobs/estimate.ts';
import { openPort } from '../../train/ports/registry.ts';
import { rowDefaults } from '../../train/rows/make-rows.ts';
import { learnedValues } from '../analyses/rows.ts';
import { armsOf, isExecutedLater, isTrainedByStudy, type StudyArm, type TrainedArm } from '../design/arms.ts';
import { checkDesign, checkPort } from '../design/check-design.ts';
import type { StudyDesign } from '../design/design.ts';
import { experimentOf } from '../design/study-experiment.ts';
import { scoredArm } from '../rows/effect-rows.ts';
import { type StudyStep, studySteps } from '../study-record.ts';
import { checkCallPrices, trainedFrom, trainedPrice } from './reach-models.ts';
import { type StudyItems, studyItems, trainingPart } from './study-items.ts';
import { StudyModels } from './study-models.ts';
import { prepareStudyRun, type SelfExecutionRun, type StudyRun, wordingsOf } from './study-runs.ts';
import { hyperParametersOf, settingsOf } from './train-arms.ts';

/** Estimate of the calls of one model in one step. Dollars are null where a price is unknown. */
interface CallStep {
  readonly kind: 'calls';
  readonly step: string;
  readonly model: string;
  readonly calls: number;
  readonly inputTokens: number;
  readonly dollars: number | null;
  readonly maxDollars: number | null;
}

/** Estimate of one step of a study. Dollars are null where a price is unknown. */
export type StepEstimate =
  | CallStep
  | {
      readonly kind: 'training';
      readonly step: string;
      readonly arm: string;
      /** The model that is trained. */
      readonly base: string;
      /** Upper bound: rows without a value that executions agree on are excluded. */
      readonly maxRows: number;
      readonly tokens: number;
      readonly dollars: number | null;
      readonly maxDollars: number | null;
    };

/** Calls and cost of a study, and the effect that it can detect. */
export interface StudyCosts {
  readonly steps: readonly StepEstimate[];
  readonly notes: readonly string[];
  readonly testStrings: number;
  /** Smallest plain advantage that the study can detect; null without strings. */
  readonly detectable: number | null;
  readonly power: number;
}

/** Standard deviation of a string's difference between two predictors: two trials of p = 1/2. */
const deviation = Math.SQRT1_2;

/** Estimates every step of a study. Data are loaded, models opened once and checked; nothing is sent. */
export async function estimateStudy(design: StudyDesign, environment: Environment): Promise<StudyCosts> {
  const notes = checkDesign(design);
  const arms = armsOf(design);
  await checkCallPrices(design, arms);
  const items = await studyItems(design);
  const models = new StudyModels(design, [...new Set([...design.targets, ...arms.map(({ base }) => base)])]);
  try {
    return await costsOfSteps({ design, models, arms, items, environment }, notes);
  } finally {
    await models.close();
  }
}

/** A design with everything that its steps are estimated from. */
interface Estimated {
  readonly design: StudyDesign;
  /** Targets and bases. */
  readonly models: StudyModels;
  readonly arms: readonly StudyArm[];
  readonly items: StudyItems;
  readonly environment: Environment;
}

async function costsOfSteps(study: Estimated, notes: readonly string[]): Promise<StudyCosts> {
  const { train, test } = study.items;
  const { targets } = study.design;
  const executions = async (step: string, dataset: Dataset) =>
    (await costsOf(study, { models: targets, asks: 'executions', dataset })).map((cost) => stepOf(step, cost, 1));
  const before = train === null ? [] : await executions(studySteps['training-executions'], train);
  const training = train === null ? null : await trainingSteps(study, train.items);
  const steps: StepEstimate[] = [
    ...before,
    ...(training?.steps ?? []),
    ...(await executions(studySteps.executions, test)),
    ...(await predictionSteps(study)),
    ...(await laterSteps(study)),
    ...(await optionalSteps(study)),
  ];
  const testStrings = new Set([...test.items].map((item) => experimentOf(study.design).cluster(item))).size;
  return {
    steps,
    notes: [...notes, ...(training?.notes ?? [])],
    testStrings,
    detectable: detectableDifference(deviation, testStrings, { power }),
    power,
  };
}

type PriceOf = (model: string, ofModel: Price | null) => Price | null;

async function costsOf(
  { design, arms, models: { open } }: Estimated,
  run: StudyRun | SelfExecutionRun,
  priceOf: PriceOf = (_, ofModel) => ofModel,
): Promise<readonly CostEstimate[]> {
  const context = { store: emptyStore, budget: design.budget ?? null, bases: trainedFrom(arms), open };
  const { config, experiments, datasets, models } = await prepareStudyRun(design, run, context);
  const works = itemTasks(config, experiments, datasets);
  return dryRun(works, ({ name, identity }) => priceOf(name, models.get(identity)?.price ?? null));
}

function stepOf(step: string, cost: CostEstimate, times: number): CallStep {
  const { model, calls, inputTokens, dollarsLow, dollarsHigh } = cost;
  const scaled = (value: number | null) => (value === null ? null : value * times);
  return {
    kind: 'calls',
    step,
    model,
    calls: calls * times,
    inputTokens: inputTokens * times,
    dollars: scaled(dollarsLow),
    maxDollars: scaled(dollarsHigh),
  };
}

/**
 * Estimates the calls of arms. Trained models do not exist yet: they have the number of calls of their base, and its
 * price where their own is unknown.
 */
async function stepsOfArms(
  study: Estimated,
  { step, arms }: { readonly step: StudyStep; readonly arms: readonly StudyArm[] },
  run: (models: readonly string[]) => StudyRun | SelfExecutionRun,
): Promise<readonly StepEstimate[]> {
  const asTrained: PriceOf = (base, ofBase) => trainedPrice(study.design, base, ofBase) ?? ofBase;
  const steps = new Map<string, CallStep>();
  for (const isTrained of [false, true]) {
    const of = arms.filter(({ arm }) => (arm !== 'untrained') === isTrained);
    const models = [...new Set(of.map(({ base }) => base))];
    if (models.length === 0) continue;
    for (const cost of await costsOf(study, run(models), isTrained ? asTrained : undefined)) {
      const own = of.filter(({ base }) => base === cost.model);
      const next = stepOf(studySteps[step] + pricedAs(study.design, own), cost, own.length);
      const key = JSON.stringify([next.step, next.model]);
      const before = steps.get(key);
      steps.set(key, before === undefined ? next : sumOf(before, next));
    }
  }
  return [...steps.values()];
}

function sumOf(one: CallStep, other: CallStep): CallStep {
  const sum = (a: number | null, b: number | null) => (a === null || b === null ? null : a + b);
  return {
    ...one,
    calls: one.calls + other.calls,
    inputTokens: one.inputTokens + other.inputTokens,
    dollars: sum(one.dollars, other.dollars),
    maxDollars: sum(one.maxDollars, other.maxDollars),
  };
}

/** Returns a remark on the price of hosted trained models whose own price is unknown. */
function pricedAs({ callPrices = {} }: StudyDesign, arms: readonly StudyArm[]): string {
  const isGuess = arms.some(
    ({ arm, base }) => arm !== 'untrained' && kindOf(base) === 'hosted' && !(base in callPrices),
  );
  return isGuess ? ' (priced as their base)' : '';
}

async function predictionSteps(study: Estimated): Promise<readonly StepEstimate[]> {
  const dataset = study.items.test;
  return await stepsOfArms(study, { step: 'predictions', arms: study.arms }, (models) => ({
    models,
    asks: 'predictions',
    dataset,
  }));
}

/** Estimates controls, prompt shift and self-execution experiments. */
async function optionalSteps(study: Estimated): Promise<readonly StepEstimate[]> {
  const { design, arms } = study;
  const { train, test } = study.items;
  const { controls = {}, promptShift, selfExecution } = design;
  const steps: StepEstimate[] = [];
  const add = async (
    step: StudyStep,
    of: readonly StudyArm[],
    run: (models: readonly string[]) => StudyRun | SelfExecutionRun,
  ) => {
    steps.push(...(await stepsOfArms(study, { step, arms: of }, run)));
  };
  const { fit, readOff } = controls;
  const whole = arms.filter(({ size }) => size === null);
  if (train !== null && fit !== undefined) {
    const dataset = trainingPart(design, train, fit);
    const fitted = whole.filter(({ arm }) => learnedValues(arm));
    const wordings = wordingsOf(design).train;
    await add('fit', fitted, (models) => ({ models, asks: 'predictions', dataset, wordings }));
  }
  if (train !== null && readOff !== undefined) {
    const dataset = trainingPart(design, train, readOff); // prompts of about this length, for each target
    const bases = new Map(whole.map((arm) => [arm.base, { ...arm, arm: 'untrained' as const }]));
    const all = design.targets.flatMap(() => [...bases.values()]);
    const wordings = [experimentOf(design).training.wordings.usual]; // a shown reply has a single wording
    await add('read-off', all, (models) => ({ models, asks: 'predictions', dataset, wordings }));
  }
  if (promptShift !== undefined) {
    const shifted = whole.filter(
      ({ arm, base }) => arm === 'self' || (arm === 'untrained' && design.targets.includes(base)),
    );
    const run = { dataset: test, system: promptShift.system };
    await add('prompt-executions', shifted, (models) => ({ ...run, models, asks: 'executions' }));
    await add('prompt-predictions', shifted, (models) => ({
      ...run,
      models,
      asks: 'predictions',
      wordings: [experimentOf(design).training.wordings.told],
    }));
  }
  if (selfExecution !== undefined) {
    const { experiments, items = null } = selfExecution;
    const scored = whole.filter((arm) => scoredArm(arm) !== null);
    await add('self-execution', scored, (models) => ({ models, asks: 'both', experiments, limit: items }));
  }
  return steps;
}

async function laterSteps(study: Estimated): Promise<readonly StepEstimate[]> {
  const arms = study.arms.filter(isExecutedLater);
  const dataset = study.items.test;
  return await stepsOfArms(study, { step: 'trained-executions', arms }, (models) => ({
    models,
    asks: 'executions',
    dataset,
  }));
}

const unpricedTraining =
  "The price of training is unknown: set port.price in the study file (US dollars per million trained tokens, from the host's price page).";

async function trainingSteps({ design, arms, environment }: Estimated, items: readonly ItemBase[]) {
  const port = await openPort(settingsOf(design), { environment, clock: systemClock, sendsNothing: true });
  try {
    checkPort(design, port);
    const rows = likelyRows(design, items);
    const price = design.port?.price ?? null;
    const steps = arms.filter(isTrainedByStudy).map((arm) => trainingStep(design, arm, { rows, price, port }));
    const isUnpriced = steps.some((step) => step.kind === 'training' && step.dollars === null);
    return { steps, notes: isUnpriced ? [unpricedTraining, ...port.notes] : port.notes };
  } finally {
    await port.close();
  }
}

type Row = Parameters<typeof estimateTraining>[0][number];

function trainingStep(
  design: StudyDesign,
  { name, base, size }: TrainedArm,
  { rows, ...priced }: { readonly rows: readonly Row[] } & Parameters<typeof estimateTraining>[2],
): StepEstimate {
  const own = rows.slice(0, size ?? rows.length);
  const { tokens, dollars, maxDollars } = estimateTraining(own, hyperParametersOf(design).epochs, priced);
  return { kind: 'training', step: 'training', arm: name, base, maxRows: own.length, tokens, dollars, maxDollars };
}

/** Returns the prompts of the training rows with a label of typical length; at most `cap` of each task and property. */
function likelyRows(design: StudyDesign, items: readonly ItemBase[]): readonly Row[] {
  const { training } = experimentOf(design);
  const [wording = training.wordings.usual] = wordingsOf(design).train;
  const condition = { wording, mode: 'direct', system: null } as const;
  const cap = design.cap ?? rowDefaults.cap;
  const counts = new Map<string, number>();
  const label: Message = { role: 'assistant', content: 'answer' };
  return items.flatMap((item) =>
    training.questions(item).flatMap((question) => {
      const group = JSON.stringify([training.group(item), question]);
      const count = (counts.get(group) ?? 0) + 1;
      counts.set(group, count);
      const content = training.predictionPrompt({ item, question, condition, subject: 'the model' });
      return count > cap || content === null ? [] : [{ messages: [{ role: 'user', content }, label] }];
    }),
  );
}
