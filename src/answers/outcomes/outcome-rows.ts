import type { Call } from '../../domain/call.ts';
import type { ItemBase } from '../../domain/dataset.ts';
import { isPerson } from '../../domain/person.ts';
import type { DeclaredScale } from '../../domain/probability.ts';
import type { Reader } from '../../domain/reading.ts';
import { isRecorded, isUnordered } from '../../domain/recorded.ts';
import { type Answers, declaredSlot, slotOfKind } from '../../domain/slot.ts';
import { type Stratum, stratumOf } from '../../domain/stratum.ts';
import type { CrossItemPass } from '../../experiments/experiment.ts';
import { failedSlot } from '../../models/failures/failure.ts';
import type { Outcome, OutcomeRow } from '../../outcome-kinds/outcome-kinds.ts';
import { batchedAnswers } from '../../store/answers/batched-answers.ts';
import type { FoundAnswer, Store } from '../../store/store.ts';
import { AppError } from '../../util/app-error.ts';
import { NestedMap } from '../../util/nested-map.ts';
import { once } from '../../util/remembered.ts';
import type { ItemAnswers } from '../plan/item-answers.ts';
import type { ItemGroups } from '../plan/item-groups.ts';
import { buildRequest, conditionName, type ItemTask, targetModel } from '../plan/item-task.ts';
import { plannedCalls, resolveItem } from '../plan/planned-calls.ts';
import { partOfItem } from './item-part.ts';
import { ProbabilityScales, statesProbabilities } from './probability-scales.ts';

/** Maximum number of items and of calls that are read together: enough for few look-ups, few enough for little memory. */
const maxItems = 64;
const maxCalls = 512;

/** The part of a store that reading outcomes needs. */
type AnswersOfStore = Pick<Store, 'answers' | 'failures'>;

type Lookup = ReturnType<typeof batchedAnswers>;

/**
 * A call of an item, the display name of the model that it was sent to, and the answer or failure; null if there is
 * neither.
 */
export interface AnsweredCall {
  readonly call: Call;
  readonly model: string;
  readonly stored: FoundAnswer | null;
}

/** Outcomes of one item for one subject under one condition. */
export interface ScoredItem {
  readonly work: ItemTask;
  readonly rows: readonly OutcomeRow[];
  /** Predictions by each model that predicted the subject, including the subject; empty if no other model did. */
  readonly predictions: readonly PredictedRow[];
  /** Outcomes of the control, with its answers as the predictions of the first execution; empty without a control. */
  readonly control: readonly OutcomeRow[];
  /** The item; its subjects and conditions share one object. */
  readonly item: ItemBase;
  /** The calls that were looked up; cheaper than `calls`. */
  readonly asked: () => readonly AnsweredCall[];
  /** The item's calls, in planned order. */
  readonly calls: () => readonly AnsweredCall[];
}

/** An outcome of the subject with the prediction of one of the models that predicted it. */
interface PredictedRow {
  /** Display name of the model that predicted. */
  readonly predictor: string;
  readonly row: OutcomeRow;
}

interface LookedUp {
  readonly answers: ItemAnswers;
  readonly asked: readonly Omit<AnsweredCall, 'model'>[];
}

/** Returns an item's answers from the store; a call without an answer has its last failure. */
export async function storedAnswers(store: AnswersOfStore, work: ItemTask, lookup: Lookup): Promise<ItemAnswers> {
  return (await lookedUp(store, work, lookup)).answers;
}

async function lookedUp(store: AnswersOfStore, work: ItemTask, lookup: Lookup): Promise<LookedUp> {
  const asked: Omit<AnsweredCall, 'model'>[] = [];
  const answers = await resolveItem(work.experiment, work.context, async (calls, known) => {
    const complete = calls.map((call) => {
      const { key, text } = buildRequest(work, call);
      return { call, key, text };
    });
    const found = await lookup(complete);
    const open = complete.filter(({ key }) => !found.has(key));
    const failures = open.length === 0 ? null : await store.failures(open.map(({ key }) => key));
    for (const { call, key } of complete) {
      const stored = found.get(key) ?? null;
      const failure = failures?.get(key)?.failure;
      asked.push({ call, stored });
      if (stored !== null) known.set(call, stored.answer);
      else if (failure !== undefined) known.set(call, failedSlot(failure));
    }
  });
  return { answers, asked };
}

/** Reads and scores every item of a run from the store, without sending a call. */
export async function* outcomesOf(works: Iterable<ItemTask>, source: RunOfStore): AsyncGenerator<OutcomeRow> {
  for await (const { rows } of scoredItems(works, source)) yield* rows;
}

/** Half of the executions of each item; with an odd number of executions, the last has no part in either. */
export type ExecutionHalf = 'odd' | 'even';

interface RunOfStore {
  readonly run: string;
  readonly store: AnswersOfStore;
  /** The groups that intervals are clustered by. */
  readonly groups: ItemGroups;
  /** Scale that the user declares for stated probabilities; absent or null: it is decided by the values. */
  readonly probabilityScale?: DeclaredScale | null | undefined;
  /** Column of the items that the user declares to be their strata; absent: a default one. */
  readonly stratum?: string | undefined;
  /** Score these executions alone, without predictions by other models and without a control; absent: all. */
  readonly half?: ExecutionHalf | undefined;
}

/** Returns the scales of a run's stated probabilities. Reads only the items of experiments that ask for probabilities. */
async function scalesOf(
  works: Iterable<ItemTask>,
  { store, probabilityScale = null }: Pick<RunOfStore, 'store' | 'probabilityScale'>,
): Promise<ProbabilityScales> {
  const scales = new ProbabilityScales(probabilityScale);
  if (!scales.needsEvidence) return scales;
  const lookup = batchedAnswers(store);
  const chunks = new Chunks(thoseWithProbabilities(works));
  for (const chunk of chunks) {
    const found = await Promise.all(chunk.map((work) => lookedUp(store, work, lookup)));
    chunks.limit(found.reduce((sum, { asked }) => sum + asked.length, 0) / chunk.length);
    for (const [index, work] of chunk.entries()) {
      const { answers } = found[index] as LookedUp; // one per task
      const { experiment, subject, context } = work;
      const add = (predictor: string, from: Answers) => {
        for (const outcome of itemOutcomes(experiment, { context, answers: from, reader: 'own' }))
          scales.add({ work, predictor }, outcome);
      };
      add(subject.name, answers);
      for (const other of context.otherPredictors ?? []) add(other, answers.predictedBy(other));
      if (context.control !== undefined) add(subject.name, answers.withControl());
    }
  }
  return scales;
}

function* thoseWithProbabilities(works: Iterable<ItemTask>): Generator<ItemTask> {
  for (const work of works) if (statesProbabilities(work.experiment)) yield work;
}

/** Yields each scored item of a run, with the calls behind its outcomes. */
export async function* scoredItems(
  works: Iterable<ItemTask>,
  { run, store, groups, probabilityScale, stratum, half }: RunOfStore,
): AsyncGenerator<ScoredItem> {
  const scales = await scalesOf(works, { store, probabilityScale });
  const lookup = batchedAnswers(store);
  const relations = new Relations();
  const controlRelations = new Relations();
  const chunks = new Chunks(works);
  for (const chunk of chunks) {
    const found = await Promise.all(chunk.map((work) => lookedUp(store, work, lookup)));
    chunks.limit(found.reduce((sum, { asked }) => sum + asked.length, 0) / chunk.length);
    for (const [index, work] of chunk.entries()) {
      const { answers, asked } = found[index] as LookedUp; // one per task
      const place = {
        ...{ run, groups, relations, scales, askedAt: askedAtOf(work, asked) },
        ...{ part: partOfItem(work, asked), stratum: stratumOf(work.context.item, stratum) },
      };
      yield {
        work,
        rows: [...(half === undefined ? rows(work, answers, place) : halfRows(work, answers, { ...place, half }))],
        predictions: half === undefined ? [...predictions(work, answers, place)] : [],
        control: half === undefined ? controlRows(work, answers, { ...place, relations: controlRelations }) : [],
        item: work.context.item,
        asked: once(() => asked.map(({ call, stored }) => ({ call, model: targetModel(work, call).name, stored }))),
        calls: () => callsOf(work, answers, asked),
      };
    }
  }
}

/** Where an item stands whose answers no store holds. */
interface GivenPlace {
  readonly run: string;
  /** Part of the run in which its prediction was sent; null: the order of the calls is unknown. */
  readonly part: string | null;
  readonly stratum: Stratum | null;
}

const declaredGroups: Pick<ItemGroups, 'of'> = { of: (experiment, item) => experiment.cluster(item) };

/**
 * Returns the outcomes of an item whose answers are given and no store holds, such as those of a log: the same as those of the
 * run that the log is imported as. Its groups are final, and its calls are not known.
 */
export function givenItem(work: ItemTask, answers: Answers, place: GivenPlace): ScoredItem {
  const relations = new Relations();
  const full = { ...place, askedAt: null, groups: declaredGroups, relations, scales: new ProbabilityScales(null) };
  return {
    work,
    rows: [...rows(work, { get: (slot, part, sample) => answers.get(slot, part, sample), recorded: true }, full)],
    ...{ predictions: [], control: [], item: work.context.item, asked: () => [], calls: () => [] },
  };
}

function callsOf(work: ItemTask, answers: ItemAnswers, asked: LookedUp['asked']): readonly AnsweredCall[] {
  return plannedCalls(work.experiment, work.context, answers).map((call): AnsweredCall => {
    const same = asked.find(
      ({ call: other }) =>
        other.slot === call.slot &&
        other.part === call.part &&
        other.sample === call.sample &&
        other.turn === call.turn &&
        other.predictor === call.predictor,
    );
    return { call, model: targetModel(work, call).name, stored: same?.stored ?? null };
  });
}

/** Relations of earlier items' outcomes for each subject, by condition and reader. */
class Relations {
  readonly #known = new NestedMap<CrossItemPass<ItemBase>>();

  relate({ experiment, subject, context }: ItemTask, reader: Reader, outcome: Outcome): Outcome {
    const pass = experiment.crossItemPass?.bind(experiment);
    if (pass === undefined) return outcome;
    const names = [experiment.name, subject.identity, conditionName(context.condition), reader];
    return this.#known.get(names, pass)(context, outcome);
  }
}

function placeOf(
  { experiment, subject, context }: ItemTask,
  { run, groups, askedAt, part, stratum }: Pick<RowPlace, 'run' | 'groups' | 'askedAt' | 'part' | 'stratum'>,
): Omit<OutcomeRow, 'reader' | 'outcome'> {
  return {
    run,
    ...(askedAt === null ? {} : { askedAt }),
    ...(part === null ? {} : { part }),
    ...(stratum === null ? {} : { stratum }),
    experiment: experiment.name,
    model: subject.name,
    condition: conditionName(context.condition),
    ...(context.condition.constrain === 'form' ? { constrained: true } : {}),
    item: context.item.id,
    cluster: groups.of(experiment, context.item),
  };
}

function* predictions(work: ItemTask, answers: ItemAnswers, place: RowPlace): Generator<PredictedRow> {
  const { experiment, subject, context } = work;
  const others = context.otherPredictors ?? [];
  if (others.length === 0) return;
  for (const predictor of [subject.name, ...others]) {
    const predicted = predictor === subject.name ? answers : answers.predictedBy(predictor);
    for (const outcome of itemOutcomes(experiment, { context, answers: predicted, reader: 'own' })) {
      const scaled = place.scales.apply({ work, predictor }, outcome);
      yield { predictor, row: { ...placeOf(work, place), reader: 'both', outcome: scaled } };
    }
  }
}

/**
 * Returns when an item's first prediction was asked, in milliseconds; in an experiment without a slot for predictions, its
 * first call. Null where it was not asked, and for recordings, logs and people, whose answers have no order.
 */
function askedAtOf({ experiment, subject }: ItemTask, asked: LookedUp['asked']): number | null {
  if (isUnordered(subject) || isPerson(subject.name)) return null;
  const hasPredictions = slotOfKind(experiment.slots, 'predict') !== null;
  const times = asked.flatMap(({ call, stored }) => {
    const isCounted = !hasPredictions || declaredSlot(experiment, call.slot).kind === 'predict';
    return stored !== null && isCounted && call.predictor === undefined ? [Date.parse(stored.askedAt)] : [];
  });
  return times.length === 0 ? null : Math.min(...times);
}

interface RowPlace {
  readonly run: string;
  readonly askedAt: number | null;
  readonly part: string | null;
  readonly stratum: Stratum | null;
  readonly groups: Pick<ItemGroups, 'of'>;
  readonly relations: Relations;
  readonly scales: ProbabilityScales;
}

function controlRows(work: ItemTask, answers: ItemAnswers, place: RowPlace): readonly OutcomeRow[] {
  const { experiment, context } = work;
  if (context.control === undefined) return [];
  const shown = { context: { ...context, samples: 1 }, answers: answers.withControl(), reader: 'own' } as const;
  return itemOutcomes(experiment, shown).map((outcome) => ({
    ...placeOf(work, place),
    reader: 'both',
    outcome: place.relations.relate(work, 'own', place.scales.apply({ work, predictor: work.subject.name }, outcome)),
  }));
}

/** Yields the outcomes of half of the executions: their answers and judgments take the sample numbers 0, 1, ... */
function halfRows(
  work: ItemTask,
  answers: ItemAnswers,
  { half, ...place }: RowPlace & { readonly half: ExecutionHalf },
): Generator<OutcomeRow> {
  const samples = Math.floor(work.context.samples / 2);
  const first = half === 'odd' ? 0 : 1;
  const isExecuted = (slot: string) => ['behave', 'judge'].includes(declaredSlot(work.experiment, slot).kind);
  const halved = {
    recorded: answers.recorded,
    get: (slot: string, part: string, sample: number) =>
      answers.get(slot, part, isExecuted(slot) ? 2 * sample + first : sample),
  };
  return rows({ ...work, context: { ...work.context, samples } }, halved, place);
}

function* rows(
  work: ItemTask,
  answers: Answers & { readonly recorded: boolean },
  { run, groups, relations, scales, askedAt, part, stratum }: RowPlace,
): Generator<OutcomeRow> {
  const { experiment, subject, context } = work;
  const place = placeOf(work, { run, groups, askedAt, part, stratum });
  const scored = (reader: Reader) =>
    itemOutcomes(experiment, { context, answers, reader }).map((outcome) =>
      relations.relate(work, reader, scales.apply({ work, predictor: subject.name }, outcome)),
    );
  // An item that is missing from a recording has no extracted value either, but it counts in the recorded reading.
  const recorded = experiment.hasOneReading !== true && (answers.recorded || isRecorded(work.subject));
  const own = recorded ? 'own' : 'both';
  for (const outcome of scored('own')) yield { ...place, reader: own, outcome };
  if (!recorded) return;
  for (const outcome of scored('recorded')) yield { ...place, reader: 'recorded', outcome };
}

/** Tasks in groups that are read together. */
class Chunks implements Iterable<readonly ItemTask[]> {
  readonly #works: Iterable<ItemTask>;
  #size = 1;

  constructor(works: Iterable<ItemTask>) {
    this.#works = works;
  }

  /** Sets the size of the next chunks by the calls of a task. */
  limit(callsOfTask: number): void {
    this.#size = Math.min(maxItems, Math.ceil(maxCalls / callsOfTask));
  }

  *[Symbol.iterator](): Generator<readonly ItemTask[]> {
    let chunk: ItemTask[] = [];
    for (const work of this.#works) {
      chunk.push(work);
      if (chunk.length < this.#size) continue;
      yield chunk;
      chunk = [];
    }
    if (chunk.length > 0) yield chunk;
  }
}

/** What an experiment turns into outcomes: the item, its answers, and which reader reads them. */
export interface ItemToScore {
  readonly context: ItemTask['context'];
  readonly answers: Answers;
  readonly reader: Reader;
}

/**
 * Returns the outcomes of an item. AppError if the experiment names the prediction of an outcome `forecast`, as version 0.2
 * did: an own experiment in JavaScript has no compiler that says so.
 */
export function itemOutcomes(
  experiment: ItemTask['experiment'],
  { context, answers, reader }: ItemToScore,
): readonly Outcome[] {
  const outcomes = experiment.outcomes(context, answers, reader);
  if (outcomes.some((outcome) => 'forecast' in outcome && !('prediction' in outcome))) {
    throw new AppError(
      'old-outcome-field',
      `\`outcomes\` of experiment ${experiment.name} returns the field "forecast"`,
      {
        hint: 'rename it to "prediction"; stored answers are safe, and `seb report` reads them again',
      },
    );
  }
  return outcomes;
}
