import type { Confidence } from './recording.ts';

const unreadable = { kind: 'absent', reason: 'unreadable' } as const;
export const notStated = { kind: 'absent', reason: 'not-stated' } as const;
const ambiguous = { kind: 'absent', reason: 'ambiguous-scale' } as const;

type Written = string | number | null;

type Parsed = { readonly number: number; readonly isPercent: boolean } | null;

/**
 * Returns stated confidences as probabilities. A percent sign is percent. The scale of bare numbers is a property of all
 * of them: some above 1 and none strictly between 0 and 1 means percent, the reverse means shares; with both, values up
 * to 1 are ambiguous. Decisions to keep or withdraw an answer (`areDecisions` of what all models of the log state) are shares;
 * otherwise 0 and 1 alone are ambiguous.
 */
export function probabilitiesOf(values: readonly Written[], isDecision = areDecisions(values)): readonly Confidence[] {
  const parsed = values.map(parse);
  const bare = parsed.flatMap((each) => (each === null || each.isPercent ? [] : [each.number]));
  const hasPercent = bare.some((number) => number > 1);
  const hasShares = isDecision || bare.some((number) => number > 0 && number < 1);
  return parsed.map((each, index): Confidence => {
    if (values[index] === null) return notStated;
    if (each === null) return unreadable;
    if (each.isPercent || (each.number > 1 && each.number <= 100)) return stated(each.number / 100);
    if (each.number > 1) return unreadable;
    if (hasPercent === hasShares) return ambiguous;
    return stated(hasPercent ? each.number / 100 : each.number);
  });
}

/** Returns whether values are 0 and 1 alone, and both occur. */
export function areDecisions(values: readonly Written[]): boolean {
  const ends = new Set<number>();
  for (const value of values) {
    if (value === null || value === '') continue;
    const parsed = parse(value);
    if (parsed === null || parsed.isPercent || (parsed.number !== 0 && parsed.number !== 1)) return false;
    ends.add(parsed.number);
  }
  return ends.size === 2;
}

function stated(value: number): Confidence {
  return value >= 0 && value <= 1 ? { kind: 'stated', value } : unreadable;
}

function parse(value: string | number | null): Parsed {
  if (typeof value === 'number')
    return Number.isFinite(value) && value >= 0 ? { number: value, isPercent: false } : null;
  const [, digits, percent] = /^\s*(\d+(?:\.\d+)?|\.\d+)(?:e-?\d+)?\s*(%?)\s*$/i.exec(value ?? '') ?? [];
  if (digits === undefined) return null;
  return { number: Number.parseFloat(value ?? ''), isPercent: percent === '%' };
}
