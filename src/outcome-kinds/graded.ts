import type { Measure } from '../domain/measure.ts';
import { isPresent, type Observed, presentOf } from '../domain/outcome.ts';
import type { UnitPolicy } from '../domain/policy.ts';
import { mean } from '../stats/moments.ts';
import { absenceOfAll, isNotAsked, valueOrReason } from './absences.ts';
import type { OutcomeKind, UnitTexts } from './outcome-kind.ts';
import { termsOf } from './terms.ts';
import { majorityOf, withoutDetail } from './unit-text.ts';

/** Grades of the answers to one item, which are neither right nor wrong: a stated confidence has no score beside them. */
export interface GradedOutcome {
  readonly kind: 'graded';
  /** Stated probability that the answer is right, in [0, 1]; kept for exports. */
  readonly confidence: Observed<number>;
  /** One per execution, in sample order: the share of the range, in [0, 1]. */
  readonly executions: readonly Observed<number>[];
}

/** Terms of grades. Weights sum to 1 per outcome, shared by its executions; `lost` is the weight that counts as 0. */
const terms = termsOf('graded', ['grade', 'weight', 'lost']);

function gradedTerms({ executions }: GradedOutcome, policy: UnitPolicy): readonly number[] {
  const own = terms.zero();
  const asked = executions.filter((part) => !isNotAsked(part));
  const known = presentOf(asked);
  const counted = policy === 'parsed' ? known.length : asked.length;
  if (counted === 0) return own.numbers;
  own.weight = 1;
  own.grade = known.reduce((sum, grade) => sum + grade, 0) / counted;
  own.lost = (counted - known.length) / counted;
  return own.numbers;
}

/** Mean grade of an item. */
const grade: Measure = terms.share('grade', ['grade', 'weight'], { lost: 'lost' });

export const gradedKind: OutcomeKind<GradedOutcome> = {
  scoring: null,
  predictsNothing: true,
  unitsOf: 'binary',
  terms: gradedTerms,
  itemMeasure: grade,
  canOthersPredict: false,
  missing: ({ executions }, slots) => absenceOfAll(executions, slots),
  parts: ({ executions }) => executions,
  executions: ({ executions }) => executions.length,
  atExecution: (outcome, k) => ({ ...outcome, executions: outcome.executions.slice(k, k + 1) }),
  facts: ({ confidence, executions }) => ({
    unit: '',
    predicted: valueOrReason(confidence),
    actual: valueOrReason(executions[0]),
  }),
  texts,
  isRight: () => null,
  withheld: (outcome) => ({
    ...outcome,
    confidence: withoutDetail(outcome.confidence),
    executions: outcome.executions.map(withoutDetail),
  }),
};

/** Returns a share as a percentage with at most one decimal. */
function percent(share: number): string {
  return `${Math.round(1000 * share) / 10} %`;
}

function texts({ confidence, executions }: GradedOutcome): UnitTexts {
  const grades = presentOf(executions);
  const own = mean(grades);
  return {
    unit: '',
    prediction: isPresent(confidence) ? percent(confidence.value) : '',
    outcome: own === null ? '' : `grade ${percent(own)}`,
    ...{ agree: majorityOf(grades.map(String)).count, executions: grades.length },
    ...{ behavior: null, judgesDiffer: false },
  };
}
