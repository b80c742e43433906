import type { Estimate } from './estimate.ts';

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

/** Why an estimate has no such number, in a few words; only meaningful where the field is null. */
export function whyAbsent(estimate: Estimate, field: AbsentField): string {
  switch (field) {
    case 'value':
      return whyNoValue(estimate);
    case 'interval':
      return estimate.value === null ? 'there is no value' : estimate.method;
    case 'base_rate':
      return estimate.value === null ? whyNoValue(estimate) : 'no rule without knowledge of the model applies';
    case 'item_label':
      return 'the data has no label, or the measure does not use it';
    case 'consensus':
      return 'needs outcomes of another model on the same items';
    case 'ceiling':
      return 'needs two executions (run with --samples 2 or more)';
    case 'normalised_skill':
      return whyNoSkill(estimate);
    case 'bounds':
      return 'a lost unit has no best and worst reading here';
  }
}

function whyNoValue({ coverage: { units, usable }, n }: Estimate): string {
  if (units === 0) return 'no units';
  if (usable === 0) return `none of ${units} units is usable`;
  return n === 0 ? 'no unit of the kind that it counts' : 'undefined for these counts (a class is empty)';
}

function whyNoSkill(estimate: Estimate): string {
  if (estimate.value === null) return whyNoValue(estimate);
  if (estimate.base_rate === null) return 'there is no base rate';
  if (estimate.ceiling === null) return whyAbsent(estimate, 'ceiling');
  return 'the ceiling is not above the base rate';
}
