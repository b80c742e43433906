import { describe, expect, it } from 'vitest';
import { renderSvg } from '../render/render-svg.ts';
import { heatMap } from './heat-map.ts';

function mapOf(
  rows: readonly string[],
  columns = rows,
  more: { readonly outlined?: string; readonly title?: string } = {},
) {
  const cells = rows.flatMap((row) =>
    columns.map((column) => ({ row, column, value: 0.05, text: '+0.05', tip: `${row}, ${column}`, outlined: false })),
  );
  const titles = { rowTitle: 'predictions of', columnTitle: 'outcomes of', legend: 'score' };
  return heatMap({ cells, rows, columns, ...titles, domain: [-0.1, 0.1], diverging: true, isShare: false, ...more });
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

  it('says inside the picture what an outlined cell is, and its title where it has one, in type of 13 px or more', async () => {
    for (const rows of [models.slice(0, 3), models.slice(0, 5), models]) {
      const { spec, narrow } = mapOf(rows, rows, { outlined: 'of itself', title: 'Who predicts whom' });
      for (const each of narrow === undefined ? [spec] : [spec, narrow]) {
        const svg = await renderSvg(each);
        expect(svg).toContain('>outlined: of itself<');
        expect(svg).toContain('>Who predicts whom<');
      }
      const sizes = [...(await renderSvg(spec)).matchAll(/font-size="([\d.]+)px"/g)].map(([, size]) => Number(size));
      expect(Math.min(...sizes)).toBeGreaterThanOrEqual(13);
    }
    expect(await renderSvg(mapOf(models).spec)).not.toContain('outlined');
  });

  it('has values in its cells and no second form where a phone has room, or columns are not the rows', () => {
    expect(mapOf(models.slice(0, 4)).narrow).toBeUndefined();
    expect(mapOf(models, models.slice(0, 6)).narrow).toBeUndefined();
  });
});
