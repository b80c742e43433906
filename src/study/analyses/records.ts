import type { JudgedPair } from './pairs/analyze-pairs.ts';
import type { BehaviorChange } from './shift/behavior-change.ts';
import type { Drift } from './shift/drift.ts';
import type { PairRecord, StudyResult } from './study-result.ts';

export function pairRecord(pair: JudgedPair, caution: string | null): PairRecord {
  return {
    a: pair.a,
    b: pair.b,
    nearCopy: pair.isNearCopy,
    gainBase: pair.gainBase,
    accuracy: pair.accuracy,
    I: pair.doubleDifference,
    E: pair.excess,
    determinant: pair.determinant,
    meanGain: pair.meanGain,
    plain: [...pair.plain],
    shifted: pair.shifted === null ? null : [...pair.shifted],
    beyondRules: [...pair.beyondRules],
    scrambleLags: [...pair.scrambleLags],
    trainings: pair.trainings,
    byTraining: pair.byTraining.map(({ seed, doubleDifference, excess }) => ({ seed, I: doubleDifference, E: excess })),
    detectable: pair.detectable,
    p: { I: pair.p.doubleDifference, E: pair.p.excess },
    excludedGroups: [...pair.excludedGroups],
    caution,
    verdict: pair.verdict.kind,
    sentence: pair.verdict.sentence,
    reasons: [...pair.verdict.reasons],
  };
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
    changed: share.changed,
    noise: share.noise,
    beyondNoise: share.beyondNoise,
    accuracyNew: change.accuracyNew,
    accuracyOld: change.accuracyOld,
    tracking: change.tracking,
    trackingUnshifted: change.trackingUnshifted,
    differenceInDifferences: change.differenceInDifferences,
    mcnemar: mcnemar === null ? null : { ...mcnemar },
    entropyMatched: { ...entropyMatched },
    properties: [...properties],
  };
}

export function driftRecord({ target, n, share, accuracyBefore, accuracyAfter }: Drift): StudyResult['drift'][number] {
  return {
    target,
    n,
    changed: share.changed,
    noise: share.noise,
    beyondNoise: share.beyondNoise,
    accuracyBefore,
    accuracyAfter,
  };
}
