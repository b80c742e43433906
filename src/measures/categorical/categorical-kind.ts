import { type CategoricalOutcome, isPresent, presentOf } from '../../domain/outcome.ts';
import type { SlotKinds } from '../../domain/slot.ts';
import { oneLine } from '../../util/text.ts';
import { absenceOfAll, slotNamed, valueOrReason } from '../absences.ts';
import { majorityOf, maxTextColumns } from '../most-frequent-text.ts';
import type { OutcomeKind, UnitTexts } from '../outcome-kind.ts';
import { pseudonym, replaced } from '../pseudonyms.ts';
import { accuracyMicro } from './categorical-measures.ts';
import { categoricalColumns, categoricalTally } from './categorical-tally.ts';
import { truthOf } from './categorical-truth.ts';

export const categoricalKind: OutcomeKind<CategoricalOutcome> = {
  columns: categoricalColumns,
  tally: categoricalTally,
  canOthersPredict: true,
  itemMeasure: accuracyMicro,
  itemTally: (outcome) => categoricalTally(outcome, 'parsed'),
  missing,
  parts: ({ predictions, executions }) => [...predictions, ...executions],
  executions: ({ executions }) => executions.length,
  atExecution: (outcome, k) => ({ ...outcome, executions: outcome.executions.slice(k, k + 1) }),
  facts: ({ unit, predictions, executions }) => ({
    unit,
    predicted: valueOrReason(predictions[0]),
    actual: valueOrReason(executions[0]),
  }),
  texts,
  isRight: () => null,
  withheld: (outcome) => {
    const withheld = withheldValue(outcome);
    return {
      ...outcome,
      predictions: outcome.predictions.map((part) => replaced(part, withheld)),
      executions: outcome.executions.map((part) => replaced(part, withheld)),
      label: outcome.label === null ? null : withheld(outcome.label),
      echo: outcome.echo === null ? null : withheld(outcome.echo),
    };
  },
};

function missing(outcome: CategoricalOutcome, slots: SlotKinds): string | null {
  const { predictions, executions } = outcome;
  const absence = absenceOfAll(predictions, slots, 'predict') ?? absenceOfAll(executions, slots);
  if (absence !== null) return absence;
  return truthOf(outcome).kind === 'unknown' ? `${slotNamed(slots, 'behave')}: no-mode` : null;
}

function texts(outcome: CategoricalOutcome): UnitTexts {
  const values = presentOf(outcome.executions);
  const majority = majorityOf(values);
  const predicted = outcome.predictions.find(isPresent)?.value ?? null;
  return {
    unit: outcome.unit,
    prediction: predicted === null ? '' : oneLine(predicted, maxTextColumns),
    outcome: oneLine(majority.text, maxTextColumns),
    score: predicted === null || values.length === 0 ? null : Number(predicted === majority.text),
    ...{ agree: majority.count, executions: values.length },
    behavior: majority.isTie ? null : majority.text,
    judgesDiffer: false,
  };
}

/** Returns a function that replaces words, which may quote the item; true, false and letters are kept. */
function withheldValue({ values }: CategoricalOutcome): (value: string) => string {
  return values === 'open' ? pseudonym : (value) => (value.length > 'false'.length ? pseudonym(value) : value);
}
