import type { AdvantageForm, Comparison, ComparisonVerdict } from '../../analyze/compare/comparison-types.ts';
import {
  advantageLevels,
  type CompareVerdict,
  type CompareVerdictWord,
} from '../../analyze/self-knowledge/advantage-verdict.ts';
import type { ReportTable, TableCell } from '../../results/page.ts';
import { resultWords } from '../../results/result-words.ts';
import { oneLine } from '../../util/text.ts';
import { intervalText, numberText } from '../figures/marks/number-text.ts';
import { measureName } from './experiment-notes.ts';
import { absentCell, type Column, filled, left, maxNameWidth, numberCell, right, textCell } from './report-table.ts';

/** Verdicts on a self-advantage in words. */
export const advantageWords: Readonly<Record<CompareVerdictWord, string>> = {
  advantage: 'better than expected',
  disadvantage: 'worse than expected',
  none: 'not distinguishable',
  'needs-four-models': 'needs four models',
  insufficient: 'insufficient data',
};

/** Each form of elicitation in plain words. */
export const askedWords = { reuse: 'about itself', asked: 'about each other' } as const;

interface VerdictRow {
  readonly verdict: ComparisonVerdict;
  /** Additive, multiplicative and threshold form. */
  readonly forms: readonly AdvantageForm[];
}

const conditionColumn: Column<VerdictRow> = left(
  'condition',
  'Wording and other settings of the prediction prompt.',
  ({ verdict }) => textCell(oneLine(verdict.condition, maxNameWidth)),
  3,
);

const advantageColumns: readonly Column<VerdictRow>[] = [
  left(
    'asked',
    'Whether the models predicted only themselves, or each other by name.',
    ({ verdict }) => textCell(askedWords[verdict.form]),
    1,
  ),
  left('model', 'Model name as given by the user.', ({ verdict: { model, primary } }) =>
    textCell(model === null ? 'all models' : oneLine(model, maxNameWidth), primary ? 'primary test' : null),
  ),
  right(
    'additive [95 %]',
    'Score minus strength plus predictability, in the units of the measure.',
    ({ forms }) => formCell(forms[0]),
    2,
  ),
  right(
    'multiplicative [95 %]',
    'Score minus strength times predictability, in the units of the measure.',
    ({ forms }) => formCell(forms[1]),
    2,
  ),
  right(
    'threshold [95 %]',
    'Correlation of prediction and outcome beyond the factors that models share. The verdict tests this form.',
    ({ forms }) => formCell(forms[2]),
    1,
  ),
  right(
    'closest other [90 %]',
    'Score minus that of the closest other predictor, chosen on the other half of the items.',
    ({ verdict }) => besideCell(verdict.closestOther, 'not measured'),
    2,
  ),
  right(
    'item texts',
    'Accuracy minus that of a classifier of the items’ texts that knows the outcomes on other items.',
    ({ verdict }) => besideCell(verdict.itemOnly, 'the texts of the items are not available'),
    3,
  ),
  right(
    'detectable',
    'Smallest real advantage (threshold form) that 4 of 5 such runs would notice, before adjustment.',
    ({ verdict: { detectable } }) =>
      detectable === null ? absentCell('no test') : numberCell(detectable, numberText(detectable, 'correlation')),
    1,
  ),
  right(
    'p',
    'One-sided test of no advantage; Holm-adjusted over tasks, or over all tests that are not primary.',
    ({ verdict }) => chanceCell(verdict),
    1,
  ),
  left('verdict', 'Conclusion from all forms together.', ({ verdict: { verdict, reasons } }) =>
    textCell(advantageWords[verdict], reasons.join('; ')),
  ),
];

/** Returns the verdict on each self-advantage with the forms that it rests on. */
export function advantageVerdictTable({ verdicts = [], selfAdvantage }: Comparison): ReportTable {
  const conditions = new Set(verdicts.map(({ experiment, condition }) => `${experiment}\n${condition}`));
  const several = conditions.size > new Set(verdicts.map(({ experiment }) => experiment)).size;
  const rows = verdicts.map((verdict) => ({ verdict, forms: formsOf({ selfAdvantage }, verdict) }));
  return {
    id: 'self-advantage-verdicts',
    title: 'Do predictions match the model itself better than expected?',
    lead: 'Asked about itself: a prediction of itself is read as a prediction of every other model. Asked about each other: every model predicted every other model by name. A verdict requires that all three forms agree.',
    ...filled(rows, [
      left(resultWords.task, 'What is predicted.', ({ verdict }) => textCell(verdict.experiment)),
      ...(several ? [conditionColumn] : []),
      ...advantageColumns,
    ]),
    notes: [
      `Measures: ${[...new Set(verdicts.map(({ measure }) => measureName(measure)))].join(', ')}.`,
      ...[...new Set(verdicts.filter(({ p }) => p !== null).map(({ form }) => form))].map(levelNote),
      ...familyNote(verdicts),
      ...ownRuleNote(verdicts),
      ...reasonNotes(verdicts),
    ],
  };
}

/** Returns which tests are adjusted together. */
function familyNote(verdicts: readonly ComparisonVerdict[]): readonly string[] {
  const primary = verdicts.filter((each) => each.primary && each.p !== null).length;
  const others = verdicts.filter((each) => !each.primary && each.p !== null).length;
  if (primary + others === 0) return [];
  return [
    `Holm over ${primary} primary ${primary === 1 ? 'test' : 'tests'} (one per task), and over ${others} others.`,
  ];
}

/** Says what an advantage leaves open: own rules about public features that the items' texts do not say. */
function ownRuleNote(verdicts: readonly ComparisonVerdict[]): readonly string[] {
  return verdicts.some(({ verdict }) => verdict === 'advantage')
    ? ['Better than expected does not exclude a model’s own rule on what all can see.']
    : [];
}

/** Returns what cannot be decided and why an advantage is withheld, each once, and whose makers are unknown. */
function reasonNotes(verdicts: readonly ComparisonVerdict[]): readonly string[] {
  const said = verdicts.flatMap(({ verdict, experiment, primary, reasons }) => {
    if (verdict === 'needs-four-models') return reasons.map((reason) => `${experiment}: ${reason}.`);
    return primary && verdict === 'none' ? reasons.map((reason) => `${experiment}: ${reason}.`) : [];
  });
  const unknown = [...new Set(verdicts.flatMap(({ unknownMakers = [] }) => unknownMakers))];
  const names = unknown.map((name) => oneLine(name, maxNameWidth)).join(', ');
  const makers = `Unknown makers, so relatives among them are not noticed (--relatives A,B; --unrelated A,B): ${names}.`;
  const isTested = verdicts.some(({ p }) => p !== null);
  return [...new Set(said), ...(unknown.length === 0 || !isTested ? [] : [makers])];
}

function levelNote(form: CompareVerdict['form']): string {
  const { above, below } = advantageLevels[form].test;
  const percent = (level: number) => `${100 * level} %`;
  return `Asked ${askedWords[form]}: one-sided tests of the threshold form, ${percent(above)} for better and ${percent(below)} for worse than expected.`;
}

/** Returns the additive, multiplicative and threshold form behind a verdict; empty where there are none. */
export function formsOf(
  { selfAdvantage }: Pick<Comparison, 'selfAdvantage'>,
  verdict: CompareVerdict,
): readonly AdvantageForm[] {
  const entry = selfAdvantage.find(
    ({ experiment, condition = '', measure, form, model }) =>
      experiment === verdict.experiment &&
      condition === verdict.condition &&
      measure === verdict.measure &&
      form === verdict.form &&
      model === (verdict.model ?? 'all'),
  );
  return entry?.forms ?? [];
}

function chanceCell({ p, primary, reasons }: CompareVerdict): TableCell {
  if (p === null) return absentCell(reasons.join('; '));
  return numberCell(p, p < 0.001 ? '< 0.001' : p.toFixed(3), primary ? 'primary test' : null);
}

function besideCell(
  beside: { readonly value: number; readonly interval: readonly [number, number] | null } | null | undefined,
  reason: string,
): TableCell {
  if (beside === null || beside === undefined) return absentCell(reason);
  const { value, interval } = beside;
  const text = numberText(value, 'correlation');
  return numberCell(value, interval === null ? text : `${text} ${intervalText(interval, 'correlation')}`);
}

function formCell(form: AdvantageForm | undefined): TableCell {
  if (form === undefined || form.value === null) return absentCell(form?.reason ?? 'not identified by the data');
  const text = numberText(form.value, 'correlation');
  return numberCell(
    form.value,
    form.interval === null ? text : `${text} ${intervalText(form.interval, 'correlation')}`,
  );
}
