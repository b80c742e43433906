import type { Measure } from '../../domain/measure.ts';
import { reasonCountsText } from '../../outcome-kinds/words.ts';
import type { Estimate } from '../../results/estimate.ts';
import { counted } from '../../util/numbers.ts';

/** The fields of an estimate that can be absent, each for its own reasons. */
export type AbsentField = 'value' | 'interval' | 'baseRate' | 'itemRule' | 'otherModels' | 'reexecution' | 'bounds';

/** Facts that a reason may depend on besides the numbers. */
interface AbsenceContext {
  readonly measure: Partial<Pick<Measure, 'baseRate' | 'reexecution' | 'itemRule' | 'bounds'>>;
  /** Some unit has two usable executions. */
  readonly repeated: boolean;
}

const fields: readonly AbsentField[] = [
  'value',
  'interval',
  'baseRate',
  'itemRule',
  'otherModels',
  'reexecution',
  'bounds',
];

/** Returns the reason for every absent number of an estimate, by field. */
export function absencesOf(estimate: Estimate, context: AbsenceContext): NonNullable<Estimate['absent']> {
  const missing = fields.filter((field) => estimate[field] === null);
  return Object.fromEntries(missing.map((field) => [field, reasonOf(estimate, field, context)]));
}

/** Returns why an estimate lacks a number, in a few words; only meaningful where the field is null. */
export function explainAbsence(estimate: Estimate, field: AbsentField): string {
  return estimate.absent?.[field] ?? reasonOf(estimate, field, null);
}

function reasonOf(estimate: Estimate, field: AbsentField, context: AbsenceContext | null): string {
  const lacks = (rule: keyof AbsenceContext['measure']) => context !== null && context.measure[rule] === undefined;
  switch (field) {
    case 'value':
      return whyNoValue(estimate);
    case 'interval':
      return estimate.value === null ? 'no value' : estimate.method;
    case 'baseRate':
      return estimate.value === null ? whyNoValue(estimate) : (noBase[estimate.measure] ?? noRule);
    case 'itemRule':
      return lacks('itemRule') ? 'no item-only rule applies' : 'the data has no label, or the measure does not use it';
    case 'otherModels':
      return 'only beside the score of a table, where a second model has outcomes on the same items';
    case 'reexecution':
      if (lacks('reexecution')) return 'this measure is not defined for a re-execution';
      if (estimate.coverage.usable === 0) return whyNoValue(estimate);
      if (ofValues.has(estimate.measure)) return threeExecutions;
      return context?.repeated === true ? 'undefined for re-executions (a class is empty)' : oneExecution;
    case 'bounds':
      return 'missing units have no best and worst case for this measure';
  }
}

const oneExecution = 'needs two executions (run with --samples 2 or more)';
/** Measures of outcomes with several values: of two executions that differ, neither is the truth. */
const ofValues: ReadonlySet<string> = new Set(['accuracy_macro', 'accuracy_micro']);
const threeExecutions = 'needs three executions, two of them equal (run with --samples 3 or more)';

const noRule = 'this measure has no base rate';
/** Measures whose base rate is the behavior of other models. */
const noBase: Readonly<Record<string, string>> = {
  fail_rate: 'needs a second model in the run that answers the same questions',
  edit_similarity: 'needs responses to two different prompts',
  exact_match: 'needs responses to two different prompts',
  token_f1: 'needs responses to two different prompts',
  length_ratio: 'needs responses to two different prompts',
  first_words_match: 'needs responses to two different prompts',
};

function whyNoValue({ coverage: { units, usable, lost }, measure, n }: Estimate): string {
  if (units === 0) return 'no units';
  if (usable === 0) return `none of ${counted(units, 'unit')} is usable (${reasonCountsText(lost)})`;
  if (measure === 'self_execution_score') return 'one of the three accuracies is missing';
  return n === 0 ? 'no unit of the kind that this measure counts' : 'undefined for these counts (a class is empty)';
}
