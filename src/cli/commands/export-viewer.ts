import { analysisOf, type ReadRuns, readRuns } from '../../analyze/analyze-runs.ts';
import { raschReport } from '../../analyze/rasch/rasch-table.ts';
import { publishedBenchmarks } from '../../dataset/shipped-datasets.ts';
import { showRule } from '../../report/export/redact-unlicensed.ts';
import { ReportFolder } from '../../report/export/report-folder.ts';
import { reportSource } from '../../report/write-report-files.ts';
import type { ScoredItem } from '../../run/outcomes/outcome-rows.ts';
import { PagePass } from '../../view/page/page-pass.ts';
import { StaticPageFiles } from '../../view/page/static-page-files.ts';
import { studiesOfRuns } from '../../view/page/study-page.ts';

/** Writes the viewer with the data of runs as static files for any web host. */
export async function exportViewer(read: ReadRuns, path: string): Promise<readonly string[]> {
  const source = await reportSource(read);
  const folder = new ReportFolder(path);
  const page = new StaticPageFiles(source, folder, await studiesOfRuns(read.store, read.runs));
  const pass = new PagePass(read.experiments);
  const collector = page.collectRows();
  const show = showRule(source);
  const add = async (item: ScoredItem) => {
    const shown = show(item.rows);
    const described = page.add(item, shown);
    for (const row of shown.rows) collector.row(row);
    if (described !== null) collector.item(described);
    for (const row of shown.rows) {
      if (shown.isOpen) pass.add(row, source.itemText?.(row) ?? row.item);
      else pass.addWithheld(row);
    }
  };
  const gathered = await readRuns(read, add);
  const analysis = analysisOf(gathered, read);
  const facts = {
    ...source,
    estimates: analysis.estimates,
    spreads: analysis.spreads('all'),
    agreements: analysis.agreements(),
    results: analysis.results(),
    served: analysis.served,
    readings: analysis.readings,
    salvaged: analysis.salvaged,
    comparison: analysis.comparison(),
    attributes: analysis.attributes(),
    rasch: raschReport(publishedBenchmarks(), 'paper'),
    published: null,
  };
  await page.write('index.html', { facts, pass: pass.finish(), drawn: null, collected: collector.finish() });
  folder.finish();
  return folder.files;
}
