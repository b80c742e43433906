import { noticedSentence } from '../../results/noticed-text.ts';
import type { Quantity } from '../../results/quantity.ts';
import type { BeyondShiftedSelf, Direction, PairRecord, VerdictKind } from '../../results/study-result.ts';
import { isAboveZero, isBelowZero } from '../../stats/jackknife.ts';
import { fixed, percentText, pointsRange, pointsText, pRelation } from '../../util/numbers.ts';
import { equivalenceBound, equivalenceLevel, fewestTrainings, isOfPair, oneSidedLevel } from './pair-estimates.ts';
import { ruleText } from './rules.ts';

/** The numbers of a pair without its verdict. */
export interface PairAnalysis extends Omit<PairRecord, 'nearCopy' | 'plain' | 'verdict' | 'sentence' | 'reasons'> {
  readonly plain: readonly Omit<Direction, 'adjusted' | 'family' | 'word' | 'reason'>[];
}

/** Inputs of a pair's verdict besides its own analysis. */
interface VerdictContext {
  /** Both directions. */
  readonly directions: readonly Direction[];
  /** The pairs of one of the models and a near copy of it. */
  readonly nearCopies: readonly PairAnalysis[];
}

/** Two-sided level of a direction, after Holm. */
export const level = 0.05;

/** Why a direction has no word though an arm was trained once. */
const oneTraining = 'one training';

/** Returns the word on a direction: two-sided 5 %, from three trainings of each arm on; and why there is none. */
export function directionWord({
  quantity: { value, interval, missing },
  adjusted,
  trainings,
}: Pick<Direction, 'quantity' | 'adjusted' | 'trainings'>): Pick<Direction, 'word' | 'reason'> {
  if (value === null || interval === null) return { word: 'not measured', reason: missing ?? 'no interval' };
  const few = wordOfFewTrainings(trainings);
  if (few !== null) return few;
  if (adjusted === null || adjusted > level || value === 0) return { word: 'no difference found', reason: null };
  return { word: value > 0 ? 'higher' : 'lower', reason: null };
}

/** Returns the word on a difference of arms that were trained fewer than three times, and why; null from three trainings on. */
export function wordOfFewTrainings(trainings: number): Pick<Direction, 'word' | 'reason'> | null {
  if (trainings === 1) return { word: 'no test', reason: oneTraining };
  if (trainings < fewestTrainings) return { word: 'not measured', reason: 'fewer than three trainings of an arm' };
  return null;
}

/** Returns the word on a direction as a study's page has it: `own better`, `other better`, `one training`. */
export function directionText({ word }: Pick<Direction, 'word'>): string {
  const texts: Partial<Record<Direction['word'], string>> = {
    higher: ownBetter,
    lower: 'other better',
    'no test': oneTraining,
  };
  return texts[word] ?? word;
}

const ownBetter = 'own better' satisfies VerdictKind;

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
  const { kind, text, reasons } = unmeasured(pair, context) ?? untaught(pair, context) ?? judged(pair, context);
  return { verdict: kind, sentence: `${pair.a} and ${pair.b}: ${text}`, reasons };
}

/** A verdict without the names of the models. */
interface Finding {
  readonly kind: VerdictKind;
  readonly text: string;
  readonly reasons: readonly string[];
}

function unmeasured(pair: PairAnalysis, { directions }: VerdictContext): Finding | null {
  const { I, determinant, gainBase, trainings, meanGain } = pair;
  if (gainBase !== null && trainings > 1 && trainings < fewestTrainings) {
    return { kind: 'not measured', text: `not measured: ${trainedTwiceText(pair)}.`, reasons: spreadOf(pair) };
  }
  if (gainBase === null || I.quantity.interval === null || determinant.interval === null) {
    const missing = [I.quantity, determinant].map((each) => each.missing).find((each) => each !== null);
    return { kind: 'not measured', text: `not measured: ${missing ?? 'no interval'}.`, reasons: [] };
  }
  if (trainings > 1) return null;
  const taught = isAboveZero(meanGain)
    ? []
    : [`not shown that training taught these copies anything (mean gain ${inWords(meanGain)})`];
  const clauses = [...taught, ...directions.map((direction) => copiesClause(direction, pair.arms))].map((clause, at) =>
    at === 0 ? clause : upperFirst(clause),
  );
  return {
    kind: 'not measured',
    text: `not measured, because an arm (a model and what it is trained on) was trained once; a verdict needs three trainings of each. These copies alone: ${clauses.join('. ')}.`,
    reasons: [
      ...directions.map((each) => `${upperFirst(copiesClause(each, pair.arms))}.`),
      about('I', I.quantity),
      about('E', pair.E.quantity),
      ...spreadOf(pair),
    ],
  };
}

/** Returns which arms were trained twice, and what three trainings of each would bring, as a clause. */
function trainedTwiceText({ arms }: PairAnalysis): string {
  const counted = arms.filter(isOfPair);
  const twice = counted.filter(({ accuracies }) => accuracies.length === 2);
  if (twice.length === counted.length) return 'two trainings of each arm give no interval; three would';
  const list = twice.map(({ base, target, kind }) => `${base} on ${target}${kind === 'scramble' ? ' (permuted)' : ''}`);
  return `two trainings of ${list.join(' and of ')} give no interval; three of each arm would`;
}

/** Returns what one training of an arm says about a direction, as a clause. `arms`: those of the pair. */
function copiesClause(
  { a, quantity: { value, interval }, explainingDeviation, read }: Direction,
  arms: PairAnalysis['arms'],
): string {
  const own = arms.filter((arm) => arm.kind === 'trained' && arm.target === a);
  const several = own.filter(({ accuracies }) => accuracies.length > 1);
  const means = several.map(({ base, accuracies }) => `${base}: mean of ${accuracies.length} copies`);
  const minus = `by itself minus by the other${means.length === 0 ? '' : ` (${means.join('; ')})`}`;
  const copies = `predictions about ${a}, ${minus}`;
  if (value === null || interval === null) return `${copies}: not compared`;
  const range = `${pointsText(value)} ${pointsRange(interval)}`;
  if (explainingDeviation !== null)
    return `${copies}: ${range}; if trainings of one recipe vary by more than ${fixed(100 * explainingDeviation, 1)} points (standard deviation), seeds alone explain it`;
  return interval[0] * interval[1] > 0
    ? `${copies}: ${range} among the predictions that could be read${read === null ? '' : ` (${percentText(read.own)} of its own, ${percentText(read.other)} of the other’s)`}; no difference is shown with the unread ones counted at their worst`
    : `${copies}: ${range}, not shown to differ`;
}

function upperFirst(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

function untaught(pair: PairAnalysis, { directions }: VerdictContext): Finding | null {
  const { meanGain } = pair;
  if (isAboveZero(meanGain)) return null;
  const others = directions.filter(({ word }) => word === 'lower').map(clauseOf);
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
    const clauses = all('higher')
      ? `both are better predicted by themselves, but ${failures.join('; ')}`
      : all('no difference found')
        ? 'neither is shown to be predicted better by itself than by the other'
        : directions.map(clauseOf).join('; ');
    const text = `no advantage found: ${clauses}.`;
    return { kind: 'no advantage found', text, reasons: [...reasons, ...powerOf(pair)] };
  }
  const scope = scopeOf(pair);
  const few = fewTrainingsOfShifted(pair);
  if (few !== null) return { kind: 'own better', text: `${ownBetterText}: ${few}${scope}.`, reasons };
  if (!isBeyondShiftedSelves(pair) || copiesOf(context).length > 0) {
    return { kind: 'own better', text: `${ownBetterText}${scope}.`, reasons };
  }
  const unequal = unequalShiftedSelves(pair);
  if (unequal.length > 0)
    return { kind: 'own better', text: `${ownBetterText}: ${unequal.join('; ')}${scope}.`, reasons };
  const text = `advantage: each model predicts itself better than the other model does, by more than its shifted self${scope}.`;
  return { kind: 'advantage', text, reasons };
}

/** What a study without shifted selves can say at most. */
export const ownBetterText = 'better predicted by itself; a handicap of cross training is not excluded';

/** Returns what keeps both models from being better predicted by themselves, as clauses. */
function failuresOf(pair: PairAnalysis, directions: readonly Direction[]): readonly string[] {
  const { I, E, determinant, beyondRules } = pair;
  return [
    ...directions.filter(({ word }) => word !== 'higher').map(clauseOf),
    ...(isAboveZero(I.quantity) ? [] : ['I is not shown to be above zero']),
    ...(isAboveZero(E.quantity) && isAboveZero(determinant) ? [] : ['E is not shown to be above zero']),
    ...beyondRules.filter(({ p }) => !passes(p)).map(ruleClause),
  ];
}

function isBeyondShiftedSelves({ shifted }: PairAnalysis): boolean {
  return shifted?.every(({ difference }) => passes(difference.p)) ?? false;
}

/** Returns why shifted selves have no test though the pair has a verdict; null where they have one, or there are none. */
function fewTrainingsOfShifted({ shifted }: PairAnalysis): string | null {
  const fewest = Math.min(...(shifted ?? []).map(({ trainings }) => trainings));
  if (fewest >= fewestTrainings) return null;
  return `an arm on a shifted self was trained ${fewest === 1 ? 'once' : 'twice'}, and “advantage” needs three trainings of each`;
}

/** Returns a clause for each shifted self that was not shown to be as hard to learn as its model. */
function unequalShiftedSelves({ shifted }: PairAnalysis): readonly string[] {
  return (shifted ?? [])
    .filter(({ hardness, trainings }) => trainings >= fewestTrainings && !isEquivalent(hardness))
    .map(
      ({ target, hardness }) =>
        `the shifted self of ${target} was not shown to be as hard to learn (difference ${inWords(hardness.quantity)})`,
    );
}

/** Returns the near copies that predict a model of the pair as well as it does. */
function copiesOf({ nearCopies }: VerdictContext): readonly PairAnalysis[] {
  return nearCopies.filter(({ E }) => !isAboveZero(E.quantity));
}

/** Returns a direction as a clause, such as "bob is predicted better by ann than by itself". */
function clauseOf(direction: Direction): string {
  const { a, b, word } = direction;
  if (word === 'lower') return `${a} is predicted better by ${b} than by itself`;
  if (word === 'higher') return `${a} is predicted better by itself than by ${b}`;
  if (word !== 'no difference found') return `${a}: ${directionText(direction)}`;
  return `${a}: no difference found between itself and ${b}`;
}

function reasonsOf(pair: PairAnalysis, context: VerdictContext): readonly string[] {
  const { I, E, shifted, beyondRules } = pair;
  return [
    ...context.directions.map(directionReason),
    about('I', I.quantity),
    about('E', E.quantity),
    ...beyondRules
      .filter(({ p }) => !passes(p))
      .map((each) => `${ruleClause(each)}: ${inWords(each.quantity)}, ${pWords(each.p)}.`),
    ...(shifted === null
      ? [noShiftedSelves]
      : shifted.map(
          ({ target, difference: { quantity, p } }) =>
            `${target}, itself minus its shifted self: ${inWords(quantity)}, ${pWords(p)}.`,
        )),
    ...unequalShiftedSelves(pair).map((clause) => `${upperFirst(clause)}.`),
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
export const sameHandicap = `Shifted selves exclude a handicap of cross training only if they have it too: advantage needs equivalence of the other model's accuracy on both within ${100 * equivalenceBound} points, and a smaller difference is not excluded.`;
const habitNotRemoved = 'Gains are measured from the base rate: there are no complete scramble arms.';

function directionReason(direction: Direction): string {
  const { a, b, quantity, adjusted } = direction;
  const p = adjusted === null ? 'not tested' : `p ${pRelation(adjusted)} after Holm`;
  return `${a}, by itself minus by ${b}: ${inWords(quantity)}, ${p}: ${directionText(direction)}.`;
}

function ruleClause({ a, b, quantity: { value, missing } }: PairAnalysis['beyondRules'][number]): string {
  if (value !== null && missing !== null) return `${a} is not compared with every rule: ${missing}`;
  return `${a} is not shown to be above ${b === null ? 'the best rule' : ruleText(b)}`;
}

/** Returns what a study without an advantage could have found, as one sentence. */
function powerOf({ detectable }: PairAnalysis): readonly string[] {
  if (detectable === null) return ['The smallest advantage that such studies find is not known: too few strings vary.'];
  return [noticedSentence(`advantage of ${fixed(100 * detectable, 1)} points, equal in both directions,`, 'studies')];
}

/** Returns the mean gain that 80 % of such studies find, as one sentence. */
function gainPower({ meanGain: { interval }, detectableGain }: PairAnalysis): readonly string[] {
  if (interval === null) return ['The smallest mean gain that such studies find is not known: it has no interval.'];
  return detectableGain === null
    ? []
    : [noticedSentence(`mean gain of about ${fixed(100 * detectableGain, 1)} points`, 'studies')];
}

/** Returns over how many trainings a verdict is; empty for one of each arm. */
function scopeOf({ trainings, arms }: PairAnalysis): string {
  if (trainings === 1) return '';
  const most = Math.max(trainings, ...arms.filter(isOfPair).map(({ accuracies }) => accuracies.length));
  return ` (over ${most === trainings ? trainings : `${trainings} to ${most}`} trainings of each arm)`;
}

/** Returns the share of right predictions of each training as a sentence; none where every arm was trained once. */
function spreadOf({ arms }: Pick<PairAnalysis, 'arms'>): readonly string[] {
  const shown = arms.filter(({ kind }) => kind === 'trained' || kind === 'reference');
  const several = shown.filter(({ accuracies }) => accuracies.length > 1);
  if (several.length === 0) return [];
  const list = several.map(
    ({ base, target, accuracies }) =>
      `${base} about ${target} ${accuracies.map((share) => percentText(share)).join(', ')}`,
  );
  return [`Right in each training: ${list.join('; ')}.`];
}

/** Returns whether a model and its shifted self were shown to be equally hard to learn, at one-sided 5 %. */
function isEquivalent({ p }: BeyondShiftedSelf['hardness']): boolean {
  return p !== null && p <= equivalenceLevel;
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

/** Formats a difference with its interval, such as "+1.2 points [−2.0, 4.4]". */
function inWords({ value, interval }: Pick<Quantity, 'value' | 'interval'>): string {
  if (value === null) return 'n/a';
  return `${pointsText(value)} ${interval === null ? '[no interval]' : pointsRange(interval)}`;
}

const maxP = 0.05;

/** Whether an interval lies on one side of zero and the word does not, because missing predictions count at their worst. */
export function isCounted({ quantity: { interval }, p }: PairRecord['plain'][number]): boolean {
  return interval !== null && interval[0] * interval[1] > 0 && p !== null && p > maxP;
}
