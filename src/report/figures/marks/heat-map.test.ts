import { describe, expect, it } from 'vitest';
import { renderSvg } from '../render/render-svg.ts';
import { heatMap } from './heat-map.ts';

function mapOf(rows: readonly string[], columns = rows) {
  const cells = rows.flatMap((row) =>
    columns.map((column) => ({ row, column, value: 0.05, text: '+0.05', tip: `${row}, ${column}`, outlined: false })),
  );
  const titles = { rowTitle: 'predictions of', columnTitle: 'outcomes of', legend: 'score' };
  return heatMap({ cells, rows, columns, ...titles, domain: [-0.1, 0.1], diverging: true, isShare: false });
}

describe('heatMap', () => {
  const models = Array.from({ length: 15 }, (_, index) => `name-of-model-${index}`);

  it('fits fifteen models on a phone: a number for each column, at its row, and every value in a tip', async () => {
    const { narrow } = mapOf(models);
    if (narrow === undefined) throw new Error('has a form for phones');
    const svg = await renderSvg(narrow);
    expect(Number(/ width="([\d.]+)"/.exec(svg)?.[1])).toBeLessThanOrEqual(480); // the page scales it down, not further
    expect(svg.includes('>15 name-of-model-14<')).toBe(true);
    expect(svg.includes('aria-label="name-of-model-14, name-of-model-0"')).toBe(true);
  });

  it('has values in its cells and no second form where a phone has room, or columns are not the rows', () => {
    expect(mapOf(models.slice(0, 4)).narrow).toBeUndefined();
    expect(mapOf(models, models.slice(0, 6)).narrow).toBeUndefined();
  });
});
