import type { Estimate } from './estimate.ts';
import type { Measure } from './measure.ts';

/** The fields of an estimate that can be absent, each with its own reasons. */
export type AbsentField =
  | 'value'
  | 'interval'
  | 'base_rate'
  | 'item_label'
  | 'consensus'
  | 'ceiling'
  | 'normalised_skill'
  | 'bounds';

/** What a reason may depend on beside the numbers themselves. */
export interface AbsenceContext {
  readonly measure: Partial<Pick<Measure, 'baseRate' | 'ceiling' | 'itemLabel' | 'bounds'>>;
  /** Some unit has two usable executions. */
  readonly repeated: boolean;
}

const fields: readonly AbsentField[] = [
  'value',
  'interval',
  'base_rate',
  'item_label',
  'consensus',
  'ceiling',
  'normalised_skill',
  'bounds',
];

/** The reason for every number that an estimate lacks, by field. */
export function absencesOf(estimate: Estimate, context: AbsenceContext): NonNullable<Estimate['absent']> {
  const missing = fields.filter((field) => estimate[field] === null);
  return Object.fromEntries(missing.map((field) => [field, reasonOf(estimate, field, context)]));
}

/** Why an estimate has no such number, in a few words; only meaningful where the field is null. */
export function whyAbsent(estimate: Estimate, field: AbsentField): string {
  return estimate.absent?.[field] ?? reasonOf(estimate, field, null);
}

function reasonOf(estimate: Estimate, field: AbsentField, context: AbsenceContext | null): string {
  const lacks = (rule: keyof AbsenceContext['measure']) => context !== null && context.measure[rule] === undefined;
  switch (field) {
    case 'value':
      return whyNoValue(estimate);
    case 'interval':
      return estimate.value === null ? 'there is no value' : estimate.method;
    case 'base_rate':
      return estimate.value === null ? whyNoValue(estimate) : (noBase[estimate.measure] ?? noRule);
    case 'item_label':
      return lacks('itemLabel') ? 'no item-only rule applies' : 'the data has no label, or the measure does not use it';
    case 'consensus':
      return 'needs outcomes of another model on the same items, and a measure of forecasts';
    case 'ceiling':
      if (lacks('ceiling')) return 'a second execution says nothing about this measure';
      return context?.repeated === true ? 'undefined for second executions (a class is empty)' : oneExecution;
    case 'normalised_skill':
      return whyNoSkill(estimate, context);
    case 'bounds':
      return 'a lost unit has no best and worst reading here';
  }
}

const oneExecution = 'needs two executions (run with --samples 2 or more)';

const noRule = 'no rule without knowledge of the model applies';
/** Measures whose base rate is what others did. */
const noBase: Readonly<Record<string, string>> = {
  fail_rate: 'needs another model in the run, to answer the same questions',
  edit_similarity: 'needs responses to two different prompts',
  exact_match: 'needs responses to two different prompts',
  token_f1: 'needs responses to two different prompts',
  length_ratio: 'needs responses to two different prompts',
  first_words_match: 'needs responses to two different prompts',
};

function whyNoValue({ coverage: { units, usable }, measure, n }: Estimate): string {
  if (units === 0) return 'no units';
  if (usable === 0) return `none of ${units} units is usable`;
  if (measure === 'self_execution_score') return 'one of the three accuracies does not exist';
  return n === 0 ? 'no unit of the kind that it counts' : 'undefined for these counts (a class is empty)';
}

function whyNoSkill(estimate: Estimate, context: AbsenceContext | null): string {
  if (estimate.value === null) return whyNoValue(estimate);
  if (estimate.measure === 'self_execution_score') return 'a mean of accuracies with different base rates has none';
  if (estimate.base_rate === null) return 'there is no base rate';
  if (estimate.ceiling === null) return reasonOf(estimate, 'ceiling', context);
  return 'the ceiling is not clearly above the base rate';
}
