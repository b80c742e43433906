import type { ItemTask } from '../../src/answers/plan/item-task.ts';
import { experimentRegistry } from '../../src/experiments/registry.ts';
import type { OutcomeRow } from '../../src/outcome-kinds/outcome-kinds.ts';
import { type OutcomeExport, OutcomeFiles } from '../../src/report/export/export-outcomes.ts';
import { HtmlItems } from '../../src/report/export/html-items.ts';
import { ReportFolder } from '../../src/report/export/report-folder.ts';
import { finishReport } from '../../src/report/finish-report.ts';
import { showRule } from '../../src/report/input/redact-unlicensed.ts';
import type { WrittenReport } from '../../src/report/report-options.ts';
import type { ReportInput } from './report-input.ts';

const experiments = experimentRegistry();

/** Writes a report of generated outcomes, as the pipeline writes one of a store. */
export async function writeMadeReport(input: ReportInput, path: string): Promise<WrittenReport> {
  const folder = new ReportFolder(path);
  const items = new HtmlItems(input);
  const pass = await exportAll(input, folder, items);
  return finishReport(input, pass, { folder, items: items.html(), renderPng: null });
}

/** Reads the outcomes of an input once while writing them. */
export async function exportOutcomes(input: ReportInput, folder: ReportFolder): Promise<OutcomeExport> {
  return await exportAll(input, folder, new HtmlItems(input));
}

async function exportAll(input: ReportInput, folder: ReportFolder, items: HtmlItems) {
  const files = new OutcomeFiles(input, folder);
  const show = showRule(input);
  const { transcript } = input;
  try {
    for await (const rows of byItem(input.outcomes)) {
      const [first] = rows;
      // generated outcomes have no calls; only the experiment of their task is used
      const work = { experiment: experiments.get(first?.experiment ?? '') } as ItemTask;
      const shown = show(rows);
      items.add({ rows, calls: () => [], work }, shown);
      await files.add(rows, shown, {
        calls: transcript === undefined || first === undefined ? undefined : () => transcript(first),
      });
    }
    return await files.finish({ estimates: input.estimates, findings: input.results.findings });
  } finally {
    files.close();
  }
}

/** Groups the outcomes by item, model and condition. */
async function* byItem(outcomes: AsyncIterable<OutcomeRow>): AsyncGenerator<readonly OutcomeRow[]> {
  let together: OutcomeRow[] = [];
  for await (const row of outcomes) {
    const [first] = together;
    if (first !== undefined && !isSameItem(first, row)) {
      yield together;
      together = [];
    }
    together.push(row);
  }
  if (together.length > 0) yield together;
}

function isSameItem(a: OutcomeRow, b: OutcomeRow): boolean {
  const sameAsker = a.run === b.run && a.model === b.model && a.condition === b.condition;
  return sameAsker && a.item === b.item && a.experiment === b.experiment;
}
