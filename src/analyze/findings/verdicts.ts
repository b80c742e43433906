import type { Experiments } from '../../experiments/registry.ts';
import type { Estimate } from '../../results/estimate.ts';
import type { Beyond, Finding, Rung } from '../../results/finding.ts';
import type { Quantity } from '../../results/quantity.ts';
import type { Verdict } from '../../results/verdict.ts';
import {
  chooseModels,
  combinedP,
  type JackknifeEstimate,
  type ModelBeyondOthers,
  maxModels,
} from '../../stats/beyond-others.ts';
import { holm } from '../../stats/holm.ts';
import { type PairedDifference, paired } from '../../stats/paired.ts';
import { type Measured, type Rungs, type RungTests, rungs } from '../../stats/rungs/rungs.ts';
import type { Kinship } from '../self-knowledge/relatives.ts';
import { namedScores, referenceRows, rowBeyondOthers } from '../units/reference-rows.ts';
import { askedScores, type CollectedScore, labelScores, ownScores, unitScoresOf } from '../units/score-units.ts';
import type { JudgeCheck } from './judge-check.ts';

/** One-sided error of every rung, over its family. */
const rungLevel = 0.025;
/** That of `opposite` by t, which finds twice as many as stated where rare values make scores skewed. */
const oppositeLevel = 0.005;

interface LadderInput {
  readonly scores: readonly CollectedScore[];
  readonly experiments: Experiments;
  /** What is declared about relatives; absent: makers are read from the models' names. */
  readonly kinship?: Kinship | undefined;
  readonly judges: readonly JudgeCheck[];
  /** Scores of a re-execution are taken from the estimates. */
  readonly estimates: readonly Estimate[];
}

/** One score with the tests that need no other score. */
interface TestedScore {
  readonly score: CollectedScore;
  readonly found: Rungs;
  /** Own score minus that of the label, and minus the mean of unrelated models who were asked; null where there is none. */
  readonly label: { readonly value: number; readonly difference: PairedDifference } | null;
  readonly asked: PairedDifference | null;
  readonly unsafe: string | null;
}

/** Returns the finding of every score: its numbers, the tests of the ladder, adjusted over their families, and the word. */
export function verdictFindings(input: LadderInput): readonly Finding[] {
  const tested = inOrder(input).map((score) => testedScore(score, input));
  const beyond = beyondRows(
    tested.map(({ score, found }) => ({ score, p: testsOf(found)?.informative.p ?? null })),
    input.kinship,
  );
  const withVerdict = tested.filter(({ found, unsafe }) => found.result.kind === 'tests' && unsafe === null);
  const informative = adjusted(withVerdict, ({ found }) => testsOf(found)?.informative.p ?? null);
  const useful = adjusted(withVerdict, ({ found }) => testsOf(found)?.useful.p ?? null);
  const opposite = adjusted(withVerdict, ({ found }) => testsOf(found)?.opposite.p ?? null);
  const third = adjusted(withVerdict, (each) => {
    const own = beyond.get(each.score);
    return own?.kind === 'word' ? pBeyond(each, own) : null;
  });
  return tested.map((each) => {
    const tests = testsOf(each.found);
    const missing = missingRuleOf(each.found);
    const common = { blocks: each.found.blocks.count, missing };
    const none = { kind: 'not asked', reason: reasonOf(each) ?? 'no verdict' } as const;
    const first: Rung =
      tests === null
        ? none
        : {
            ...{ kind: 'tested', test: tests.informative.test, p: tests.informative.p },
            ...familyOf(informative, each),
            ...{ estimate: quantityOf(tests.informative.excess, each.found), against: null, ...common },
          };
    const second: Rung =
      tests === null
        ? none
        : {
            ...{ kind: 'tested', test: 'paired t', p: tests.useful.p },
            ...familyOf(useful, each),
            ...{ estimate: pairedQuantity(tests.useful.hardest.difference), against: tests.useful.hardest.name },
            ...common,
          };
    const other: Rung =
      tests === null
        ? none
        : {
            ...{ kind: 'tested', test: tests.informative.test, p: tests.opposite.p },
            ...familyOf(opposite, each, tests.informative.test === 't' ? oppositeLevel : rungLevel),
            ...{ estimate: null, against: null, ...common },
          };
    const last = beyondOf(each, beyond.get(each.score), third.get(each) ?? null);
    return findingOf(each, { informative: first, useful: second, beyondOthers: last }, other, input);
  });
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

function testedScore(score: CollectedScore, { judges, kinship }: LadderInput): TestedScore {
  const found = rungs(unitScoresOf(score));
  const check = judges.find(
    ({ experiment, model, runs }) =>
      experiment === score.experiment && model === score.model && runs.includes(score.run),
  );
  return { score, found, label: labelOf(score), asked: askedOf(score, kinship), unsafe: check?.unsafe ?? null };
}

/** Returns the own score minus another one, on the units of which the other one is not undefined (not asked). */
function pairedWith(score: CollectedScore, other: readonly (number | null | undefined)[]): PairedDifference {
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
  });
}

function labelOf(score: CollectedScore): TestedScore['label'] {
  const scores = labelScores(score);
  if (scores === null) return null;
  const own = ownScores(score);
  const known = scores.flatMap((value, unit) => (value == null || own[unit] === null ? [] : [value]));
  if (known.length === 0) return null;
  const value = known.reduce((sum, each) => sum + each, 0) / known.length;
  return { value, difference: pairedWith(score, scores) };
}

/** Returns the own score minus the mean of the unrelated models that were asked about this one; null where none was. */
function askedOf(score: CollectedScore, kinship: Kinship | undefined): PairedDifference | null {
  const others = askedScores(score, kinship);
  return others === null ? null : pairedWith(score, others);
}

function pBeyond({ found, label, asked }: TestedScore, own: { readonly p: number }): number {
  return combinedP(own.p, {
    informative: testsOf(found)?.informative.p ?? 1,
    label: label?.difference.p.higher ?? null,
    asked: asked?.p.higher ?? null,
  });
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

function missingRuleOf({ counts: { missing } }: Rungs): 'none' | 'left out' | 'at their worst' {
  if (missing.atWorst) return 'at their worst';
  return missing.shares.some((share) => share > 0) ? 'left out' : 'none';
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

function jackknifeQuantity({ value, low, high, degrees }: JackknifeEstimate, n: number): Quantity {
  return { value, interval: [low, high], n, clusters: degrees + 1, missing: null };
}

function beyondOf(score: TestedScore, own: ModelBeyondOthers | undefined, test: Adjusted | null): Beyond {
  const reason = notAskedReason(score, own);
  if (own === undefined || own.kind === 'not asked') return { kind: 'not asked', reason };
  const { models, nearest } = own;
  const n = own.units.asked;
  if (own.kind === 'number') return { kind: 'number only', reason, private: jackknifeQuantity(own.private, n), models };
  if (test === null) return { kind: 'not asked', reason: reasonOf(score) ?? 'no verdict' };
  return {
    kind: 'tested',
    test: 'residual tetrads',
    p: pBeyond(score, own),
    adjusted: test.p,
    family: test.family,
    holds: test.p <= rungLevel && nearest.difference.p <= rungLevel,
    own: jackknifeQuantity(own.own, n),
    private: jackknifeQuantity(own.private, n),
    nearest: {
      model: nearest.model,
      difference: jackknifeQuantity(nearest.difference, n),
      p: nearest.difference.p,
    },
    references: [
      'other models',
      ...(own.relative === null ? [] : ['relatives']),
      ...(score.label === null ? [] : ['label']),
      ...(score.asked === null ? [] : ['others who were asked']),
    ],
    models,
    blocks: score.found.blocks.count,
    missing: own.units.noPrediction + own.units.noOutcome > 0 ? 'at their worst' : 'none',
  };
}

function notAskedReason({ score }: TestedScore, own: ModelBeyondOthers | undefined): string {
  if (own === undefined)
    return score.kind.others.kind === 'asked'
      ? 'needs other models on the same items'
      : 'not asked of rankings, categories, decisions and texts';
  if (own.kind === 'not asked' && own.reason === 'too many models')
    return 'computed among 30 models only; choose them with --model';
  return 'needs models of two other makers, and five models of other makers for a word';
}

/** Returns what the word alone does not say. */
function reasonOf({ found, unsafe }: TestedScore): string | null {
  const { result } = found;
  if (result.kind === 'no verdict' && result.word !== 'one answer') return result.reason;
  if (unsafe !== null) return unsafe;
  return result.kind === 'no verdict' ? result.reason : null;
}

function verdictOf(
  score: TestedScore,
  { informative, useful, beyondOthers }: Finding['rungs'],
  opposite: Rung,
): Verdict {
  const { found, unsafe } = score;
  const { result } = found;
  if (result.kind === 'no verdict' && result.word !== 'one answer') return result.word;
  if (unsafe !== null) return 'unsafe judge';
  if (result.kind === 'no verdict') return result.word;
  const holds = (rung: Rung | Beyond) => rung.kind === 'tested' && rung.holds;
  if (!holds(informative)) return holds(opposite) ? 'opposite' : 'no sign';
  if (holds(beyondOthers)) return 'beyond others';
  return holds(useful) ? 'useful' : 'informative';
}

function findingOf(
  each: TestedScore,
  tests: Finding['rungs'],
  opposite: Rung,
  { experiments, estimates }: LadderInput,
): Finding {
  const { score, found, label } = each;
  const { run, experiment, model, condition, words } = score;
  const { measure, unit, better } = words;
  const shown = (value: number) => (better === 'lower' ? -value || 0 : value);
  const { counts } = found;
  const result = testsOf(found);
  const detectable = result?.informative.detectable;
  const chance = found.chance.kind === 'known' ? found.chance.value : null;
  const verdict = verdictOf(each, tests, opposite);
  return {
    ...{ run, experiment, task: experiments.get(experiment)?.presentation?.task ?? experiment },
    ...{ condition, model, measure, unit, better },
    verdict,
    reason: reasonOf(each) ?? missingReason(each, verdict),
    score: shownScore(found, shown),
    chance: chance === null ? null : shown(chance),
    skill: found.skill.kind === 'known' ? found.skill.value.value : null,
    constant: constantOf(found, shown),
    label: label === null ? null : shown(label.value),
    reexecution: reexecutionOf(score, estimates),
    ...{ usable: counts.read, total: counts.units, notAsked: score.notAsked, halves: counts.halves },
    clusters: counts.clusters,
    detectable: detectable?.kind === 'known' && chance !== null ? shown(chance + detectable.value) : null,
    rungs: tests,
    opposite,
  };
}

function missingReason({ found }: TestedScore, verdict: Verdict): string | null {
  return verdict === 'no sign' && found.counts.missing.atWorst
    ? 'over 2 % of its answers are missing, and counted against the verdict'
    : null;
}

function shownScore({ score, counts }: Rungs, shown: (value: number) => number): Quantity {
  const place = { n: counts.read, clusters: counts.clusters };
  if (score.kind === 'withheld') return { value: null, interval: null, ...place, missing: score.reason };
  const { value, interval } = score.value;
  if (interval.kind === 'withheld') return { value: shown(value), interval: null, ...place, missing: interval.reason };
  const [low, high] = interval.value.map(shown).toSorted((a, b) => a - b) as [number, number]; // two ends
  return { value: shown(value), interval: [low, high], ...place, missing: null };
}

/** Returns the score of the best constant answer; a fixed rule is one where there is no other. */
function constantOf({ constants }: Rungs, shown: (value: number) => number): number | null {
  const scores = constants.map(({ score }) => score).filter(Number.isFinite);
  return scores.length === 0 ? null : shown(Math.max(...scores));
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

/** One-sided error of rung A, by which models of a row with too many models are chosen. */
const informativeLevel = 0.025;
const fewestModels = 2;

/** Returns what each score's predictions add to what the other models of its task and condition tell, where rung C is asked. */
function beyondRows(
  candidates: readonly Candidate[],
  kinship: Kinship | undefined,
): ReadonlyMap<CollectedScore, ModelBeyondOthers> {
  const found = new Map<CollectedScore, ModelBeyondOthers>();
  for (const row of referenceRows(candidates)) {
    if (row.length < fewestModels) continue;
    const named = namedScores(row).map((each) => ({
      ...each,
      isInformative: each.p !== null && each.p <= informativeLevel,
      units: each.score.unit.length,
    }));
    const chosen = chooseModels(named);
    const { models } = rowBeyondOthers(chosen, kinship);
    for (const each of named) {
      const own = models.find(({ model }) => model === each.name);
      found.set(
        each.score,
        own ?? { kind: 'not asked', model: each.name, reason: 'too many models', models: maxModels },
      );
    }
  }
  return found;
}
