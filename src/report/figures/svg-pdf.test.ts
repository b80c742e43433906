import { inflateSync } from 'node:zlib';
import type { TopLevelSpec } from 'vega-lite';
import { describe, expect, it } from 'vitest';
import { renderSvg } from './render/render-svg.ts';
import { svgToPdf } from './svg-pdf.ts';

const spec = (title: string): TopLevelSpec => ({
  width: 200,
  height: 100,
  title,
  data: { values: [{ x: 1, y: 2 }] },
  mark: 'point',
  encoding: { x: { field: 'x', type: 'quantitative' }, y: { field: 'y', type: 'quantitative' } },
});

/** Returns the drawing commands of a PDF. */
function contentOf(pdf: Uint8Array): string {
  const bytes = Buffer.from(pdf);
  const start = bytes.indexOf('stream\n') + 'stream\n'.length;
  return inflateSync(bytes.subarray(start, bytes.indexOf('endstream', start))).toString('latin1');
}

describe('svgToPdf', () => {
  it('writes a page in the size of the figure, with text and lines', async () => {
    const svg = await renderSvg(spec('A title'));
    const pdf = Buffer.from((await svgToPdf(svg)) ?? []);
    const [, width, height] = /width="([\d.]+)" height="([\d.]+)"/.exec(svg) ?? [];
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    expect(pdf.toString('latin1')).toContain(`/MediaBox [0 0 ${Number(width) * 0.75} ${Number(height) * 0.75}]`);
    const content = contentOf(pdf);
    expect(content).toContain('BT');
    expect(content.match(/ l\n/g)?.length).toBeGreaterThan(5);
  });

  it('gives the same bytes for the same figure', async () => {
    const svg = await renderSvg(spec('The same'));
    expect(Buffer.from((await svgToPdf(svg)) ?? []).equals(Buffer.from((await svgToPdf(svg)) ?? []))).toBe(true);
  });

  it('shows characters that the standard fonts lack as question marks, and the minus sign as a dash', async () => {
    const plain = contentOf((await svgToPdf(await renderSvg(spec('a – ?')))) ?? new Uint8Array());
    expect(contentOf((await svgToPdf(await renderSvg(spec('a − я')))) ?? new Uint8Array())).toBe(plain);
  });
});
