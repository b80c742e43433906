import { join } from 'node:path';
import type { Command } from 'commander';
import { type RaschMethod, raschReport } from '../../analyse/rasch-table.ts';
import { readText } from '../../dataset/read-text.ts';
import { dataFolder } from '../../dataset/shipped.ts';
import { safeJson } from '../../report/safe-json.ts';
import { terminalRasch } from '../../report/terminal-rasch.ts';
import { isSet, print, textOption } from './store-option.ts';

/** Fits abilities and difficulties to a table of scores; without a file, to the published one. */
export function rasch(file: string | null, command: Command): void {
  const method: RaschMethod = textOption(command, 'method') === 'paper' ? 'paper' : 'ml';
  const path = file ?? join(dataFolder, 'published', 'benchmarks.csv');
  const report = raschReport(readText(path), method);
  const source = file ?? "the paper's Table 1 (data/published/benchmarks.csv)";
  print(isSet(command, 'json') ? safeJson(report) : terminalRasch(report, source));
}
