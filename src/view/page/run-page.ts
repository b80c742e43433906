import { namedComparison } from '../../analyze/compare/compare-models.ts';
import { nextSteps } from '../../analyze/next-steps/next-steps.ts';
import { taskNames } from '../../experiments/task-name.ts';
import { buildReportModel } from '../../report/build-report-model.ts';
import type { OutcomeExport } from '../../report/export/export-outcomes.ts';
import { comparisonFigure } from '../../report/figures/comparison-figure.ts';
import type { ReportFacts } from '../../report/input/report-input.ts';
import { bibtex } from '../../report/methods/bibtex.ts';
import type { ReportModel } from '../../report/render/report-model.ts';
import { selectionLines } from '../../report/render/run-lines.ts';
import { comparisonAnswer } from '../../report/tables/comparison-answer.ts';
import { comparisonScreen } from '../../report/tables/comparison-screen.ts';
import { studySectionId } from '../../report/tables/study-section.ts';
import { verdictSectionId } from '../../report/tables/verdict-table.ts';
import { isNothingCompared } from '../../results/comparison.ts';
import type { ReportSection } from '../../results/page.ts';
import type { ComparisonScreen, RunPage } from '../contract/contract.ts';
import { headlineFigure, pageFigure, pageFigures } from './page-figures.ts';

/** Maximum columns of the line about a compared run. */
const maxLineColumns = 160;

/** Id of a page about several runs together. */
export const togetherId = 'all';

/** Returns everything on the page of these runs, except rows. */
export async function runPageOf(facts: ReportFacts, pass: OutcomeExport): Promise<RunPage> {
  const content = buildReportModel(facts, pass);
  const [only] = facts.runs;
  return {
    id: only !== undefined && facts.runs.length === 1 ? only.id : togetherId,
    runs: facts.runs.map(({ id }) => id),
    question: facts.results.question,
    subtitle: content.subtitle,
    results: facts.results,
    headline: await headlineFigure(facts.results.findings),
    whatIsMeasured: content.whatIsMeasured,
    notes: [...content.caveats],
    sections: sectionsOf(content),
    figures: await pageFigures(content.figures.filter(({ name }) => name !== 'findings')),
    missing: content.missing.map((loss) => ({ ...loss, examples: [...loss.examples] })),
    methods: [...content.methods],
    provenance: content.provenance.map(({ run, facts: all }) => ({ run, facts: [...all] })),
    cite: bibtex,
    comparison: await comparisonOf(facts),
  };
}

/** Returns what `seb compare` prints about the runs; null where they have nothing to compare. */
export async function comparisonOf({
  comparison,
  runs,
  results: { selection, findings },
  experiments,
}: Pick<ReportFacts, 'comparison' | 'runs' | 'results' | 'experiments'>): Promise<ComparisonScreen | null> {
  if (comparison === null || isNothingCompared(comparison)) return null;
  const taskOf = taskNames(experiments);
  const named = namedComparison(comparison, taskOf);
  const about = selectionLines(runs, selection, maxLineColumns);
  const next = nextSteps({ kind: 'comparison', comparison: named, selection, runs });
  return {
    ...comparisonScreen(named, { answer: comparisonAnswer(named, { kind: selection.kind, next }), about, findings }),
    figure: await pageFigure(comparisonFigure(comparison.differences, taskOf)),
  };
}

/** Returns the sections of the report without that which comes first on the page: the study's, or the verdicts. */
function sectionsOf(content: ReportModel): readonly ReportSection[] {
  const isOfStudy = content.sections.some(({ id }) => id === studySectionId);
  return content.sections.filter(({ id }) => id !== (isOfStudy ? studySectionId : verdictSectionId));
}
