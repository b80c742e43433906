import type { Figure } from '../../report/figures/figure.ts';
import { findingsFigure } from '../../report/figures/findings-figure.ts';
import { renderSvg } from '../../report/figures/render/render-svg.ts';
import { themeConfig } from '../../report/figures/render/theme.ts';
import { safeJson } from '../../report/render/safe-json.ts';
import type { Finding } from '../../results/finding.ts';
import type { Headline, PageFigure } from '../contract/contract-figure.ts';

/** Draws figures for a page; SVGs that are drawn already are taken by name. */
export async function pageFigures(
  figures: readonly Figure[],
  svgs: ReadonlyMap<string, string> = new Map(),
): Promise<PageFigure[]> {
  const drawn: PageFigure[] = [];
  for (const figure of figures) drawn.push(await pageFigure(figure, svgs.get(figure.name)));
  return drawn;
}

/** Draws the figure of findings, for wide and for narrow windows. */
export async function headlineFigure(findings: readonly Finding[]): Promise<Headline> {
  const narrow = findingsFigure(findings, 'narrow');
  return {
    wide: await pageFigure(findingsFigure(findings)),
    narrow: await pageFigure({ ...narrow, name: `${narrow.name}-narrow` }),
  };
}

/** Draws one figure for a page; `svg` is the picture if it is drawn already. */
export async function pageFigure(figure: Figure, svg?: string): Promise<PageFigure> {
  const { name, title } = figure;
  if (figure.kind === 'absent') return { kind: 'absent', name, title, reason: figure.reason };
  const spec = safeJson({ ...figure.spec, config: themeConfig('light') });
  const picture = svg ?? (await renderSvg(figure.spec, 'light', name));
  const narrow = figure.narrow === undefined ? null : await renderSvg(figure.narrow, 'light', `${name}-narrow`);
  return { kind: 'drawn', name, title, caption: figure.caption, svg: picture, narrow, spec };
}
