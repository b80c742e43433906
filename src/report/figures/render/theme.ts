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

/**
 * Okabe and Ito's hues for color-blind readers; purple, orange and sky are darker than theirs, so that every mark has a
 * contrast of 3:1 on both backgrounds (WCAG 1.4.11).
 */
export const hues = {
  vermillion: '#d55e00',
  green: '#009e73',
  purple: '#b8609a',
  orange: '#b37d00',
  sky: '#2e92c7',
  blue: '#0072b2',
  gray: '#7f858e',
} as const;

/** Colors in the order of series; series also differ by shape or position. */
export const seriesColors: readonly string[] = [
  hues.vermillion,
  hues.green,
  hues.purple,
  hues.orange,
  hues.sky,
  hues.blue,
];

const seriesShapes: readonly string[] = ['diamond', 'triangle-up', 'square', 'cross', 'triangle-down', 'circle'];

/** Text colors on a colored cell, in both themes. */
export const onCell = { dark: '#000000', light: '#fefefe' } as const;

const font = 'Helvetica, Arial, "Liberation Sans", sans-serif';

/** Legends above a figure are below each other. */
const legendLayout = { top: { direction: 'vertical', anchor: 'start', margin: 4 } };

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
      layout: legendLayout as never, // vega-lite hands it to vega; its types lack it
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
      finding: { filled: false, size: 90, strokeWidth: 1.8, opacity: 1 },
      value: { color: ink, baseline: 'middle' },
      band: { color: grid, opacity: 1 },
      zero: { color: ink, strokeWidth: 1.5 },
      tested: { filled: false, size: 60, color: ink, strokeWidth: 2, opacity: 1 },
      beside: { filled: false, size: 40, color: muted, strokeWidth: 1.2, opacity: 0.9 },
      company: { filled: true, size: 32, opacity: 1 },
      reference: { color: muted, strokeDash: [4, 3], strokeWidth: 1 },
      leader: { color: muted, strokeWidth: 0.6 },
      absent: { color: muted, fontSize: 10, fontStyle: 'italic', align: 'left', baseline: 'middle', dx: 3 },
      label: { color: ink, fontSize: 11, align: 'left', baseline: 'middle' },
      outline: { filled: false, color: ink, strokeWidth: 2 },
      curve: { color: accent, strokeWidth: 1.5 },
    },
  };
}
