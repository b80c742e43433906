import { servedWarnings } from '../analyze/checks/served-models.ts';
import { formWarnings, readingWarnings, salvagedNotes, unknownEndNotes } from '../analyze/reading-counts.ts';
import { salvagedScoreNotes } from '../analyze/salvaged-scores.ts';
import type { ReportSection } from '../results/page.ts';
import type { OutcomeExport } from './export/export-outcomes.ts';
import { allFigures } from './figures/all-figures.ts';
import { decisionCurveFigure } from './figures/decision-curve.ts';
import type { ReportFacts } from './input/report-input.ts';
import { caveatLines, whatIsMeasured } from './methods/caveats.ts';
import { methodsLines } from './methods/methods.ts';
import { provenanceFacts } from './methods/provenance-facts.ts';
import type { ReportModel } from './render/report-model.ts';
import { reportSections } from './tables/report-sections.ts';
import { experimentNames } from './tables/score-tables.ts';

/** Returns the content of a report: its tables, figures, caveats and methods. */
export function buildReportModel(input: ReportFacts, pass: OutcomeExport): ReportModel {
  const { experiments, estimates, comparison, rasch, published, studyFigures = [] } = input;
  const isOfStudy = input.results.study !== undefined;
  return {
    title: 'Self-execution report',
    subtitle: subtitleOf(input, pass),
    whatIsMeasured: whatIsMeasured(input.results),
    caveats: [
      ...readingWarnings(input.readings ?? [], experiments),
      ...formWarnings(input.readings ?? []),
      ...salvagedNotes(input.readings ?? []),
      ...unknownEndNotes(input.readings ?? []),
      ...salvagedScoreNotes(input.salvaged ?? []),
      ...servedWarnings(input.served),
      ...caveatLines(input.results, estimates),
    ],
    sections: [...reportSections(input), ...(input.studySections ?? []), ...exampleSection(pass)],
    figures: [
      ...(isOfStudy ? studyFigures : []),
      ...allFigures({
        experiments,
        estimates,
        findings: input.results.findings,
        ladders: input.results.ladders ?? [],
        comparison,
        rasch,
        published,
        calibration: pass.calibration,
        spreads: input.spreads,
        attributes: input.attributes ?? null,
      }),
      ...(input.worth === undefined ? [] : [decisionCurveFigure(input.worth)]),
      ...(isOfStudy ? [] : studyFigures),
    ],
    missing: pass.missing,
    methods: [...methodsLines(input), ...comparisonLine(input), ...withheldLine(pass)],
    provenance: provenanceFacts(input),
  };
}

function exampleSection({ examples }: OutcomeExport): readonly ReportSection[] {
  return examples.length === 0
    ? []
    : [{ id: 'examples', title: 'Examples', lead: null, absence: null, tables: examples }];
}

function subtitleOf({ runs, estimates }: ReportFacts, { rows }: OutcomeExport): string {
  const models = new Set(estimates.map(({ model }) => model)).size;
  const experiments = experimentNames(estimates);
  const dates = runs.map(({ createdAt }) => createdAt.slice(0, 10)).toSorted();
  const span = [...new Set([dates[0], dates.at(-1)])].filter((date) => date !== undefined).join(' to ');
  return [
    `${runs.length} ${runs.length === 1 ? 'run' : 'runs'}${span === '' ? '' : `, ${span}`}`,
    `${models} ${models === 1 ? 'model' : 'models'}`,
    experiments.length === 0 ? 'no experiment' : experiments.join(', '),
    `${rows.toLocaleString('en-US')} ${rows === 1 ? 'outcome' : 'outcomes'}`,
  ].join(' · ');
}

function comparisonLine({ comparison }: ReportFacts): readonly string[] {
  const notes = comparison?.notes ?? [];
  return notes.length === 0 ? [] : [`Comparisons of models: ${notes.join('; ')}.`];
}

function withheldLine({ withheld }: OutcomeExport): readonly string[] {
  if (withheld === 0) return [];
  return [
    `${withheld} outcomes belong to data that is not redistributable or has an unknown license. All exports withhold their items, and texts that may quote them, and show stable pseudonyms instead.`,
  ];
}
