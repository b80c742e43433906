import type { Estimate } from '../../analyse/estimate.ts';
import type { Outcome, OutcomeRow } from '../../score/outcome.ts';
import { sha256 } from '../../util/canonical-json.ts';
import { NestedMap } from '../../util/nested-map.ts';
import type { ReportSource, TranscriptCall } from '../input.ts';
import type { ReportFolder } from '../report-folder.ts';
import { type Archives, ArchiveThread, archivesHere } from './archives.ts';
import { createdAt } from './header.ts';
import type { InspectSample } from './json-types.ts';
import { InspectLog } from './log.ts';
import { epochsOf, sampleScore, targetOf } from './sample-score.ts';
import { modelEvents } from './transcript.ts';

/** Samples a log, after which a next part is begun: zip directories, and viewers, want to be small. */
const mostSamples = 2_000;

/** From so many samples on, packing them is worth a thread, which takes some megabytes. */
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

/** Sorts rows into Inspect logs, one for each run, experiment, model and condition. */
export class InspectLogs {
  readonly #source: ReportSource;
  readonly #folder: ReportFolder;
  readonly #archives: Archives;
  readonly #logs: InspectLog[] = [];
  readonly #open = new NestedMap<{ log: InspectLog | null }>();
  #pending: Pending | null = null;

  constructor(source: ReportSource, folder: ReportFolder) {
    this.#source = source;
    this.#folder = folder;
    this.#archives = expectedSamples(source) < manySamples ? archivesHere : new ArchiveThread();
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
    for (const log of this.#logs) {
      log.finish(estimates);
      await this.#archives.room();
    }
    await this.#archives.finish();
  }

  /** In any case, also after a failure. */
  close(): void {
    this.#archives.close();
  }

  async #complete(): Promise<void> {
    const pending = this.#pending;
    if (pending === null) return;
    this.#pending = null;
    await this.#archives.room();
    const { row, original, outcomes } = pending;
    const calls = await original?.calls?.();
    const text = original === null ? null : (this.#source.itemText?.(original.row) ?? null);
    const log = this.#logOf(row);
    const start = createdAt(this.#source.runs.find(({ id }) => id === row.run) ?? null);
    const epochs = Math.max(1, ...outcomes.map(epochsOf));
    for (let epoch = 1; epoch <= epochs; epoch += 1) {
      log.add(sampleOf({ row, outcomes, epoch, text, calls: calls ?? [], start }));
    }
  }

  #logOf({ run, experiment, model, condition }: OutcomeRow): InspectLog {
    const open = this.#open.get([run, experiment, model, condition], () => ({ log: null }));
    const known = open.log;
    if (known !== null && known.samples < mostSamples) return known;
    known?.close();
    const part = known === null ? 0 : known.group.part + 1;
    const created = createdAt(this.#source.runs.find(({ id }) => id === run) ?? null);
    const log = new InspectLog(
      { run, experiment, model, condition, part },
      { source: this.#source, folder: this.#folder, archives: this.#archives, created },
    );
    open.log = log;
    this.#logs.push(log);
    return log;
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

interface SampleParts {
  readonly row: OutcomeRow;
  readonly outcomes: readonly Outcome[];
  /** From 1. */
  readonly epoch: number;
  readonly text: string | null;
  readonly calls: readonly TranscriptCall[];
  readonly start: string;
}

function sampleOf({ row, outcomes, epoch, text, calls, start }: SampleParts): InspectSample {
  const score = sampleScore(outcomes, epoch - 1);
  const input = text ?? row.item;
  const message = { role: 'assistant', content: score.answer, source: 'generate', model: row.model };
  return {
    id: sampleId(row.item),
    epoch,
    input,
    target: targetOf(score),
    messages: [{ role: 'user', content: input, source: 'input' }, message],
    output: { model: row.model, choices: [{ message, stop_reason: 'stop' }], completion: score.answer },
    scores: { self_prediction: score },
    metadata: { item: row.item, cluster: row.cluster, condition: row.condition },
    store: {},
    events: modelEvents(calls, epoch, start),
    model_usage: {},
    role_usage: {},
    attachments: {},
  };
}

/** Ids become names of zip members: an item's own id may hold anything. */
function sampleId(item: string): string {
  const plain = item.replace(/[^A-Za-z0-9.-]+|\.{2,}|^\./g, '-').slice(0, 60);
  return plain === item ? plain : `${plain}-${sha256(item).slice(0, 10)}`;
}
