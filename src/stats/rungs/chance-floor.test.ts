import { describe, expect, it } from 'vitest';
import { yesNo } from '../../outcome-kinds/binary.ts';
import { category } from '../../outcome-kinds/categorical.ts';
import { cellScores } from './cell-scores.ts';
import { chanceFloor } from './chance-floor.ts';

interface Unit {
  readonly p: number;
  readonly y: number;
  readonly cell?: number;
  readonly cluster?: number;
}

function floorIn<P, Y>(units: Parameters<typeof cellScores<P, Y>>[0]) {
  return chanceFloor(cellScores(units) ?? []);
}

const floorOf = (units: readonly Unit[]) =>
  floorIn<number, number>({
    kind: yesNo,
    predictions: units.map(({ p }) => p),
    outcomes: units.map(({ y }) => y),
    cell: units.map(({ cell = 0 }) => cell),
    cluster: units.map(({ cluster }, at) => cluster ?? 1000 + at),
  });

/** Units of which the first have another prediction: `zeros` of ten outcomes are 0, and `others` of these come first. */
const units = (others: number, { zeros = 6, alike = others, p = 0 } = {}): readonly Unit[] =>
  Array.from({ length: 10 }, (_, at) => {
    const isZero = at < others ? at < alike : at - others < zeros - alike;
    return { p: at < others ? p : 1, y: isZero ? 0 : 1 };
  });

describe('chanceFloor', () => {
  it('is the probability of the hypergeometric distribution where all others agree', () => {
    expect(floorOf(units(3)).above).toBeCloseTo(20 / 120, 12); // C(6, 3) / C(10, 3)
    expect(floorOf(units(4)).above).toBeCloseTo(15 / 210, 12); // C(6, 4) / C(10, 4)
    expect(floorOf(units(4)).smallest).toBeCloseTo(15 / 210, 12);
    expect(floorOf(units(4)).below).toBe(1);
  });

  it('counts an outcome that does not agree as any outcome, and the smallest as if all agreed', () => {
    const found = floorOf(units(4, { alike: 3 }));
    expect(found.above).toBeCloseTo(20 / 120, 12);
    expect(found.below).toBeCloseTo(4 / 10, 12);
    expect(found.smallest).toBeCloseTo(15 / 210, 12);
  });

  it('is that of the other side where predictions are higher than the commonest one', () => {
    const found = floorOf(units(3, { p: 2 }));
    expect(found.below).toBeCloseTo(20 / 120, 12);
    expect(found.above).toBe(1);
    expect(found.smallest).toBeCloseTo(4 / 120, 12); // C(4, 3) / C(10, 3)
  });

  it('takes a cluster for one draw, and multiplies cells', () => {
    const inOne = units(3).map((unit, at) => (at < 3 ? { ...unit, cluster: 7 } : unit));
    expect(floorOf(inOne).above).toBeCloseTo(4 / 8, 12); // itself and three of seven others have no outcome of 1
    const twice = [0, 1].flatMap((cell) => units(3).map((unit) => ({ ...unit, cell })));
    expect(floorOf(twice).above).toBeCloseTo((20 / 120) ** 2, 12);
  });

  it('takes shares of executions as far as they lie', () => {
    const shares = [0.2, 0.2, 0, 0, 0.4, 0.6, 0.8, 1, 1, 1].map((y, at) => ({ p: at < 2 ? 0.5 : 0.9, y }));
    expect(floorOf(shares).above).toBeCloseTo((4 / 10) * (3 / 9), 12);
  });

  it('takes categories by what each would gain', () => {
    // two that say b and one that says c, of outcomes a x 8, b x 3, c x 1
    const outcomes = ['b', 'b', 'c', 'b', ...Array.from({ length: 8 }, () => 'a')].map((each) => [each]);
    const predictions = ['b', 'b', 'c', ...Array.from({ length: 9 }, () => 'a')].map((each) => [each]);
    const places = outcomes.map((_, at) => at);
    const found = floorIn({ kind: category, predictions, outcomes, cell: places.map(() => 0), cluster: places });
    expect(found.above).toBeCloseTo((1 / 12) * (2 / 11) * (1 / 10), 12);
    expect(found.smallest).toBe(found.above);
    expect(found.below).toBe(1);
  });

  it('is one where no prediction differs, and next to nothing where many do', () => {
    expect(floorOf(units(0))).toEqual({ above: 1, below: 1, smallest: 1 });
    const many = Array.from({ length: 400 }, (_, at) => ({ p: at % 2, y: at % 2 }));
    expect(floorOf(many).above).toBeLessThan(1e-30);
  });

  it('takes bounded time for many units', () => {
    const many = Array.from({ length: 200_000 }, (_, at) => ({ p: at % 1000, y: at % 2 }));
    expect(floorOf(many).smallest).toBe(0);
  });
});
