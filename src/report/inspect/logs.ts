import type { Estimate } from '../../domain/estimate.ts';
import type { OutcomeRow } from '../../domain/outcome.ts';
import { NestedMap } from '../../util/nested-map.ts';
import type { ReportFolder } from '../export/report-folder.ts';
import type { RowFiles } from '../export/row-files.ts';
import type { ReportSource, TranscriptCall } from '../report-input.ts';
import { createdAt, logFileName } from './header.ts';
import { samplesOf } from './log-writer.ts';

/** Samples a log, after which a next part is begun: zip directories, and viewers, want to be small. */
const mostSamples = 2_000;

/** Calls of an item with what came back. */
export type ItemCalls = () => readonly TranscriptCall[] | Promise<readonly TranscriptCall[]>;

/** An item's row as it is, with the calls behind it. */
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
  #logs = 0;

  constructor(source: ReportSource, folder: ReportFolder, files: RowFiles) {
    this.#source = source;
    this.#folder = folder;
    this.#files = files;
  }

  /** The rows of one item, model and condition, which the files have been given. No original: it is withheld. */
  async add(rows: readonly OutcomeRow[], original: Original | null): Promise<void> {
    const [first] = rows;
    if (first === undefined) return;
    const calls = (await original?.calls?.()) ?? [];
    const text = original === null ? null : (this.#source.itemText?.(original.row) ?? null);
    this.#files.take({ kind: 'add', log: this.#logOf(first, samplesOf(rows)), text, calls });
  }

  finish(estimates: readonly Estimate[]): void {
    this.#files.take({ kind: 'finish', estimates });
  }

  /** The log that takes so many samples more. */
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
      this.#files.take({ kind: 'open', log: open.number, group, path });
    }
    open.samples += samples;
    return open.number;
  }
}
