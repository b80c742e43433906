import { noticedSentence } from '../../results/noticed-text.ts';
import type { Quantity } from '../../results/quantity.ts';
import { isAboveZero, isBelowZero } from '../../stats/jackknife.ts';
import { fraction, fractionRange, pRelation } from '../../util/numbers.ts';
import type { Direction, DirectionWord, PairRecord, VerdictKind } from '../study-result.ts';
import { fewestTrainings, oneSidedLevel } from './pair-estimates.ts';
import { ruleText } from './rules.ts';

/** The numbers of a pair without its verdict. */
export interface PairAnalysis extends Omit<PairRecord, 'nearCopy' | 'plain' | 'verdict' | 'sentence' | 'reasons'> {
  readonly plain: readonly Omit<Direction, 'holm' | 'word'>[];
}

/** Inputs of a pair's verdict besides its own analysis. */
interface VerdictContext {
  /** Both directions. */
  readonly directions: readonly Direction[];
  /** The pairs of one of the models and a near copy of it. */
  readonly nearCopies: readonly PairAnalysis[];
}

/** Two-sided level of a direction, after Holm. */
const level = 0.05;

/** Returns the word on a direction: two-sided 5 %. */
export function directionWord({ value, holm }: Pick<Direction, 'value' | 'holm'>): DirectionWord {
  if (value === null || holm === null || holm > level || value === 0) return 'no difference found';
  return value > 0 ? 'own better' : 'other better';
}

/**
 * Decides the verdict on a pair. I is biased where skill multiplies predictability, E where they add up, and both where a
 * ceiling keeps skill from helping with an easy target; under any of these, only one model can be better about itself than
 * the other one is. All three together still cannot exclude that a model learns the answers of another model less well
 * than its own (a handicap of cross training); only shifted selves, which share the handicap, can.
 */
export function verdictOf(
  pair: PairAnalysis,
  context: VerdictContext,
): Pick<PairRecord, 'verdict' | 'sentence' | 'reasons'> {
  const { kind, text, reasons } = unmeasured(pair) ?? untaught(pair, context) ?? judged(pair, context);
  return { verdict: kind, sentence: `${pair.a} and ${pair.b}: ${text}`, reasons };
}

/** A verdict without the names of the models. */
interface Finding {
  readonly kind: VerdictKind;
  readonly text: string;
  readonly reasons: readonly string[];
}

function unmeasured({ I, determinant, gainBase, trainings, byTraining }: PairAnalysis): Finding | null {
  if (gainBase !== null && trainings > 1 && trainings < fewestTrainings) {
    const text = 'not measured: two training runs of each arm give no interval.';
    return { kind: 'not measured', text, reasons: spreadOf({ trainings, byTraining }) };
  }
  if (gainBase !== null && I.interval !== null && determinant.interval !== null) return null;
  const missing = [I, determinant].map((each) => each.missing).find((each) => each !== null);
  return { kind: 'not measured', text: `not measured: ${missing ?? 'no interval'}.`, reasons: [] };
}

function untaught(pair: PairAnalysis, { directions }: VerdictContext): Finding | null {
  const { meanGain } = pair;
  if (isAboveZero(meanGain)) return null;
  const others = directions.filter(({ word }) => word === 'other better').map(clauseOf);
  return {
    kind: 'training taught nothing',
    text: `${[`not shown that training taught anything (mean gain ${inWords(meanGain)})`, ...others].join('; ')}.`,
    reasons: [...directions.map(directionReason), ...gainPower(pair)],
  };
}

function judged(pair: PairAnalysis, context: VerdictContext): Finding {
  const { directions } = context;
  const reasons = reasonsOf(pair, context);
  const failures = failuresOf(pair, directions);
  if (failures.length > 0) {
    const all = (wanted: Direction['word']) => directions.every(({ word }) => word === wanted);
    const clauses = all('own better')
      ? `both are better predicted by themselves, but ${failures.join('; ')}`
      : all('no difference found')
        ? 'neither is shown to be predicted better by itself than by the other'
        : directions.map(clauseOf).join('; ');
    const text = `no advantage found: ${clauses}.`;
    return { kind: 'no advantage found', text, reasons: [...reasons, ...powerOf(pair)] };
  }
  const scope = scopeOf(pair.trainings);
  if (!isBeyondShiftedSelves(pair) || copiesOf(context).length > 0) {
    return { kind: 'own better', text: `${ownBetterText}${scope}.`, reasons };
  }
  const text = `advantage: each model predicts itself better than the other model does, by more than its shifted self${scope}.`;
  return { kind: 'advantage', text, reasons };
}

/** What a study without shifted selves can say at most. */
export const ownBetterText = 'better predicted by itself; a handicap of cross training is not excluded';

/** Returns what keeps both models from being better predicted by themselves, as clauses. */
function failuresOf(pair: PairAnalysis, directions: readonly Direction[]): readonly string[] {
  const { I, E, determinant, beyondRules } = pair;
  return [
    ...directions.filter(({ word }) => word !== 'own better').map(clauseOf),
    ...(isAboveZero(I) ? [] : ['I is not shown to be above zero']),
    ...(isAboveZero(E) && isAboveZero(determinant) ? [] : ['E is not shown to be above zero']),
    ...beyondRules.filter(({ oneSidedP }) => !passes(oneSidedP)).map(ruleClause),
  ];
}

function isBeyondShiftedSelves({ shifted }: PairAnalysis): boolean {
  return shifted?.every(({ oneSidedP }) => passes(oneSidedP)) ?? false;
}

/** Returns the near copies that predict a model of the pair as well as it does. */
function copiesOf({ nearCopies }: VerdictContext): readonly PairAnalysis[] {
  return nearCopies.filter(({ E }) => !isAboveZero(E));
}

/** Returns a direction as a clause, such as "bob is predicted better by ann than by itself". */
function clauseOf({ target, other, word }: Direction): string {
  if (word === 'other better') return `${target} is predicted better by ${other} than by itself`;
  if (word === 'own better') return `${target} is predicted better by itself than by ${other}`;
  return `${target}: no difference found between itself and ${other}`;
}

function reasonsOf(pair: PairAnalysis, context: VerdictContext): readonly string[] {
  const { I, E, shifted, beyondRules } = pair;
  return [
    ...context.directions.map(directionReason),
    about('I', I),
    about('E', E),
    ...beyondRules
      .filter(({ oneSidedP }) => !passes(oneSidedP))
      .map((each) => `${ruleClause(each)}: ${inWords(each)}, ${pWords(each.oneSidedP)}.`),
    ...(shifted === null
      ? [noShiftedSelves]
      : shifted.map(
          ({ target, difference, oneSidedP }) =>
            `${target}, itself minus its shifted self: ${inWords(difference)}, ${pWords(oneSidedP)}.`,
        )),
    ...copiesOf(context).map(
      ({ a, b }) => `${a} and ${b}, near copies, are not shown to predict themselves better than each other.`,
    ),
    ...spreadOf(pair),
    ...(pair.gainBase === 'mode' ? [habitNotRemoved] : []),
  ];
}

/** What a study without the instrument leaves open. */
export const noShiftedSelves =
  'Without shifted selves, a handicap of cross training is not excluded: the answers of a second model may be harder to learn.';

/** What a study with the instrument takes for granted. */
export const sameHandicap =
  'Shifted selves exclude a handicap of cross training only if they have it too: their answers must be as hard for the other model to learn.';
const habitNotRemoved = 'Gains are measured from the base rate: there are no complete scramble arms.';

function directionReason(direction: Direction): string {
  const { target, other, word, holm } = direction;
  const p = holm === null ? 'not tested' : `p ${holm < 0.001 ? '< 0.001' : `= ${fraction(holm)}`} after Holm`;
  return `${target}, by itself minus by ${other}: ${inWords(direction)}, ${p}: ${word}.`;
}

function ruleClause({ target, best }: PairAnalysis['beyondRules'][number]): string {
  return `${target} is not shown to be above ${best === null ? 'the best rule' : ruleText(best)}`;
}

/** Returns what a study without an advantage could have found, as one sentence. */
function powerOf({ detectable }: PairAnalysis): readonly string[] {
  if (detectable === null) return ['The smallest advantage that such studies find is not known: too few strings vary.'];
  return [
    noticedSentence(`advantage of ${(100 * detectable).toFixed(1)} points, equal in both directions,`, 'studies'),
  ];
}

/** Standard errors between zero and an effect that 80 % of two-sided tests at 5 % find, over those in half an interval. */
const detectableHalves = (1.96 + 0.842) / 1.96;

/** Returns the mean gain that 80 % of such studies find, from the width of its interval. */
function gainPower({ meanGain: { interval } }: PairAnalysis): readonly string[] {
  if (interval === null) return ['The smallest mean gain that such studies find is not known: it has no interval.'];
  const detectable = ((interval[1] - interval[0]) / 2) * detectableHalves;
  return [noticedSentence(`mean gain of about ${fraction(detectable)}`, 'studies')];
}

function scopeOf(trainings: number): string {
  return trainings === 1 ? '' : ` (over ${trainings} training runs of each arm)`;
}

/** Returns I and E of each training run as a sentence; none with a single run. */
function spreadOf({ trainings, byTraining }: Pick<PairAnalysis, 'trainings' | 'byTraining'>): readonly string[] {
  if (trainings < 2) return [];
  const list = (values: readonly (number | null)[]) =>
    values.map((value) => (value === null ? 'n/a' : fraction(value))).join(', ');
  return [`Each training run: I = ${list(byTraining.map(({ I }) => I))}; E = ${list(byTraining.map(({ E }) => E))}.`];
}

function passes(p: number | null): boolean {
  return p !== null && p <= oneSidedLevel;
}

function pWords(p: number | null): string {
  if (p === null) return 'not tested';
  return `one-sided p ${pRelation(p)}`;
}

function about(name: string, estimate: Quantity): string {
  if (estimate.value === null || estimate.interval === null) return `${name}: ${estimate.missing ?? 'not measured'}.`;
  const place = isAboveZero(estimate)
    ? 'above zero'
    : isBelowZero(estimate)
      ? 'below zero'
      : 'not shown to be above zero';
  return `${name} = ${inWords(estimate)}: ${place}.`;
}

/** Formats a value with its interval, such as "0.012 [−0.020, 0.044]". */
function inWords({ value, interval }: Pick<Quantity, 'value' | 'interval'>): string {
  if (value === null) return 'n/a';
  return `${fraction(value)} ${interval === null ? '[no interval]' : fractionRange(interval)}`;
}

const maxP = 0.05;

/** Whether an interval lies on one side of zero and the word does not, because missing predictions count at their worst. */
export function isCounted({ interval, p }: PairRecord['plain'][number]): boolean {
  return interval !== null && interval[0] * interval[1] > 0 && p !== null && p > maxP;
}
