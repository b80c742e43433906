import { raschSection } from '../../src/report/tables/rasch-tables.ts';
import { reportSections } from '../../src/report/tables/report-sections.ts';
import type { JudgeAgreement } from '../../src/results/answers.ts';
import type { Comparison } from '../../src/results/comparison.ts';
import type { ConditionSpread } from '../../src/results/estimate.ts';
import type { ControlFinding } from '../../src/results/finding.ts';
import type { LogFacts } from '../../src/results/log-facts.ts';
import type { ReportSection } from '../../src/results/page.ts';
import type { RightAnswers } from '../../src/results/right-answers.ts';
import type { ToolFinding } from '../../src/results/tool-finding.ts';
import type { Worth } from '../../src/results/worth.ts';
import { studySections } from '../../src/study/report/study-sections.ts';
import { madeFinding, madeQuantity, madeResults } from './made-findings.ts';
import { madeComparison, madeContrast, madeInput, madeRasch } from './report-input.ts';
import { madeStudyResult } from './study/made-result.ts';

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

const difference = { first: 'a', second: 'b', difference: 0.1, interval: [0.02, 0.18] as const };
const spread: ConditionSpread = {
  ...{ run: 'r', experiment: 'restriction', model: 'alpha', measure: 'accuracy', unit: 'share', policy: 'parsed' },
  conditions: [{ condition: 'plain', value: 0.5, n: 20 }],
  ...{
    mean: 0.5,
    interval: [0.41, 0.59],
    level: 0.95,
    method: 'none',
    deviation: 0.1,
    range: [0.5, 0.5],
    clusters: 20,
  },
  differences: [difference, difference],
  factors: [{ ...difference, factor: 'wording' }],
};

const agreement: JudgeAgreement = {
  ...{ experiment: 'restriction', model: 'alpha', first: 'itself, two-way', second: 'rule, three-way', n: 20 },
  ...{
    clusters: 10,
    differing: [{ run: 'r1', item: 'i1' }],
    table: [],
    agreement: 0.5,
    kappa: 0.1,
    kappaInterval: [-0.05, 0.25],
    level: 0.95,
    method: 'none',
  },
  ...{
    firstRefuses: 0.5,
    secondRefuses: 0.5,
    onlyFirst: [1, 2],
    onlySecond: [2, 1],
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
  interval: [0.013, 0.211],
} as const;
const attributeGroups = {
  ...attribute,
  kind: 'groups',
  difference: 0.1,
  onSameItems: { value: 0.1, interval: [0.02, 0.18], p: 0.4, n: 20 },
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
  ...{ score: 0.6, without: 0.5, gain: 0.1, interval: [0.024, 0.176], reexecution: 0.7, gapClosed: 0.5 },
  ...{ extraCalls: 2, extraDollars: null, callsPerRight: 10, dollarsPerRight: null },
};

const right: RightAnswers = {
  ...{ run: 'r', experiment: 'scored', task: 'times', condition: 'logged', model: 'alpha', kind: 'right-or-wrong' },
  ...{ right: madeQuantity(0.7833, [0.698, 0.8504]), se: 0.038, answered: 0.8, items: 200, executions: 200 },
  missing: [],
};

const logs: LogFacts = {
  ...{
    formats: ['table'],
    tasks: ['times'],
    stated: [],
    compared: [],
    ranges: [],
    wrongKeysNeed: null,
    unread: [],
    notes: [],
  },
  checks: [],
  possibleWrongKeys: [{ item: 'i1', text: 'What is it?', key: 'A', answer: 'B', agree: 4, of: 5 }],
};

const gain = { value: 56.875, interval: [12.5, 101.25] as const, p: 0.01 };

/** Returns a result of `seb worth` with one signal. */
export function madeWorth(unit: Worth['unit']): Worth {
  return {
    ...{ question: 'Does it pay?', answer: 'Yes.', runs: [], task: 'times', keep: 'alpha', pass: 'beta', unit },
    ...{ rightOfKeep: 0.6, rightOfPass: 0.7, bestConstant: 'pass', prices: null, curve: [], limits: [], next: [] },
    signals: [
      {
        ...{ name: 'own', about: 'what alpha says', asks: true, price: 0, passedShare: 0.4, values: 9, missing: 0 },
        ...{ overKeep: gain, overPass: gain, overConstant: gain, overRandom: gain, overFree: [], adjusted: 0.02 },
        ...{ verdict: 'worth asking', beatsConstants: null, freeSignal: null, reason: null, detectable: 30 },
      },
    ],
  } as unknown as Worth; // what the tables show of it
}

/** Returns every table that a report or a command can show, filled with made numbers. */
export async function madeSections(): Promise<readonly ReportSection[]> {
  const about = { models: ['alpha', 'beta'], items: 20, samples: 2, seed: 1, losses: 0, probabilities: false };
  const { experiments, estimates } = await madeInput(about);
  const shown = {
    experiments,
    estimates,
    comparison,
    spreads: [spread],
    results: madeResults([madeFinding()], { controls: [control], tools: [tool], right: [right], logs }),
    agreements: [agreement],
    groups: [group],
    attributes: { lines: [attributeGroups, attributeNumber], notes: [] },
    worth: madeWorth('right answers per 1,000 requests'),
  };
  return [...reportSections(shown), raschSection(madeRasch, 'made scores'), ...studySections(madeStudyResult).sections];
}
