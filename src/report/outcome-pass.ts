import type { Estimate } from '../analyse/estimate.ts';
import { lossOf } from '../analyse/loss.ts';
import type { CalibrationRow } from '../figure/calibration.ts';
import type { OutcomeRow } from '../score/outcome.ts';
import { CalibrationPoints } from './calibration-points.ts';
import type { ReportInput, ReportSource } from './input.ts';
import { InspectLogs, type ItemCalls } from './inspect/logs.ts';
import { LossExamples, type LossRow } from './losses.ts';
import type { ReportFolder } from './report-folder.ts';
import { safeJson } from './safe-json.ts';
import type { ReportTable } from './tables.ts';
import { TextFile } from './text-file.ts';
import { exportRule, withheldRow } from './withheld.ts';
import { WrittenExamples } from './written-examples.ts';

/** What one reading of all outcomes leaves behind, beside the files that it writes. */
export interface OutcomePass {
  readonly calibration: readonly CalibrationRow[];
  readonly losses: readonly LossRow[];
  /** Some of what the models wrote themselves. */
  readonly examples: readonly ReportTable[];
  /** Rows whose items were withheld from the exports. */
  readonly withheld: number;
  readonly rows: number;
}

/** Writes outcomes as JSON lines and Inspect logs while they are read; memory hardly grows with their number. */
export class OutcomeFiles {
  readonly #exportable: (row: OutcomeRow) => boolean;
  readonly #calibration = new CalibrationPoints();
  readonly #losses = new LossExamples();
  readonly #examples = new WrittenExamples();
  readonly #source: ReportSource;
  readonly #lines: TextFile;
  readonly #logs: InspectLogs;
  #withheld = 0;
  #rows = 0;

  constructor(source: ReportSource, folder: ReportFolder) {
    this.#source = source;
    this.#exportable = exportRule(source);
    this.#lines = new TextFile(folder.place('outcomes.jsonl'));
    this.#logs = new InspectLogs(source, folder);
  }

  /** Rows of one item, model and condition come one after another. `calls`: those of the item, for transcripts. */
  async add(row: OutcomeRow, calls?: ItemCalls): Promise<void> {
    const open = this.#exportable(row);
    const shown = open ? row : withheldRow(row);
    this.#lines.write(`${safeJson(shown)}\n`);
    if (row.reader === 'recorded') return; // the other reading of an outcome that counts already
    this.#rows += 1;
    if (!open) this.#withheld += 1;
    this.#calibration.add(row);
    const loss = lossOf(row.outcome);
    if (loss !== null) this.#losses.add(shown, loss);
    this.#examples.add(shown, (open ? this.#source.itemText?.(row) : null) ?? shown.item);
    await this.#logs.add(shown, open ? { row, calls } : null);
  }

  /** Completes the logs, which show the estimates. */
  async finish(estimates: readonly Estimate[]): Promise<OutcomePass> {
    await this.#logs.finish(estimates);
    return {
      calibration: this.#calibration.rows(),
      losses: this.#losses.rows(),
      examples: this.#examples.tables(),
      withheld: this.#withheld,
      rows: this.#rows,
    };
  }

  /** In any case, also after a failure. */
  close(): void {
    this.#lines.close();
    this.#logs.close();
  }
}

/** Reads the outcomes of an input once, writing them. */
export async function passOutcomes(input: ReportInput, folder: ReportFolder): Promise<OutcomePass> {
  const files = new OutcomeFiles(input, folder);
  const { transcript } = input;
  try {
    for await (const row of input.outcomes) {
      await files.add(row, transcript === undefined ? undefined : () => transcript(row));
    }
    return await files.finish(input.estimates);
  } finally {
    files.close();
  }
}
