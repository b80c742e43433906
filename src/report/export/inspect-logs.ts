import { plainSlotKinds, type SlotKinds } from '../../domain/slot.ts';
import { experimentNamed } from '../../experiments/registry.ts';
import type { OutcomeRow } from '../../outcome-kinds/outcome-kinds.ts';
import { NestedMap } from '../../util/nested-map.ts';
import { type LoggedAnswer, loggedAnswer } from '../input/logged-answer.ts';
import type { ReportSource, TranscriptCall } from '../input/report-input.ts';
import { createdAt, type LogResults, logFileName } from '../inspect-logs/header.ts';
import { samplesOf } from '../inspect-logs/log-writer.ts';
import type { JoinedRows } from '../methods/other-executions.ts';
import type { ReportFolder } from './report-folder.ts';
import type { RowFiles } from './row-files.ts';

/** Samples per log, after which a new part begins: zip directories and viewers work best with small logs. */
const mostSamples = 2_000;

export type ItemCalls = () => readonly TranscriptCall[] | Promise<readonly TranscriptCall[]>;

/** The rows of one item, model and condition. */
interface ItemRows {
  /** As they may be shown. */
  readonly shown: readonly OutcomeRow[];
  /** Before texts were taken out: they say how right the answers are. */
  readonly originals: readonly OutcomeRow[];
}

/** An item's unredacted row, with the calls behind it. */
interface Original {
  readonly row: OutcomeRow;
  readonly calls: ItemCalls | undefined;
}

/** The part of a group's logs that is being filled. */
interface Part {
  number: number;
  part: number;
  samples: number;
}

/** Sorts rows into Inspect logs, one for each run, experiment, model and condition. */
export class InspectLogs {
  readonly #source: ReportSource;
  readonly #folder: ReportFolder;
  readonly #files: RowFiles;
  readonly #open = new NestedMap<Part>();
  readonly #slots = new Map<string, SlotKinds>();
  #logs = 0;

  constructor(source: ReportSource, folder: ReportFolder, files: RowFiles) {
    this.#source = source;
    this.#folder = folder;
    this.#files = files;
  }

  /**
   * Adds the rows of one item, model and condition, which the files have received. A null original is withheld. `scored`:
   * the rows with the executions of another run, which score them; null: their own do.
   */
  async add({ shown: rows, originals }: ItemRows, original: Original | null, scored: JoinedRows | null): Promise<void> {
    const [first] = rows;
    if (first === undefined) return;
    const calls = (await original?.calls?.()) ?? [];
    const text = original === null ? null : (this.#source.itemText?.(original.row) ?? null);
    const executed = scored?.rows ?? rows;
    const log = this.#logOf(first, samplesOf(executed));
    this.#files.take({ kind: 'add', log, text, calls, scored, answers: this.#answersOf(scored?.rows ?? originals) });
  }

  /** Returns whether the answer of each epoch is right, where the item is one question; empty where answers are neither. */
  #answersOf(rows: readonly OutcomeRow[]): readonly (LoggedAnswer | null)[] {
    const [first, ...others] = rows;
    if (first === undefined || others.length > 0) return [];
    const experiment = experimentNamed(this.#source.experiments, first.experiment);
    if (experiment.rightShare === undefined) return [];
    return Array.from({ length: samplesOf(rows) }, (_, epoch) => loggedAnswer(experiment, first.outcome, epoch));
  }

  /** Returns slots as plain data, because a step may be sent to another thread. */
  #slotsOf(name: string): SlotKinds {
    const known = this.#slots.get(name) ?? plainSlotKinds(experimentNamed(this.#source.experiments, name).slots);
    this.#slots.set(name, known);
    return known;
  }

  finish(found: LogResults): void {
    this.#files.take({ kind: 'finish', found });
  }

  /** Returns the log with capacity for this many samples. */
  #logOf({ run, experiment, model, condition }: OutcomeRow, samples: number): number {
    const first = { number: 0, part: -1, samples: mostSamples };
    const open = this.#open.get([run, experiment, model, condition], () => first);
    if (open.samples >= mostSamples) {
      if (open.part >= 0) this.#files.take({ kind: 'close', log: open.number });
      this.#logs += 1;
      open.number = this.#logs;
      open.part += 1;
      open.samples = 0;
      const created = createdAt(this.#source.runs.find(({ id }) => id === run) ?? null);
      const group = { run, experiment, model, condition, part: open.part };
      const path = this.#folder.place(`inspect/${logFileName(group, created)}`);
      this.#files.take({ kind: 'open', log: open.number, group, path, slots: this.#slotsOf(experiment) });
    }
    open.samples += samples;
    return open.number;
  }
}
