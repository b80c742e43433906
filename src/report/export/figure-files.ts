import type { Figure } from '../figures/render/figure.ts';
import { inDark, renderSvg, withTextAlternative } from '../figures/render/render-svg.ts';
import { themeConfig } from '../figures/render/theme.ts';
import { svgToPdf } from '../figures/svg-pdf.ts';
import { safeJson } from '../render/safe-json.ts';
import type { ReportFolder } from './report-folder.ts';

/** Draws figures into `figures/` as SVG, dark SVG, Vega-Lite and optionally PNG; returns the pictures by name. */
export async function writeFigures(
  folder: ReportFolder,
  figures: readonly Figure[],
  renderPng: ((svg: string) => Promise<Uint8Array>) | null,
): Promise<ReadonlyMap<string, string>> {
  const svgs = new Map<string, string>();
  for (const figure of figures) {
    if (figure.kind === 'absent') continue;
    const svg = await renderSvg(figure.spec, 'light', figure.name);
    svgs.set(figure.name, svg);
    const file = withTextAlternative(svg, figure);
    folder.write(`figures/${figure.name}.svg`, file);
    folder.write(`figures/${figure.name}.dark.svg`, inDark(file));
    if (renderPng !== null) folder.writeBytes(`figures/${figure.name}.png`, await renderPng(svg));
    folder.write(`figures/${figure.name}.vl.json`, `${safeJson({ ...figure.spec, config: themeConfig('light') })}\n`);
  }
  return svgs;
}

/** Writes pictures into `figures/` as PDF, if the packages for it are installed. */
export async function writePdfs(folder: ReportFolder, svgs: ReadonlyMap<string, string>): Promise<void> {
  for (const [name, svg] of svgs) {
    const pdf = await svgToPdf(svg);
    if (pdf !== null) folder.writeBytes(`figures/${name}.pdf`, pdf);
  }
}
