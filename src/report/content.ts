import { allFigures } from '../figure/all-figures.ts';
import type { Figure } from '../figure/figure.ts';
import { companionTables } from './companion-tables.ts';
import { comparisonTables } from './comparison-tables.ts';
import { conditionTables } from './condition-tables.ts';
import { honestyLines } from './honesty.ts';
import type { ReportFacts } from './input.ts';
import { judgeTables } from './judge-tables.ts';
import type { LossRow } from './losses.ts';
import { methodsLines } from './methods.ts';
import type { OutcomePass } from './outcome-pass.ts';
import { provenanceFacts, type RunFacts } from './provenance-facts.ts';
import { allMeasuresTable, experimentsOf, scoreTables, selfExecutionTable } from './score-tables.ts';
import type { ReportTable } from './tables.ts';

/** What a report says, before it is HTML or Markdown. */
export interface ReportContent {
  readonly title: string;
  readonly subtitle: string;
  readonly honesty: readonly string[];
  readonly scoreTables: readonly ReportTable[];
  /** What has to be read beside some scores. */
  readonly companionTables: readonly ReportTable[];
  readonly selfExecution: ReportTable | null;
  readonly allMeasures: ReportTable;
  /** Empty where no run has several conditions. */
  readonly conditionTables: readonly ReportTable[];
  /** Empty where no responses were judged. */
  readonly judgeTables: readonly ReportTable[];
  readonly comparisonTables: readonly ReportTable[];
  /** Why nothing can be said about self-knowledge; null where something can. */
  readonly comparisonAbsence: string | null;
  readonly figures: readonly Figure[];
  /** Some of what the models wrote themselves; empty where they only chose and ranked. */
  readonly exampleTables: readonly ReportTable[];
  readonly losses: readonly LossRow[];
  readonly methods: readonly string[];
  readonly provenance: readonly RunFacts[];
}

export function contentOf(input: ReportFacts, pass: OutcomePass): ReportContent {
  const { estimates, comparison, rasch, published } = input;
  const tables = comparison === null ? [] : comparisonTables(comparison);
  return {
    title: 'Self-execution report',
    subtitle: subtitleOf(input, pass),
    honesty: honestyLines(estimates),
    scoreTables: scoreTables(estimates),
    companionTables: companionTables(estimates),
    selfExecution: selfExecutionTable(estimates),
    allMeasures: allMeasuresTable(estimates),
    conditionTables: conditionTables(input.spreads),
    judgeTables: judgeTables(input.agreements),
    comparisonTables: tables,
    comparisonAbsence: tables.length === 0 ? 'needs two models or more on the same items' : null,
    figures: allFigures({
      estimates,
      comparison,
      rasch,
      published,
      calibration: pass.calibration,
      spreads: input.spreads,
    }),
    exampleTables: pass.examples,
    losses: pass.losses,
    methods: [...methodsLines(input), ...comparisonLine(input), ...withheldLine(pass)],
    provenance: provenanceFacts(input),
  };
}

function subtitleOf({ runs, estimates }: ReportFacts, { rows }: OutcomePass): string {
  const models = new Set(estimates.map(({ model }) => model)).size;
  const experiments = experimentsOf(estimates);
  const dates = runs.map(({ createdAt }) => createdAt.slice(0, 10)).toSorted();
  const span = [...new Set([dates[0], dates.at(-1)])].filter((date) => date !== undefined).join(' to ');
  return [
    `${runs.length} ${runs.length === 1 ? 'run' : 'runs'}${span === '' ? '' : `, ${span}`}`,
    `${models} ${models === 1 ? 'model' : 'models'}`,
    experiments.length === 0 ? 'no experiment' : experiments.join(', '),
    `${rows} outcomes`,
  ].join(' · ');
}

function comparisonLine({ comparison }: ReportFacts): readonly string[] {
  const notes = comparison?.notes ?? [];
  return notes.length === 0 ? [] : [`Comparisons of models: ${notes.join('; ')}.`];
}

function withheldLine({ withheld }: OutcomePass): readonly string[] {
  if (withheld === 0) return [];
  return [
    `${withheld} outcomes are of data that may not be passed on, or whose licence is unknown: items and texts that may quote them are withheld from all exports, which show stable pseudonyms instead.`,
  ];
}
