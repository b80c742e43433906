import type { Config } from 'vega-lite';

export type Theme = 'light' | 'dark';

/** Colors that change with the theme. All values differ, so that a light figure can be recolored by value. */
export const themed = {
  background: { light: '#ffffff', dark: '#0d1117' },
  ink: { light: '#1f2328', dark: '#e6edf3' },
  muted: { light: '#59636e', dark: '#9198a1' },
  grid: { light: '#dde2e7', dark: '#2c333b' },
  accent: { light: '#0b62a6', dark: '#58b0ec' },
} as const satisfies Record<string, Record<Theme, string>>;

/** Okabe and Ito's palette for color-blind readers, without black and yellow, which vanish on one of the backgrounds. */
const okabeIto = {
  vermillion: '#d55e00',
  green: '#009e73',
  purple: '#cc79a7',
  orange: '#e69f00',
  sky: '#56b4e9',
  blue: '#0072b2',
} as const;

/** Colors in the order of series; series also differ by shape or position. */
const seriesColors: readonly string[] = [
  okabeIto.vermillion,
  okabeIto.green,
  okabeIto.purple,
  okabeIto.orange,
  okabeIto.sky,
  okabeIto.blue,
];

const seriesShapes: readonly string[] = ['diamond', 'triangle-up', 'square', 'cross', 'triangle-down', 'circle'];

/** Text colors on a colored cell, in both themes. */
export const onCell = { dark: '#000000', light: '#fefefe' } as const;

const font = 'Helvetica, Arial, "Liberation Sans", sans-serif';

/** Returns fonts, colors and named mark styles; a spec only names styles, so it works with both themes. */
export function themeConfig(theme: Theme): Config {
  const ink = themed.ink[theme];
  const muted = themed.muted[theme];
  const grid = themed.grid[theme];
  const accent = themed.accent[theme];
  return {
    background: themed.background[theme],
    font,
    padding: 8,
    view: { stroke: grid },
    axis: {
      labelColor: ink,
      titleColor: muted,
      domainColor: muted,
      tickColor: muted,
      gridColor: grid,
      labelFontSize: 11,
      titleFontSize: 11,
      titleFontWeight: 'normal',
      labelLimit: 320,
    },
    legend: {
      labelColor: ink,
      titleColor: muted,
      labelFontSize: 11,
      titleFontSize: 11,
      titleFontWeight: 'normal',
      labelLimit: 260,
    },
    title: {
      color: ink,
      fontSize: 12,
      fontWeight: 'bold',
      anchor: 'start',
      frame: 'group',
      subtitleColor: muted,
      subtitleFontSize: 11,
    },
    header: { labelColor: ink, titleColor: muted, labelFontSize: 11, labelFontWeight: 'bold' },
    text: { color: ink, fontSize: 11 },
    range: { category: [...seriesColors], symbol: [...seriesShapes] },
    style: {
      own: { filled: true, size: 55, color: accent, opacity: 1, shape: 'circle' },
      published: { filled: false, size: 45, color: muted, opacity: 1, strokeWidth: 1.5, shape: 'circle' },
      'own-interval': { color: accent, strokeWidth: 2 },
      'published-interval': { color: muted, strokeWidth: 1.2 },
      finding: { filled: true, size: 60, opacity: 1 },
      tested: { filled: false, size: 60, color: ink, strokeWidth: 2, opacity: 1 },
      beside: { filled: false, size: 40, color: muted, strokeWidth: 1.2, opacity: 0.9 },
      company: { filled: true, size: 32, opacity: 1 },
      reference: { color: muted, strokeDash: [4, 3], strokeWidth: 1 },
      leader: { color: muted, strokeWidth: 0.6 },
      absent: { color: muted, fontSize: 10, fontStyle: 'italic', align: 'left', dx: 3 },
      label: { color: ink, fontSize: 11, align: 'left', baseline: 'middle' },
      outline: { filled: false, color: ink, strokeWidth: 2 },
      curve: { color: accent, strokeWidth: 1.5 },
    },
  };
}
