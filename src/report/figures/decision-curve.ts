import type { TopLevelSpec } from 'vega-lite';
import type { Worth } from '../../results/worth.ts';
import { type Figure, schema } from './render/figure.ts';

const name = 'decision-curve';
const title = 'Saving by the value of a right answer';

/**
 * Draws the decision curve: the saving of each signal over the better of always keep and always pass on, by the value of a
 * right answer, with the simultaneous band of the first signal that a model is asked for.
 */
export function decisionCurveFigure({
  curve,
  signals,
  keep,
  pass,
}: Pick<Worth, 'curve' | 'signals' | 'keep' | 'pass'>): Figure {
  if (curve.length === 0) return { kind: 'absent', name, title, reason: 'needs prices (seb worth --right USD)' };
  const chosen = signals.find(({ asks }) => asks)?.about ?? '';
  const points = curve.map((point) => ({ ...point })); // the renderer adds to its data, and a parsed result is frozen
  const band = points.filter(({ signal, low }) => signal === chosen && low !== null);
  const domain = signals.map(({ about }) => about);
  const ends = [Math.min(...curve.map(({ value }) => value)), Math.max(...curve.map(({ value }) => value))];
  const x = {
    field: 'value',
    type: 'quantitative',
    title: 'value of a right answer (US$, logarithmic)',
    scale: { type: 'log', domain: ends, nice: false },
    axis: { format: '$~g', grid: false, tickCount: 4 },
  };
  const y = { type: 'quantitative', title: 'saving (US$ per 1,000 requests)' };
  const color = (legend: object | null) => ({ field: 'signal', type: 'nominal', scale: { domain }, legend });
  const spec = {
    $schema: schema,
    width: 400,
    height: 260,
    data: { values: points },
    layer: [
      ...(band.length === 0
        ? []
        : [
            {
              data: { values: band },
              mark: { type: 'area', opacity: 0.18, aria: false },
              encoding: { x, y: { ...y, field: 'low' }, y2: { field: 'high' }, color: color(null) },
            },
          ]),
      {
        data: { values: [{ zero: 0 }] },
        mark: { type: 'rule', style: 'reference', aria: false },
        encoding: { y: { field: 'zero', ...y } },
      },
      {
        mark: { type: 'line', strokeWidth: 2, aria: false },
        encoding: {
          x,
          y: { ...y, field: 'saving' },
          color: color({ orient: 'top', direction: 'vertical', title: null, labelLimit: 0 }),
        },
      },
    ],
    resolve: { legend: { color: 'independent' } },
  } as TopLevelSpec; // the layers are built apart, which the typings of a literal do not follow
  const other = pass === null ? 'abstaining' : pass;
  return {
    kind: 'drawn',
    name,
    title,
    caption: `Above 0, a signal saves against the better of always ${keep} and always ${other} at that value.${band.length === 0 ? '' : ` Band: ${chosen}, 95 % for the whole curve.`}`,
    spec,
  };
}
