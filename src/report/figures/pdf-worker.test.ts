import { describe, expect, it } from 'vitest';
import { PdfThread } from './pdf-worker.ts';
import { svgToPdf } from './svg-pdf.ts';

const picture = (size: number) => `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="9"></svg>`;

describe('PdfThread', () => {
  it('draws the same files as this thread, in order', async () => {
    const thread = new PdfThread();
    try {
      const figures = [20, 10].map(picture);
      for (const figure of figures) thread.draw(figure);
      const expected = await Promise.all(figures.map(svgToPdf));
      expect((await thread.pdfs()).map((pdf) => Buffer.from(pdf ?? []))).toEqual(expected);
    } finally {
      thread.close();
    }
  });

  it('rejects when a figure cannot be drawn', async () => {
    const thread = new PdfThread();
    thread.draw(picture(0));
    await expect(thread.pdfs()).rejects.toThrow('a picture without a size');
  });
});
