import { join } from 'node:path';
import type { Command } from 'commander';
import { type RaschMethod, raschReport } from '../../analyze/rasch/rasch-table.ts';
import { readText } from '../../dataset/files/read-text.ts';
import { dataFolder } from '../../dataset/shipped.ts';
import { raschSection } from '../../report/model/rasch-tables.ts';
import { safeJson } from '../../report/render/safe-json.ts';
import { terminalSections } from '../../report/render/terminal.ts';
import { print } from '../../util/terminal.ts';
import { isSet, textOption } from '../flags/command-options.ts';
import { terminalOptions } from '../flags/terminal-options.ts';

/** Fits abilities and difficulties to a table of scores; without a file, to the published table. */
export function rasch(file: string | null, command: Command): void {
  const method: RaschMethod = textOption(command, 'method') === 'paper' ? 'paper' : 'ml';
  const path = file ?? join(dataFolder, 'published', 'benchmarks.csv');
  const report = raschReport(readText(path), method);
  const source = file ?? "the paper's Table 1 (data/published/benchmarks.csv)";
  const text = isSet(command, 'json')
    ? safeJson(report)
    : terminalSections([raschSection(report, source)], terminalOptions(command));
  print(text);
}
