import type { Confidence } from './recording.ts';

const unreadable = { kind: 'absent', reason: 'unreadable' } as const;
export const notStated = { kind: 'absent', reason: 'not-stated' } as const;
const ambiguous = { kind: 'absent', reason: 'ambiguous-scale' } as const;

type Parsed = { readonly number: number; readonly isPercent: boolean } | null;

/**
 * Returns stated confidences as probabilities. A percent sign is percent. The scale of bare numbers is a property of all
 * of them: some above 1 and none strictly between 0 and 1 means percent, the reverse means shares; with both, values up
 * to 1 are ambiguous; with only 0 and 1, all are.
 */
export function probabilitiesOf(values: readonly (string | number | null)[]): readonly Confidence[] {
  const parsed = values.map(parse);
  const bare = parsed.flatMap((each) => (each === null || each.isPercent ? [] : [each.number]));
  const hasPercent = bare.some((number) => number > 1);
  const hasShares = bare.some((number) => number > 0 && number < 1);
  return parsed.map((each, index): Confidence => {
    if (values[index] === null) return notStated;
    if (each === null) return unreadable;
    if (each.isPercent || (each.number > 1 && each.number <= 100)) return stated(each.number / 100);
    if (each.number > 1) return unreadable;
    if (hasPercent === hasShares) return ambiguous;
    return stated(hasPercent ? each.number / 100 : each.number);
  });
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
