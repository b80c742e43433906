import { minVerdictClusters, type VerdictWord } from '../../results/verdict.ts';
import { holm } from '../../stats/basic/holm.ts';
import { counted } from '../../util/numbers.ts';

/**
 * The verdict on one model: "do its predictions outperform rules that do not look at the model?", by the headline under
 * policy `parsed`.
 *
 * - Above the best constant answer: better than every constant answer on the same items, and than the best of them chosen
 *   on other items. Both are needed: the first chooses among several on the same data, the second scores less.
 * - Below it: worse than the best constant answer chosen on other items, at 2.5 % instead of 5 %: at 5 %, more than one
 *   random order in twenty would be below the best of the 24 constant orders.
 * - Tells items apart: predictions are more often right than the same predictions permuted across items.
 * - Below the item rule: worse than the rule of the data, although above the best constant answer.
 * - Withheld where over 10 % of the units are missing and the tests do not hold if these are wrong: sessions that agree may
 *   be the ones that are kept. Where fewer are missing, the verdict says so.
 * - And others: better than the item rule and the other models' behavior, and its prediction adds to what all models
 *   share (`BeyondShared`), with at least six models: fewer do not determine what is shared.
 *
 * Each contrast is a two-sided paired test by cluster, and a verdict needs all of its contrasts. Each question is adjusted
 * by Holm over all models and experiments of the selection. No verdict from fewer than 20 clusters.
 */
export const verdictLevel = 0.05;
const belowLevel = 0.025;
/** Minimum number of models for "and others". */
export const minSharedModels = 6;
/** Share of missing units above which a verdict that missing units could reverse is withheld, and any claim says it. */
export const maxMissing = 0.1;

/** By how much a model's headline is better than another prediction of the same units. */
export interface PairedContrast {
  readonly value: number | null;
  /** Two-sided. */
  readonly p: number | null;
}

export interface TestedModel {
  /** Why no score is shown, where a form lets a model give one value every time; null where scores are shown. */
  readonly withheld: string | null;
  readonly clusters: number;
  /** The model against the cross-fitted best constant answer, and against each constant answer. */
  readonly base: PairedContrast;
  readonly constants: readonly PairedContrast[];
  /** Against each constant answer if missing units are wrong. */
  readonly missingWrong: readonly PairedContrast[];
  /** Share of units without a usable prediction and outcome. */
  readonly missing: number;
  /** Against its permuted predictions if missing values contradicted what they are compared with. */
  readonly permutedMissingWrong: PairedContrast | null;
  /** Against its own predictions permuted across items; null for other than yes/no outcomes. */
  readonly permuted: PairedContrast | null;
  /** Against the data set's rule; null if there is none. */
  readonly rule: PairedContrast | null;
  /** Against the other models; null if there are none. */
  readonly others: PairedContrast | null;
  /** What its prediction adds to what all models share; null where it is unknown. */
  readonly beyondShared: (PairedContrast & { readonly models: number }) | null;
}

export interface ModelVerdict {
  readonly verdict: VerdictWord;
  readonly reasons: readonly string[];
  /** p of the verdict's test, adjusted; null where nothing was tested. */
  readonly p: number | null;
}

/** Returns a verdict for every model and experiment of one family of tests. */
export function modelVerdicts(tested: readonly TestedModel[]): readonly ModelVerdict[] {
  const enough = [...tested.keys()].filter((position) => whyUntested(tested[position] as TestedModel) === null);
  const adjusted = (chance: (model: TestedModel) => number) => {
    const values = holm(enough.map((position) => chance(tested[position] as TestedModel)));
    const at = new Map(enough.map((position, index) => [position, values[index] as number]));
    return (position: number) => at.get(position) ?? 1;
  };
  const family = {
    above: adjusted(({ base, constants }) => greater([base, ...constants])),
    below: adjusted(({ base }) => less(base)),
    apart: adjusted(({ permuted }) => greater([permuted ?? none])),
    belowRule: adjusted(({ rule }) => less(rule ?? none)),
    beyond: adjusted(beyondOthers),
  };
  return tested.map((each, position): ModelVerdict => {
    const why = whyUntested(each);
    if (why !== null) {
      return { verdict: each.withheld === null ? 'insufficient' : 'one-value', reasons: [why], p: null };
    }
    const p = {
      above: family.above(position),
      below: family.below(position),
      apart: family.apart(position),
      belowRule: family.belowRule(position),
      beyond: family.beyond(position),
    };
    return p.above <= verdictLevel ? (withheldAbove(each, p) ?? aboveConstant(each, p)) : notAboveConstant(each, p);
  });
}

const none: PairedContrast = { value: null, p: null };

type Chances = Readonly<Record<'above' | 'below' | 'apart' | 'belowRule' | 'beyond', number>>;

function aboveConstant(tested: TestedModel, { above, belowRule, beyond }: Chances): ModelVerdict {
  const isAboveIfWrong = tested.missing === 0 || greater(tested.missingWrong) <= verdictLevel;
  const missing = isAboveIfWrong ? [] : [leftOut('above it', tested)];
  if (belowRule <= verdictLevel) return { verdict: 'above-constant-below-rule', p: above, reasons: missing };
  if (beyond <= verdictLevel) return { verdict: 'above-constant-and-others', p: beyond, reasons: missing };
  return { verdict: 'above-constant', p: above, reasons: [...notBeyond(tested), ...missing] };
}

/** Returns the verdict where missing units would reverse "above"; null where they are few or would not. */
function withheldAbove(tested: TestedModel, { above, apart }: Chances): ModelVerdict | null {
  const asWrong = greater(tested.missingWrong);
  if (tested.missing <= maxMissing || asWrong <= verdictLevel) return null;
  const reasons = [leftOut('above it', tested)];
  return isApartAnyway(tested, apart)
    ? { verdict: 'not-above-tells-apart', p: apart, reasons }
    : { verdict: 'not-distinguishable', p: Math.max(above, asWrong), reasons };
}

/** Returns whether predictions tell items apart, also if missing values are wrong where many are missing. */
function isApartAnyway(tested: TestedModel, apart: number): boolean {
  return apart <= verdictLevel && (tested.missing <= maxMissing || isApartIfWrong(tested));
}

function isApartIfWrong({ missing, permutedMissingWrong }: TestedModel): boolean {
  return missing === 0 || permutedMissingWrong === null || greater([permutedMissingWrong]) <= verdictLevel;
}

function leftOut(claim: string, { missing }: TestedModel): string {
  return `${claim} if the missing ${Math.max(1, Math.round(100 * missing))} % are left out, not if they count as wrong`;
}

function notAboveConstant(tested: TestedModel, { above, below, apart }: Chances): ModelVerdict {
  const isApart = isApartAnyway(tested, apart);
  const missing = apart <= verdictLevel && !isApartIfWrong(tested) ? [leftOut('tells items apart', tested)] : [];
  if (below <= belowLevel) {
    return isApart
      ? {
          verdict: 'below-constant-tells-apart',
          p: below,
          reasons: ['right more often than the same predictions dealt to other items', ...missing],
        }
      : { verdict: 'below-constant', p: below, reasons: missing };
  }
  const verdict = isApart ? 'not-above-tells-apart' : 'not-distinguishable';
  return { verdict, p: isApart ? apart : above, reasons: [...notAbove(tested), ...missing] };
}

function whyUntested({ clusters, base, withheld }: TestedModel): string | null {
  if (withheld !== null) return withheld;
  if (clusters < minVerdictClusters) {
    return `${counted(clusters, 'group')} of items; a verdict needs ${minVerdictClusters}`;
  }
  return base.value === null || base.p === null ? 'no score to compare with a constant answer' : null;
}

/** Returns the largest p of "no better" over contrasts that must all hold; each direction has half of the two-sided p. */
function greater(contrasts: readonly PairedContrast[]): number {
  return Math.max(...contrasts.map(({ value, p }) => (value !== null && p !== null && value > 0 ? p : 1)));
}

function less({ value, p }: PairedContrast): number {
  return value !== null && p !== null && value < 0 ? p : 1;
}

/**
 * Returns why a model is not above the best constant answer, where its score may suggest that it is. Says nothing of a single
 * test of the several that a verdict needs: each alone is not adjusted, so it finds something by chance in many reports.
 */
function notAbove({ base, constants }: TestedModel): readonly string[] {
  if (greater([base, ...constants]) > verdictLevel) return [];
  return ['not above the best constant answer after adjustment for the number of tests'];
}

function beyondOthers({ base, constants, rule, others, beyondShared }: TestedModel): number {
  if (others === null || beyondShared === null || beyondShared.models < minSharedModels) return 1;
  return greater([base, ...constants, others, beyondShared, ...(rule === null ? [] : [rule])]);
}

/** Returns what a model above the best constant answer is not above; empty where that was not tested. */
function notBeyond({ rule, others, beyondShared }: TestedModel): readonly string[] {
  if (others === null || beyondShared === null || beyondShared.models < minSharedModels) return [];
  const isBeyond = (contrast: PairedContrast | null) => contrast === null || greater([contrast]) <= verdictLevel;
  const missing = [
    ...(isBeyond(others) ? [] : ['the other models’ behavior']),
    ...(isBeyond(rule) ? [] : ['the item rule']),
    ...(isBeyond(beyondShared) ? [] : ['what all models share']),
  ];
  return missing.length > 0
    ? [`not above ${new Intl.ListFormat('en', { type: 'disjunction' }).format(missing)}`]
    : ['not above others after adjustment for the number of tests'];
}
