import type { Experiments } from '../../experiments/registry.ts';
import { taskNames } from '../../experiments/task-name.ts';
import type { Estimate } from '../../results/estimate.ts';
import { type Beyond, type Finding, type Rung, scoreKey, scorePolicy } from '../../results/finding.ts';
import type { Quantity } from '../../results/quantity.ts';
import { type BeyondWord, type Fit, ranksKindsText, ranksSomeText } from '../../results/verdict.ts';
import { chooseModels, combinedP, type ModelBeyondOthers, maxModels } from '../../stats/beyond-others.ts';
import { holm } from '../../stats/holm.ts';
import type { Known } from '../../stats/jackknife.ts';
import { leastNumbers } from '../../stats/least-numbers.ts';
import { type PairedDifference, paired } from '../../stats/paired.ts';
import { type Measured, type Rungs, type RungTests, rungs } from '../../stats/rungs/rungs.ts';
import { counted } from '../../util/numbers.ts';
import { jackknifeQuantity, referenceContrast } from '../contrasts/reference-contrast.ts';
import { halfText } from '../contrasts/shared-items.ts';
import type { Kinship } from '../self-knowledge/relatives.ts';
import type { TaskOfRun } from '../units/data-of-runs.ts';
import {
  type BeyondOnItems,
  beyondOnItems,
  namedScores,
  referenceRows,
  type ScoreBeyondText,
  scoreBeyondText,
} from '../units/reference-rows.ts';
import {
  askedScores,
  type CollectedScore,
  labelScores,
  ownScores,
  strataOf,
  undealtStrataOf,
  unitScoresOf,
} from '../units/score-units.ts';
import type { JudgeCheck } from './judge-check.ts';

/** One-sided error of every rung, over its family. */
const rungLevel = 0.025;
/** That of `opposite` by t, which finds twice as many as stated where rare values make scores skewed. */
const oppositeLevel = 0.005;

interface LadderInput {
  readonly scores: readonly CollectedScore[];
  readonly experiments: Experiments;
  /** Returns the name of a task; absent: as the experiment names it. */
  readonly taskOf?: TaskOfRun | undefined;
  /** What is declared about relatives; absent: makers are read from the models' names. */
  readonly kinship?: Kinship | undefined;
  readonly judges: readonly JudgeCheck[];
  /** Whether a stated value that looks filled in has its verdict all the same; absent: no. */
  readonly keepsFilled?: boolean | undefined;
  /** Scores of a re-execution are taken from the estimates. */
  readonly estimates: readonly Estimate[];
}

/** One score with the tests that need no other score. */
interface TestedScore {
  readonly score: CollectedScore;
  readonly found: Rungs;
  /** Own score minus that of the label, and minus the mean of unrelated models who were asked; null where there is none. */
  /** Score of the label, null where a unit of the score has none, and the own score minus it on the units that have one; null: no label. */
  readonly label: { readonly value: number | null; readonly difference: PairedDifference } | null;
  readonly asked: PairedDifference | null;
  readonly unsafe: string | null;
}

/** What was found about a score on other models, with the text of its items where the rest holds. */
interface FoundBeyond extends BeyondOnItems {
  /** Largest p of all references on all items, and on the shared ones; null where it has no word. */
  readonly p: number | null;
  readonly pShared: number | null;
  /** Null where another reference is not beaten, so that the text decides nothing. */
  readonly text: Known<ScoreBeyondText> | null;
}

/** Returns the finding of every score: its numbers, its tests, adjusted over their families, and both words. */
export function verdictFindings(input: LadderInput): readonly Finding[] {
  const tested = inOrder(input).map((score) => testedScore(score, input));
  const rows = beyondRows(
    tested.map(({ score, found }) => ({ score, p: testsOf(found)?.informative.p ?? null })),
    input.kinship,
  );
  const beyond = new Map(tested.map((each) => [each, foundBeyond(each, rows.get(each.score))]));
  const withVerdict = tested.filter(({ found, unsafe }) => found.result.kind === 'tests' && unsafe === null);
  const family = (pOf: (tests: RungTests) => number) =>
    adjusted(withVerdict, ({ found }) => {
      const tests = testsOf(found);
      return tests === null ? null : pOf(tests);
    });
  const families = {
    informative: family(({ informative }) => informative.p),
    useful: family(({ useful }) => useful.p),
    opposite: family(({ opposite }) => opposite.p),
  };
  const read = {
    informative: family(({ informative }) => informative.pWithoutMissing),
    useful: family(({ useful }) => useful.pWithoutMissing),
    opposite: family(({ opposite }) => opposite.pWithoutMissing),
  };
  const third = adjusted(withVerdict, (each) => beyond.get(each)?.p ?? null);
  const shared = adjusted(withVerdict, (each) => beyond.get(each)?.pShared ?? null);
  return tested.map((each) => {
    const fit = fitOf(each, heldIn(families, each));
    const tests = fitTests(each, families);
    const last = beyondOf(each, beyond.get(each) as FoundBeyond, {
      fit: families.informative.get(each)?.p ?? 1,
      ...{ all: third.get(each) ?? null, shared: shared.get(each) ?? null },
    });
    const words = {
      fit,
      beyond: beyondWord(last),
      changedByMissing: fit !== fitOf(each, heldIn(read, each)),
    };
    return findingOf(each, { words, rungs: { ...tests.rungs, beyondOthers: last }, opposite: tests.opposite }, input);
  });
}

type Families = Readonly<Record<'informative' | 'useful' | 'opposite', ReadonlyMap<TestedScore, Adjusted>>>;

/** Returns which tests of fit hold after adjustment. */
function heldIn(families: Families, each: TestedScore) {
  const isT = testsOf(each.found)?.informative.test === 't';
  return {
    informative: familyOf(families.informative, each).holds,
    useful: familyOf(families.useful, each).holds,
    opposite: familyOf(families.opposite, each, isT ? oppositeLevel : rungLevel).holds,
  };
}

/** Returns the tests of fit as a finding shows them. */
function fitTests(each: TestedScore, families: Families) {
  const tests = testsOf(each.found);
  if (tests === null) {
    const none = { kind: 'not asked', reason: reasonOf(each) ?? 'no verdict' } as const;
    return { rungs: { informative: none, useful: none }, opposite: none };
  }
  const { informative, useful, opposite } = tests;
  const { parts, counts } = each.found;
  const common = {
    over: informative.over,
    parts,
    missing: counts.missing.atWorst ? 'at their worst' : 'none',
  } as const;
  const level = informative.test === 't' ? oppositeLevel : rungLevel;
  const rung = (
    own: Pick<Extract<Rung, { kind: 'tested' }>, 'test' | 'p' | 'pWithoutMissing' | 'estimate' | 'against'>,
  ) => ({ kind: 'tested', ...own, ...common }) as const;
  return {
    rungs: {
      informative: {
        ...rung({
          ...{ test: informative.test, p: informative.p, pWithoutMissing: informative.pWithoutMissing, against: null },
          estimate: quantityOf(informative.excess, each.found),
        }),
        ...familyOf(families.informative, each),
      },
      useful: {
        ...rung({
          ...{
            test: useful.hardest.difference.test,
            p: useful.p,
            pWithoutMissing: useful.pWithoutMissing,
            against: useful.hardest.name,
          },
          estimate: pairedQuantity(useful.hardest.difference),
        }),
        ...familyOf(families.useful, each),
      },
    },
    opposite: {
      ...rung({
        test: informative.test,
        p: opposite.p,
        pWithoutMissing: opposite.pWithoutMissing,
        estimate: null,
        against: null,
      }),
      ...familyOf(families.opposite, each, level),
    },
  };
}

function testsOf({ result }: Rungs): RungTests | null {
  return result.kind === 'tests' ? result : null;
}

/** Returns scores in one order, whatever the order of runs: by experiment, model, condition and run. */
function inOrder({ scores, experiments }: LadderInput): readonly CollectedScore[] {
  const places = [...experiments.keys()];
  const compare = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1);
  return scores.toSorted(
    (a, b) =>
      places.indexOf(a.experiment) - places.indexOf(b.experiment) || compare(a.model, b.model) || compare(a.run, b.run),
  );
}

function testedScore(score: CollectedScore, { judges, kinship, keepsFilled = false }: LadderInput): TestedScore {
  const found = withHalf(rungs({ ...unitScoresOf(score), keepsFilled }), score);
  const checks = judges.filter(
    ({ experiment, model, runs }) =>
      experiment === score.experiment && model === score.model && runs.includes(score.run),
  );
  const unsafe = checks.find((check) => check.unsafe !== null)?.unsafe ?? null;
  return { score, found, label: labelOf(score), asked: askedOf(score, kinship), unsafe };
}

/**
 * Returns the own score minus another one, on the units of which the other one is not undefined (not asked). `isAgainstConstant`:
 * whether the other one is that of a label, so that graded scores can make the differences skewed.
 */
function pairedWith(
  score: CollectedScore,
  other: readonly (number | null | undefined)[],
  isAgainstConstant = false,
): PairedDifference {
  const units = [...other.keys()].filter((unit) => other[unit] !== undefined);
  const own = ownScores(score);
  const clusters = [...new Set(units.map((unit) => score.cluster[unit]))];
  const numbers = new Map(clusters.map((cluster, index) => [cluster, index]));
  return paired({
    own: units.map((unit) => own[unit] ?? null),
    other: units.map((unit) => other[unit] ?? null),
    cluster: units.map((unit) => numbers.get(score.cluster[unit]) ?? 0),
    clusters: clusters.length,
    scale: score.kind.scale,
    isAgainstConstant,
  });
}

function labelOf(score: CollectedScore): TestedScore['label'] {
  const scores = labelScores(score);
  if (scores === null) return null;
  const own = ownScores(score);
  const known = scores.flatMap((value, unit) => (value == null || own[unit] === null ? [] : [value]));
  if (known.length === 0) return null;
  const isComplete = own.every((value, unit) => value === null || scores[unit] != null);
  const value = isComplete ? known.reduce((sum, each) => sum + each, 0) / known.length : null;
  return { value, difference: pairedWith(score, scores, true) };
}

/** Returns the own score minus the mean of the unrelated models that were asked about this one; null where none was. */
function askedOf(score: CollectedScore, kinship: Kinship | undefined): PairedDifference | null {
  const others = askedScores(score, kinship);
  return others === null ? null : pairedWith(score, others);
}

/** Returns the largest p of a score's references: other models, rung A, the label, others who were asked, and the text. */
function foundBeyond(each: TestedScore, rows: BeyondOnItems | undefined): FoundBeyond {
  const { found, label, asked } = each;
  const references = {
    informative: testsOf(found)?.informative.p ?? 1,
    label: label?.difference.p.higher ?? null,
    asked: asked?.p.higher ?? null,
  };
  const pOf = (own: ModelBeyondOthers | undefined) => (own?.kind === 'word' ? combinedP(own.p, references) : null);
  const none = { all: rows?.all, shared: rows?.shared ?? null, lacks: rows?.lacks ?? null, text: null };
  const [p, pShared] = [pOf(rows?.all), pOf(rows?.shared === null ? rows.all : rows?.shared.found)];
  if (testsOf(found) === null || Math.min(p ?? 1, pShared ?? 1) > rungLevel) return { ...none, p, pShared };
  const text = scoreBeyondText(each.score);
  const withText = (own: number | null) =>
    own === null || text.kind === 'withheld' ? own : Math.max(own, text.value.p);
  return { ...none, text, p: withText(p), pShared: withText(pShared) };
}

interface Adjusted {
  readonly p: number;
  readonly family: number;
}

/** Returns p values adjusted over one family (Holm 1979). */
function adjusted(
  scores: readonly TestedScore[],
  pOf: (score: TestedScore) => number | null,
): ReadonlyMap<TestedScore, Adjusted> {
  const known = scores.flatMap((score) => {
    const p = pOf(score);
    return p === null ? [] : [{ score, p }];
  });
  const all = holm(known.map(({ p }) => p));
  return new Map(known.map(({ score }, index) => [score, { p: all[index] as number, family: known.length }]));
}

function familyOf(family: ReadonlyMap<TestedScore, Adjusted>, score: TestedScore, level = rungLevel) {
  const own = family.get(score);
  if (own === undefined) return { adjusted: 1, family: 0, holds: false };
  return { adjusted: own.p, family: own.family, holds: own.p <= level };
}

function quantityOf({ value, interval }: Measured, { counts }: Rungs): Quantity {
  const isKnown = interval.kind === 'known';
  return {
    value,
    interval: isKnown ? interval.value : null,
    n: counts.read,
    clusters: counts.clusters,
    missing: isKnown ? null : interval.reason,
  };
}

function pairedQuantity({ value, interval, n, clusters }: PairedDifference): Quantity {
  const isKnown = interval.kind === 'known';
  return {
    value,
    interval: isKnown ? interval.value : null,
    n,
    clusters,
    missing: isKnown ? null : interval.reason,
  };
}

interface AdjustedBeyond {
  /** Adjusted p of `informative`. */
  readonly fit: number;
  readonly all: Adjusted | null;
  readonly shared: Adjusted | null;
}

/** Returns what the predictions of a score add to what others tell. It holds only where the adjusted fit does. */
function beyondOf(
  score: TestedScore,
  { all: own, shared, lacks, text, p }: FoundBeyond,
  tests: AdjustedBeyond,
): Beyond {
  const reason = lacks ?? notAskedReason(score, own);
  if (own === undefined || own.kind === 'not asked') return { kind: 'not asked', reason };
  const { models, nearest } = own;
  const n = own.units.asked;
  if (own.kind === 'number') return { kind: 'number only', reason, private: jackknifeQuantity(own.private, n), models };
  if (tests.all === null || p === null) return { kind: 'not asked', reason: reasonOf(score) ?? 'no verdict' };
  const adjusted = Math.max(tests.all.p, tests.fit);
  return {
    ...{ kind: 'tested', test: 'residual tetrads', p, adjusted, family: tests.all.family },
    holds: adjusted <= rungLevel && nearest.difference.p <= rungLevel,
    own: jackknifeQuantity(own.own, n),
    private: jackknifeQuantity(own.private, n),
    nearest: referenceContrast({ a: score.score.model, b: nearest.model }, nearest.difference, n),
    references: [
      'other models',
      ...(own.relative === null ? [] : ['relatives']),
      ...(text?.kind === 'known' ? ['text of the items'] : []),
      ...(score.label === null ? [] : ['label']),
      ...(score.asked === null ? [] : ['others who were asked']),
    ],
    text: textOf(text),
    shared: sharedOf(shared, tests),
    models,
    missing: own.units.noPrediction + own.units.noOutcome > 0 ? 'at their worst' : 'none',
  };
}

function textOf(text: FoundBeyond['text']): Extract<Beyond, { kind: 'tested' }>['text'] {
  if (text === null) return { kind: 'not asked', reason: 'another reference is not beaten' };
  if (text.kind === 'withheld') return { kind: 'not asked', reason: text.reason };
  return { kind: 'tested', ...text.value };
}

function sharedOf(shared: FoundBeyond['shared'], { fit, shared: test }: AdjustedBeyond) {
  if (shared === null) return null;
  const { items, found } = shared;
  if (test === null || found?.kind !== 'word') return { items, adjusted: null, holds: false };
  const adjusted = Math.max(test.p, fit);
  return { items, adjusted, holds: adjusted <= rungLevel && found.nearest.difference.p <= rungLevel };
}

/** Returns `yes` where it holds on all items and on those that all models have. */
function beyondWord(beyond: Beyond): BeyondWord {
  if (beyond.kind !== 'tested') return 'not asked';
  const { holds, shared } = beyond;
  if (shared === null || shared.holds === holds) return holds ? 'yes' : 'not shown';
  return 'depends on the items';
}

function notAskedReason({ score }: TestedScore, own: ModelBeyondOthers | undefined): string {
  if (own === undefined)
    return score.kind.others.kind === 'asked'
      ? 'needs other models on the same items'
      : 'not asked of rankings, categories, decisions and texts';
  if (own.kind === 'not asked' && own.reason === 'too many models')
    return 'computed among 30 models only; choose them with --model';
  return 'needs models of two other makers with the same items, and five for a verdict';
}

/** Returns what was found about a score; one of which every unit has a prediction or an outcome alone has `no test`. */
function withHalf(found: Rungs, { alone }: CollectedScore): Rungs {
  const half = halfText({ predicts: alone.predictions > 0, answers: alone.outcomes > 0 });
  if (found.counts.units > 0 || half === null) return found;
  return { ...found, result: { kind: 'no verdict', word: 'no test', reason: half } };
}

/** Returns what the word alone does not say. */
function reasonOf({ found, unsafe }: TestedScore): string | null {
  const { result } = found;
  if (result.kind === 'no verdict' && result.word !== 'one answer') return result.reason;
  if (unsafe !== null) return unsafe;
  return result.kind === 'no verdict' ? result.reason : null;
}

/** Returns the word on fit, or the reason why there is none. */
function fitOf(
  { found, unsafe }: TestedScore,
  holds: Readonly<Record<'informative' | 'useful' | 'opposite', boolean>>,
): Fit {
  const { result } = found;
  if (result.kind === 'no verdict' && result.word !== 'one answer') return result.word;
  if (unsafe !== null) return 'unsafe judge';
  if (result.kind === 'no verdict') return result.word;
  if (!holds.informative) return holds.opposite ? 'opposite' : 'no sign';
  return holds.useful ? 'useful' : 'informative';
}

interface TestedFinding {
  readonly words: Pick<Finding, 'fit' | 'beyond' | 'changedByMissing'>;
  readonly rungs: Finding['rungs'];
  readonly opposite: Rung;
}

function findingOf(
  each: TestedScore,
  { words, rungs: tests, opposite }: TestedFinding,
  { experiments, estimates, taskOf }: LadderInput,
): Finding {
  const { score, found, label } = each;
  const { run, experiment, model, condition } = score;
  const { measure, unit, better } = score.words;
  const shown = (value: number) => (better === 'lower' ? -value || 0 : value);
  const { counts } = found;
  const result = testsOf(found);
  const detectable = result?.informative.detectable;
  const chance = found.chance.kind === 'known' ? found.chance.value : null;
  const finding: Finding = {
    ...{ run, experiment, task: taskOf?.(run, experiment) ?? taskNames(experiments)(experiment) },
    ...{ condition, model, measure, unit, better },
    ...words,
    reason: reasonOf(each) ?? noSignReason(words, each, estimates),
    score: shownScore(found, shown),
    chance: chance === null ? null : shown(chance),
    skill: found.skill.kind === 'known' ? found.skill.value.value : null,
    constant: constantOf(found, shown),
    aboveConstant: aboveConstantOf(found),
    label: label?.value == null ? null : shown(label.value),
    stratum: stratumOf(each, shown),
    undealt: undealtOf(score),
    auroc: found.auroc,
    stated: statedOf(score, experiments),
    survives: result?.useful.survives ?? null,
    reexecution: reexecutionOf(score, estimates),
    ...{ usable: counts.read, total: counts.units, notAsked: score.notAsked, halves: counts.halves },
    clusters: counts.clusters,
    detectable: detectable?.kind === 'known' && chance !== null ? shown(chance + detectable.value) : null,
    rungs: tests,
    opposite,
  };
  return counts.read < leastNumbers.interval ? withoutNumbers(finding) : finding;
}

/** Returns a finding without the numbers of so few units, which say nothing, whatever they are. */
function withoutNumbers(finding: Finding): Finding {
  const { score } = finding;
  const missing = score.value === null ? score.missing : `${counted(score.n, 'unit')}: too few for a number`;
  return {
    ...finding,
    score: { ...score, value: null, interval: null, missing },
    ...{ chance: null, skill: null, constant: null, aboveConstant: null, label: null, stratum: null, auroc: null },
    ...{ stated: null, reexecution: null, detectable: null },
  };
}

/** Returns what keeps `no sign` from being all there is to say; null for other words. */
function noSignReason(
  { fit, changedByMissing }: TestedFinding['words'],
  { score, found }: Pick<TestedScore, 'score' | 'found'>,
  estimates: readonly Estimate[],
): string | null {
  if (fit !== 'no sign') return null;
  const ranking = estimates.find(
    ({ measure, policy, ...each }) =>
      measure === 'auroc' &&
      policy === scorePolicy &&
      scoreKey({ ...each, measure }) === scoreKey({ ...score, measure }),
  );
  const reasons = [
    ...(changedByMissing ? ['its missing answers are counted against the verdict'] : []),
    ...((ranking?.interval?.[0] ?? 0) > 0.5 ? [found.strata === null ? ranksSomeText : ranksKindsText] : []),
  ];
  return reasons.length === 0 ? null : reasons.join('; ');
}

function stratumOf({ score, found }: TestedScore, shown: (value: number) => number): Finding['stratum'] {
  const strata = strataOf(score);
  if (strata === null || found.strata === null || found.stratum === null) return null;
  return { column: strata.column, strata: found.strata, score: shown(found.stratum) };
}

function undealtOf(score: CollectedScore): Finding['undealt'] {
  const found = undealtStrataOf(score);
  return found === null ? null : { column: found.column, strata: new Set(found.values).size };
}

/** Returns the mean stated probability and the share that came true, of the units with both. */
function statedOf(
  { kind, predictions, outcomes, experiment }: CollectedScore,
  experiments: Experiments,
): Finding['stated'] {
  if (kind.name !== 'probability') return null;
  let [said, happened, read] = [0, 0, 0];
  for (const [unit, prediction] of predictions.entries()) {
    const outcome = outcomes[unit];
    if (typeof prediction !== 'number' || typeof outcome !== 'number') continue;
    said += prediction;
    happened += outcome;
    read += 1;
  }
  if (read === 0) return null;
  const verb = experiments.get(experiment)?.presentation?.happened ?? 'it came true in';
  return { said: said / read, happened: happened / read, verb };
}

function shownScore({ score, counts }: Rungs, shown: (value: number) => number): Quantity {
  const place = { n: counts.read, clusters: counts.clusters };
  if (score.kind === 'withheld') return { value: null, interval: null, ...place, missing: score.reason };
  const { value, interval } = score.value;
  if (interval.kind === 'withheld') return { value: shown(value), interval: null, ...place, missing: interval.reason };
  const [low, high] = interval.value.map(shown).toSorted((a, b) => a - b) as [number, number]; // two ends
  return { value: shown(value), interval: [low, high], ...place, missing: null };
}

/** Returns the score of the best constant answer or fixed rule that answers every unit of the score; null where none does. */
function constantOf({ constants }: Rungs, shown: (value: number) => number): number | null {
  const best = bestConstant(constants);
  return best === null ? null : shown(best.score);
}

/** Returns the own score minus that of the best constant answer, on the items that both have; null without one. */
function aboveConstantOf({ constants }: Rungs): Quantity | null {
  const best = bestConstant(constants);
  return best === null ? null : pairedQuantity(best.difference);
}

/** Returns the constant that answers every unit of the score and scores most; of several, the one that is hardest to beat. */
function bestConstant(constants: Rungs['constants']): Rungs['constants'][number] | null {
  const complete = constants.filter(({ isComplete }) => isComplete);
  const [best] = complete.toSorted((a, b) => b.score - a.score || b.difference.p.higher - a.difference.p.higher);
  return best ?? null;
}

/** Returns the score of a re-execution, where the estimates have it for the measure of the score. */
function reexecutionOf({ run, experiment, model, condition, words }: CollectedScore, estimates: readonly Estimate[]) {
  const own = estimates.find(
    (each) =>
      each.run === run &&
      each.experiment === experiment &&
      each.model === model &&
      each.condition === condition &&
      each.measure === words.measure &&
      each.policy === 'parsed',
  );
  return own?.reexecution ?? null;
}

interface Candidate {
  readonly score: CollectedScore;
  /** p of rung A; null without a verdict. */
  readonly p: number | null;
}

const fewestModels = 2;

/** Returns what each score's predictions add to what the other models of its task and condition tell, where that is asked. */
function beyondRows(
  candidates: readonly Candidate[],
  kinship: Kinship | undefined,
): ReadonlyMap<CollectedScore, BeyondOnItems> {
  const found = new Map<CollectedScore, BeyondOnItems>();
  for (const row of referenceRows(candidates)) {
    if (row.length < fewestModels) continue;
    const named = namedScores(row).map((each) => ({
      ...each,
      isInformative: each.p !== null && each.p <= rungLevel, // which of too many models are chosen
      units: each.score.unit.length,
    }));
    const chosen = beyondOnItems(chooseModels(named), kinship);
    for (const each of named) {
      const reason = { kind: 'not asked', model: each.name, reason: 'too many models', models: maxModels } as const;
      found.set(each.score, chosen.get(each.score) ?? { all: reason, shared: null, lacks: null });
    }
  }
  return found;
}
