import type { AdvantageForm, Comparison, SelfAdvantageEntry } from '../../analyze/compare/comparison-types.ts';
import type { CompareVerdict, CompareVerdictWord } from '../../analyze/verdict.ts';
import { intervalText, numberText } from '../../figure/marks/number-text.ts';
import { oneLine } from '../../util/text.ts';
import { measureName } from './experiment-notes.ts';
import { absentCell, left, numberCell, type ReportTable, right, type TableCell, textCell } from './report-table.ts';

const longestName = 60; // columns

/** Each verdict in plain words. */
const words: Readonly<Record<CompareVerdictWord, string>> = {
  advantage: 'better than expected',
  disadvantage: 'worse than expected',
  none: 'not distinguishable',
  insufficient: 'too few items or models',
};

/** How models were asked, in plain words. */
export const askedWords = { reuse: 'about itself', asked: 'about each other' } as const;

/** The verdict on each self-advantage with the forms that it rests on. */
export function advantageVerdictTable({ verdicts = [], self_advantage }: Comparison): ReportTable {
  const conditions = new Set(verdicts.map(({ experiment, condition }) => `${experiment}\n${condition}`));
  const several = conditions.size > new Set(verdicts.map(({ experiment }) => experiment)).size;
  return {
    id: 'self-advantage-verdicts',
    title: 'Do predictions fit the model itself better than expected?',
    lead: 'Asked about itself: a prediction of itself is read as a prediction of every other model. Asked about each other: every model predicted every other one by name. A verdict needs all three forms of what is expected to agree.',
    columns: [
      left('experiment', 'What was asked.'),
      ...(several ? [left('condition', 'How the prediction was asked.', 3)] : []),
      left('asked', 'Whom the models were asked about.', 1),
      left('model', 'As the user named it.'),
      right('additive [95 %]', 'Itself minus strength plus predictability, in the units of the measure.', 2),
      right('multiplicative [95 %]', 'Itself minus strength times predictability, in the units of the measure.', 2),
      right('threshold [95 %]', 'Correlation of prediction and outcome beyond factors that models share; the test.', 1),
      right('p', 'One-sided, against no advantage; adjusted by Holm for all but the primary tests.', 1),
      left('verdict', 'What all forms together allow to be said.'),
    ],
    rows: verdicts.map((verdict) => rowOf(verdict, entryOf(self_advantage, verdict), several)),
    notes: [`Measures: ${[...new Set(verdicts.map(({ measure }) => measureName(measure)))].join(', ')}.`],
  };
}

function entryOf(entries: readonly SelfAdvantageEntry[], verdict: CompareVerdict): SelfAdvantageEntry | undefined {
  return entries.find(
    ({ experiment, condition = '', measure, form, model }) =>
      experiment === verdict.experiment &&
      condition === verdict.condition &&
      measure === verdict.measure &&
      form === verdict.form &&
      model === (verdict.model ?? 'all'),
  );
}

function rowOf(
  { experiment, condition, form, model, primary, p, verdict, reasons }: CompareVerdict,
  entry: SelfAdvantageEntry | undefined,
  several: boolean,
): readonly TableCell[] {
  const [additive, multiplicative, threshold] = entry?.forms ?? [];
  return [
    textCell(experiment),
    ...(several ? [textCell(oneLine(condition, longestName))] : []),
    textCell(askedWords[form]),
    textCell(model === null ? 'all models' : oneLine(model, longestName), primary ? 'primary test' : null),
    formCell(additive),
    formCell(multiplicative),
    formCell(threshold),
    p === null
      ? absentCell(reasons.join('; '))
      : numberCell(
          p,
          p < 0.001 ? '< 0.001' : p.toFixed(3),
          primary ? 'primary test, not adjusted' : 'adjusted by Holm',
        ),
    textCell(words[verdict], reasons.join('; ')),
  ];
}

function formCell(form: AdvantageForm | undefined): TableCell {
  if (form === undefined || form.value === null) return absentCell(form?.reason ?? 'the data does not determine it');
  const text = numberText(form.value, 'correlation');
  return numberCell(
    form.value,
    form.interval === null ? text : `${text} ${intervalText(form.interval, 'correlation')}`,
  );
}
