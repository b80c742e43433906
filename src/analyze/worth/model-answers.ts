import type { AnsweredCall, ScoredItem } from '../../answers/outcomes/outcome-rows.ts';
import type { Asked } from '../../domain/asked.ts';
import type { Observed } from '../../domain/outcome.ts';
import { question } from '../../domain/question.ts';
import { declaredSlot, type SlotKind } from '../../domain/slot.ts';
import { readSolution } from '../../experiments/common/solve-question.ts';
import type { Outcome } from '../../outcome-kinds/outcome-kinds.ts';
import type { RecordedItem } from '../../recordings/recording.ts';

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
  /** Name of the model in its log, which may be longer than `model`; absent: a model of a store. */
  readonly loggedModel?: string;
  /** Its log, and the score of it that says what is right; absent: a model of a store. */
  readonly source?: { readonly file: string; readonly score: string };
  /** Experiment or log. */
  readonly task: string;
  readonly condition: string;
  /** `probability`: a number that is high where the model is sure; `choice`: a value whose meaning is learned. */
  readonly states: 'probability' | 'choice';
  /** When the model was asked about itself. */
  readonly asked: Asked;
  /** Whether the model judged its own answers. */
  readonly judgesItself: boolean;
  /** Why statements of the model are not read as numbers, as a clause after its name; absent: all that it stated is read. */
  readonly unread?: string;
  /** What the log holds as costs that is no amount of dollars, in words; absent: all costs are read. */
  readonly unreadCosts?: string;
  /** Fields of a log that may be a free signal (`--stratum`); absent: none. */
  readonly fields?: readonly string[];
  /** Fields of a log that may hold a stated confidence (`--confidence`); absent: none. */
  readonly statedFields?: readonly string[];
  /** What identifies the items in the format that they were read from; absent: items of a store, which have their ids alone. */
  readonly identities?: { readonly format: string; readonly items: ReadonlyMap<string, RecordedItem> };
  readonly answers: ReadonlyMap<string, ModelAnswer>;
}

type Collected = Omit<ModelAnswers, 'judgesItself' | 'states'> & {
  judgesItself: boolean;
  states: ModelAnswers['states'];
  readonly answers: Map<string, ModelAnswer>;
};

/** Collects the answers of each model and condition from the scored items of runs. */
export class AnswerCollector {
  readonly #known = new Map<string, Collected>();

  add({ rows, item, work, asked }: ScoredItem): void {
    for (const { experiment, model, condition, cluster, reader, outcome, item: id } of rows) {
      const right = reader === 'recorded' ? undefined : work.experiment.rightShare?.(outcome);
      if (right === undefined) continue;
      const key = JSON.stringify([experiment, model, condition]);
      const collected: Collected = this.#known.get(key) ?? {
        ...{ model, condition, task: experiment, asked: 'before', judgesItself: false, answers: new Map() },
        states: outcome.kind === 'binary' && outcome.probability !== null ? 'probability' : 'choice',
      };
      this.#known.set(key, collected);
      if (outcome.kind === 'binary' && outcome.probability !== null) collected.states = 'probability';
      collected.judgesItself ||= outcome.kind === 'binary' && outcome.judgements?.[0]?.judge === 'itself';
      const calls = asked().filter(({ call }) => call.predictor === undefined);
      const kindOf = ({ call }: AnsweredCall): SlotKind => declaredSlot(work.experiment, call.slot).kind;
      const executions = calls.filter((call) => kindOf(call) === 'behave');
      const predictions = calls.filter((call) => kindOf(call) === 'predict');
      collected.answers.set(id, {
        ...{ group: cluster, subject: subjectOf(item), label: null, right, tokenProbability: null },
        stated: statedOf(outcome),
        answer: answerOf(item, outcome, executions),
        ...{ answerDollars: meanOf(executions, dollarsOf), answerSeconds: meanOf(executions, secondsOf) },
        ...{ askDollars: meanOf(predictions, dollarsOf), askSeconds: meanOf(predictions, secondsOf) },
      });
    }
  }

  all(): readonly ModelAnswers[] {
    return [...this.#known.values()];
  }
}

function statedOf(outcome: Outcome): number | null {
  if (outcome.kind === 'decision') return mappedValue(outcome.choice, (choice) => 1 - choice); // option 0 is to answer
  if (outcome.kind !== 'binary') return null;
  return outcome.probability ?? mappedValue(outcome.prediction, Number);
}

function mappedValue<T>(observed: Observed<T>, numberOf: (value: T) => number): number | null {
  return observed.kind === 'present' ? numberOf(observed.value) : null;
}

function subjectOf(item: ScoredItem['item']): string | null {
  const columns: Record<string, unknown> = { ...item.metadata, ...item };
  for (const name of ['subject', 'topic', 'category', 'kind']) {
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

/** Returns the mean of the known values of calls; null without one. */
function meanOf(calls: readonly AnsweredCall[], of: (call: AnsweredCall) => number | null): number | null {
  return mean(calls.flatMap((call) => of(call) ?? []));
}

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}
