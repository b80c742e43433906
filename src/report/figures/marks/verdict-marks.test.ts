import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fitWords } from '../../../results/verdict.ts';
import { fateColors } from '../coverage.ts';
import { seriesColors, themed } from '../render/theme.ts';
import { scoreMark } from './verdict-marks.ts';

/** Returns the contrast of two colors as WCAG 2.2 defines it: from 1 to 21. */
function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const style = readFileSync(new URL('../../../../viewer/style.css', import.meta.url), 'utf8');
/** Backgrounds of rows in the viewer's table, light and dark. */
const rows = ['paper', 'panel', 'warn'].flatMap((name) =>
  [...style.matchAll(new RegExp(`--${name}: (#[0-9a-f]{6});`, 'g'))].map(([, color = '']) => color),
);
const papers = Object.values(themed.background);

/** Returns the marks with a contrast under 3:1, the minimum of WCAG 1.4.11 for graphics. */
const faint = (colors: readonly string[], backgrounds: readonly string[]) =>
  colors.flatMap((color) => backgrounds.filter((on) => contrast(color, on) < 3).map((on) => `${color} on ${on}`));

describe('scoreMark', () => {
  const marks = fitWords.map((word) => scoreMark(word, 'not asked'));

  it('has a contrast of 3:1 on every background of figures and rows, light and dark', () => {
    expect(contrast('#ffffff', '#000000')).toBeCloseTo(21, 5);
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
    expect(new Set(rows).size).toBeGreaterThanOrEqual(6); // three, light and dark
    expect(faint(marks.map(({ color }) => color), [...papers, ...rows])).toEqual([]); // biome-ignore format: short
  });

  it('differs by its shape, without its color, and is filled where predictions go beyond others', () => {
    expect(new Set(marks.map(({ path }) => path)).size).toBe(fitWords.length);
    expect(marks.some(({ isFilled }) => isFilled)).toBe(false);
    expect(scoreMark('useful', 'yes')).toEqual({ ...scoreMark('useful', 'not shown'), isFilled: true });
  });
});

describe('colors of other marks in figures', () => {
  it('have a contrast of 3:1, light and dark', () => {
    expect(faint([...seriesColors, ...Object.values(fateColors)], papers)).toEqual([]);
    for (const scheme of ['light', 'dark'] as const) {
      const colors = [themed.ink, themed.muted, themed.accent].map((color) => color[scheme]);
      expect(faint(colors, [themed.background[scheme]])).toEqual([]);
    }
  });
});
