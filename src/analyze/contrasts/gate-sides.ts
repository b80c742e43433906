import { sharedWordingText, templateShare } from '../../data/shared-templates.ts';
import { failures } from '../../domain/recorded.ts';
import type { GateCheck } from '../../results/comparison.ts';
import type { PairedContrast } from '../../results/contrast.ts';
import { leastUsable } from '../../stats/least-numbers.ts';
import { rememberedFor } from '../../util/remembered.ts';
import { type CheckedSides, type MarginRule, makeGateContrasts } from './make-contrasts.ts';
import type { ModelResponses, ResponseMatrix } from './response-matrix.ts';
import { type NamedPair, placeOf, rightMeasure, type ScoredUnits, scoredUnits, scoresOfPair } from './run-contrasts.ts';

/** A new side and its baseline, under one score. */
export interface GatePair extends NamedPair {
  /** Why these sides are not tested, though they have scores; null where they are. */
  readonly untested: string | null;
  /** What sends the missing answers; null where nothing does. */
  readonly cure: string | null;
}

/** Returns what a gate says of pairs, of runs and of logs: contrasts with a margin, Holm over all that have a test. */
export function checkPairs(pairs: readonly GatePair[], rule: MarginRule): readonly GateCheck[] {
  const alikeOf = rememberedFor(({ titles }: ResponseMatrix) => sharedWordingText(templateShare(titles), 'the items'));
  const found = pairs.map((pair) => gateSides(pair, alikeOf(pair.field)));
  const contrasts = makeGateContrasts(
    found.map(({ sides }) => sides),
    rule,
  );
  return found.map(({ sides, items, caution }, index): GateCheck => {
    const pair = pairs[index] as GatePair; // one of each
    const contrast = contrasts[index] as PairedContrast;
    const measuresNothing = pair.untested !== null && contrast.reason === pair.untested;
    return {
      ...{ ...placeOf(pair), items, usable: sides.usable, ...contrast },
      quantity: measuresNothing ? { ...contrast.quantity, value: null, interval: null } : contrast.quantity,
      note: contrast.reason === null ? caution : null,
    };
  });
}

/** What a gate says of a pair beside its contrast. */
interface GateSides {
  readonly sides: CheckedSides;
  /** Items that both have a score for. */
  readonly items: number;
  /** What a reader should know about a measured check; null if nothing. */
  readonly caution: string | null;
}

/** Returns two sides for a gate. `alike`: what is said about items that share their wording; null if they do not. */
function gateSides({ field, pair, measure, names: [a, b], untested, cure }: GatePair, alike: string | null): GateSides {
  const { items, ...scores } = scoresOfPair(field, pair, measure, 'units of b'); // what the new side lacks could hide a drop
  const [now, before] = [scoredUnits(pair.a, measure), scoredUnits(pair.b, measure)] as const;
  const usable = [scored(field, now), scored(field, before)] as const;
  const failed = measure === rightMeasure ? whyFailed([a, pair.a], [b, pair.b], cure) : null;
  return {
    sides: { a, b, untested: untested ?? failed, cure, scores, measure, usable },
    items,
    caution: cautionOf({ field, now, before, alike }, usable),
  };
}

type NamedResponses = readonly [name: string, responses: Pick<ModelResponses, 'right'>];

/**
 * Returns why a side is not measured though it has scores: under 90 % of its executions have an outcome, and some of the others are
 * failed calls that count as wrong. Null where there are none, or few.
 */
function whyFailed(now: NamedResponses, before: NamedResponses, cure: string | null): string | null {
  for (const [name, { right }] of [now, before]) {
    const missing = [...right.missing.values()].filter(
      ({ reason, counted }) => counted === null || failures.has(reason),
    );
    const countOf = (own: typeof missing) => own.reduce((sum, { executions }) => sum + executions, 0);
    const failed = countOf(missing.filter(({ counted }) => counted !== null));
    if (failed === 0 || right.executions - countOf(missing) >= leastUsable * right.executions) continue;
    return `${failed} of ${right.executions} executions of ${name} failed and count as wrong, so that under ${100 * leastUsable} % have an outcome: failures could look like a drop, or hide one${cure === null ? '' : ` (${cure})`}`;
  }
  return null;
}

function scored(field: ResponseMatrix, { score }: ScoredUnits): number {
  let units = 0;
  for (let unit = 0; unit < field.itemOf.length; unit += 1) if (!Number.isNaN(score.at(unit))) units += 1;
  return units;
}

interface Scored extends Pick<GatePair, 'field'> {
  readonly alike: string | null;
  readonly now: ScoredUnits;
  readonly before: ScoredUnits;
}

function cautionOf({ field, now, before, alike }: Scored, [scores, baseline]: CheckedSides['usable']): string | null {
  const all = field.itemOf.reduce((units, _, unit) => units + Number(now.isAsked(unit) || before.isAsked(unit)), 0);
  const few =
    Math.min(scores, baseline) < leastUsable * all ? `scores: ${scores} of ${all} units, baseline ${baseline}` : null;
  const isEqual = field.itemOf.every((_, unit) => Object.is(now.score.at(unit), before.score.at(unit)));
  const same = isEqual ? 'both sides have the same outcomes on every item' : null;
  const dependent = alike === null ? null : `${alike}, so a drop is found too often`;
  return [few, same, dependent].filter((each) => each !== null).join('; ') || null;
}
