import type { SlotKinds } from '../../domain/slot.ts';
import type { Outcome, OutcomeRow } from '../../outcome-kinds/outcome-kinds.ts';
import { sha256 } from '../../util/canonical-json.ts';
import { assertNever } from '../../util/types.ts';
import { type LoggedAnswer, outcomeFields, placeFields } from '../input/logged-answer.ts';
import type { ExecutedIn, TranscriptCall } from '../input/report-input.ts';
import type { JoinedRows } from '../methods/other-executions.ts';
import { createdAt, type LogGroup, type LogResults } from './header.ts';
import type { InspectSample } from './json-types.ts';
import { InspectLog, type LogSource } from './log.ts';
import { usageOfEvents } from './log-usage.ts';
import { epochsOf, sampleScore, targetOf } from './sample-score.ts';
import { conversationOf, modelEvents, timesOf } from './transcript.ts';

/** Steps for writing the logs, in order; plain data that another thread can receive. A log is identified by its number. */
export type LogStep =
  | {
      readonly kind: 'open';
      readonly log: number;
      readonly group: LogGroup;
      readonly path: string;
      /** Slots of the group's experiment. */
      readonly slots: SlotKinds;
    }
  /** The rows since the last step, of one item, model and condition, belong to this log. */
  | {
      readonly kind: 'add';
      readonly log: number;
      /** Text of the item; null: its id is shown. */
      readonly text: string | null;
      readonly calls: readonly TranscriptCall[];
      /** The rows with the executions of another run, which score them; null: their own do. */
      readonly scored: JoinedRows | null;
      /** Whether the answer of each epoch is right; null in experiments whose answers are neither. */
      readonly answers: readonly (LoggedAnswer | null)[];
    }
  /** Ends a log without more items: its data is released. */
  | { readonly kind: 'close'; readonly log: number }
  /** Completes all logs, which show the estimates and findings. */
  | { readonly kind: 'finish'; readonly found: LogResults };

/** Creates samples of items and writes them into their logs. */
export class LogWriter {
  readonly #source: LogSource;
  readonly #logs = new Map<number, OpenLog>();
  /** Rows of the item that is added next. */
  #rows: OutcomeRow[] = [];

  constructor(source: LogSource) {
    this.#source = source;
  }

  row(row: OutcomeRow): void {
    if (isLogged(row)) this.#rows.push(row);
  }

  carryOut(step: LogStep): void {
    switch (step.kind) {
      case 'open':
        this.#logs.set(step.log, { file: new InspectLog(step.group, step.path, this.#source), slots: step.slots });
        break;
      case 'add':
        this.#add(step);
        break;
      case 'close':
        this.#logs.get(step.log)?.file.close();
        break;
      case 'finish':
        for (const { file } of this.#logs.values()) file.finish(step.found);
        break;
      default:
        assertNever(step);
    }
  }

  #add({ log, text, calls, scored, answers }: AddStep): void {
    const own = this.#rows;
    const rows = scored?.rows.filter(isLogged) ?? own;
    const [first] = rows;
    const open = this.#logs.get(log);
    if (first === undefined || open === undefined) return;
    this.#rows = [];
    const executed = scored?.executed ?? null;
    const item = {
      text,
      calls,
      slots: open.slots,
      place: first,
      outcomes: rows.map(({ outcome }) => outcome),
      executed,
      answers,
      own,
    };
    const start = createdAt(this.#source.runs.find(({ id }) => id === first.run) ?? null);
    for (let epoch = 1; epoch <= samplesOf(rows); epoch += 1) open.file.add(sampleOf(item, epoch, start));
  }
}

/** Returns whether a row is logged; the other reading of a recording is not a separate outcome. */
export function isLogged({ reader }: OutcomeRow): boolean {
  return reader !== 'recorded';
}

/** Returns the number of samples of an item's rows: one per epoch. */
export function samplesOf(rows: readonly OutcomeRow[]): number {
  return Math.max(1, ...rows.map(({ outcome }) => epochsOf(outcome)));
}

type AddStep = Extract<LogStep, { kind: 'add' }>;

interface OpenLog {
  readonly file: InspectLog;
  readonly slots: SlotKinds;
}

interface LogItem extends Pick<AddStep, 'text' | 'calls' | 'answers'>, Pick<OpenLog, 'slots'> {
  readonly place: Omit<OutcomeRow, 'outcome'>;
  readonly outcomes: readonly Outcome[];
  /** The outcomes as the run has them. */
  readonly own: readonly OutcomeRow[];
  /** Where the executions are, if not in the run of the log. */
  readonly executed: ExecutedIn | null;
}

/** Creates the sample of an epoch, counted from 1. */
function sampleOf(
  { place, outcomes, own, text, calls, slots, executed, answers }: LogItem,
  epoch: number,
  start: string,
): InspectSample {
  const scored = sampleScore(outcomes, epoch - 1, slots);
  const rows = epoch === 1 ? outcomeFields(own, text) : {};
  const score = { ...scored, metadata: { ...scored.metadata, ...rows } };
  const events = modelEvents(calls, { slots, epoch, start });
  return {
    id: sampleId(place.item),
    epoch,
    input: text ?? place.item,
    target: targetOf(score),
    model: place.model,
    score,
    answer: answers[epoch - 1] ?? null,
    cluster: place.cluster,
    metadata: {
      ...{ item: place.item, cluster: place.cluster, condition: place.condition },
      ...placeFields(place),
      ...(executed === null ? {} : { scored_against: executed }),
    },
    isScoredElsewhere: executed !== null,
    events,
    conversation: conversationOf(events),
    usage: usageOfEvents(events, epoch),
    uuid: sha256(JSON.stringify([place.run, place.item, place.model, place.condition, epoch])).slice(0, 22),
    times: timesOf(events),
  };
}

/** Returns an id that is safe as a zip member name: an item's own id may contain anything. */
function sampleId(item: string): string {
  const plain = item.replace(/[^A-Za-z0-9.-]+|\.{2,}|^\./g, '-').slice(0, 60);
  return plain === item ? plain : `${plain}-${sha256(item).slice(0, 10)}`;
}
