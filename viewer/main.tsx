import { createHashHistory } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import * as z from 'zod';
import { themed } from '../src/report/figures/render/theme.ts';
import { startApp } from './start-app.tsx';
import './style.css';

z.config({ jitless: true }); // compiling validators would need eval, which the page forbids itself

const root = document.getElementById('root');
if (root !== null) {
  recolorFigures();
  void startApp(createHashHistory()).then((app) => createRoot(root).render(app));
}

/** Adds the CSS rules that show figures, which are drawn in the light theme, in the colors of the dark theme. */
function recolorFigures(): void {
  const rules = Object.values(themed).flatMap(({ light, dark }) => [
    `.picture svg [fill="${light}"]{fill:${dark}}`,
    `.picture svg [stroke="${light}"]{stroke:${dark}}`,
  ]);
  const sheet = new CSSStyleSheet({ media: 'screen and (prefers-color-scheme: dark)' });
  sheet.replaceSync(rules.join('\n'));
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
