import { quantityCell } from '../../report/tables/quantity-cell.ts';
import {
  absentCell,
  type Column,
  filled,
  left,
  pCell,
  right,
  percentCell as shareInPercent,
  textCell,
} from '../../report/tables/report-table.ts';
import { displayNames } from '../../results/display-names.ts';
import { noticedSentence } from '../../results/noticed-text.ts';
import type { ReportTable } from '../../results/page.ts';
import type { Quantity } from '../../results/quantity.ts';
import type { Direction, PairRecord, StudyResult } from '../../results/study-result.ts';
import { fixed } from '../../util/numbers.ts';
import { escapeControls } from '../../util/text.ts';
import { ruleText } from '../analyses/rules.ts';
import { directionText, isCounted } from '../analyses/verdict.ts';
import { countCell, emptyCell, percentCell, pointsRangeCell, type StudyNames } from './study-cells.ts';

/** Id of the table that stands with the verdict of a study. */
export const afterTrainingId = 'after-training';

/** The words on a direction in a phrase each, in the order of the line under the table. */
const phrases: Partial<Record<Direction['word'], string>> = {
  higher: 'the model predicts its own answers better than the other model does',
  'no difference found': 'neither is shown to be better',
  lower: 'the other model predicts them better',
  'no test': 'an arm was trained once, so only these copies are compared',
  'not measured': 'no interval, or two trainings of an arm',
};

/** One model of a pair, whose answers both models predict after the same training. */
interface Row {
  readonly pair: PairRecord;
  readonly direction: PairRecord['plain'][number];
  readonly own: number | null;
  readonly cross: number | null;
}

/** Returns who predicts whom after the same training, with the base rates: a row for each model of each pair. */
export function afterTrainingTable({ pairs, predictors }: StudyResult, names: StudyNames): ReportTable {
  const rows = pairs.flatMap((pair) =>
    pair.plain.map((direction): Row => {
      const isFirst = direction.a === pair.a;
      const { accuracy } = pair;
      if (accuracy === null) return { pair, direction, own: null, cross: null };
      return { pair, direction, own: isFirst ? accuracy.aa : accuracy.bb, cross: isFirst ? accuracy.ba : accuracy.ab };
    }),
  );
  const baseRate = (target: string) => predictors.find((each) => each.target === target && each.mode !== null)?.mode;
  const words = [...new Set(rows.flatMap(({ pair, direction: { word } }) => (isTested(pair, word) ? [word] : [])))];
  return {
    id: afterTrainingId,
    title: 'Who predicts whose answers, after the same training',
    lead: 'Share of correct predictions, mean over groups of task and property; an unreadable prediction counts as wrong.',
    ...filled(rows, [
      left('answers of', 'The model whose answers are predicted.', ({ direction }) => names.cell(direction.a)),
      right('by itself', 'Accuracy of the model, trained on its own answers.', ({ own }) => percentCell(own)),
      ...(pairs.length === 1
        ? []
        : [left<Row>('other', 'The other model of the pair.', ({ direction }) => names.cell(direction.b))]),
      right('by other', 'Accuracy of the other model, trained on the same answers.', ({ cross }) => percentCell(cross)),
      right(displayNames.baseRate, 'Accuracy of the most frequent value.', ({ direction }) =>
        percentCell(baseRate(direction.a) ?? null),
      ),
      right(
        'difference [95 %]',
        'By itself minus by the other, in percentage points.',
        ({ direction }) => pointsRangeCell(direction.quantity),
        1,
      ),
      left('verdict', 'Which of the two is better.', ({ pair, direction }) =>
        isTested(pair, direction.word)
          ? textCell(isCounted(direction) ? `${directionText(direction)} *` : directionText(direction))
          : absentCell('not measured'),
      ),
    ]),
    notes: [
      ...words.map((word) => `${directionText({ word })}: ${phrases[word] ?? ''}`),
      'scores: right predictions of properties of its answers (such as the first character); by other: by the other model, trained on the same answers',
      'base rate: the score of always predicting the most frequent value',
      ...(rows.some(({ direction }) => isCounted(direction))
        ? ['* predictions are missing: with these at their worst, the difference would not be shown']
        : []),
    ],
  };
}

function isTested({ verdict }: PairRecord, word: Direction['word']): boolean {
  return word === 'no test' || (word !== 'not measured' && verdict !== 'not measured');
}

const baseRateHelp = 'Accuracy of the most frequent value of other strings.';

/** Returns who predicts whom: accuracy, base rate and readable share of each predictor on each target. */
export function predictorTable({ predictors }: StudyResult, names: StudyNames): ReportTable {
  return {
    id: 'predictors',
    title: 'Who predicts whom',
    lead: 'Share of correct predictions, mean over groups of task and property; an unreadable prediction counts as wrong. The verdict uses the rows that all predictors of a pair share.',
    ...filled(predictors, [
      left('model', 'The model that predicts.', ({ base }) => names.cell(base)),
      left('trained on', 'What it was trained on.', (each) => names.trainingCell(each)),
      left('about', 'The model whose answers are predicted.', ({ target }) => names.cell(target)),
      right(
        'accuracy [95 %]',
        'Share of correct predictions of one training; the interval is over strings.',
        ({ accuracy }) => quantityCell(accuracy, 'share'),
      ),
      right(displayNames.baseRate, baseRateHelp, ({ mode }) => shareInPercent(mode, 'not measured')),
      right('read', 'Share of predictions that could be read.', ({ coverage }) => percentCell(coverage)),
    ]),
  };
}

interface Line {
  readonly name: string;
  readonly estimate: Quantity;
  readonly p: number | null;
  readonly help: string;
}

const meanGainName = 'mean gain of training'; // a condition of E, not a test

const lineColumns: readonly Column<Line>[] = [
  left('difference', 'What is compared.', ({ name, help }) => textCell(escapeControls(name), help)),
  right('value [95 %]', 'Difference of shares of correct predictions, in points.', ({ estimate }) =>
    quantityCell(estimate, 'difference'),
  ),
  right('p', 'Two-sided p; of the directions after Holm. Of rules and shifted selves one-sided.', ({ name, p }) =>
    name === meanGainName ? emptyCell : pCell(p),
  ),
];

/** Returns the differences that the verdict on a pair is computed from. */
export function pairTable(pair: PairRecord, names: StudyNames): ReportTable {
  const label = names.label;
  const [a, b] = [label(pair.a), label(pair.b)];
  return {
    id: `differences-${a}-${b}`.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'),
    title: `Differences that the verdict uses: ${a} and ${b}`,
    lead: 'The two directions decide their words, all rows together the verdict on the pair.',
    ...filled(linesOf(pair, label), lineColumns),
    notes: [
      ...(pair.detectable === null
        ? []
        : [
            noticedSentence(
              `advantage of ${fixed(100 * pair.detectable, 1)} points, equal in both directions,`,
              'studies',
            ),
          ]),
      ...pair.excludedGroups.map(({ group, reason }) => `excluded: ${escapeControls(group)} (${reason})`),
    ],
  };
}

function linesOf(pair: PairRecord, label: (model: string) => string): readonly Line[] {
  const { I, E, plain, shifted, beyondRules, meanGain } = pair;
  return [
    ...plain.map((each) => ({
      name: `about ${label(each.a)}: by itself minus by ${label(each.b)}`,
      help: `${each.a} minus ${each.b}`,
      estimate: each.quantity,
      p: each.adjusted,
    })),
    { name: 'I, double difference', estimate: I.quantity, p: I.p, help: 'how much better the two predict themselves' },
    { name: 'E, excess', estimate: E.quantity, p: E.p, help: 'I minus what unequal skill and predictability give' },
    ...(shifted ?? []).flatMap((each) => [
      {
        name: `about the shifted self of ${label(each.target)}: by itself minus by the other`,
        help: each.shifted,
        estimate: each.plain,
        p: null,
      },
      {
        name: `about ${label(each.target)} minus about its shifted self`,
        help: 'what cross training makes harder is in both',
        estimate: each.difference.quantity,
        p: each.difference.p,
      },
      {
        name: `the other about ${label(each.target)} minus about its shifted self`,
        help: 'equivalence: are both as hard to learn, within 10 points?',
        estimate: each.hardness.quantity,
        p: each.hardness.p,
      },
    ]),
    ...beyondRules.map((each) => ({
      name: `${label(each.a)} about itself minus ${each.b === null ? 'the best rule' : ruleText(each.b)}`,
      help: 'by itself minus the best rule that does not use a model',
      estimate: each.quantity,
      p: each.p,
    })),
    { name: meanGainName, estimate: meanGain, p: null, help: 'mean gain of the four trained predictors' },
  ];
}

/** Returns self-prediction against cross-prediction for each property; null without rows. */
export function propertyTable({ properties, pairs }: StudyResult, names: StudyNames): ReportTable | null {
  if (properties.length === 0) return null;
  const isOnePair = pairs.length === 1;
  type Row = (typeof properties)[number];
  const columns: readonly Column<Row>[] = [
    left('property', 'Property of the answer.', ({ property }) => textCell(escapeControls(property))),
    left('about', 'The model whose answers are predicted.', ({ target }) => names.cell(target)),
    ...(isOnePair ? [] : [left<Row>('other', 'The other model of the pair.', ({ other }) => names.cell(other))]),
    right('by itself [95 %]', 'Accuracy of the model itself, trained on its answers.', ({ self }) =>
      quantityCell(self, 'share'),
    ),
    right('by the other [95 %]', 'Accuracy of the other model, trained on the same answers.', ({ cross }) =>
      quantityCell(cross, 'share'),
    ),
    right(
      'difference [95 %]',
      'By itself minus by the other, in points.',
      ({ difference }) => quantityCell(difference, 'difference'),
      1,
    ),
    right(displayNames.baseRate, baseRateHelp, ({ mode }) => shareInPercent(mode, 'no rows'), 2),
    right('n', 'Number of rows.', ({ rows }) => countCell(rows), 2),
  ];
  return {
    id: 'properties',
    title: 'Each property: predicted by the model itself and by the other model',
    lead: 'Share of correct predictions, mean over tasks. Intervals are not adjusted over properties: the verdict uses all of them together.',
    ...filled(properties, columns),
  };
}
