import { describe, expect, it } from 'vitest';
import { lehmer } from '../../../test/support/stats/lehmer.ts';
import { conditionalTally, fitConditional, rightByCell } from './conditional-logit.ts';
import { controlInfluence, controlSlopes } from './control-influence.ts';
import { chanceAgreementControl, similarityControl } from './cross-controls.ts';
import { selfAccess } from './self-access.ts';
import { type Control, crossDesign } from './self-access-design.ts';

const models = 4;

/**
 * Predictions and outcomes of models with different rates on 150 items: column m is what model m predicts, models + m
 * what it does.
 */
const numbers = lehmer(41, 150 * (2 * models + 1));
const behaved = Array.from({ length: 150 }, (_, item) => {
  const [shared, ...own] = numbers.slice((2 * models + 1) * item, (2 * models + 1) * (item + 1));
  const rates = [0.15, 0.35, 0.6, 0.85, 0.3, 0.75, 0.45, 0.9];
  return rates.map((rate, column) => Number(own[column]! < rate + 0.8 * shared! - 0.4));
});

type Items = typeof behaved;

const rightOf = (row: readonly number[]) =>
  row.slice(0, models).flatMap((said) => row.slice(models).map((held) => Number(said === held)));

const chanceOf = (items: Items): Control =>
  chanceAgreementControl({
    models,
    items: items.length,
    said: (item, model) => items[item]![model]!,
    held: (item, model) => items[item]![models + model]!,
  });

function fitted(items: Items, controls: readonly Control[]) {
  const design = crossDesign(models, controls)!;
  const cells = items.map(rightOf);
  const totals = conditionalTally(design, cells);
  return { design, totals, right: rightByCell(design.cells, cells), fit: fitConditional(design, totals)! };
}

// Asymmetric, so that every cell has a different slope.
const other: Control = {
  name: 'other',
  influence: null,
  values: lehmer(5, models * models).reduce<number[][]>((rows, value, cell) => {
    if (cell % models === 0) rows.push([]);
    rows.at(-1)!.push(value);
    return rows;
  }, []),
};

describe('slopes by the value of a control in a cell', () => {
  const chance = chanceOf(behaved);
  it.each([0, 1, 2])('are those of refits with the cell a little higher and lower, coefficient %i of 3', (index) => {
    const at = fitted(behaved, [chance, other]);
    const column = at.design.self + index;
    const slopes = controlSlopes(at, column);
    const width = 1e-3;
    for (const control of [0, 1]) {
      for (let cell = 0; cell < models * models; cell += 3) {
        const [above, below] = [width, -width].map((step) => {
          const moved = [chance, other].map(({ values, ...rest }, which) => ({
            ...rest,
            values: values.map((row, a) =>
              row.map((value, b) => (which === control && a * models + b === cell ? value + step : value)),
            ),
          }));
          return fitted(behaved, moved).fit.coefficients[column]!;
        });
        const slope = (above! - below!) / (2 * width);
        // Accurate to the precision of the fit's information, which the last rounds do not recompute.
        expect(Math.abs(slopes[control * models * models + cell]! - slope)).toBeLessThan(5e-3 * (1 + Math.abs(slope)));
      }
    }
  });
});

const likenessOf = (items: Items): Control =>
  similarityControl({
    models,
    items: items.length,
    weight: () => 1,
    alike: (item, one, another) => Number(items[item]![models + one] === items[item]![models + another]),
  });

describe.each<[string, (items: Items) => readonly Control[]]>([
  ['chance agreement', (items) => [chanceOf(items)]],
  ['chance agreement beside a fixed control', (items) => [other, chanceOf(items)]],
  ['chance agreement and likeness', (items) => [chanceOf(items), likenessOf(items)]],
])('%s, estimated from the forecasts that it explains', (_, controlsOf) => {
  const controls = controlsOf(behaved);
  /** Beta with each item left out, with controls estimated again. */
  const leftOut = behaved.map((__, item) => {
    const rest = behaved.filter((___, another) => another !== item);
    const { fit, design } = fitted(rest, controlsOf(rest));
    return fit.coefficients[design.self]!;
  });

  it('matches leave-one-out changes of beta to first order', () => {
    const at = fitted(behaved, controls);
    const ofControls = controlInfluence(at, controls)!;
    const whole = at.fit.coefficients[at.design.self]!;
    let [apart, all] = [0, 0];
    for (const [item, beta] of leftOut.entries()) {
      const own = at.fit.influence(conditionalTally(at.design, [rightOf(behaved[item]!)]))[at.design.self]!;
      const moved = own + ofControls(item)[0]!;
      apart += (moved - (whole - beta)) ** 2;
      all += moved ** 2;
    }
    expect(Math.sqrt(apart / all)).toBeLessThan(0.1); // what is left is of second order: 0.02 to 0.05
  });

  it("gives an interval as wide as the jackknife's", () => {
    const n = leftOut.length;
    const centre = leftOut.reduce((sum, value) => sum + value, 0) / n;
    const error = Math.sqrt(((n - 1) / n) * leftOut.reduce((sum, value) => sum + (value - centre) ** 2, 0));
    const items = behaved.map((row, item) => ({ cluster: String(item), right: rightOf(row) }));
    const width = (used: readonly Control[]) => {
      const found = selfAccess({ models, items, controls: used, seed: 1 });
      if (found.kind !== 'known' || found.beta.interval === null) throw new Error('no interval');
      return (found.beta.interval.high - found.beta.interval.low) / (2 * 1.96 * error);
    };
    expect(Math.abs(width(controls) - 1)).toBeLessThan(0.1);
    const asFixed = width(controls.map((control) => ({ ...control, influence: null })));
    expect(asFixed).toBeGreaterThan(1.25);
  });
});
