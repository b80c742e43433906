import { crc32 } from 'node:zlib';
import { installCommand } from '../../models/install-command.ts';
import { AppError } from '../../util/app-error.ts';

const dotsPerInch = 300;
/** Dots a CSS pixel, which is 1/96 inch. */
const scale = dotsPerInch / 96;
const metersPerInch = 0.0254;
/** Bytes of a PNG before its second chunk: the signature and IHDR. */
const headerLength = 33;

/** The package that draws PNG: optional, because it is large: it contains its drawing library. */
async function loadCanvas() {
  try {
    return await import('@napi-rs/canvas');
  } catch (cause) {
    throw new AppError('no-png-package', 'PNG files need the package @napi-rs/canvas, which cannot be loaded', {
      hint: `${installCommand('@napi-rs/canvas')} (in the folder in which seb is installed), or remove --png: figures are also written as SVG`,
      cause,
    });
  }
}

/** Returns the function that draws a figure's SVG as PNG. AppError without its package, and on a machine without fonts. */
export async function pngRenderer(): Promise<(svg: string) => Promise<Uint8Array>> {
  const { createCanvas, loadImage, GlobalFonts } = await loadCanvas();
  if (GlobalFonts.families.length === 0) {
    throw new AppError('no-fonts', 'PNG files need a font, but this machine has no fonts', {
      hint: 'install a font package such as fonts-liberation, or remove --png: figures are also written as SVG',
    });
  }
  return async (svg) => {
    const [size = '', width = '0', height = '0'] = /width="([\d.]+)" height="([\d.]+)"/.exec(svg) ?? [];
    const [across, down] = [Math.round(Number(width) * scale), Math.round(Number(height) * scale)];
    if (!(across > 0 && down > 0)) throw new Error('figure: a picture without a size');
    const enlarged = svg.replace(size, `width="${across}" height="${down}"`);
    const image = await loadImage(Buffer.from(enlarged));
    const canvas = createCanvas(across, down);
    canvas.getContext('2d').drawImage(image, 0, 0, across, down);
    return withResolution(await canvas.encode('png'));
  };
}

/** Adds the chunk that states the dots a meter, so that the picture is placed in its size. */
function withResolution(png: Uint8Array): Uint8Array {
  const chunk = Buffer.alloc(21);
  chunk.writeUInt32BE(9, 0);
  chunk.write('pHYs', 4, 'latin1');
  const perMeter = Math.round(dotsPerInch / metersPerInch);
  chunk.writeUInt32BE(perMeter, 8);
  chunk.writeUInt32BE(perMeter, 12);
  chunk.writeUInt8(1, 16);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 17)), 17);
  return Buffer.concat([png.subarray(0, headerLength), chunk, png.subarray(headerLength)]);
}
