import { type CostEstimate, dryRun } from '../../answers/plan/dry-run.ts';
import { itemTasks } from '../../answers/plan/item-task.ts';
import { power } from '../../answers/plan/minimum-detectable-effect.ts';
import type { Message } from '../../domain/call.ts';
import type { ItemBase } from '../../domain/dataset.ts';
import type { Price } from '../../domain/price.ts';
import { kindOf } from '../../models/registry.ts';
import { emptyStore } from '../../store/use-store.ts';
import { systemClock } from '../../train/hosts/clock.ts';
import { openPort } from '../../train/hosts/registry.ts';
import { estimateTraining } from '../../train/jobs/estimate.ts';
import { rowDefaults } from '../../train/rows/make-rows.ts';
import type { Environment } from '../../util/types.ts';
import { fewestTrainings } from '../analyses/pair-estimates.ts';
import { armsOf, type StudyArm, type TrainedArm } from '../design/arms.ts';
import { checkDesign, checkPort } from '../design/check-design.ts';
import type { StudyDesign } from '../design/design.ts';
import { experimentOf } from '../design/study-experiment.ts';
import { hyperParametersOf, settingsOf } from '../design/training-settings.ts';
import {
  detectableAdvantage,
  detectableOverStrings,
  trainingsOf,
  whatDesignShows,
} from '../design/what-design-shows.ts';
import { studySteps } from '../study-record.ts';
import { planStudy, type RunStep, type TrainingStep, wordingsOf } from './plan-study.ts';
import { datasetOf, type StudyItems, studyItems, testSizeOf } from './study-items.ts';
import { checkCallPrices, StudyModels, trainedFrom, trainedPrice } from './study-models.ts';
import { prepareStudyRun, runOfPlan, type StudyRun, type TransferRun } from './study-runs.ts';

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
  /** Trainings of each arm. */
  readonly trainings: number;
  /**
   * Smallest advantage that the study can detect, plain or beyond the shifted self; below three trainings of each arm, the
   * smallest difference of two copies. Null where such studies miss every one.
   */
  readonly detectable: number | null;
  /** What the comparison of the modes can detect; null in a study of one mode. */
  readonly reasoning: DetectableInModes | null;
  readonly power: number;
}

/** Smallest differences between two modes that a study can detect where Holm demands most; null where it misses every one. */
export interface DetectableInModes {
  /** Number of differences with a word: untrained models, and, from three trainings on, arms and changes by training. */
  readonly tests: number;
  /** In the accuracy of an untrained model; null where the study has none. */
  readonly ofUntrained: number | null;
  /** Whether trained arms have a word: their trainings vary by what is not known before. */
  readonly isTested: boolean;
}

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
  const { design, items } = study;
  const steps: StepEstimate[] = [];
  const training: string[] = [];
  for (const step of planStudy(design)) {
    if (step.kind === 'run') steps.push(...(await estimateRun(study, step)));
    else {
      const estimated = await trainingSteps(study, step);
      steps.push(...estimated.steps);
      training.push(...estimated.notes);
    }
  }
  const isOfTwoLeads = design.shiftedSelves !== undefined;
  const size = testSizeOf(design, items);
  const testStrings = size.strings;
  return {
    steps,
    notes: [...whatDesignShows(design, size), ...notes, ...(isOfTwoLeads ? [twoLeads] : []), ...training],
    testStrings,
    trainings: trainingsOf(design),
    detectable: detectableIn(design, testStrings),
    reasoning: detectableInModes(design, testStrings),
    power,
  };
}

function detectableIn(design: StudyDesign, strings: number): number | null {
  const { targets, shiftedSelves } = design;
  if (trainingsOf(design) < fewestTrainings) return detectableOverStrings(strings);
  const directions = targets.length * (targets.length - 1);
  return detectableAdvantage({ strings, directions, leads: shiftedSelves === undefined ? 1 : 2 });
}

const twoLeads =
  'With shifted selves, an advantage is a difference of two leads, which takes twice the test strings that one lead takes.';

function detectableInModes(design: StudyDesign, testStrings: number): DetectableInModes | null {
  const [steps, trainings] = [planStudy(design), trainingsOf(design)];
  const arms = steps.flatMap((step) => (step.kind === 'run' && step.name === 'mode-predictions' ? step.arms : []));
  if (arms.length === 0) return null;
  const untrained = new Set(arms.flatMap(({ arm, base }) => (arm === 'untrained' ? [base] : [])));
  const trained = new Set(
    arms.flatMap(({ arm, base, target }) => (arm === 'untrained' ? [] : [JSON.stringify([arm, base, target])])),
  );
  const changes = new Set(arms.flatMap(({ arm, base }) => (arm === 'self' && untrained.has(base) ? [base] : [])));
  const isTested = trainings >= fewestTrainings;
  const tests = untrained.size + (isTested ? trained.size + changes.size : 0);
  return { tests, ofUntrained: untrained.size === 0 ? null : detectableOverStrings(testStrings, { tests }), isTested };
}

type PriceOf = (model: string, ofModel: Price | null) => Price | null;

async function costsOf(
  { design, arms, models: { open } }: Estimated,
  run: StudyRun | TransferRun,
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
 * Estimates the calls of a step. Trained models do not exist yet: they have the number of calls of their base, and its
 * price where their own is unknown.
 */
async function estimateRun(study: Estimated, step: RunStep): Promise<readonly StepEstimate[]> {
  const { arms, items, name } = step;
  const { design } = study;
  const asTrained: PriceOf = (base, ofBase) => trainedPrice(design, base, ofBase) ?? ofBase;
  const dataset = datasetOf(study.items, items);
  const steps = new Map<string, CallStep>();
  for (const isTrained of [false, true]) {
    const of = arms.filter(({ arm }) => (arm !== 'untrained') === isTrained);
    const models = [...new Set(of.map(({ base }) => base))];
    if (models.length === 0) continue;
    for (const cost of await costsOf(study, runOfPlan(step, { models, dataset }), isTrained ? asTrained : undefined)) {
      const own = of.filter(({ base }) => base === cost.model);
      const next = stepOf(studySteps[name] + pricedAs(design, own), cost, own.length);
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

const unpricedTraining =
  "The price of training is unknown: set port.price in the study file (US dollars per million trained tokens, from the host's price page).";

async function trainingSteps({ design, items, environment }: Estimated, { arms }: TrainingStep) {
  const port = await openPort(settingsOf(design), { environment, clock: systemClock, sendsNothing: true });
  try {
    checkPort(design, port);
    const rows = likelyRows(design, items.train?.items ?? []);
    const price = design.port?.price ?? null;
    const steps = arms.map((arm) => trainingStep(design, arm, { rows, price, port }));
    const isUnpriced = steps.some((step) => step.kind === 'training' && step.dollars === null);
    return { steps, notes: isUnpriced ? [unpricedTraining, ...port.notes] : port.notes };
  } finally {
    await port.close();
  }
}

type Row = Parameters<typeof estimateTraining>[0][number];

function trainingStep(
  design: StudyDesign,
  { name, base }: TrainedArm,
  { rows, ...priced }: { readonly rows: readonly Row[] } & Parameters<typeof estimateTraining>[2],
): StepEstimate {
  const { tokens, dollars, maxDollars } = estimateTraining(rows, hyperParametersOf(design).epochs, priced);
  return { kind: 'training', step: 'training', arm: name, base, maxRows: rows.length, tokens, dollars, maxDollars };
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
