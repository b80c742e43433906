import type { Figure } from '../../report/figures/render/figure.ts';
import { quantityCell } from '../../report/tables/quantity-cell.ts';
import {
  absentCell,
  type Column,
  filled,
  left,
  numberCell,
  pCell,
  right,
  percentCell as shareInPercent,
  textCell,
} from '../../report/tables/report-table.ts';
import type { Contrast } from '../../results/contrast.ts';
import { displayNames } from '../../results/display-names.ts';
import { noticedSentence } from '../../results/noticed-text.ts';
import type { ReportTable } from '../../results/page.ts';
import type { Quantity } from '../../results/quantity.ts';
import type { StudyResult } from '../../results/study-result.ts';
import { isAboveZero } from '../../stats/jackknife.ts';
import { counted, pointsText, pRelation } from '../../util/numbers.ts';
import { estimatePanels, panelValues } from './estimate-panels.ts';
import { differenceText, percentCell, type StudyNames } from './study-cells.ts';

type Reasoning = NonNullable<StudyResult['reasoning']>;
type ArmInModes = Reasoning['arms'][number];
type Change = Reasoning['changes'][number];
type InModes = Pick<ArmInModes, 'difference' | 'read' | 'isEqual'>;

/** Returns the tables of the arms with and without reasoning; empty in a study of one mode. */
export function reasoningTables({ reasoning }: StudyResult, names: StudyNames): readonly ReportTable[] {
  if (reasoning === undefined) return [];
  const changes = reasoning.changes.length === 0 ? [] : [changeTable(reasoning, names)];
  return [armTable(reasoning, names), ...changes];
}

function armTable({ arms, tests }: Reasoning, names: StudyNames): ReportTable {
  const cell = ({ value, missing }: Quantity) => shareInPercent(value, missing ?? 'not measured');
  return {
    id: 'reasoning',
    title: 'With and without reasoning before the answer',
    lead: 'Share of correct predictions about the model that an arm was trained on, or about itself without training; mean over groups of task and property. Direct: the prompt asks for the answer alone. Deliberate: it allows reasoning first. The predicted executions are the same.',
    ...filled(arms, [
      left('model', 'The model that predicts.', ({ base }) => names.cell(base)),
      left('arm', 'How it was trained.', ({ arm }) => textCell(arm)),
      left('about', 'The model whose answers are predicted.', ({ target }) => names.cell(target), 1),
      right('direct', 'Accuracy without reasoning.', ({ direct }) => cell(direct)),
      right('deliberate', 'Accuracy with reasoning.', ({ deliberate }) => cell(deliberate)),
      right('difference [95 %]', 'Deliberate minus direct, in points, paired by string.', ({ difference }) =>
        quantityCell(difference.quantity, 'difference'),
      ),
      right(displayNames.baseRate, 'Accuracy of the most frequent value of other strings.', ({ constant }) =>
        cell(constant),
      ),
      ...testColumns<ArmInModes>(),
      right(
        'answered rows [95 %]',
        'Deliberate minus direct on rows answered in both modes, in points, where it must hold too.',
        (each) => quantityCell(each.read ?? each.difference.quantity, 'difference'),
        2,
      ),
      right(
        'read, direct',
        'Share of predictions that could be read.',
        ({ coverage }) => percentCell(coverage.direct),
        2,
      ),
      right(
        'read, deliberate',
        'Share of predictions that could be read.',
        ({ coverage }) => percentCell(coverage.deliberate),
        2,
      ),
    ]),
    notes: [
      ...findings(arms, {
        tests,
        nameOf: (each) => names.predictor(each.predictor),
        words: {
          higher: 'Right more often where reasoning is allowed',
          lower: 'Right less often where reasoning is allowed',
        },
      }),
      ...belowConstant(arms, names),
      scope,
    ],
  };
}

function changeTable({ changes, tests }: Reasoning, names: StudyNames): ReportTable {
  return {
    id: 'reasoning-change',
    title: 'Does training change what reasoning adds?',
    lead: 'Deliberate minus direct of the model about itself, before training and after training on its own answers, on the rows of all four.',
    ...filled(changes, [
      left('model', 'The model that predicts itself.', ({ base }) => names.cell(base)),
      right('added, untrained [95 %]', 'Deliberate minus direct before training, in points.', ({ untrained }) =>
        quantityCell(untrained, 'difference'),
      ),
      right('added, self [95 %]', 'Deliberate minus direct after training, in points.', ({ self }) =>
        quantityCell(self, 'difference'),
      ),
      right('difference [95 %]', 'After minus before training, in points.', ({ difference }) =>
        quantityCell(difference.quantity, 'difference'),
      ),
      ...testColumns<Change>(),
    ]),
    notes: findings(changes, {
      tests,
      nameOf: ({ base }) => names.label(base),
      words: { higher: 'Reasoning adds more after training', lower: 'Reasoning adds less after training' },
    }),
  };
}

function testColumns<Row extends InModes>(): readonly Column<Row>[] {
  return [
    right(
      'adjusted p',
      'p, adjusted over all tests of both tables.',
      ({ difference }) => pCell(difference.adjusted),
      1,
    ),
    right<Row>(
      'detectable',
      'The smallest real difference that 4 of 5 such studies would notice after adjustment, in points.',
      ({ difference: { detectable } }) =>
        detectable === null
          ? absentCell('too few strings, or none differ')
          : numberCell(detectable, pointsText(detectable).slice(1)),
      1,
    ),
  ];
}

interface Words<Row> {
  readonly tests: number;
  readonly nameOf: (row: Row) => string;
  readonly words: Readonly<Record<'higher' | 'lower', string>>;
}

/** Returns in words what differs; for the others the smallest difference that such studies find. */
function findings<Row extends InModes>(rows: readonly Row[], { tests, nameOf, words }: Words<Row>): readonly string[] {
  const of = (word: Contrast['word']) => rows.filter((row) => !row.isEqual && row.difference.word === word);
  const list = (word: 'higher' | 'lower') => {
    const found = of(word).map(
      (row) =>
        `${nameOf(row)} (${differenceText(row.difference.quantity)}, p ${pRelation(row.difference.adjusted ?? 1)})`,
    );
    return found.length === 0 ? [] : [`${words[word]}: ${found.join('; ')}.`];
  };
  const equal = rows.filter(({ isEqual }) => isEqual).map(nameOf);
  const once = of('no test').map(nameOf);
  const missing = Map.groupBy(of('not measured'), ({ difference }) => difference.reason ?? 'no interval');
  return [
    ...list('higher'),
    ...list('lower'),
    ...negative(of('no difference found'), { tests, nameOf, of: rows.length }),
    ...(once.length === 0
      ? []
      : [`Trained once, so only these copies are compared; three trainings would tell: ${once.join('; ')}.`]),
    ...(equal.length === 0 ? [] : [`The same accuracy in both modes on every string: ${equal.join('; ')}.`]),
    ...[...missing].map(([reason, own]) => `Not measured (${reason}): ${own.map(nameOf).join('; ')}.`),
  ];
}

/** Returns which differences were not found, and the smallest one that such studies find. */
function negative<Row extends InModes>(
  rows: readonly Row[],
  { tests, nameOf, of }: Pick<Words<Row>, 'tests' | 'nameOf'> & { readonly of: number },
): readonly string[] {
  if (rows.length === 0) return [];
  const known = rows.flatMap(({ difference: { detectable } }) => (detectable === null ? [] : [detectable]));
  const found =
    known.length < rows.length
      ? 'Which difference such studies find is not known for all of them: too few strings differ.'
      : noticedSentence(`difference of ${pointsText(Math.max(...known)).slice(1)} in each of them`, 'studies');
  return [
    `No difference found after adjustment over ${counted(tests, 'test')} (Holm), ${rows.length} of ${of}: ${rows.map(nameOf).join('; ')}. ${found}`,
  ];
}

/** Returns which arms are above the most frequent value in neither mode. */
function belowConstant(arms: readonly ArmInModes[], names: StudyNames): readonly string[] {
  const below = arms.filter(({ gain }) => {
    const known = [gain.direct, gain.deliberate].filter(({ value }) => value !== null);
    return known.length > 0 && !known.some(isAboveZero);
  });
  if (below.length === 0) return [];
  return [
    `Above the base rate in neither mode: ${below.map(({ predictor }) => names.predictor(predictor)).join('; ')}.`,
  ];
}

/** What was varied, and what a difference therefore does not say. */
const scope =
  'Only the prediction prompt was varied. Arms are trained on answers without reasoning; whether and how a model reasons where it may was neither varied nor checked, so a difference does not name its cause.';

const series = ['direct', 'deliberate', displayNames.baseRate] as const;

/** Draws the accuracy of each arm in both modes: a panel for each predicted model. */
export function reasoningFigure(
  { arms }: NonNullable<StudyResult['reasoning']>,
  names: StudyNames,
  name: string,
): Figure {
  const title = 'With and without reasoning before the answer';
  const values = arms.flatMap(({ base, arm, target, direct, deliberate, constant }) => {
    const row = base === target ? arm : `${arm}, by ${names.label(base)}`;
    const at = (of: (typeof series)[number]) => ({ panel: `about ${names.label(target)}`, row, series: of });
    const tick: Quantity = { ...constant, interval: null };
    return [
      ...panelValues(at('direct'), direct),
      ...panelValues(at('deliberate'), deliberate),
      ...panelValues(at(displayNames.baseRate), tick),
    ];
  });
  if (values.length === 0) return { kind: 'absent', name, title, reason: 'no arm has enough readable predictions' };
  return {
    kind: 'drawn',
    name,
    title,
    caption:
      'Share of correct predictions, with 95 % intervals, where the prompt asks for the answer alone (direct) and where it allows reasoning first (deliberate). Tick: the base rate, which is the score of the most frequent value of other strings.',
    ...estimatePanels({
      values,
      series,
      tick: displayNames.baseRate,
      unit: 'share',
      domain: [0, 1],
      xTitle: 'share of right predictions',
    }),
  };
}
