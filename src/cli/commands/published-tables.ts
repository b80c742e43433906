import { join } from 'node:path';
import type { Command } from 'commander';
import { analyzeAttributes } from '../../analyze/attributes/analyze-attributes.ts';
import { publishedScores } from '../../analyze/attributes/published-scores.ts';
import { type RaschMethod, raschReport } from '../../analyze/rasch/rasch-table.ts';
import { readAttributes } from '../../data/files/attribute-file.ts';
import { readPublishedResults } from '../../data/files/published-results.ts';
import { readText } from '../../data/files/read-text.ts';
import { dataFolder } from '../../data/shipped-datasets.ts';
import { experimentRegistry } from '../../experiments/registry.ts';
import { taskNames } from '../../experiments/task-name.ts';
import { safeJson } from '../../report/render/safe-json.ts';
import { terminalSections } from '../../report/render/terminal-table.ts';
import { attributeSection } from '../../report/tables/attribute-tables.ts';
import { raschSection } from '../../report/tables/rasch-tables.ts';
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

/** Relates attributes to the published scores of the paper's fifteen models; without a file, the shipped attributes. */
export function attributes(file: string | null, command: Command): void {
  const table = readAttributes(file ?? join(dataFolder, 'published', 'attributes.csv'));
  const scores = publishedScores(readPublishedResults(), experimentRegistry());
  const results = analyzeAttributes(table, scores);
  print(
    isSet(command, 'json')
      ? safeJson(results)
      : terminalSections([attributeSection(results, taskNames(experimentRegistry()))], terminalOptions(command)),
  );
}
