/** Loads the packages that write PDF, which are optional because they are large and only papers need them. */
async function pdfPackages() {
  try {
    const [{ default: PDFDocument }, { default: drawSvg }] = await Promise.all([
      import('pdfkit'),
      import('svg-to-pdfkit'),
    ]);
    return { PDFDocument, drawSvg };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND') return null;
    throw error;
  }
}

/** Points per CSS pixel: 1/96 inch. */
const points = 0.75;

/**
 * Writes a drawn figure as a one-page PDF in its size, with vectors and text; equal pictures give identical bytes. Null
 * where the packages `pdfkit` and `svg-to-pdfkit` are not installed.
 */
export async function svgToPdf(svg: string): Promise<Uint8Array | null> {
  const packages = await pdfPackages();
  if (packages === null) return null;
  const { PDFDocument, drawSvg } = packages;
  const [, width = '0', height = '0'] = /<svg [^>]*?width="([\d.]+)" height="([\d.]+)"/.exec(svg) ?? [];
  const size: [number, number] = [Number(width) * points, Number(height) * points];
  if (!(size[0] > 0 && size[1] > 0)) throw new Error('figure: a picture without a size');
  const info = { CreationDate: new Date(0), Producer: 'seb', Creator: 'seb' };
  const document = new PDFDocument({ size, margin: 0, info, compress: true });
  const parts: Uint8Array[] = [];
  const ended = new Promise<void>((resolve, reject) => {
    document.on('data', (part: Uint8Array) => parts.push(part));
    document.on('end', resolve);
    document.on('error', reject);
  });
  drawSvg(document, inStandardFont(svg), 0, 0, { width: size[0], height: size[1], assumePt: false, fontCallback });
  document.end();
  await ended;
  return Buffer.concat(parts);
}

/** Selects one of the standard fonts that every PDF reader has, so that no font is embedded. */
function fontCallback(_family: string, bold: boolean, italic: boolean): string {
  if (bold) return italic ? 'Helvetica-BoldOblique' : 'Helvetica-Bold';
  return italic ? 'Helvetica-Oblique' : 'Helvetica';
}

/** Characters of the standard fonts besides Latin-1; missing signs get similar ones. */
const extra = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ';
const near: Readonly<Record<string, string>> = {
  '−': '–',
  '≤': '<=',
  '≥': '>=',
  '→': '->',
  '↑': '^',
  '↓': 'v',
  '≈': '~',
};

/** Replaces characters that the fonts would render as others; an unknown one becomes a question mark. */
function inStandardFont(svg: string): string {
  return svg.replace(/[^\u0020-\u007e\u00a0-\u00ff\n\t]/gu, (character) => {
    if (extra.includes(character)) return character;
    return near[character] ?? '?';
  });
}
