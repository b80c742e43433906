import { isAbsentWord } from '../data/one-form.ts';
import type { Confidence } from './recording.ts';
import { type WrittenNumber, writtenNumber } from './written-number.ts';

export const notStated = { kind: 'absent', reason: 'not-stated' } as const;

type Written = string | number | null;

/** Highest value of the usual rating scales (1 to 5, 0 to 10): numbers up to here may be ratings, and those above are percent. */
const highestRating = 10;

/** Words for decisions to keep an answer (1) or to withdraw it (0), in lower case. */
const decisionWords: ReadonlyMap<string, number> = new Map([
  ...['true', 'yes', 'y', 'keep', 'kept'].map((word) => [word, 1] as const),
  ...['false', 'no', 'n', 'withdraw', 'withdrawn'].map((word) => [word, 0] as const),
]);

/** What all stated confidences of a log, of all its models, and the user say about their scale. */
interface ConfidenceColumn {
  /** Whether they are 0 and 1 alone, and both occur: decisions to keep or withdraw an answer. */
  readonly isDecision: boolean;
  /** Whether they are words for such decisions. */
  readonly areWords: boolean;
  /** Whether a number without a percent sign is above every rating. */
  readonly isAboveRatings: boolean;
  /** Lowest and highest possible value of the numbers that are written without a maximum, as the user or the log says. */
  readonly range: readonly [lowest: number, highest: number] | undefined;
}

/** Returns what all stated confidences of a log say about their scale. */
export function confidenceColumn(values: readonly Written[], range?: ConfidenceColumn['range']): ConfidenceColumn {
  const bare = values.flatMap((value) => bareNumber(value) ?? []);
  const areWords = values.every((value) => value === null || isUnstated(value) || decisionIn(value) !== null);
  const isDecision = areDecisions(areWords ? values.map(decisionIn) : values);
  return { isDecision, areWords, isAboveRatings: bare.some((number) => number > highestRating), range };
}

/**
 * Returns stated confidences of one model as probabilities. A percent sign is percent, and `7/10` is 0.7. The scale of bare numbers is
 * that of the range, if one is given; else a property of all of them: some above 1 and none strictly between 0 and 1 means percent, the
 * reverse means shares; with both, values up to 1 are ambiguous. Where no number of the log is above 10, numbers above 1 may be ratings of
 * a scale of five or ten, and all are ambiguous. Decisions to keep or withdraw an answer, as 0 and 1 or as words (`yes`, `false`), are
 * shares; otherwise 0 and 1 alone are ambiguous.
 */
export function probabilitiesOf(values: readonly Written[], column = confidenceColumn(values)): readonly Confidence[] {
  const bare = values.flatMap((value) => bareNumber(value) ?? []);
  const hasPercent = bare.some((number) => number > 1);
  const hasShares = column.isDecision || bare.some((number) => number > 0 && number < 1);
  const share = (number: number): number | null => {
    if (column.range !== undefined) return (number - column.range[0]) / (column.range[1] - column.range[0]);
    if (number < 0) return number; // no probability on any scale
    if (hasPercent && !column.isAboveRatings) return null;
    if (number > 1) return number / 100;
    if (hasPercent === hasShares) return null;
    return hasPercent ? number / 100 : number;
  };
  const confidenceOf = (value: Written): Confidence => {
    if (value === null || isUnstated(value)) return notStated;
    const written = String(value);
    const decision = column.areWords ? decisionIn(value) : null;
    const parsed = decision === null ? parse(value) : { value: decision, most: null };
    if (parsed === null) return { kind: 'absent', reason: 'unreadable', written };
    const probability = parsed.most === null ? share(parsed.value) : parsed.value / parsed.most;
    if (probability === null) return { kind: 'absent', reason: 'ambiguous-scale', written };
    return probability >= 0 && probability <= 1
      ? { kind: 'stated', value: probability }
      : { kind: 'absent', reason: 'unreadable', written };
  };
  const known = new Map<Written, Confidence>();
  return values.map((value) => {
    const confidence = known.get(value) ?? confidenceOf(value);
    known.set(value, confidence);
    return confidence;
  });
}

/** Returns 1 for a word that keeps an answer, and 0 for one that withdraws it; null for anything else. */
function decisionIn(value: Written): number | null {
  return typeof value === 'string' ? (decisionWords.get(value.trim().toLowerCase()) ?? null) : null;
}

/** Returns whether values are 0 and 1 alone, and both occur. */
function areDecisions(values: readonly Written[]): boolean {
  const ends = new Set<number>();
  for (const value of values) {
    if (value === null || isUnstated(value)) continue;
    const parsed = bareNumber(value);
    if (parsed !== 0 && parsed !== 1) return false;
    ends.add(parsed);
  }
  return ends.size === 2;
}

function isUnstated(value: string | number): boolean {
  return typeof value === 'string' ? isAbsentWord(value) : Number.isNaN(value);
}

/** Returns a number that is written without a maximum; null for anything else. */
export function bareNumber(value: Written): number | null {
  const parsed = value === null || isUnstated(value) ? null : parse(value);
  return parsed?.most === null ? parsed.value : null;
}

function parse(value: string | number): WrittenNumber | null {
  if (typeof value === 'string') return writtenNumber(value);
  return Number.isFinite(value) ? { value, most: null } : null;
}
