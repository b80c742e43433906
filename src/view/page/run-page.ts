import type { OutcomeExport } from '../../report/export/export-outcomes.ts';
import type { FinishedReport } from '../../report/export/report-page.ts';
import { bibtex } from '../../report/methods/bibtex.ts';
import { whatIsMeasured } from '../../report/methods/caveats.ts';
import type { ReportFacts } from '../../report/report-input.ts';
import { buildReportModel, type ReportModel } from '../../report/report-model.ts';
import { studySectionId } from '../../report/tables/study-section.ts';
import { verdictSectionId } from '../../report/tables/verdict-table.ts';
import type { ReportSection } from '../../results/page.ts';
import type { RunPage } from '../contract/contract.ts';
import type { Headline } from '../contract/contract-figure.ts';
import { headlineFigure, pageFigures } from './page-figures.ts';

/** Id of a page about several runs together. */
export const togetherId = 'all';

interface PageParts {
  /** Content and figures that are made already; null: they are made here. */
  readonly drawn?: FinishedReport['drawn'];
  /** The figure of the study that the runs belong to; null: the figure of the findings comes first. */
  readonly headline?: Headline | null;
}

/** Returns everything on the page of these runs, except rows. Draws figures unless they are already drawn. */
export async function runPageOf(
  facts: ReportFacts,
  pass: OutcomeExport,
  { drawn = null, headline = null }: PageParts = {},
): Promise<RunPage> {
  const content = drawn?.content ?? buildReportModel(facts, pass);
  const [only] = facts.runs;
  return {
    id: only !== undefined && facts.runs.length === 1 ? only.id : togetherId,
    runs: facts.runs.map(({ id }) => id),
    question: facts.results.question,
    subtitle: content.subtitle,
    results: facts.results,
    headline: headline ?? (await headlineFigure(facts.results.findings)),
    whatIsMeasured,
    notes: [...content.caveats],
    sections: sectionsOf(content),
    figures: await pageFigures(
      headline === null
        ? content.figures.filter(({ name }) => name !== 'findings')
        : content.figures.filter((figure) => !facts.studyFigures?.includes(figure)), // the page of the study has them
      drawn?.svgs,
    ),
    missing: content.missing.map((loss) => ({ ...loss, examples: [...loss.examples] })),
    methods: [...content.methods],
    provenance: content.provenance.map(({ run, facts: all }) => ({ run, facts: [...all] })),
    cite: bibtex,
  };
}

/** Returns the sections of the report without that which comes first on the page: the study's, or the verdicts. */
function sectionsOf(content: ReportModel): readonly ReportSection[] {
  const isOfStudy = content.sections.some(({ id }) => id === studySectionId);
  return content.sections.filter(({ id }) => id !== (isOfStudy ? studySectionId : verdictSectionId));
}
