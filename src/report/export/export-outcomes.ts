import { CalibrationPoints, type CalibrationRow } from '../../analyze/estimates/calibration-points.ts';
import { experimentNamed } from '../../experiments/registry.ts';
import { missingReason, type OutcomeRow } from '../../outcome-kinds/outcome-kinds.ts';
import type { ReportTable } from '../../results/page.ts';
import type { ShownRows } from '../input/redact-unlicensed.ts';
import type { ReportSource, TranscriptCall } from '../input/report-input.ts';
import type { LogResults } from '../inspect-logs/header.ts';
import { isLogged } from '../inspect-logs/log-writer.ts';
import { MissingExamples, type MissingRow } from '../methods/missing-data.ts';
import type { JoinedRows } from '../methods/other-executions.ts';
import { safeJson } from '../render/safe-json.ts';
import { WrittenExamples } from '../tables/written-examples.ts';
import { InspectLogs, type ItemCalls } from './inspect-logs.ts';
import type { ReportFolder } from './report-folder.ts';
import { type RowFiles, RowFilesThread, rowFilesHere } from './row-files.ts';
import { TextFile } from './text-file.ts';

/** Results of one pass over all outcomes, besides the files that it writes. */
export interface OutcomeExport {
  readonly calibration: readonly CalibrationRow[];
  readonly missing: readonly MissingRow[];
  /** Examples of texts that the models wrote. */
  readonly examples: readonly ReportTable[];
  /** Number of rows whose items were withheld from the exports. */
  readonly withheld: number;
  readonly rows: number;
}

/** Number of samples from which writing them is worth a thread, which takes a few megabytes. */
const manySamples = 4_000;

interface AboutRows {
  /** The item's calls, for transcripts. */
  readonly calls?: ItemCalls | undefined;
  /** The rows, as they may be shown, with the executions of another run; null or absent: they have their own or none. */
  readonly scored?: JoinedRows | null;
}

/** Writes outcomes as JSON lines and Inspect logs while they are read; memory is nearly independent of their number. */
export class OutcomeFiles {
  readonly #calibration = new CalibrationPoints();
  readonly #missing = new MissingExamples();
  readonly #examples = new WrittenExamples();
  readonly #source: ReportSource;
  readonly #files: RowFiles;
  readonly #logs: InspectLogs;
  readonly #texts: ItemTexts;
  #withheld = 0;
  #rows = 0;

  constructor(source: ReportSource, folder: ReportFolder) {
    this.#source = source;
    const { runs, datasets } = source;
    const files = { lines: folder.place('outcomes.jsonl'), runs, datasets };
    this.#files = expectedSamples(runs) < manySamples ? rowFilesHere(files) : new RowFilesThread(files);
    this.#logs = new InspectLogs(source, folder, this.#files);
    this.#texts = new ItemTexts(folder);
  }

  /** Adds the rows of one item, model and condition, also as they may be shown. */
  async add(rows: readonly OutcomeRow[], shown: ShownRows, { calls, scored = null }: AboutRows): Promise<void> {
    const [first] = rows;
    if (first === undefined) return;
    await this.#files.room();
    const open = shown.isOpen;
    const logged: OutcomeRow[] = [];
    const originals: OutcomeRow[] = [];
    for (const [index, row] of rows.entries()) {
      const written = shown.rows[index] as OutcomeRow; // one for each row
      this.#files.row(written, safeJson(written));
      if (!isLogged(row)) continue;
      logged.push(written);
      originals.push(row);
      this.#keep(row, written, open);
    }
    await this.#logs.add({ shown: logged, originals }, open ? { row: first, calls } : null, scored);
    if (open && calls !== undefined && logged.length > 0) {
      this.#texts.add(first, this.#source.itemText?.(first) ?? null, await calls());
    }
  }

  /** Completes the files; the logs show the estimates and findings. */
  async finish(found: LogResults): Promise<OutcomeExport> {
    this.#logs.finish(found);
    await this.#files.finish();
    this.#texts.close();
    return {
      calibration: this.#calibration.rows(),
      missing: this.#missing.rows(),
      examples: this.#examples.tables(),
      withheld: this.#withheld,
      rows: this.#rows,
    };
  }

  /** Releases all resources; to be called also after a failure. */
  close(): void {
    this.#files.close();
    this.#texts.close();
  }

  /** Keeps the parts of a row that the report shows. */
  #keep(row: OutcomeRow, shown: OutcomeRow, open: boolean): void {
    this.#rows += 1;
    if (!open) this.#withheld += 1;
    this.#calibration.add(row);
    const { slots } = experimentNamed(this.#source.experiments, row.experiment);
    const loss = missingReason(row.outcome, slots);
    if (loss !== null) this.#missing.add(shown, loss);
    this.#examples.add(shown, (open ? this.#source.itemText?.(row) : null) ?? shown.item);
  }
}

function expectedSamples(runs: ReportSource['runs']): number {
  const planned = runs.flatMap(({ config: { models, samples, experiments } }) =>
    experiments.map(({ dataset, conditions }) => dataset.items * conditions.length * models.length * samples),
  );
  return planned.reduce((sum, items) => sum + items, 0);
}

/** Writes `items.jsonl`: one line per item, model and condition with the item's text and every prompt and answer. */
class ItemTexts {
  readonly #folder: ReportFolder;
  /** Null until the first line is written. */
  #file: TextFile | null = null;

  constructor(folder: ReportFolder) {
    this.#folder = folder;
  }

  add(row: OutcomeRow, text: string | null, calls: readonly TranscriptCall[]): void {
    this.#file ??= new TextFile(this.#folder.place('items.jsonl'));
    const { run, experiment, model, condition, item } = row;
    const sessions = calls.map(({ slot, part, sample, model: called, messages, answer }) => ({
      ...{ slot, part, sample, model: called, messages },
      answer: answer?.text ?? null,
      reasoning: answer?.reasoning ?? null,
      ...(answer?.inserted === undefined ? {} : { inserted: answer.inserted }),
    }));
    this.#file.writeLine(safeJson({ run, experiment, model, condition, item, text, sessions }));
  }

  close(): void {
    this.#file?.close();
    this.#file = null;
  }
}
