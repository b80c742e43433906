import type { Figure } from '../../figure/figure.ts';
import { themeConfig } from '../../figure/render/theme.ts';
import { scriptJson } from '../render/safe-json.ts';
import { type Html, html, trusted } from './html.ts';

/** A figure with its picture, drawn before. */
export interface DrawnFigure {
  readonly figure: Extract<Figure, { kind: 'drawn' }>;
  /** Drawn in the light theme; the page's style sheet recolours it. */
  readonly svg: string;
}

export function figureSection({ figure, svg }: DrawnFigure): Html {
  const { name, title, caption, spec } = figure;
  return html`<figure id="${name}">
<figcaption><h3>${title}</h3><p>${caption}</p></figcaption>
<div class="scroll picture" tabindex="0" role="group" aria-label="${title}">${trusted(svg)}</div>
<p class="downloads"><button type="button" data-download="svg">SVG</button>
<button type="button" data-download="spec">Vega-Lite</button></p>
<script type="application/json" data-spec="${name}">${trusted(scriptJson({ ...spec, config: themeConfig('light') }))}</script>
</figure>
`;
}

/** Pictures that could not be drawn, by name and reason: an empty chart would say something else. */
export function absentFigures(figures: readonly Figure[]): Html | null {
  const absent = figures.filter((figure) => figure.kind === 'absent');
  if (absent.length === 0) return null;
  return html`<h3>Not drawn</h3>
<ul class="absences">${absent.map(({ title, reason }) => html`<li><b>${title}</b>: ${reason}</li>\n`)}</ul>
`;
}
