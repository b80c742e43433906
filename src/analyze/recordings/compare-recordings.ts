import { z } from 'zod';
import { absences, type RecordedLog } from '../../recordings/recording.ts';
import { holm } from '../../stats/holm.ts';
import { tail } from '../../stats/jackknife.ts';
import { type PairedDifference, paired } from '../../stats/paired.ts';
import {
  type ItemScore,
  itemOf,
  meanOf,
  missingByReason,
  type RecordedSide,
  sharedItems,
  sidesOf,
} from './recorded-sides.ts';
import { chosenScore, refused, type SidePair, whyIncomparable } from './refusals.ts';

const bounds = z.tuple([z.number(), z.number()]).nullable();

/** One reading of the missing outcomes of a pair. */
const pairReading = z.object({
  /** Mean of each side over the items that both have, in [0, 1]. */
  first: z.number().nullable(),
  second: z.number().nullable(),
  /** First minus second. */
  difference: z.number().nullable(),
  /** 95 %, not adjusted; null where it is withheld. */
  interval: bounds,
  /** Two-sided; adjusted over all pairs (Holm). */
  p: z.number(),
  pHolm: z.number(),
  verdict: z.enum(['higher', 'lower', 'no difference found']),
  /** Items with a score of both sides. */
  items: z.number(),
});
export type PairReading = z.infer<typeof pairReading>;

/** Two models on the same items; the first is the one whose log was given first. */
const recordedPair = z.object({
  first: z.string(),
  second: z.string(),
  items: z.number(),
  groups: z.number(),
  /** Items on which both have the same score. */
  ties: z.number(),
  /** Items that only one side has. */
  onlyFirst: z.number(),
  onlySecond: z.number(),
  /** Shared ids whose texts differ; they are left out. */
  otherTexts: z.number(),
  /** Smallest true difference that 80 of 100 such comparisons would find; null where it is unknown. */
  detectable: z.number().nullable(),
  /** As the tool counts missing answers. */
  counted: pairReading,
  /** Executions with an outcome alone; null where that is the same. */
  answered: pairReading.nullable(),
  /** Whether a side has over 2 % of its items without any counted outcome, so that the verdict holds with them at their worst. */
  atWorst: z.boolean(),
  gate: z
    .object({
      rule: z.enum(['lower', 'within']),
      margin: z.number(),
      pHolm: z.number(),
      result: z.enum(['lower', 'not lower', 'within the margin', 'not within the margin']),
    })
    .nullable(),
});
export type RecordedPair = z.infer<typeof recordedPair>;

/** What a comparison of logs found, or why they cannot be compared and what would make them comparable. */
export const recordedComparisonSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('compared'),
    score: z.string(),
    task: z.string(),
    otherScores: z.array(z.string()),
    pairs: z.array(recordedPair),
    /** Executions of a side without an outcome, and whether the tool counts them as wrong or not at all. */
    missing: z.array(
      z.object({
        side: z.string(),
        reason: z.enum(absences),
        executions: z.number(),
        of: z.number(),
        counted: z.boolean(),
      }),
    ),
    notes: z.array(z.string()),
  }),
  z.object({ kind: z.literal('refused'), reason: z.string(), advice: z.string() }),
]);
export type RecordedComparison = z.infer<typeof recordedComparisonSchema>;

/** A margin that the first side must keep, in points / 100. */
export interface MarginGate {
  readonly rule: 'lower' | 'within';
  readonly margin: number;
}

interface Options {
  /** Name of the score; absent: the first log's own first score of right and wrong. */
  readonly score?: string | undefined;
  readonly gate?: MarginGate | undefined;
}

/** Compares models of logs on the items that they share: each item's executions averaged, paired by id, clustered by group. */
export function compareRecordings(
  recordings: readonly RecordedLog[],
  { score: wanted, gate }: Options = {},
): RecordedComparison {
  const score = chosenScore(recordings, wanted);
  if ('reason' in score) return score;
  const sides = sidesOf(recordings, score.name);
  const pairs = pairsOf(sides, recordings.length);
  if (pairs.length === 0)
    return refused('there is one model in one log', 'give two logs of the same task: `seb compare A.eval B.eval`');
  for (const pair of pairs) {
    const reason = whyIncomparable(pair);
    if (reason !== null) return reason;
  }
  const measured = pairs.map((pair) => measure(pair, gate));
  const adjust = (values: readonly PairedDifference[]) => holm(values.map(({ p }) => p.twoSided));
  const [countedP, answeredP] = [
    adjust(measured.map((each) => each.counted)),
    adjust(measured.map((each) => each.answered)),
  ];
  const gateP = holm(measured.map(({ shifted }) => (gate?.rule === 'within' ? shifted.p.higher : shifted.p.lower)));
  return {
    kind: 'compared',
    score: score.name,
    task: recordings[0]?.task ?? '',
    otherScores: (recordings[0]?.scores ?? []).filter(({ name }) => name !== score.name).map(({ name }) => name),
    pairs: measured.map((each, index) =>
      asPair(each, { gate, p: [countedP[index] ?? 1, answeredP[index] ?? 1, gateP[index] ?? 1] }),
    ),
    missing: sides.flatMap(missingOf),
    notes: recordings.flatMap(({ file, notes }) => notes.map((note) => `${file}: ${note}`)),
  };
}

/** Two logs of the same models: each model before and after. Otherwise all pairs, in the order of the logs. */
function pairsOf(sides: readonly RecordedSide[], files: number): readonly SidePair[] {
  const [before, after] = [...Map.groupBy(sides, ({ recording }) => recording).values()];
  if (files === 2 && before !== undefined && after !== undefined) {
    const same = before.flatMap((one): SidePair[] =>
      after.filter(({ model }) => model === one.model).map((other) => [one, other]),
    );
    if (same.length > 0) return same;
    return before.flatMap((one) => after.map((other): SidePair => [one, other]));
  }
  return sides.flatMap((one, index) => sides.slice(index + 1).map((other): SidePair => [one, other]));
}

interface Measured {
  readonly pair: SidePair;
  readonly ids: readonly string[];
  readonly otherTexts: number;
  readonly counted: PairedDifference;
  readonly answered: PairedDifference;
  /** The difference plus the margin of the gate. */
  readonly shifted: PairedDifference;
  readonly ties: number;
}

function measure(pair: SidePair, gate: MarginGate | undefined): Measured {
  const [first, second] = pair;
  const shared = sharedItems(first, second);
  const ids = shared.filter((id) => itemOf(first, id).sha256 === itemOf(second, id).sha256);
  const groups = new Map<string, number>();
  const cluster = ids.map((id) => {
    const { group } = itemOf(first, id);
    if (!groups.has(group)) groups.set(group, groups.size);
    return groups.get(group) ?? 0;
  });
  const column = (side: RecordedSide, reading: keyof ItemScore, plus = 0) =>
    ids.map((id) => {
      const value = side.scores.get(id)?.[reading] ?? null;
      return value === null ? null : value + plus;
    });
  const scores = { cluster, clusters: groups.size };
  const margin = gate?.margin ?? 0;
  const difference = (reading: keyof ItemScore) =>
    paired({
      ...scores,
      own: column(first, reading),
      other: column(second, reading),
      scale: { lowest: 0, highest: 1 },
    });
  const isTie = (id: string) => first.scores.get(id)?.counted === second.scores.get(id)?.counted;
  return {
    ...{ pair, ids, otherTexts: shared.length - ids.length, ties: ids.filter(isTie).length },
    counted: difference('counted'),
    // items without any answer are not at their worst here: this reading leaves them out
    answered: leavingOut(scores, column(first, 'answered'), column(second, 'answered')),
    shifted: paired({
      ...{ ...scores, own: column(first, 'counted', margin), other: column(second, 'counted') },
      scale: { lowest: 0, highest: 1 + margin },
      worst: (unit, claim) => {
        const [lowest, highest] = claim === 'higher' ? [0, 1] : [1, 0];
        const [one, other] = [first, second].map((side) => side.scores.get(ids[unit] ?? '')?.counted ?? null);
        return (one ?? null) === null && (other ?? null) === null
          ? margin
          : (one ?? lowest) - (other ?? highest) + margin;
      },
    }),
  };
}

type Column = readonly (number | null)[];

function leavingOut(
  { cluster, clusters }: { readonly cluster: readonly number[]; readonly clusters: number },
  own: Column,
  other: Column,
): PairedDifference {
  const kept = own.flatMap((value, unit) => (value === null || other[unit] === null ? [] : [unit]));
  const at = <Value>(values: readonly Value[]) => kept.map((unit) => values[unit] as Value); // `kept` indexes the columns
  return paired({ own: at(own), other: at(other), cluster: at(cluster), clusters, scale: { lowest: 0, highest: 1 } });
}

function asPair(
  { pair: [first, second], ids, otherTexts, ties, counted, answered }: Measured,
  {
    gate,
    p: [countedP, answeredP, gateP],
  }: { readonly gate: MarginGate | undefined; readonly p: readonly [number, number, number] },
): RecordedPair {
  const reading = (kind: keyof ItemScore, difference: PairedDifference, pHolm: number): PairReading => {
    const both = ids.filter(
      (id) => (first.scores.get(id)?.[kind] ?? null) !== null && (second.scores.get(id)?.[kind] ?? null) !== null,
    );
    const mean = ({ scores }: RecordedSide) => meanOf(both.map((id) => scores.get(id)?.[kind] ?? 0));
    const isFound = pHolm <= 2 * tail && difference.value !== null && difference.value !== 0;
    return {
      ...{ first: mean(first), second: mean(second), difference: difference.value, items: difference.n, pHolm },
      interval: difference.interval.kind === 'known' ? [...difference.interval.value] : null,
      p: difference.p.twoSided,
      verdict: !isFound ? 'no difference found' : difference.p.higher < difference.p.lower ? 'higher' : 'lower',
    };
  };
  const [asCounted, asAnswered] = [reading('counted', counted, countedP), reading('answered', answered, answeredP)];
  const isSame = asCounted.first === asAnswered.first && asCounted.second === asAnswered.second;
  return {
    ...{
      first: first.name,
      second: second.name,
      items: ids.length,
      groups: new Set(ids.map((id) => itemOf(first, id).group)).size,
    },
    ...{
      ties,
      otherTexts,
      onlyFirst: first.scores.size - ids.length - otherTexts,
      onlySecond: second.scores.size - ids.length - otherTexts,
    },
    detectable: counted.detectable.kind === 'known' ? counted.detectable.value : null,
    ...{ counted: asCounted, answered: isSame ? null : asAnswered, atWorst: counted.missing.atWorst },
    gate: gate === undefined ? null : { ...gate, pHolm: gateP, result: gateResult(gate, gateP <= tail) },
  };
}

function gateResult(
  { rule }: MarginGate,
  isShown: boolean,
): 'lower' | 'not lower' | 'within the margin' | 'not within the margin' {
  if (rule === 'lower') return isShown ? 'lower' : 'not lower';
  return isShown ? 'within the margin' : 'not within the margin';
}

function missingOf({ name, rows }: RecordedSide) {
  return missingByReason(rows).map((each) => ({ ...each, side: name, of: rows.length }));
}
