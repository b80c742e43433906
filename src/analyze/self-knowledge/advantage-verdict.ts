import { type FormEstimate, formChances } from '../../stats/advantage/advantage-forms.ts';
import { holm } from '../../stats/basic/holm.ts';
import { normalQuantile } from '../../stats/basic/quantiles.ts';
import { minVerdictClusters } from '../../stats/rungs/no-verdict.ts';
import { counted } from '../../util/numbers.ts';

/** The tested form of the expected score; the other forms must agree with it. */
const testedForm = 'threshold';
/**
 * Comparison of models ("does a model's prediction fit itself better than it fits others?"):
 * - The test is the threshold form, which allows for unequal rates of "yes", unequal predictors and families of models:
 *   `advantage` where it is above 0 at a one-sided 4 % (form `asked`: 2.5 %), `disadvantage` where it is below 0 at a
 *   one-sided 0.5 %; together these stay below 5 %.
 * - The additive and the multiplicative form must agree, otherwise `none`. Where a prediction of oneself is scored as one of
 *   every model (form `reuse`), each must be on the same side of 0 at a one-sided 10 %. Where models predicted each other
 *   (form `asked`), each must be so at the level of the test: what others know as well as the model itself is not
 *   privileged, and only these two forms compare it with the other models' predictions.
 * - Requirements (closest other predictor, item texts) can turn an advantage into `none`, never the reverse.
 * - Families: the primary tests, one per experiment (all its models together, the first condition, form `asked` if there is
 *   one), are adjusted by Holm over experiments. Everything else (single models, further conditions, the other form) is one family per comparison,
 *   adjusted by Holm.
 *
 * No verdict from fewer than 20 clusters.
 *
 * One-sided levels of the test, and levels at which the other forms agree with it, by the form of elicitation.
 */
export const advantageLevels = {
  reuse: { test: { above: 0.04, below: 0.005 }, agreement: { above: 0.1, below: 0.1 } },
  asked: { test: { above: 0.025, below: 0.005 }, agreement: { above: 0.025, below: 0.005 } },
} as const;

/** Models without which self-knowledge is not distinguishable from strength and from knowledge of a family. */
export const minComparedModels = 4;

export type CompareVerdictWord = 'advantage' | 'disadvantage' | 'none' | 'needs-four-models' | 'insufficient';

export interface CompareVerdict {
  readonly experiment: string;
  readonly condition: string;
  readonly measure: string;
  /** Whether predictions of oneself are reused as predictions of others, or models predicted each other by name. */
  readonly form: keyof typeof advantageLevels;
  /** Null for all models together. */
  readonly model: string | null;
  /** Whether it is the primary test of its experiment; these are adjusted over experiments only. */
  readonly primary: boolean;
  readonly verdict: CompareVerdictWord;
  /** One-sided p of the threshold form against "no advantage", adjusted by Holm in its family; null without a test. */
  readonly p: number | null;
  /** Smallest advantage (threshold form) that 80 % of such runs would find, before adjustment; null without a test. */
  readonly detectable: number | null;
  readonly reasons: readonly string[];
}

/** Something that an advantage requires besides the forms. */
export interface AdvantageRequirement {
  readonly isMet: boolean;
  /** What is said where it is not met. */
  readonly reason: string;
}

/** The forms of one self-advantage. */
export interface TestedAdvantage {
  readonly experiment: string;
  readonly condition: string;
  readonly measure: string;
  readonly form: CompareVerdict['form'];
  readonly model: string | null;
  readonly primary: boolean;
  readonly clusters: number;
  /** Number of compared models. */
  readonly models: number;
  readonly requirements?: readonly AdvantageRequirement[];
  /** Forms by name; null or a reason where a form has no estimate. */
  readonly forms: readonly {
    readonly name: string;
    readonly estimate: FormEstimate | null;
    readonly reason: string | null;
  }[];
}

/** Returns the verdict on each self-advantage; the primary ones are one family of tests, all others another. */
export function compareVerdicts(tested: readonly TestedAdvantage[]): readonly CompareVerdict[] {
  const chances = tested.map((each) => (withoutTest(each) === null ? chancesOf(each) : null));
  const families = [true, false].map((isPrimary) =>
    [...tested.keys()].filter((index) => tested[index]?.primary === isPrimary && chances[index] !== null),
  );
  const inFamilies = (chance: (found: Chances) => number) =>
    new Map(families.flatMap((family) => [...adjusted(family, (index) => chance(chances[index] as Chances))]));
  const [above, below] = [inFamilies((found) => found.above), inFamilies((found) => found.below)];
  return tested.map((each, index): CompareVerdict => {
    const { experiment, condition, measure, form, model, primary } = each;
    const about = { experiment, condition, measure, form, model, primary };
    const found = chances[index] ?? null;
    const missing = withoutTest(each);
    if (found === null || missing !== null) {
      return { ...about, verdict: 'insufficient', reasons: [], ...missing, p: null, detectable: null };
    }
    const p = above.get(index) as number;
    const { test } = advantageLevels[form];
    const word = wordOf(found, { above: p, below: below.get(index) as number }, test);
    const unmet = each.requirements?.filter(({ isMet }) => !isMet) ?? [];
    const isWithheld = word.verdict === 'advantage' && unmet.length > 0;
    return {
      ...about,
      p,
      detectable: (normalQuantile(1 - test.above) + normalQuantile(0.8)) * found.error,
      ...(isWithheld ? { verdict: 'none', reasons: unmet.map(({ reason }) => reason) } : word),
    };
  });
}

/** Returns the word and the reasons where nothing can be tested. */
function withoutTest(tested: TestedAdvantage): Pick<CompareVerdict, 'verdict' | 'reasons'> | null {
  if (tested.models < minComparedModels) return { verdict: 'needs-four-models', reasons: [needsMore(tested.models)] };
  const reasons = whyInsufficient(tested);
  return reasons.length === 0 ? null : { verdict: 'insufficient', reasons };
}

function needsMore(models: number): string {
  return `needs four models (has ${models}): with fewer, self-knowledge is not distinguishable from strength; \`seb study\` decides with two`;
}

interface Chances {
  /** One-sided p values of the test. */
  readonly above: number;
  readonly below: number;
  /** Standard error of the tested form. */
  readonly error: number;
  /** Other forms that are not clearly on the same side of 0. */
  readonly notAbove: readonly string[];
  readonly notBelow: readonly string[];
}

function wordOf(
  { notAbove, notBelow }: Chances,
  { above, below }: Pick<Chances, 'above' | 'below'>,
  level: Pick<Chances, 'above' | 'below'>,
): Pick<CompareVerdict, 'verdict' | 'reasons'> {
  const disagree = (names: readonly string[]) =>
    `the forms disagree: ${names.join(' and ')} not distinguishable from 0`;
  if (above <= level.above) {
    if (notAbove.length > 0) return { verdict: 'none', reasons: [disagree(notAbove)] };
    return {
      verdict: 'advantage',
      reasons: ['all forms agree: predictions match the model itself better than expected'],
    };
  }
  if (below <= level.below) {
    if (notBelow.length > 0) return { verdict: 'none', reasons: [disagree(notBelow)] };
    return {
      verdict: 'disadvantage',
      reasons: ['all forms agree: predictions match the model itself worse than expected'],
    };
  }
  return { verdict: 'none', reasons: ['not distinguishable from no advantage under the threshold form'] };
}

function adjusted(family: readonly number[], chance: (position: number) => number): ReadonlyMap<number, number> {
  const values = holm(family.map(chance));
  return new Map(family.map((position, index) => [position, values[index] as number]));
}

function chancesOf({ form: elicitation, forms }: Pick<TestedAdvantage, 'form' | 'forms'>): Chances {
  const known = forms.flatMap(({ name, estimate }) => (estimate === null ? [] : [{ name, ...formChances(estimate) }]));
  const test = known.find(({ name }) => name === testedForm);
  const others = (side: 'above' | 'below', limit: number) =>
    known.filter((form) => form.name !== testedForm && form[side] > limit).map(({ name }) => `the ${name} form`);
  return {
    above: test?.above ?? 1,
    below: test?.below ?? 1,
    error: forms.find(({ name }) => name === testedForm)?.estimate?.error ?? Number.NaN,
    notAbove: others('above', advantageLevels[elicitation].agreement.above),
    notBelow: others('below', advantageLevels[elicitation].agreement.below),
  };
}

function whyInsufficient({ clusters, forms }: Pick<TestedAdvantage, 'clusters' | 'forms'>): readonly string[] {
  const missing = forms.flatMap(({ name, estimate, reason }) =>
    estimate === null ? [`the ${name} form has no value: ${reason ?? 'not determined'}`] : [],
  );
  return [...tooFew(clusters), ...missing];
}

function tooFew(clusters: number): readonly string[] {
  return clusters < minVerdictClusters
    ? [`${counted(clusters, 'group')} of items; a verdict needs ${minVerdictClusters}`]
    : [];
}
