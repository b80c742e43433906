import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { lossOf } from '../analyse/loss.ts';
import type { CalibrationRow } from '../figure/calibration.ts';
import { CalibrationPoints } from './calibration-points.ts';
import type { ReportInput } from './input.ts';
import { InspectLogs } from './inspect/logs.ts';
import { LossExamples, type LossRow } from './losses.ts';
import { safeJson } from './safe-json.ts';
import { TextFile } from './text-file.ts';
import { exportRule, withheldRow } from './withheld.ts';

/** What one reading of all outcomes leaves behind, beside the files that it writes. */
export interface OutcomePass {
  readonly calibration: readonly CalibrationRow[];
  readonly losses: readonly LossRow[];
  /** Rows whose items were withheld from the exports. */
  readonly withheld: number;
  readonly rows: number;
  /** Paths inside the folder. */
  readonly files: readonly string[];
}

/** Reads the outcomes once, writing them as JSON lines and Inspect logs; memory does not grow with their number. */
export async function passOutcomes(input: ReportInput, folder: string): Promise<OutcomePass> {
  const exportable = exportRule(input);
  const calibration = new CalibrationPoints();
  const losses = new LossExamples();
  mkdirSync(join(folder, 'inspect'), { recursive: true });
  const lines = new TextFile(join(folder, 'outcomes.jsonl'));
  const logs = new InspectLogs(input, folder);
  let withheld = 0;
  let rows = 0;
  try {
    for await (const row of input.outcomes) {
      const open = exportable(row);
      const shown = open ? row : withheldRow(row);
      lines.write(`${safeJson(shown)}\n`);
      rows += 1;
      if (!open) withheld += 1;
      if (row.reader === 'recorded') continue;
      calibration.add(row);
      const loss = lossOf(row.outcome);
      if (loss !== null) losses.add(shown, loss);
      await logs.add(shown, open ? row : null);
    }
    await logs.finish();
  } finally {
    lines.close();
  }
  return {
    calibration: calibration.rows(),
    losses: losses.rows(),
    withheld,
    rows,
    files: ['outcomes.jsonl', ...logs.files],
  };
}
