import { accuracy } from '../../measures/binary/binary-measures.ts';
import { type FormEstimate, formChances } from '../../stats/advantage/advantage-forms.ts';
import { ratio } from '../../stats/basic/moments.ts';
import { tQuantile } from '../../stats/basic/quantiles.ts';
import type { ModelClaims } from '../compare/binary-claims.ts';
import type { CrossPrediction } from '../compare/cross-prediction.ts';
import type { AdvantageRequirement } from './advantage-verdict.ts';
import { itemOnlyScores } from './item-baselines.ts';

/** One-sided level at which models must be above their closest other predictor. */
const closestLevel = 0.05;

/** A model's score minus that of another prediction of its outcomes. */
interface Beside {
  readonly value: number;
  /** At 90 %: above 0 where the one-sided test at 5 % finds a difference; null where none was computed. */
  readonly interval: readonly [number, number] | null;
}

/** What stands beside a verdict on self-advantage. */
export interface BesideVerdict {
  /**
   * Score of predictions of itself minus that of the closest other predictor, chosen on the other half of the items; null
   * where undefined.
   */
  readonly closestOther: (Beside & { readonly p: number; readonly isRequired: boolean }) | null;
  /** Accuracy minus that of a classifier of the items' texts that knows the outcomes on other items; null without texts. */
  readonly itemOnly: Beside | null;
  /** Models whose maker is unknown, so that relatives among them would not be noticed. */
  readonly unknownMakers: readonly string[];
}

/** Returns what stands beside the verdicts: on each model, then on all of them. */
export function besideVerdicts(
  crossing: CrossPrediction,
  closest: readonly (FormEstimate | null)[],
  { unknown, seed }: { readonly unknown: readonly string[]; readonly seed: number },
): readonly BesideVerdict[] {
  const itemOnly = itemOnlyDifferences(crossing, seed);
  const { models } = crossing;
  return [...models, null].map((model, index): BesideVerdict => {
    const estimate = closest[index] ?? null;
    // A relative of one model is a relative that every verdict misses.
    const isRequired = unknown.length > 0;
    return {
      closestOther: estimate === null ? null : { ...besideOf(estimate), p: formChances(estimate).above, isRequired },
      itemOnly: itemOnly === null ? null : { value: itemOnly[index] as number, interval: null },
      unknownMakers: model === null ? unknown : unknown.filter((each) => each === model),
    };
  });
}

function besideOf({ value, error, degrees }: FormEstimate): Beside {
  const width = tQuantile(0.95, degrees ?? 1_000) * error;
  return { value, interval: [value - width, value + width] };
}

/** Returns what an advantage requires of the numbers beside it. */
export function requirementsOf({ closestOther, itemOnly }: BesideVerdict): readonly AdvantageRequirement[] {
  return [
    {
      isMet: closestOther === null || !closestOther.isRequired || closestOther.p <= closestLevel,
      reason:
        'not above the closest other predictor; required because the maker of some model is unknown (name relatives with --relatives A,B, or --unrelated A,B)',
    },
    {
      isMet: itemOnly === null || itemOnly.value > 0,
      reason: 'a classifier of the items’ texts predicts the models as well as they predict themselves',
    },
  ];
}

/** Returns each model's accuracy minus that of the item-only classifier, then the mean; null without texts of items. */
function itemOnlyDifferences(
  { field, responses, claims, shared }: CrossPrediction,
  seed: number,
): readonly number[] | null {
  if (field.kind !== 'binary' || field.features.length === 0) return null;
  const differences = responses.map((own, model) => {
    const { prediction, outcome } = claims[model] as ModelClaims;
    const scores = itemOnlyScores(field, { own, claims: { prediction, outcome } }, { measure: accuracy, seed });
    let [sum, n] = [0, 0];
    for (const index of shared) {
      const other = scores?.[index] ?? Number.NaN;
      if (Number.isNaN(other)) continue;
      const share = outcome[index] as number;
      const predicted = prediction[index] as number; // 1, 0, or one half
      sum += predicted * share + (1 - predicted) * (1 - share) - other;
      n += 1;
    }
    return ratio(sum, n) ?? 0;
  });
  return [...differences, differences.reduce((sum, value) => sum + value, 0) / Math.max(1, differences.length)];
}
