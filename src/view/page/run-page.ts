import type { OutcomeExport } from '../../report/export/export-outcomes.ts';
import type { FinishedReport } from '../../report/export/report-page.ts';
import { bibtex } from '../../report/methods/bibtex.ts';
import { whatIsMeasured } from '../../report/methods/caveats.ts';
import type { ReportFacts } from '../../report/report-input.ts';
import { buildReportModel, type ReportModel } from '../../report/tables/report-model.ts';
import type { ReportTable } from '../../report/tables/report-table.ts';
import type { RunPage } from '../contract/contract.ts';
import { headlineFigure, pageFigures } from './page-figures.ts';
import { pageSection } from './page-tables.ts';

interface Section {
  readonly id: string;
  readonly title: string;
  readonly lead: string;
  readonly tables: readonly ReportTable[];
}

/** Id of a page about several runs together. */
export const togetherId = 'all';

/** Returns everything on the page of these runs, except rows. Draws figures unless they are already drawn. */
export async function runPageOf(
  facts: ReportFacts,
  pass: OutcomeExport,
  drawn: FinishedReport['drawn'] = null,
): Promise<RunPage> {
  const content = drawn?.content ?? buildReportModel(facts, pass);
  const [only] = facts.runs;
  return {
    id: only !== undefined && facts.runs.length === 1 ? only.id : togetherId,
    runs: facts.runs.map(({ id }) => id),
    question: facts.results.question,
    subtitle: content.subtitle,
    results: facts.results,
    headline: await headlineFigure(facts.results.findings),
    whatIsMeasured,
    notes: [...content.caveats],
    sections: sectionsOf(content).map(pageSection),
    figures: await pageFigures(
      content.figures.filter(({ name }) => name !== 'findings'),
      drawn?.svgs,
    ),
    missing: content.missing.map((loss) => ({ ...loss, examples: [...loss.examples] })),
    methods: [...content.methods],
    provenance: content.provenance.map(({ run, facts: all }) => ({ run, facts: [...all] })),
    cite: bibtex,
  };
}

/** Returns the sections of the report without the verdicts, which come first on the page. */
function sectionsOf(content: ReportModel): readonly Section[] {
  return content.sections
    .filter(({ id }) => id !== 'verdicts')
    .map(({ id, title, lead, absence, tables }) => ({
      id,
      title,
      lead: [...(lead === null ? [] : [lead]), ...(absence === null ? [] : [`Not measured here: ${absence}.`])].join(
        ' ',
      ),
      tables,
    }));
}
