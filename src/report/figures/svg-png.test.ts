import { createCanvas, loadImage } from '@napi-rs/canvas';
import type { TopLevelSpec } from 'vega-lite';
import { expect, it } from 'vitest';
import { renderSvg } from './render/render-svg.ts';
import { pngRenderer } from './svg-png.ts';

const spec: TopLevelSpec = {
  width: 200,
  height: 100,
  title: 'A title',
  data: { values: [{ x: 1, y: 2 }] },
  mark: 'point',
  encoding: { x: { field: 'x', type: 'quantitative' }, y: { field: 'y', type: 'quantitative' } },
};

it('draws a figure at 300 dots an inch, with its text, and states the resolution', async () => {
  const svg = await renderSvg(spec);
  const render = await pngRenderer();
  const png = Buffer.from(await render(svg));
  const [, width, height] = /width="([\d.]+)" height="([\d.]+)"/.exec(svg) ?? [];
  const size = [Number(width), Number(height)].map((pixels) => Math.round((pixels * 300) / 96));
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual(size);
  const at = png.indexOf('pHYs');
  expect(png.readUInt32BE(at + 4)).toBe(11_811); // dots a meter
  const image = await loadImage(png); // fails where a checksum is wrong
  const canvas = createCanvas(image.width, image.height).getContext('2d');
  canvas.drawImage(image, 0, 0);
  const title = canvas.getImageData(0, 0, image.width, 60).data; // rows of the title only
  expect(title.some((value, index) => index % 4 === 0 && value < 100)).toBe(true);
  expect(Buffer.from(await render(svg)).equals(png)).toBe(true);
});
