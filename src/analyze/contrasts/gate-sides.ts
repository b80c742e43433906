import { sharedWordingText, templateShare } from '../../data/shared-templates.ts';
import { leastUsable } from '../../stats/least-numbers.ts';
import type { Pair } from './choose-pairs.ts';
import type { CheckedSides } from './make-contrasts.ts';
import type { ResponseMatrix } from './response-matrix.ts';
import { type ComparedMeasure, type ScoredUnits, scoredUnits, scoresOfPair } from './run-contrasts.ts';

/** The new side and its baseline, under one score. */
export interface CheckedPair {
  readonly field: ResponseMatrix;
  readonly pair: Pair;
  readonly measure: ComparedMeasure;
  /** What is said about items of the field that share their wording (`sharedWording`); null if they do not. */
  readonly alike: string | null;
}

/** Returns what is said about items of a field that share their wording; null if they do not. */
export function sharedWording({ titles }: ResponseMatrix): string | null {
  return sharedWordingText(templateShare(titles), 'the items');
}

/** Names of both sides, why they are not tested, and what sends missing answers. */
type CheckNames = Pick<CheckedSides, 'a' | 'b' | 'untested' | 'cure'>;

/** What a gate says of a pair beside its contrast. */
interface GateSides {
  readonly sides: CheckedSides;
  /** Items that both have a score for. */
  readonly items: number;
  /** What a reader should know about a measured check; null if nothing. */
  readonly caution: string | null;
}

/** Returns two sides for a gate, of runs and of logs. */
export function gateSides({ field, pair, measure, alike }: CheckedPair, names: CheckNames): GateSides {
  const { items, ...scores } = scoresOfPair(field, pair, measure);
  const [now, before] = [scoredUnits(pair.a, measure), scoredUnits(pair.b, measure)] as const;
  const usable = [scored(field, now), scored(field, before)] as const;
  const baselineUnits = field.itemOf.reduce((units, _, unit) => units + Number(before.isAsked(unit)), 0);
  return {
    sides: { ...names, scores, measure, usable, baselineUnits },
    items,
    caution: cautionOf({ field, now, before, alike }, usable),
  };
}

function scored(field: ResponseMatrix, { score }: ScoredUnits): number {
  let units = 0;
  for (let unit = 0; unit < field.itemOf.length; unit += 1) if (!Number.isNaN(score.at(unit))) units += 1;
  return units;
}

interface Scored extends Pick<CheckedPair, 'field' | 'alike'> {
  readonly now: ScoredUnits;
  readonly before: ScoredUnits;
}

function cautionOf({ field, now, before, alike }: Scored, [scores, baseline]: CheckedSides['usable']): string | null {
  const all = field.itemOf.length;
  const few =
    Math.min(scores, baseline) < leastUsable * all ? `scores: ${scores} of ${all} units, baseline ${baseline}` : null;
  const isEqual = field.itemOf.every((_, unit) => Object.is(now.score.at(unit), before.score.at(unit)));
  const same = isEqual ? 'both sides have the same outcomes on every item' : null;
  const dependent = alike === null ? null : `${alike}, so a drop is found too often`;
  return [few, same, dependent].filter((each) => each !== null).join('; ') || null;
}
