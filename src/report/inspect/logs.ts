import type { Estimate } from '../../analyse/estimate.ts';
import type { Outcome, OutcomeRow } from '../../score/outcome.ts';
import { NestedMap } from '../../util/nested-map.ts';
import type { ReportSource, TranscriptCall } from '../input.ts';
import type { ReportFolder } from '../report-folder.ts';
import { createdAt, logFileName } from './header.ts';
import { type LogSteps, LogThread, stepsHere } from './log-steps.ts';
import { samplesOf } from './log-writer.ts';

/** Samples a log, after which a next part is begun: zip directories, and viewers, want to be small. */
const mostSamples = 2_000;

/** From so many samples on, writing them is worth a thread, which takes some megabytes. */
const manySamples = 4_000;

/** Calls of an item with what came back. */
export type ItemCalls = () => readonly TranscriptCall[] | Promise<readonly TranscriptCall[]>;

/** A row as it is, with the calls behind its item. */
interface Original {
  readonly row: OutcomeRow;
  readonly calls: ItemCalls | undefined;
}

interface Pending {
  /** As it may be shown. */
  readonly row: OutcomeRow;
  readonly original: Original | null;
  readonly outcomes: Outcome[];
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
  readonly #steps: LogSteps;
  readonly #open = new NestedMap<Part>();
  #logs = 0;
  #pending: Pending | null = null;

  constructor(source: ReportSource, folder: ReportFolder) {
    this.#source = source;
    this.#folder = folder;
    this.#steps = expectedSamples(source) < manySamples ? stepsHere(source) : new LogThread(source);
  }

  /** Rows of one item come one after another; a new item completes the one before. No original: it is withheld. */
  async add(row: OutcomeRow, original: Original | null): Promise<void> {
    if (this.#pending === null || !isSameItem(this.#pending.row, row)) {
      await this.#complete();
      this.#pending = { row, original, outcomes: [] };
    }
    this.#pending.outcomes.push(row.outcome);
  }

  async finish(estimates: readonly Estimate[]): Promise<void> {
    await this.#complete();
    this.#steps.take({ kind: 'finish', estimates });
    await this.#steps.finish();
  }

  /** In any case, also after a failure. */
  close(): void {
    this.#steps.close();
  }

  async #complete(): Promise<void> {
    const pending = this.#pending;
    if (pending === null) return;
    this.#pending = null;
    await this.#steps.room();
    const { row, original, outcomes } = pending;
    const calls = (await original?.calls?.()) ?? [];
    const text = original === null ? null : (this.#source.itemText?.(original.row) ?? null);
    const { outcome, ...place } = row;
    const item = { place, outcomes, text, calls };
    this.#steps.take({ kind: 'add', log: this.#logOf(row, samplesOf(item)), item });
  }

  /** The log that takes so many samples more. */
  #logOf({ run, experiment, model, condition }: OutcomeRow, samples: number): number {
    const first = { number: 0, part: -1, samples: mostSamples };
    const open = this.#open.get([run, experiment, model, condition], () => first);
    if (open.samples >= mostSamples) {
      if (open.part >= 0) this.#steps.take({ kind: 'close', log: open.number });
      this.#logs += 1;
      open.number = this.#logs;
      open.part += 1;
      open.samples = 0;
      const created = createdAt(this.#source.runs.find(({ id }) => id === run) ?? null);
      const group = { run, experiment, model, condition, part: open.part };
      const path = this.#folder.place(`inspect/${logFileName(group, created)}`);
      this.#steps.take({ kind: 'open', log: open.number, group, path });
    }
    open.samples += samples;
    return open.number;
  }
}

function expectedSamples({ runs }: ReportSource): number {
  const planned = runs.flatMap(({ config: { models, samples, experiments } }) =>
    experiments.map(({ dataset, conditions }) => dataset.items * conditions.length * models.length * samples),
  );
  return planned.reduce((sum, items) => sum + items, 0);
}

function isSameItem(a: OutcomeRow, b: OutcomeRow): boolean {
  const sameAsker = a.run === b.run && a.model === b.model && a.condition === b.condition;
  return sameAsker && a.item === b.item && a.experiment === b.experiment;
}
