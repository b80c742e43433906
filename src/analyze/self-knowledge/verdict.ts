import { type FormEstimate, formChances } from '../../stats/advantage/advantage-forms.ts';
import { holm } from '../../stats/basic/holm.ts';

/**
 * Minimum number of clusters for a verdict. Verdicts are the only place where a number becomes a word: terminal, page,
 * viewer and JSON all show these.
 *
 * Comparison of models ("does a model's prediction fit itself better than it fits others?"):
 * - The test is the threshold form, which allows for unequal rates of "yes", unequal predictors and families of models:
 *   `advantage` where it is above 0 at a one-sided 4 % (form `asked`: 2.5 %), `disadvantage` where it is below 0 at a
 *   one-sided 0.5 %; together these stay below 5 %.
 * - The additive and the multiplicative form must agree, otherwise `none`. Where a prediction of oneself is scored as one of
 *   every model (form `reuse`), each must be on the same side of 0 at a one-sided 10 %. Where models predicted each other
 *   (form `asked`), each must be so at the level of the test: what others know as well as the model itself is not
 *   privileged, and only these two forms compare it with the other models' predictions.
 * - Family: one primary test per experiment (all its models together, the first condition, form `asked` if there is
 *   one), not adjusted. Everything else (single models, further conditions, the other form) is one family per comparison,
 *   adjusted by Holm.
 *
 * One model ("do its predictions outperform model-independent rules?"), by the headline under policy `parsed`:
 * - `above-constant` where it beats every constant answer and the cross-fitted best of them; `above-constant-and-others` where
 *   it also beats the other models' behavior and the data set's own rule, if there are any; `below-constant` where the best
 *   constant answer beats it. Each contrast is a paired sign-flip test by cluster, and a verdict needs all of its contrasts.
 *   The two-sided level is 5 %, and 2.5 % for `below-constant`: the best constant answer is chosen among several on the
 *   same data, and at 5 % more than one random order in twenty would be below the best of the 24 constant orders.
 * - Family: every model, experiment and condition of the report; p values are adjusted by Holm.
 *
 * No verdict from fewer than 20 clusters.
 */
export const minVerdictClusters = 20;
const aboveLevel = 0.05;
const belowLevel = 0.025;

/** The tested form of the expected score; the other forms must agree with it. */
const testedForm = 'threshold';
/** One-sided levels of the test, and levels at which the other forms agree with it, by the form of elicitation. */
export const advantageLevels = {
  reuse: { test: { above: 0.04, below: 0.005 }, agreement: { above: 0.1, below: 0.1 } },
  asked: { test: { above: 0.025, below: 0.005 }, agreement: { above: 0.025, below: 0.005 } },
} as const;

export type CompareVerdictWord = 'advantage' | 'disadvantage' | 'none' | 'insufficient';

export interface CompareVerdict {
  readonly experiment: string;
  readonly condition: string;
  readonly measure: string;
  /** Whether predictions of oneself are reused as predictions of others, or models predicted each other by name. */
  readonly form: keyof typeof advantageLevels;
  /** Null for all models together. */
  readonly model: string | null;
  /** Whether it is the one unadjusted test of its experiment. */
  readonly primary: boolean;
  readonly verdict: CompareVerdictWord;
  /** One-sided p of the threshold form against "no advantage", adjusted where not primary; null where insufficient. */
  readonly p: number | null;
  readonly reasons: readonly string[];
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
  /** Forms by name; null or a reason where a form has no estimate. */
  readonly forms: readonly {
    readonly name: string;
    readonly estimate: FormEstimate | null;
    readonly reason: string | null;
  }[];
}

/** Returns the verdict on each self-advantage; all that are not primary are adjusted together. */
export function compareVerdicts(tested: readonly TestedAdvantage[]): readonly CompareVerdict[] {
  const chances = tested.map((each) => (whyInsufficient(each).length > 0 ? null : chancesOf(each)));
  const family = [...tested.keys()].filter((place) => tested[place]?.primary === false && chances[place] !== null);
  const above = adjusted(family, (place) => chances[place]?.above ?? 1);
  const below = adjusted(family, (place) => chances[place]?.below ?? 1);
  return tested.map(({ experiment, condition, measure, form, model, primary, ...each }, place): CompareVerdict => {
    const about = { experiment, condition, measure, form, model, primary };
    const found = chances[place] ?? null;
    if (found === null) return { ...about, verdict: 'insufficient', p: null, reasons: whyInsufficient(each) };
    const p = above.get(place) ?? found.above;
    return {
      ...about,
      p,
      ...wordOf(found, { above: p, below: below.get(place) ?? found.below }, advantageLevels[form].test),
    };
  });
}

interface Chances {
  /** One-sided p values of the test. */
  readonly above: number;
  readonly below: number;
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

function adjusted(family: readonly number[], chance: (place: number) => number): ReadonlyMap<number, number> {
  const values = holm(family.map(chance));
  return new Map(family.map((place, index) => [place, values[index] as number]));
}

function chancesOf({ form: elicitation, forms }: Pick<TestedAdvantage, 'form' | 'forms'>): Chances {
  const known = forms.flatMap(({ name, estimate }) => (estimate === null ? [] : [{ name, ...formChances(estimate) }]));
  const test = known.find(({ name }) => name === testedForm);
  const others = (side: 'above' | 'below', limit: number) =>
    known.filter((form) => form.name !== testedForm && form[side] > limit).map(({ name }) => `the ${name} form`);
  return {
    above: test?.above ?? 1,
    below: test?.below ?? 1,
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
    ? [`${clusters} groups of items; a verdict needs at least ${minVerdictClusters}`]
    : [];
}

export type ModelVerdictWord =
  | 'above-constant-and-others'
  | 'above-constant'
  | 'not-distinguishable'
  | 'below-constant'
  | 'insufficient';

/** A paired difference between a model's headline and another prediction of the same units. */
interface PairedContrast {
  readonly value: number | null;
  /** Two-sided. */
  readonly p: number | null;
}

export interface TestedModel {
  readonly clusters: number;
  /** The model minus the cross-fitted best constant answer, and minus each constant answer. */
  readonly base: PairedContrast;
  readonly constants: readonly PairedContrast[];
  /** The model minus the data set's rule; null if there is none. */
  readonly rule: PairedContrast | null;
  /** The model minus the other models; null if there are none. */
  readonly others: PairedContrast | null;
}

export interface ModelVerdict {
  readonly verdict: ModelVerdictWord;
  readonly reasons: readonly string[];
}

/** Returns a verdict for every model, experiment and condition of one report, which form one family of tests. */
export function modelVerdicts(tested: readonly TestedModel[]): readonly ModelVerdict[] {
  const enough = [...tested.keys()].filter((place) => whyUntested(tested[place] as TestedModel) === null);
  const at = (place: number) => tested[place] as TestedModel;
  const above = adjusted(enough, (place) => greater([at(place).base, ...at(place).constants]));
  const below = adjusted(enough, (place) => less(at(place).base));
  const beyond = adjusted(enough, (place) => beyondOthers(at(place)));
  return tested.map((each, place): ModelVerdict => {
    const why = whyUntested(each);
    if (why !== null) return { verdict: 'insufficient', reasons: [why] };
    const isAbove = (above.get(place) as number) <= aboveLevel;
    if (!isAbove && (below.get(place) as number) <= belowLevel) {
      return { verdict: 'below-constant', reasons: ['the best constant answer scores higher'] };
    }
    if (!isAbove) return { verdict: 'not-distinguishable', reasons: [notAbove(each)] };
    if (each.others === null) {
      return { verdict: 'above-constant', reasons: ['above every constant answer', 'no other model to compare with'] };
    }
    if ((beyond.get(place) as number) <= aboveLevel)
      return { verdict: 'above-constant-and-others', reasons: beyondReasons(each) };
    return { verdict: 'above-constant', reasons: ['above every constant answer', ...notBeyond(each)] };
  });
}

function whyUntested({ clusters, base }: TestedModel): string | null {
  if (clusters < minVerdictClusters) return tooFew(clusters)[0] ?? null;
  return base.value === null || base.p === null ? 'no score to compare with a constant answer' : null;
}

/** Returns the largest p of "no better" over contrasts that must all hold; each direction has half of the two-sided p. */
function greater(contrasts: readonly PairedContrast[]): number {
  return Math.max(...contrasts.map(({ value, p }) => (value !== null && p !== null && value > 0 ? p : 1)));
}

/** Returns why a model is not above chance, also where its interval lies above the base rate. */
function notAbove({ base, constants }: TestedModel): string {
  if (greater([base, ...constants]) <= aboveLevel) {
    return 'not above every constant answer after adjustment for the number of tests';
  }
  return greater([base]) <= aboveLevel
    ? 'above the base rate, which is chosen on other items, but not above the best constant answer on these items'
    : 'not distinguishable from a constant answer';
}

function less({ value, p }: PairedContrast): number {
  return value !== null && p !== null && value < 0 ? p : 1;
}

function beyondOthers({ base, constants, rule, others }: TestedModel): number {
  return others === null ? 1 : greater([base, ...constants, others, ...(rule === null ? [] : [rule])]);
}

function beyondReasons({ rule }: TestedModel): readonly string[] {
  return [
    'above every constant answer',
    'above the other models’ behavior',
    ...(rule === null ? [] : ['above the data set’s rule']),
  ];
}

function notBeyond({ rule, others }: TestedModel): readonly string[] {
  const isBeyond = (contrast: PairedContrast | null) => contrast === null || greater([contrast]) <= aboveLevel;
  const said = [
    ...(isBeyond(others) ? [] : ['not distinguishable from the other models’ behavior']),
    ...(isBeyond(rule) ? [] : ['not distinguishable from the data set’s rule']),
  ];
  return said.length > 0 ? said : ['not above the other models after adjustment for the number of tests'];
}
