import { z } from 'zod';
import type { Experiment } from '../../experiments/experiment.ts';
import type { Finding } from '../../results/finding.ts';
import { listedLimits, type Results } from '../../results/results.ts';
import { counted } from '../../util/numbers.ts';
import type { CardStatements } from './statements.ts';

const text = z.string().min(1);
const list = z.array(text).min(1);

/**
 * A BenchmarkCard: sections and fields of the template of Sokol et al. (arXiv 2410.12974), spelled as there. Every field has
 * a text.
 */
export const benchmarkCardSchema = z.strictObject({
  benchmark_card: z.strictObject({
    benchmark_details: z.strictObject({
      name: text,
      overview: text,
      data_type: text,
      domains: list,
      languages: list,
      similar_benchmarks: list,
      resources: list,
    }),
    purpose_and_intended_users: z.strictObject({
      goal: text,
      audience: list,
      tasks: list,
      limitations: list,
      out_of_scope_uses: list,
    }),
    data: z.strictObject({ source: list, size: list, format: text, annotation: text }),
    methodology: z.strictObject({
      methods: list,
      metrics: list,
      calculation: text,
      interpretation: text,
      baseline_results: list,
      validation: text,
    }),
    targeted_risks: z.strictObject({
      risk_categories: list,
      demographic_analysis: text,
      potential_harm: text,
    }),
    ethical_and_legal_considerations: z.strictObject({
      privacy_and_anonymity: text,
      data_licensing: list,
      consent_procedures: text,
      compliance_with_regulations: text,
    }),
  }),
});

export type BenchmarkCard = z.infer<typeof benchmarkCardSchema>;

/** A data set as the card names it. */
export interface CardDataset {
  readonly name: string;
  readonly experiment: string;
  readonly rows: number;
  readonly licence: string;
  readonly origin: string;
  readonly sha256: string;
}

/** A study whose tables were imported: no run of the store has its items or answers. */
interface ImportedStudy {
  readonly question: string;
  readonly testItems: number;
  readonly testStrings: number;
}

export interface CardFacts {
  readonly version: string;
  readonly statements: CardStatements;
  readonly experiments: readonly Experiment[];
  readonly datasets: readonly CardDataset[];
  /** Names of data sets that the statements do not describe, such as the user's own; absent: none. */
  readonly unstated?: readonly string[];
  /** Methods besides those of every run; absent: none. */
  readonly methods?: readonly string[];
  /** Set where the card describes an imported study, without experiments and data sets. */
  readonly imported?: ImportedStudy;
  /** Lines about the results (`resultLines`, or the verdicts of a study); null without any. */
  readonly results: readonly string[] | null;
}

/** Returns the card of a benchmark as configured. */
export function benchmarkCard(facts: CardFacts): BenchmarkCard {
  const { version, statements, experiments, datasets, unstated = [], methods = [], imported, results } = facts;
  const own = imported === undefined ? null : importedFields(imported);
  const missing = unstated.length === 0 ? [] : [`Not stated for ${unstated.join(', ')}.`];
  const stated = (about: string) => [about, ...missing].join(' ');
  return {
    benchmark_card: {
      benchmark_details: {
        name: `The Self-Execution Benchmark, as run by seb ${version}`,
        overview: statements.overview,
        data_type: 'text',
        domains: [...statements.domains, ...missing],
        languages: ['English', ...missing],
        similar_benchmarks: statements.similarBenchmarks,
        resources: ['https://arxiv.org/abs/2508.12277', 'https://www.npmjs.com/package/self-execution-benchmark'],
      },
      purpose_and_intended_users: {
        goal: statements.goal,
        audience: statements.audience,
        tasks:
          own?.tasks ??
          experiments.map(({ name, presentation, description }) => `${name}: ${presentation?.question ?? description}`),
        limitations: statements.limitations,
        out_of_scope_uses: statements.outOfScope,
      },
      data: {
        source: own?.source ?? datasets.map(({ name, origin }) => `${name}: ${origin}`),
        size:
          own?.size ?? datasets.map(({ name, rows, sha256 }) => `${name}: ${counted(rows, 'item')}, sha256 ${sha256}`),
        format: own?.format ?? 'JSON lines, one item per line; a JSON schema per experiment',
        annotation: stated(statements.annotation),
      },
      methodology: {
        methods: [
          'A prediction and its executions are asked in separate sessions; no prediction depends on an answer.',
          'Every answer is stored before it is counted; a parsed value, or the reason why there is none.',
          ...methods,
        ],
        metrics:
          own?.metrics ??
          experiments.map(
            ({ name, measures }) =>
              `${name}: ${measures.map((measure) => `${measure.name}${measure.better === 'lower' ? ' (lower is better)' : ''}`).join(', ')}`,
          ),
        calculation:
          'Means over items with a usable prediction and outcome, and with missing answers counted as wrong; 95 % jackknife intervals over groups of items; verdicts by a ladder of three tests, each adjusted by Holm over all models and experiments.',
        interpretation: statements.interpretation,
        baseline_results: [...(results ?? ['no run in the store'])],
        validation:
          'Simulations with known truth for every verdict (docs/statistics.md); the published numbers of the paper are reproduced from its recordings (docs/replication.md).',
      },
      targeted_risks: {
        risk_categories: statements.riskCategories,
        demographic_analysis: stated(statements.demographicAnalysis),
        potential_harm: stated(statements.potentialHarm),
      },
      ethical_and_legal_considerations: {
        privacy_and_anonymity: stated(statements.privacy),
        data_licensing: own?.licences ?? datasets.map(({ name, licence }) => `${name}: ${licence}`),
        consent_procedures: statements.consent,
        compliance_with_regulations: statements.compliance,
      },
    },
  };
}

function importedFields({ question, testItems, testStrings }: ImportedStudy) {
  return {
    tasks: [question],
    source: ['tables of a study that was trained elsewhere: answers of the targets, and predictions about them'],
    size: [`${counted(testItems, 'test item')}, ${counted(testStrings, 'string')}`],
    format: 'tables (CSV, TSV, JSON lines or Parquet), one answer or prediction per row',
    metrics: ['accuracy: share of the held-out answers that a model predicts'],
    licences: ['not recorded in the store: see where the tables come from'],
  };
}

/** Returns the results of a selection of runs, a line each. */
export function resultLines(results: Results): string[] {
  const { findings, answer } = results;
  return [...findings.map(lineOf), answer, ...listedLimits(results)].filter((line) => line !== '');
}

function lineOf({ experiment, model, measure, score, chance, constant, fit, beyond, usable, total }: Finding): string {
  const value = (number: number | null) => (number === null ? 'not known' : number.toFixed(3));
  return `${model}, ${experiment}: ${measure} ${value(score.value)}, by chance ${value(chance)}, best constant ${value(constant)}, ${usable} of ${total} usable: ${fit}; beyond others: ${beyond}`;
}

/** Returns the card as Markdown: a section per part, a heading per field. */
export function cardMarkdown({ benchmark_card: card }: BenchmarkCard): string {
  const sections = Object.entries(card).map(([section, fields]) => {
    const parts = Object.entries(fields).map(([field, value]) => {
      const body = typeof value === 'string' ? value : value.map((each) => `- ${each}`).join('\n');
      return `### ${titleOf(field)}\n\n${body}\n`;
    });
    return `## ${titleOf(section)}\n\n${parts.join('\n')}`;
  });
  return `# ${card.benchmark_details.name}\n\n${sections.join('\n')}`;
}

function titleOf(name: string): string {
  const words = name.replaceAll('_', ' ');
  return `${words[0]?.toUpperCase()}${words.slice(1)}`;
}
