import { findingsFigure } from '../../report/figures/findings-figure.ts';
import type { Figure } from '../../report/figures/render/figure.ts';
import { renderSvg } from '../../report/figures/render/render-svg.ts';
import { themeConfig } from '../../report/figures/render/theme.ts';
import { safeJson } from '../../report/render/safe-json.ts';
import type { Finding } from '../../results/finding.ts';
import type { PageFigure } from '../contract/contract-figure.ts';

/** Draws figures for a page. */
export async function pageFigures(figures: readonly Figure[]): Promise<PageFigure[]> {
  const drawn: PageFigure[] = [];
  for (const figure of figures) drawn.push(await pageFigure(figure));
  return drawn;
}

/** Draws the figure of findings. */
export async function headlineFigure(findings: readonly Finding[]): Promise<PageFigure> {
  return pageFigure(findingsFigure(findings));
}

/** Draws one figure for a page. */
export async function pageFigure(figure: Figure): Promise<PageFigure> {
  const { name, title } = figure;
  if (figure.kind === 'absent') return { kind: 'absent', name, title, reason: figure.reason };
  const spec = safeJson({ ...figure.spec, config: themeConfig('light') });
  const svg = await renderSvg(figure.spec, 'light', name);
  const narrow = figure.narrow === undefined ? null : await renderSvg(figure.narrow, 'light', `${name}-narrow`);
  return { kind: 'drawn', name, title, caption: figure.caption, svg, narrow, spec };
}
