import { createHashHistory } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import * as z from 'zod';
import { recolorFigures } from './parts/figures/dark-figures.ts';
import { httpSource } from './source/http-source.ts';
import { staticSource } from './source/static-source.ts';
import { startApp } from './start-app.tsx';
import './style.css';

z.config({ jitless: true }); // compiling validators would need eval, which the page forbids itself

const root = document.getElementById('root');
if (root !== null) {
  recolorFigures();
  const source = staticSource(document) ?? httpSource;
  void startApp(source, createHashHistory()).then((app) => createRoot(root).render(app));
}
