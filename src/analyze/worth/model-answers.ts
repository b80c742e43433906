import type { AnsweredCall, ScoredItem } from '../../answers/outcomes/outcome-rows.ts';
import { type Asked, askedLevels, withoutAsked } from '../../domain/asked.ts';
import type { Observed } from '../../domain/outcome.ts';
import { question } from '../../domain/question.ts';
import { isRecorded } from '../../domain/recorded.ts';
import { declaredSlot, type SlotKind } from '../../domain/slot.ts';
import { defaultStratumColumns, type Stratum } from '../../domain/stratum.ts';
import { readSolution } from '../../experiments/common/solve-question.ts';
import { scored } from '../../experiments/scored/index.ts';
import type { Outcome } from '../../outcome-kinds/outcome-kinds.ts';
import type { RecordedItem } from '../../recordings/recording.ts';
import { filledText, filledValues } from '../../stats/filled-values.ts';
import { mean } from '../../stats/moments.ts';
import { AppError } from '../../util/app-error.ts';
import { NestedMap } from '../../util/nested-map.ts';
import { rightExecutions } from '../contrasts/response-matrix.ts';
import { countRight } from '../contrasts/right-executions.ts';

/** What one model did with one item, and what it said about it. */
export interface ModelAnswer {
  readonly group: string;
  /** Subject or kind of the item; null where the data have none. */
  readonly subject: string | null;
  /** The data set's own label; null where it has none, or where it is the key. */
  readonly label: string | null;
  /** Share of the executions that are right, in [0, 1]; null where none is known. */
  readonly right: number | null;
  /** What the model stated about itself; null where it is missing. */
  readonly stated: number | null;
  /** Probability of the tokens of the answer, in [0, 1]; null where it is unknown. */
  readonly tokenProbability: number | null;
  /** The answer itself, to be compared with that of a second model; null where it is missing. */
  readonly answer: string | null;
  /** US dollars and seconds of an answer, and of the prediction; null where they are unknown. */
  readonly answerDollars: number | null;
  readonly answerSeconds: number | null;
  readonly askDollars: number | null;
  readonly askSeconds: number | null;
}

/** The answers of one model to the items of one data set. */
export interface ModelAnswers {
  readonly model: string;
  /** Name of the model in its log or run, where `model` is another one. */
  readonly loggedModel?: string;
  /** Its log, and the score of it that says what is right; absent: a model of a store. */
  readonly source?: { readonly file: string; readonly score: string; readonly otherScores: readonly string[] };
  /** Experiment or log. */
  readonly task: string;
  readonly condition: string;
  /** `probability`: a number that is high where the model is sure; `choice`: a value whose meaning is learned. */
  readonly states: 'probability' | 'choice';
  /** When the model was asked about itself. */
  readonly asked: Asked;
  /** Whether the model judged its own answers. */
  readonly judgesItself: boolean;
  /** Whether a log or an imported run holds the answers, so that a program may have filled in what was stated. */
  readonly isRecorded: boolean;
  /** Why statements of the model are not read as numbers, as a clause after its name; absent: all that it stated is read. */
  readonly unread?: string;
  /** What the log holds as costs that cannot be read as dollars, in words; absent: all costs are read. */
  readonly unreadCosts?: string;
  /** Fields of a log that may be a free signal (`--stratum`); absent: none. */
  readonly fields?: readonly string[];
  /** Fields of a log that may hold a stated confidence (`--confidence`); absent: none. */
  readonly statedFields?: readonly string[];
  /** What identifies the items in the format that they were read from; absent: items of a store, which have their ids alone. */
  readonly identities?: { readonly format: string; readonly items: ReadonlyMap<string, RecordedItem> };
  readonly answers: ReadonlyMap<string, ModelAnswer>;
}

/** The answers of one model in one run or log. */
type Collected = Omit<ModelAnswers, 'judgesItself' | 'states'> & {
  readonly run: string;
  judgesItself: boolean;
  states: ModelAnswers['states'];
  readonly answers: Map<string, ModelAnswer>;
};

/** What the source of an item tells beside its outcomes: its answer, and what the calls took. */
export type CallFacts = Pick<
  ModelAnswer,
  'answer' | 'tokenProbability' | 'answerDollars' | 'answerSeconds' | 'askDollars' | 'askSeconds'
>;

/** Collects the answers of each model and condition from the scored items of runs and logs. */
export class AnswerCollector {
  readonly #known = new NestedMap<Collected>();
  readonly #graded = new Set<string>();

  add(
    { rows, item, work }: Pick<ScoredItem, 'rows' | 'item' | 'work'>,
    factsOf: (outcome: Outcome) => CallFacts,
  ): void {
    for (const { run, experiment, model, condition, cluster, reader, outcome, item: id, stratum } of rows) {
      if (reader === 'recorded' || work.experiment.rightShare?.(outcome) === undefined) continue;
      if (outcome.kind === 'graded') {
        this.#graded.add(model);
        continue;
      }
      const collected = this.#known.get([run, experiment, model, condition], () => ({
        ...{ run, model, condition: withoutAsked(condition), task: experiment, asked: askedIn(work.context) },
        ...{ judgesItself: false, states: 'choice', isRecorded: isRecorded(work.subject), answers: new Map() },
      }));
      const executions = rightExecutions(work.experiment, outcome);
      if (outcome.kind === 'binary' && outcome.probability !== null) collected.states = 'probability';
      collected.judgesItself ||= outcome.kind === 'binary' && outcome.judgements?.[0]?.judge === 'itself';
      collected.answers.set(id, {
        ...{ group: cluster, subject: subjectOf(item, stratum, work.experiment.name), label: null },
        right: executions === null ? null : countRight(executions).score,
        stated: statedOf(outcome),
        ...factsOf(outcome),
      });
    }
  }

  /** Returns the answers. AppError where all are grades, which are neither right nor wrong. */
  all(): readonly (ModelAnswers & Pick<Collected, 'run'>)[] {
    const all = this.#known.values();
    if (all.length === 0 && this.#graded.size > 0)
      throw new AppError(
        'worth-choice',
        `the answers of ${[...this.#graded].join(', ')} are graded, and worth needs right or wrong`,
        {
          hint: 'import the log with --threshold VALUE, the lowest grade that counts as right',
        },
      );
    return all;
  }
}

/** Returns the answers of runs; of a model with other answers in several runs, each with the name of its run. */
export function answersOfRuns(
  collected: ReturnType<AnswerCollector['all']>,
  nameOf: (run: string) => string,
): readonly ModelAnswers[] {
  const groups = Map.groupBy(collected, ({ task, condition, model }) => JSON.stringify([task, condition, model]));
  return [...groups.values()].flatMap((all) => {
    const distinct = all.filter((one, index) => !all.slice(0, index).some((other) => haveSameAnswers(one, other)));
    return distinct.map(
      ({ run, ...own }): ModelAnswers =>
        distinct.length === 1 ? own : { ...own, model: `${own.model} (${nameOf(run)})`, loggedModel: own.model },
    );
  });
}

function haveSameAnswers(one: ModelAnswers, other: ModelAnswers): boolean {
  return (
    one.answers.size === other.answers.size &&
    [...one.answers].every(([id, { right, stated }]) => {
      const same = other.answers.get(id);
      return same !== undefined && same.right === right && same.stated === stated;
    })
  );
}

/** Returns when a model was asked about itself: in runs before it answers. */
function askedIn({ condition: { asked } }: ScoredItem['work']['context']): Asked {
  if (asked === 'never') return 'with-answer';
  return askedLevels.find((level) => level === asked) ?? 'before';
}

/** Returns what a store tells of the calls of an item. What an imported run took is unknown: it replays its answers. */
export function storedFacts({ item, work, asked }: ScoredItem, outcome: Outcome): CallFacts {
  const calls = asked().filter(({ call }) => call.predictor === undefined);
  const kindOf = ({ call }: AnsweredCall): SlotKind => declaredSlot(work.experiment, call.slot).kind;
  const executions = calls.filter((call) => kindOf(call) === 'behave');
  const predictions = calls.filter((call) => kindOf(call) === 'predict');
  const isReplayed = isRecorded(work.subject);
  const meanOf = (own: readonly AnsweredCall[], of: (call: AnsweredCall) => number | null) =>
    isReplayed ? null : mean(own.flatMap((call) => of(call) ?? []));
  const text = executions[0]?.stored?.answer.text || null;
  return {
    answer: work.experiment.name === scored.name ? text : answerOf(item, outcome, executions),
    tokenProbability: null,
    ...{ answerDollars: meanOf(executions, dollarsOf), answerSeconds: meanOf(executions, secondsOf) },
    ...{ askDollars: meanOf(predictions, dollarsOf), askSeconds: meanOf(predictions, secondsOf) },
  };
}

/** Returns which stated value of a log or an imported run looks filled in; null for none. */
export function whyFilled({ isRecorded: isGiven, states, answers }: ModelAnswers): string | null {
  if (!isGiven || states !== 'probability') return null;
  const rows = [...answers].flatMap(([item, { stated, right }]) =>
    stated === null || right === null ? [] : [{ stated, isRight: right > 0, item }],
  );
  const [filled] = filledValues(rows);
  return filled === undefined ? null : filledText(filled);
}

function statedOf(outcome: Outcome): number | null {
  if (outcome.kind === 'decision') return mappedValue(outcome.choice, (choice) => 1 - choice); // option 0 is to answer
  if (outcome.kind !== 'binary') return null;
  return outcome.probability ?? mappedValue(outcome.prediction, Number);
}

function mappedValue<T>(observed: Observed<T>, numberOf: (value: T) => number): number | null {
  return observed.kind === 'present' ? numberOf(observed.value) : null;
}

/** Returns the value of the column that the user declared to say what kind of question an item is, or of a usual one. */
function subjectOf(item: ScoredItem['item'], stratum: Stratum | undefined, experiment: string): string | null {
  if (stratum?.isDeclared) return stratum.value || null;
  const columns: Record<string, unknown> = { ...item.metadata, ...item };
  const own = experiment === scored.name ? Object.keys(item.metadata ?? {}) : []; // an item of a log has no other column
  for (const name of [...defaultStratumColumns, 'kind', ...own]) {
    const value = columns[name];
    if (typeof value === 'string' || typeof value === 'number') return String(value);
  }
  return null;
}

/** Returns the chosen letter of a question, and whether a request was answered; null where it is missing. */
function answerOf(item: unknown, outcome: Outcome, [first]: readonly AnsweredCall[]): string | null {
  const { success, data } = question.partial().safeParse(withoutMore(item));
  const text = first?.stored?.answer.text ?? null;
  if (success && data.options !== undefined && text !== null) {
    const reading = readSolution({ options: data.options }, text);
    return reading.kind === 'parsed' ? reading.value : null;
  }
  const execution = outcome.kind === 'binary' ? outcome.executions[0] : undefined;
  return execution?.kind === 'present' ? String(execution.value) : null;
}

/** Returns the fields of an item that a question has. */
function withoutMore(item: unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(item ?? {}).filter(([name]) => name in question.shape));
}

function dollarsOf({ stored }: AnsweredCall): number | null {
  return stored?.cost ?? null;
}

function secondsOf({ stored }: AnsweredCall): number | null {
  return stored === null ? null : stored.latencyMs / 1000;
}
