import type { RunsAnalysis } from '../analyze/analyze-runs.ts';
import { formWarnings, readingWarnings, salvagedNotes } from '../analyze/reading-counts.ts';
import { salvagedScoreNotes } from '../analyze/salvaged-scores.ts';
import { servedWarnings } from '../analyze/served-models.ts';
import { taskNames } from '../experiments/task-name.ts';
import type { RunRecord } from '../store/store.ts';
import { endpointLines } from './methods/endpoint-facts.ts';
import { explainedLook } from './render/explain-look.ts';
import { answerHead, type FirstLookOptions } from './render/look-parts.ts';
import { markdownSections } from './render/markdown.ts';
import { withOldKeys } from './render/old-keys.ts';
import { reportJson } from './render/report-json.ts';
import { safeJson } from './render/safe-json.ts';
import { isOfStudy, studyLook } from './render/study-look.ts';
import { tablesLook } from './render/tables-look.ts';
import { firstLook } from './render/terminal-first-look.ts';
import { type TerminalOptions, terminalSections } from './render/terminal-sections.ts';
import { attributeSection, attributeSectionId } from './tables/attribute-tables.ts';
import { reportSections } from './tables/report-sections.ts';
import type { ReportSection } from './tables/report-table.ts';

/**
 * Returns the first look for a terminal of some width, with `explain` the meaning of its words, and with `wide` all tables.
 * Computes only what they show.
 */
export function terminalReport(
  analysis: RunsAnalysis,
  options: TerminalOptions & Pick<FirstLookOptions, 'command'>,
): string {
  const results = analysis.results();
  const hasFindings = results.findings.length > 0;
  const isWhole = options.wide || options.explain;
  if (isOfStudy(results)) {
    const tables = isWhole ? [terminalSections(sectionsOf(analysis, 'headlines'), options)] : [];
    return [studyLook(results, { ...options, isWhole }), ...tables].join('\n\n');
  }
  const look = hasFindings
    ? firstLook(results, { ...options, isWhole })
    : lookWithout(analysis, { ...options, isWhole });
  const hasTables = options.wide || (options.explain && !hasFindings);
  const attributes = hasTables ? null : analysis.attributes();
  const asked =
    attributes === null
      ? []
      : [terminalSections([attributeSection(attributes, taskNames(analysis.experiments))], options)];
  const words =
    hasFindings && options.explain
      ? [explainedLook(results, { width: options.width, experiments: analysis.experiments })]
      : [];
  const all = hasTables ? [terminalSections(sectionsOf(analysis, 'headlines'), options)] : [];
  return [look, ...words, ...asked, ...all].join('\n\n');
}

/** Returns the first screen of results without verdicts: the first table that answers the question instead. */
function lookWithout(
  analysis: RunsAnalysis,
  { isWhole, ...options }: TerminalOptions & FirstLookOptions & { readonly isWhole: boolean },
): string {
  const { limits, next, ...results } = analysis.results();
  const sections = sectionsOf(analysis, 'headlines').filter(({ id }) => id !== attributeSectionId);
  const head = answerHead({ ...results, limits, next }, options.width).split('\n');
  return tablesLook(isWhole ? [] : sections, { ...options, head, limits, next, all: 'all tables and columns: --wide' });
}

/**
 * Returns the lines below the tables of a terminal: the models that served the answers, how the endpoints handled the
 * calls, and with `wide` each warning about answers that could not be read, which the limits above count or have.
 */
export function terminalFacts(
  { served, readings, salvaged: scores }: RunsAnalysis,
  runs: readonly RunRecord[],
  { wide }: Pick<TerminalOptions, 'wide'>,
): readonly string[] {
  const ofAnswers = [
    ...readingWarnings(readings),
    ...formWarnings(readings),
    ...salvagedNotes(readings),
    ...salvagedScoreNotes(scores),
  ];
  return [...(wide ? ofAnswers : []), ...servedWarnings(served), ...endpointLines(runs)];
}

/** Returns all tables as Markdown. */
export function markdownReport(analysis: RunsAnalysis): string {
  return markdownSections(sectionsOf(analysis, 'all'));
}

/** Returns all numbers as JSON text; `docs/schema/report.schema.json` describes it. */
export function jsonReport(analysis: RunsAnalysis, { runs }: { readonly runs: readonly RunRecord[] }): string {
  const { estimates, served, readings, salvaged, categories } = analysis;
  return safeJson(
    withOldKeys(
      reportJson({
        results: analysis.results(),
        estimates,
        spreads: analysis.spreads('all'),
        agreements: analysis.agreements(),
        served,
        readings,
        salvaged,
        groups: categories.groupAccuracies(),
        contrasts: analysis.contrasts(),
        attributes: analysis.attributes(),
        runs,
      }),
    ),
  );
}

function sectionsOf(analysis: RunsAnalysis, measures: 'headlines' | 'all'): readonly ReportSection[] {
  const { experiments, estimates } = analysis;
  return reportSections({
    experiments,
    estimates,
    spreads: analysis.spreads(measures),
    agreements: analysis.agreements(),
    comparison: null,
    contrasts: analysis.contrasts(),
    results: analysis.results(),
    attributes: analysis.attributes(),
  });
}
