import { questionText } from '../../src/analyze/findings/results-sentences.ts';
import type { RaschReport } from '../../src/analyze/rasch/rasch-table.ts';
import { defaultSettings, type RunConfig, runId } from '../../src/domain/run-config.ts';
import { experimentRegistry } from '../../src/experiments/registry.ts';
import type { OutcomeRow } from '../../src/outcome-kinds/outcome-kinds.ts';
import type { DatasetNote, ReportFacts, TranscriptCall } from '../../src/report/input/report-input.ts';
import type { Comparison } from '../../src/results/comparison.ts';
import type { Contrast } from '../../src/results/contrast.ts';
import type { Quantity } from '../../src/results/quantity.ts';
import type { RunRecord } from '../../src/store/store.ts';
import { analyzed } from './analyzed.ts';
import { noResults } from './no-results.ts';
import { type MadeOutcomes, madeOutcomes } from './report-outcomes.ts';

const experiments = ['association', 'restriction', 'difficulty'];

/** Input of a report: its facts, and outcomes that a test made. */
export interface ReportInput extends ReportFacts {
  /** Rows of one item, model and condition are adjacent. */
  readonly outcomes: AsyncIterable<OutcomeRow>;
  /** Returns the calls of the item of a row; absent: Inspect logs have no model events. */
  readonly transcript?: (row: OutcomeRow) => Promise<readonly TranscriptCall[]>;
}

/** Returns the data sets of the generated run; all are redistributable by default. */
export function madeDatasets(redistributable = true): readonly DatasetNote[] {
  return experiments.map((experiment, index) => ({
    name: experiment,
    experiment,
    licence: redistributable ? 'CC-BY-4.0' : 'GPL-3.0-or-later',
    origin: 'made for a test',
    redistributable,
    sha256: String(index).repeat(64),
  }));
}

export function madeRun(made: Omit<MadeOutcomes, 'run'>): RunRecord {
  const config: RunConfig = {
    models: made.models.map((name) => ({ name, identity: name, baseUrl: null })),
    judge: null,
    judgeRubric: 'two-way',
    experiments: madeDatasets().map(({ name, sha256 }) => ({
      name,
      version: 1,
      dataset: { name, sha256, items: made.items },
      conditions: [{ wording: 'paper', optionOrder: 'given', mode: 'deliberate', language: 'en', system: null }],
    })),
    samples: made.samples,
    sampling: { temperature: 0.7 },
    seed: made.seed,
  };
  return {
    id: runId(config),
    config,
    provenance: {
      sebVersion: '0.1.0',
      nodeVersion: 'v24.0.0',
      platform: 'linux x64',
      gitCommit: '0123456789abcdef0123456789abcdef01234567',
      packages: { vega: '6.4.0' },
      command: 'seb run --model some/model',
      settings: defaultSettings,
      prices: null,
      notes: [],
    },
    status: 'finished',
    createdAt: '2026-01-02T03:04:05.678Z',
    updatedAt: '2026-01-02T04:00:00.000Z',
    endpoints: [],
    consents: [],
  };
}

/** Returns a complete report input, generated from a seed; the outcomes can be read once. */
export async function madeInput(
  made: Omit<MadeOutcomes, 'run'>,
  more: Partial<ReportInput> = {},
): Promise<ReportInput> {
  const run = madeRun(made);
  const { estimates } = await analyzed(streamed(made, run.id), {
    experiments: experimentRegistry(),
  });
  return {
    experiments: experimentRegistry(),
    runs: [run],
    datasets: madeDatasets(),
    estimates,
    comparison: made.models.length < 2 ? null : madeComparison(made.models, made.items),
    spreads: [],
    agreements: [],
    results: { ...noResults, question: questionText(made.models) },
    served: [],
    rasch: null,
    published: null,
    outcomes: streamed(made, run.id),
    ...more,
  };
}

export async function* streamed(made: Omit<MadeOutcomes, 'run'>, run: string): AsyncGenerator<OutcomeRow> {
  yield* madeOutcomes({ ...made, run });
}

/** Returns a contrast of own predictions with a reference. */
export function madeContrast(b: string, quantity: Quantity): Contrast {
  const tested = { test: 't', p: 0.01, adjusted: 0.01, family: 1, reason: null, detectable: null } as const;
  return {
    ...tested,
    a: 'own predictions',
    b,
    quantity,
    word: (quantity.value ?? 0) > 0 ? 'higher' : 'no difference found',
  };
}

export function madeComparison(models: readonly string[], items: number): Comparison {
  const quantity = (value: number) => ({
    ...{ value, interval: [value - 0.06, value + 0.06] as const, n: items, clusters: items, missing: null },
  });
  const tested = (value: number, b: string) => madeContrast(b, quantity(value));
  const place = { experiment: 'restriction', condition: 'paper' };
  const beyond = { private: quantity(0.08), own: quantity(0.1), label: null, asked: null, p: 0.004 };
  return {
    tasks: [
      {
        ...{ ...place, units: items, clusters: items, askedOthers: null },
        together: {
          ...{
            kind: 'asked',
            ...beyond,
            models: models.length,
            nearest: tested(0.09, 'the nearest models'),
            detectable: 0.07,
          },
          ...{ adjusted: 0.004, family: 1, beyond: 'yes' },
        },
        byModel: models.map((model, index) => ({
          ...{ kind: 'word', ...beyond, model, models: models.length, relative: null },
          nearest: tested(0.09, models[(index + 1) % models.length] ?? ''),
          units: { asked: items, noPrediction: 0, noOutcome: 0 },
        })),
        models,
        R: models.map((_, a) => models.map((_, b) => (a === b ? 0.1 : 0.02))),
      },
    ],
    differences: [
      {
        ...{ ...place, measure: 'accuracy', better: 'higher', a: models[0] ?? '', b: models[1] ?? '' },
        ...{ models: [models[0] ?? '', models[1] ?? ''], runs: ['r1', 'r1'], items },
        ...({ unit: 'share', means: { a: 0.65, b: 0.6 } } as const),
        ...{ quantity: { ...quantity(0.05), effective: items }, counts: { a: 12, b: 4 }, test: 'mcnemar' },
        ...{ p: 0.0001, adjusted: 0.0004, family: 4, word: 'higher', reason: null, detectable: 0.05, gate: null },
        missing: { a: 0, b: 0, units: 0, changed: false },
        ...{ asked: items, groups: items, ties: items - 16, alone: { a: 0, b: 0 }, answered: null },
      },
    ],
    ...{ missing: [], pooled: [], notes: [], limits: [] },
  };
}

export const madeRasch: RaschReport = {
  models: [
    { name: 'alpha', theta: 0.5, se: 0.3, infit: 1, outfit: 1 },
    { name: 'beta', theta: -0.5, se: 0.3, infit: 1, outfit: 1 },
  ],
  benchmarks: [
    { name: 'first benchmark', delta: -0.2, se: 0.2, infit: 1, outfit: 1 },
    { name: 'second benchmark', delta: 0.2, se: 0.2, infit: 1, outfit: 1 },
  ],
  nll: 2.5,
  iterations: 12,
  method: 'ml',
  converged: true,
  notes: ['standard errors take each score as one trial'],
};
