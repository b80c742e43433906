import { describe, expect, it } from 'vitest';
import { experimentRegistry } from '../../src/experiments/registry.ts';
import { renderSvg } from '../../src/report/figures/render/render-svg.ts';
import { csvReport } from '../../src/report/render/csv.ts';
import { raschSection } from '../../src/report/tables/rasch-tables.ts';
import { reportSections } from '../../src/report/tables/report-sections.ts';
import type { JudgeAgreement } from '../../src/results/answers.ts';
import type { Comparison } from '../../src/results/comparison.ts';
import type { ConditionSpread } from '../../src/results/estimate.ts';
import type { ControlFinding } from '../../src/results/finding.ts';
import type { ToolFinding } from '../../src/results/tool-finding.ts';
import { studyFigures } from '../../src/study/report/study-figures.ts';
import { studySections } from '../../src/study/report/study-sections.ts';
import { glossaryWords, headerWord, legendTexts } from '../support/glossary-words.ts';
import { madeFinding, madeResults } from '../support/made-findings.ts';
import { madeComparison, madeContrast, madeInput, madeRasch } from '../support/report-input.ts';
import { madeStudyResult } from '../support/study/made-result.ts';

const made = madeComparison(['alpha', 'beta'], 20);
const tested = madeContrast('the label', { value: 0.1, interval: null, n: 20, clusters: 20, missing: null });
const comparison: Comparison = {
  ...made,
  tasks: made.tasks.flatMap((task) =>
    ['paper', 'plain'].map((condition) => ({
      ...task,
      condition,
      askedOthers: tested,
      byModel: task.byModel.map((model) =>
        model.kind === 'not asked' ? model : { ...model, label: tested, asked: tested },
      ),
    })),
  ),
};

const difference = { first: 'a', second: 'b', difference: 0.1, interval: null };
const spread: ConditionSpread = {
  ...{ run: 'r', experiment: 'restriction', model: 'alpha', measure: 'accuracy', unit: 'share', policy: 'parsed' },
  conditions: [{ condition: 'plain', value: 0.5, n: 20 }],
  ...{ mean: 0.5, interval: null, level: 0.95, method: 'none', deviation: 0.1, range: [0.5, 0.5], clusters: 20 },
  differences: [difference, difference],
  factors: [{ ...difference, factor: 'wording' }],
};

const agreement: JudgeAgreement = {
  ...{ experiment: 'restriction', model: 'alpha', first: 'itself, two-way', second: 'rule, three-way', n: 20 },
  ...{ clusters: 10, table: [], agreement: 0.5, kappa: 0.1, kappaInterval: null, level: 0.95, method: 'none' },
  ...{
    firstRefuses: 0.5,
    secondRefuses: 0.5,
    onlyFirst: [0, 0],
    onlySecond: [0, 0],
    isThreeWay: true,
    threeWayKappa: null,
    partialRecall: null,
    partialPrecision: null,
  },
};

const group = {
  ...{ run: 'r', experiment: 'property', model: 'alpha', condition: 'paper', group: 'word first-word', n: 20 },
  ...{ accuracy: 0.5, mode: 0.4, itemRule: 0.3, reexecution: 0.6, modalShare: 0.4, entropy: 1, inMacro: true },
};

const attribute = {
  attribute: 'size',
  experiment: 'restriction',
  measure: 'mcc',
  unit: 'correlation',
  models: 8,
  caution: '',
  p: 0.4,
  adjusted: 0.8,
  interval: null,
} as const;
const attributeGroups = {
  ...attribute,
  kind: 'groups',
  difference: 0.1,
  onSameItems: { value: 0.1, interval: null, p: 0.4, n: 20 },
  first: { level: 'large', models: ['alpha'], mean: 0.6 },
  second: { level: 'small', models: ['beta'], mean: 0.5 },
} as const;
const attributeNumber = { ...attribute, kind: 'correlation', correlation: 0.5, points: [] } as const;

const control: ControlFinding = {
  ...madeFinding(),
  ...{ control: 'answer-shown', prediction: 0.7, result: 'can-do', meaning: '' },
};

const tool: ToolFinding = {
  ...{ run: 'r', experiment: 'property', condition: 'paper', model: 'alpha', measure: 'accuracy', unit: 'share' },
  ...{ level: 'offered', executor: 'itself', predictions: 2, used: 1, sessions: 1, cut: 0, denied: 0, failed: 0 },
  prompts: { equal: 1, contains: 0, other: 0 },
  ...{ score: 0.6, without: 0.5, gain: 0.1, interval: null, reexecution: 0.7, gapClosed: 0.5 },
  ...{ extraCalls: 2, extraDollars: null, callsPerRight: 10, dollarsPerRight: null },
};

/** Returns the headers of every table that a report or a command can show. */
async function tableHeaders(): Promise<readonly string[]> {
  const made = { models: ['alpha', 'beta'], items: 20, samples: 2, seed: 1, losses: 0, probabilities: false };
  const { experiments, estimates } = await madeInput(made);
  const shown = {
    experiments,
    estimates,
    comparison,
    spreads: [spread],
    results: madeResults([madeFinding()], {
      controls: [control],
      tools: [tool],
    }),
    agreements: [agreement],
    groups: [group],
    attributes: { lines: [attributeGroups, attributeNumber], notes: [] },
  };
  const study = studySections(madeStudyResult).sections;
  const sections = [...reportSections(shown), raschSection(madeRasch, 'made scores'), ...study];
  const secondary = [...experimentRegistry().values()].flatMap(({ presentation }) =>
    (presentation?.secondaryMeasures ?? []).map(({ name }) => name),
  );
  const similarity = ['prediction [95 %]', 'different prompts'];
  const columns = sections.flatMap(({ tables }) => tables.flatMap((table) => table.columns.map(({ name }) => name)));
  return [...columns, ...secondary, ...similarity];
}

describe('docs/glossary.md', () => {
  const words = glossaryWords();

  it('defines every column header of the report tables', async () => {
    const headers = new Set((await tableHeaders()).map(headerWord).filter((word) => word !== null));
    expect(headers.size).toBeGreaterThan(60);
    expect([...headers].filter((word) => !words.includes(word))).toEqual([]);
  });

  it('defines every header of estimates.csv', () => {
    const headers = new Set(csvReport([], []).split(','));
    expect(headers.size).toBeGreaterThan(20);
    const known = new Set([...words, ...words.map((word) => word.replaceAll(' ', '_'))]);
    expect([...headers].filter((word) => !known.has(word))).toEqual([]);
  });

  it('defines every word in the legends of a study, but for names of models and their training', async () => {
    const drawn = studyFigures('s', madeStudyResult).flatMap(({ figure }) =>
      figure.kind === 'drawn' ? figure.spec : [],
    );
    const legends = await Promise.all(drawn.map(async (spec) => legendTexts(await renderSvg(spec))));
    const shown = new Set(legends.flat());
    expect(shown.size).toBeGreaterThan(3);
    expect([...shown].filter((word) => !words.includes(word) && !/^\S+, trained on /.test(word))).toEqual([]);
  });

  it('defines no word twice', () => {
    const twice = [...Map.groupBy(words, (word) => word)].filter(([, all]) => all.length > 1).map(([word]) => word);
    expect(twice).toEqual([]);
  });
});
