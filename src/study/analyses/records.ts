import type { Interval } from '../../stats/basic/intervals.ts';
import type { Deviation } from './calibration/calibrate.ts';
import type { StudyEstimate } from './estimate.ts';
import type { JudgedPair } from './pairs/analyze-pairs.ts';
import type { BehaviorChange } from './shift/behavior-change.ts';
import type { Drift } from './shift/drift.ts';
import type { EstimateRecord, PairRecord, StudyResult } from './study-result.ts';

/** Converts an estimate to its record; other fields of the object are dropped. */
export function estimateRecord({ value, interval, n, clusters, missing }: StudyEstimate): EstimateRecord {
  return { value, interval: endsOf(interval), n, clusters, missing };
}

export function pairRecord(pair: JudgedPair, caution: string | null): PairRecord {
  return {
    a: pair.a,
    b: pair.b,
    nearCopy: pair.isNearCopy,
    gainBase: pair.gainBase,
    accuracy: pair.accuracy,
    I: estimateRecord(pair.doubleDifference),
    E: estimateRecord(pair.excess),
    determinant: estimateRecord(pair.determinant),
    meanGain: estimateRecord(pair.meanGain),
    plain: pair.plain.map((each, place) => ({
      target: each.target,
      other: each.other,
      ...estimateRecord(each),
      p: each.tests?.signFlipP ?? null,
      holm: pair.plainHolm[place] ?? null,
      mcnemar: each.tests?.mcnemarP ?? null,
      oneSidedP: each.oneSidedP,
    })),
    smallerPlain: estimateRecord(pair.smallerPlain),
    plainGains: pair.plainGains.map(directionRecord),
    plainRead: pair.plainRead?.map(directionRecord) ?? null,
    beyondRules: pair.beyondRules.map(({ target, best, oneSidedP, ...each }) => ({
      target,
      best,
      oneSidedP,
      ...estimateRecord(each),
    })),
    scrambleLags: pair.scrambleLags.map(({ base, target, ...each }) => ({ base, target, ...estimateRecord(each) })),
    correctedDeterminant: pair.correctedDeterminant === null ? null : estimateRecord(pair.correctedDeterminant),
    trainings: pair.trainings,
    byTraining: pair.byTraining.map(({ seed, doubleDifference, excess }) => ({ seed, I: doubleDifference, E: excess })),
    detectable: pair.detectable,
    p: { I: pair.p.doubleDifference, E: pair.p.excess, correctedE: pair.p.correctedExcess },
    holm: { I: pair.holm.doubleDifference, E: pair.holm.excess, verdict: pair.holm.verdict },
    excludedGroups: [...pair.excludedGroups],
    caution,
    verdict: pair.verdict.kind,
    sentence: pair.verdict.sentence,
    reasons: [...pair.verdict.reasons],
  };
}

function directionRecord({ target, other, oneSidedP, ...each }: JudgedPair['plainGains'][number]) {
  return { target, other, oneSidedP, ...estimateRecord(each) };
}

export function deviationRecord(deviation: Deviation): StudyResult['calibration'][number]['deviation'] {
  return { ...deviation, interval: endsOf(deviation.interval) };
}

/** Converts the analysis of a shift to its record. */
export function changeRecord(
  change: BehaviorChange,
  shift: 'training' | 'prompt',
): StudyResult['behaviorChange'][number] {
  const { share, properties, entropyMatched, mcnemar, target, n, coverage } = change;
  return {
    shift,
    target,
    n,
    coverage,
    changed: estimateRecord(share.changed),
    noise: estimateRecord(share.noise),
    beyondNoise: estimateRecord(share.beyondNoise),
    accuracyNew: estimateRecord(change.accuracyNew),
    accuracyOld: estimateRecord(change.accuracyOld),
    tracking: estimateRecord(change.tracking),
    trackingUnshifted: estimateRecord(change.trackingUnshifted),
    differenceInDifferences: estimateRecord(change.differenceInDifferences),
    mcnemar: mcnemar === null ? null : { ...mcnemar },
    entropyMatched: { ...entropyMatched },
    properties: [...properties],
  };
}

export function driftRecord({ target, n, share, accuracyBefore, accuracyAfter }: Drift): StudyResult['drift'][number] {
  return {
    target,
    n,
    changed: estimateRecord(share.changed),
    noise: estimateRecord(share.noise),
    beyondNoise: estimateRecord(share.beyondNoise),
    accuracyBefore: estimateRecord(accuracyBefore),
    accuracyAfter: estimateRecord(accuracyAfter),
  };
}

function endsOf(interval: Interval | null): [number, number] | null {
  return interval === null ? null : [interval.low, interval.high];
}
