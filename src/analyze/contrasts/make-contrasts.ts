import { gain, type Measure } from '../../domain/measure.ts';
import type { ContrastWord, PairedContrast } from '../../results/contrast.ts';
import { holm } from '../../stats/holm.ts';
import { tail } from '../../stats/jackknife.ts';
import { enoughText, leastUsable } from '../../stats/least-numbers.ts';
import { type PairedDifference, type PairedScores, paired } from '../../stats/paired.ts';
import { type AtMargin, detectableAtMargin, pairedAtMargin } from '../../stats/paired-margin.ts';
import { counted } from '../../util/numbers.ts';

/** Two-sided level of a difference, after Holm. */
const level = 2 * tail;

/** Two sides on the same units: models, runs, conditions, logs, people, or a label. */
export interface Sides {
  readonly a: string;
  readonly b: string;
  /** Above 0 is better for `a`. */
  readonly scores: PairedScores;
  /** Which measure the scores are of, so that differences are printed in its own sign. */
  readonly measure: Pick<Measure, 'better' | 'unit'>;
  /** Why these sides are not tested, though they have scores; null where they are. */
  readonly untested: string | null;
  /** Of sides that are means over subjects: the two-sided p over other subjects, which must hold, too. Absent: of single ones. */
  readonly overSubjects?: number;
}

/** A margin that side `a` must keep. */
export interface MarginRule {
  readonly rule: 'lower' | 'within';
  /** In units of the score, 0 or more. */
  readonly margin: number;
}

/** Returns a contrast for each pair of sides, Holm over all that have a test. */
export function makeContrasts(all: readonly Sides[]): readonly PairedContrast[] {
  const found = all.map((sides) => ({ sides, difference: paired(sides.scores) }));
  const tested = found.filter(({ sides, difference }) => sides.untested === null && difference.untested === null);
  const larger = (p: number, { overSubjects }: Sides) => Math.max(p, overSubjects ?? p);
  const adjusted = holm(tested.map(({ sides, difference }) => larger(difference.p.twoSided, sides)));
  const withoutMissing = holm(tested.map(({ sides, difference }) => larger(difference.readP.twoSided, sides)));
  const placeOf = new Map(tested.map((each, index) => [each, index]));
  return found.map((each): PairedContrast => {
    const { sides, difference } = each;
    const base = contrastBase(sides, difference);
    const place = placeOf.get(each);
    const family = tested.length;
    if (place === undefined) {
      return { ...base, family, word: 'no test', reason: sides.untested ?? difference.untested };
    }
    const p = adjusted[place] as number;
    const word = wordOf(base, p);
    const { detectable } = difference;
    const ownP = larger(difference.p.twoSided, sides);
    const test = ownP > difference.p.twoSided ? 'two-samples' : difference.test;
    return {
      ...base,
      ...{ test, p: ownP, adjusted: p, family, word, reason: null },
      detectable: detectable.kind === 'known' ? detectable.value : null,
      missing: { ...base.missing, changed: word !== wordOf(base, withoutMissing[place] as number) },
    };
  });
}

/** Returns the word of a two-sided p after adjustment. */
function wordOf({ quantity: { value } }: Pick<PairedContrast, 'quantity'>, p: number): ContrastWord {
  if (p > level || (value ?? 0) === 0) return 'no difference found';
  return (value ?? 0) > 0 ? 'higher' : 'lower';
}

/** Returns the mean of each side over the units that both have, as plain values of the measure. */
function meansOf({ own, other }: PairedScores, measure: Pick<Measure, 'better'>): PairedContrast['means'] {
  let [a, b, units] = [0, 0, 0];
  for (let unit = 0; unit < own.length; unit += 1) {
    const [first, second] = [own[unit], other[unit]];
    if (first == null || second == null) continue;
    [a, b, units] = [a + first, b + second, units + 1];
  }
  return units === 0 ? { a: null, b: null } : { a: plainOf(measure, a / units), b: plainOf(measure, b / units) };
}

/** Returns a contrast without a test. */
function contrastBase({ a, b, scores, measure }: Sides, difference: PairedDifference): PairedContrast {
  const { counts, missing } = difference;
  return {
    ...{ a, b, quantity: plainQuantity(difference, measure), unit: measure.unit, means: meansOf(scores, measure) },
    counts: counts === null || measure.better === 'lower' ? null : { a: counts.onlyFirst, b: counts.onlySecond },
    ...{ test: null, p: null, adjusted: null, family: 0, word: 'no test', reason: null, detectable: null },
    missing: { a: missing.shares[0], b: missing.shares[1], units: missingUnits(scores), changed: false },
    gate: null,
  };
}

/** Returns a paired difference as plain values of its measure, with the reason where it or its interval is missing. */
function plainQuantity(
  { value, interval, n, clusters, effective }: PairedDifference,
  measure: Pick<Measure, 'better'>,
): PairedContrast['quantity'] {
  const [low, high] = interval.kind === 'known' ? interval.value : [0, 0];
  const ends = [plainOf(measure, low), plainOf(measure, high)];
  return {
    value: value === null ? null : plainOf(measure, value),
    interval: interval.kind === 'known' ? [Math.min(...ends), Math.max(...ends)] : null,
    ...{ n, clusters, effective },
    missing: value === null ? 'no unit that both have a score for' : interval.kind === 'known' ? null : interval.reason,
  };
}

/** Returns a difference as plain values of its measure, without the sign of -0. */
function plainOf(measure: Pick<Measure, 'better'>, difference: number): number {
  const value = gain(measure, difference, 0);
  return value === 0 ? 0 : value;
}

function missingUnits({ own, other, isPartial }: PairedScores): number {
  let units = 0;
  for (let unit = 0; unit < own.length; unit += 1)
    if (own[unit] === null || other[unit] === null || isPartial?.(unit) === true) units += 1;
  return units;
}

/** What brings the missing answers of a log, or of a run that was imported from one. */
export const cureOfLogs = 'run the evaluation again, or its failed samples';

/** Adjusted one-sided p up to which the claim of a gate is shown. */
export const gateLevel = tail;

/** Two sides that a gate checks, on all units that the baseline was asked. */
export interface CheckedSides extends Sides {
  /** Units with a score, of the new side and of the baseline, compared or not. */
  readonly usable: readonly [number, number];
  /** What sends the missing answers, for example a command; null where nothing does. */
  readonly cure: string | null;
}

/**
 * Returns what a gate says of each pair of sides, `a` against its baseline `b`, as plain values of the measure.
 * Safe for a pass: it fails where the drop holds with missing values against the claim; where it holds only with those of `a` at
 * the worst and those of `b` at the best, nothing was measured, nor where a side has under 90 % of the units, nor where the
 * margin could not pass with so few items, unless they show a drop by more than it. `within` passes with that same filling alone. Holm over the checks with a test.
 * The word of a check that does not say that the margin is kept or exceeded is that of the difference itself, two-sided.
 */
export function makeGateContrasts(all: readonly CheckedSides[], rule: MarginRule): readonly PairedContrast[] {
  const found = all.map((sides) => {
    const isShare = sides.measure.unit === 'share';
    const difference = paired(sides.scores);
    const at = pairedAtMargin(sides.scores, { margin: rule.margin, isShare });
    const base = contrastBase(sides, difference);
    return {
      sides,
      isShare,
      difference,
      at,
      base,
      refusal: sides.untested ?? whyTooFewScores(sides, difference) ?? whyNoTest(at, rule),
    };
  });
  const tested = found.filter(({ refusal }) => refusal === null);
  const ps = tested.map(({ at }) => (rule.rule === 'lower' ? at.lower : at.within));
  const adjusted = holm(ps);
  const adjustedAtWorst = holm(tested.map(({ at }) => at.lowerAtWorst));
  const twoSided = holm(tested.map(({ difference }) => difference.p.twoSided));
  const placeOf = new Map(tested.map((each, index) => [each, index]));
  const family = tested.length;
  return found.map((each): PairedContrast => {
    const { sides, isShare, at, base, refusal } = each;
    const place = placeOf.get(each);
    const worse = sides.measure.better === 'lower' ? 'higher' : 'lower';
    const gate = { rule: rule.rule, margin: rule.margin, worse, passes: null } as const;
    if (place === undefined) return { ...base, family, word: 'not measured', reason: refusal, gate };
    const error = tail / Math.max(1, family);
    const p = adjusted[place] as number;
    const measured: PairedContrast = {
      ...base,
      ...{ test: at.test, p: ps[place] as number, adjusted: p, family, gate },
      detectable: detectableAtMargin(sides.scores, { ...rule, isShare, error }),
    };
    const holds = p <= tail;
    const difference = wordOf(base, twoSided[place] as number);
    if (rule.rule === 'within')
      return { ...measured, word: holds ? 'within the margin' : difference, gate: { ...gate, passes: holds } };
    if (holds) return { ...measured, word: worse, gate: { ...gate, passes: false } };
    if (base.missing.units > 0 && (adjustedAtWorst[place] as number) <= tail)
      return {
        ...measured,
        ...{ word: 'not measured', reason: missingCouldHide(sides, base.missing) },
        missing: { ...base.missing, changed: true },
      };
    return { ...measured, word: difference, gate: { ...gate, passes: true } };
  });
}

function missingCouldHide({ scores, cure }: CheckedSides, { units }: PairedContrast['missing']): string {
  const more = cure === null ? '' : ` (${cure})`;
  return `${counted(units, `of ${scores.own.length} units lacks`, `of ${scores.own.length} units lack`)} a score: if those of the new side are wrong, the drop exceeds the margin${more}`;
}

/** Returns a share in percent, or a difference of shares in points. */
function hundredths(share: number): string {
  return `${Math.round(1000 * share) / 10}`;
}

/**
 * Returns why a side has so few scores that a drop could be hidden, and how many more would be enough; null where it has enough. A
 * unit that the baseline was asked and the new side was not counts as one without a score.
 */
function whyTooFewScores(
  { scores, usable: [now, before], cure }: CheckedSides,
  difference: PairedDifference,
): string | null {
  if (now === 0) return before === 0 ? 'neither side has a score' : 'the new side has no score';
  if (before === 0) return 'the baseline has no score';
  if (difference.value === null) return 'no unit has a score on both sides';
  const units = scores.own.length;
  const [a, b] = difference.missing.shares;
  const [who, missing] = a >= b ? ['the new side', a] : ['the baseline', b];
  const scored = (1 - missing) * units;
  const lacking = leastUsable * units - scored;
  if (lacking <= 1e-9 * units) return null;
  const enough = enoughText(Math.ceil(lacking - 1e-9), 'score');
  return `${who} has a score for ${hundredths(scored / units)} % of the ${units} units of the baseline, less than ${hundredths(leastUsable)} %: missing answers could hide a drop; ${enough}${cure === null ? '' : ` (${cure})`}`;
}

/** Returns why the units are too few for a check, and how many would be enough; null where they are not. */
function whyNoTest(at: AtMargin, { rule, margin }: MarginRule): string | null {
  if (at.untested !== null) return at.untested;
  if (rule !== 'within') return null;
  if (margin <= 0) return 'a margin of 0 cannot be excluded by any number of items';
  return at.available < at.needed && at.lower > tail // a drop by more than the margin that is shown fails the gate
    ? `${at.available} ${at.counts} cannot exclude a drop of ${hundredths(margin)} points, even without a loss; ${at.needed} ${at.counts} could`
    : null;
}
