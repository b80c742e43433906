import { describe, expect, it } from 'vitest';
import type { RungScore } from '../../results/ladder.ts';
import type { Quantity } from '../../results/quantity.ts';
import { ladderFigure } from './ladder-figure.ts';
import { renderSvg } from './render/render-svg.ts';

const quantity = (value: number | null, interval: Quantity['interval'] = null): Quantity => ({
  ...{ value, interval, n: 9, clusters: 9, missing: null },
});

function rungs(interval: Quantity['interval']): readonly RungScore[] {
  return [1, 2].map((rung) => ({
    ...{ rung, label: `rung ${rung}`, score: quantity(0.5, interval), constant: quantity(0.2, interval) },
    ...{ gain: quantity(0.3), reexecution: quantity(null), others: quantity(null) },
    ...{ known: 1, read: 1, p: null, adjusted: null, isAbove: false },
  }));
}

describe('ladderFigure', () => {
  it.each([[null], [[0.1, 0.7] as const]])('draws the rungs with intervals of %j', async (interval) => {
    const figure = ladderFigure(
      [{ axis: 'length', panel: 'a: length', series: 'score', rungs: rungs(interval) }],
      'ladder',
    );
    if (figure.kind !== 'drawn') throw new Error('the figure is drawn');
    const svg = await renderSvg(figure.spec);
    for (const text of ['a: length', 'score', 'best constant']) expect(svg).toContain(text);
    expect(svg).not.toContain('re-execution');
  });

  it('has a row of panels for each model, and one column in narrow windows', () => {
    const curves = ['a', 'b'].flatMap((model) =>
      (['length', 'steps', 'planning'] as const).map((axis) => ({
        ...{ axis, panel: `${model}: ${axis}`, series: 'score', rungs: rungs(null) },
      })),
    );
    expect(ladderFigure(curves, 'ladder')).toMatchObject({ spec: { columns: 3 }, narrow: { columns: 1 } });
  });

  it('is absent without a score', () => {
    expect(ladderFigure([], 'ladder')).toMatchObject({ kind: 'absent', name: 'ladder' });
  });
});
