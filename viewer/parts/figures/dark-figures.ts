import { themed } from '../../../src/figure/render/theme.ts';

/** Adds the CSS rules that show figures, which are drawn in the light theme, in the colors of the dark theme. */
export function recolorFigures(): void {
  const rules = Object.values(themed).flatMap(({ light, dark }) => [
    `.picture svg [fill="${light}"]{fill:${dark}}`,
    `.picture svg [stroke="${light}"]{stroke:${dark}}`,
  ]);
  const sheet = new CSSStyleSheet({ media: 'screen and (prefers-color-scheme: dark)' });
  sheet.replaceSync(rules.join('\n'));
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
