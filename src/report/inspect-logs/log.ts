import { ClusteredSums } from '../../analyze/estimates/clustered-mean.ts';
import { meanItemScore } from '../../outcome-kinds/outcome-kinds.ts';
import type { LoggedAnswer } from '../input/logged-answer.ts';
import type { ReportSource } from '../input/report-input.ts';
import { jsonWithNaN } from '../render/safe-json.ts';
import { GrowingBytes } from './growing-bytes.ts';
import { headerOf, type LogGroup, type LogResults, startOf } from './header.ts';
import type { InspectSample, InspectScore } from './json-types.ts';
import { noUsage, sumOfUsage } from './log-usage.ts';
import { sampleJson } from './sample-json.ts';
import { ZipFile } from './zip-file.ts';

/** The scores of an item's scored epochs. */
interface Reduced {
  readonly id: string;
  readonly cluster: string;
  readonly scores: number[];
  /** How right the answers are that count. */
  readonly right: number[];
}

/** Returns the beginning of the reductions of a scorer. */
function beforeReductions(scorer: string): string {
  return `[{"scorer":"${scorer}","reducer":"mean","samples":[`;
}

/** What a log contains besides its samples. */
export type LogSource = Pick<ReportSource, 'runs' | 'datasets'>;

/** One Inspect log (`.eval`): a zip with a member for each sample, readable even if it is unfinished. */
export class InspectLog {
  readonly group: LogGroup;
  samples = 0;
  readonly #source: LogSource;
  readonly #archive: ZipFile;
  /** A JSON list without its end. */
  #summaries = new GrowingBytes();
  /** Means over the epochs of each item: a JSON list without its end. */
  #reductions = new GrowingBytes();
  /** The item whose epochs are being added; they are adjacent. */
  #item: Reduced | null = null;
  #scored = 0;
  /** Whether predictions are scored: not of an imported log with grades. */
  #predicts = true;
  /** Values of items that executions of another run score. */
  readonly #elsewhere = new ClusteredSums();
  #isScoredElsewhere = false;
  /** How right the answers are, and how many count; null where answers are neither right nor wrong. */
  #right: { readonly sums: ClusteredSums; scored: number } | null = null;
  #usage = noUsage;
  #closed = false;

  constructor(group: LogGroup, path: string, source: LogSource) {
    this.group = group;
    this.#source = source;
    this.#archive = new ZipFile(path);
    const run = source.runs.find(({ id }) => id === group.run) ?? null;
    this.#archive.add('_journal/start.json', jsonWithNaN(startOf(group, run, source)));
  }

  add(sample: InspectSample): void {
    const { id, epoch, score, cluster, answer } = sample;
    const json = sampleJson(sample);
    this.samples += 1;
    this.#archive.add(`samples/${id}_epoch_${epoch}.json`, json.sample);
    this.#summaries.add(this.#summaries.length === 0 ? '[' : ',');
    this.#summaries.add(json.summary);
    this.#usage = sumOfUsage(this.#usage, sample.usage);
    this.#isScoredElsewhere ||= sample.isScoredElsewhere;
    this.#reduce({ id, cluster }, score);
    if (answer !== null) this.#countAnswer(answer);
  }

  #countAnswer({ right }: LoggedAnswer): void {
    this.#right ??= { sums: new ClusteredSums(), scored: 0 };
    if (right === null) return;
    this.#right.scored += 1;
    this.#item?.right.push(right === 'no answer' ? 0 : right);
  }

  /** Ends the samples: writes and releases the kept data. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#summaries.add(this.#summaries.length === 0 ? '[]' : ']');
    this.#archive.add('summaries.json', this.#summaries.bytes());
    this.#reduceItem();
    this.#reductions.add(this.#reductions.length === 0 ? `${beforeReductions(this.#scorer)}]}]` : ']}]');
    this.#archive.add('reductions.json', this.#reductions.bytes());
    this.#summaries = new GrowingBytes();
    this.#reductions = new GrowingBytes();
  }

  finish(found: LogResults): void {
    this.close();
    const meanElsewhere = this.#isScoredElsewhere ? this.#elsewhere.mean() : null;
    const right = this.#right === null ? null : { mean: this.#right.sums.mean(), scored: this.#right.scored };
    const counts = {
      ...{ samples: this.samples, scored: this.#scored, predicts: this.#predicts, usage: this.#usage },
      ...{ mean: meanElsewhere, right },
    };
    this.#archive.add('header.json', jsonWithNaN(headerOf(this.group, counts, { ...this.#source, ...found })));
    this.#archive.finish();
  }

  #reduce({ id, cluster }: Pick<InspectSample, 'id' | 'cluster'>, { value }: InspectScore): void {
    if (this.#item?.id !== id) this.#reduceItem();
    this.#item ??= { id, cluster, scores: [], right: [] };
    if (value === null) this.#predicts = false;
    if (value === null || Number.isNaN(value)) return;
    this.#scored += 1;
    this.#item.scores.push(value);
  }

  get #scorer(): string {
    return this.#predicts ? 'self_prediction' : 'accuracy';
  }

  /** Ends an item: adds the mean over its scored epochs. */
  #reduceItem(): void {
    if (this.#item === null) return;
    const { id, cluster, scores, right } = this.#item;
    this.#item = null;
    const value = meanItemScore(scores);
    if (value !== null) this.#elsewhere.add(cluster, value);
    const share = meanItemScore(right);
    if (share !== null) this.#right?.sums.add(cluster, share);
    this.#reductions.add(this.#reductions.length === 0 ? beforeReductions(this.#scorer) : ',');
    this.#reductions.add(
      jsonWithNaN({ value: (this.#predicts ? value : share) ?? Number.NaN, history: [], sample_id: id }),
    );
  }
}
