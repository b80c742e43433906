import { parentPort } from 'node:worker_threads';
import { svgToPdf } from './svg-pdf.ts';

/** The thread that draws PDF files: takes figures one by one, and then null, which it answers with all files. */
const pdfs: (Uint8Array | null)[] = [];
let drawing = Promise.resolve();

parentPort?.on('message', (svg: string | null) => {
  drawing = drawing.then(async () => {
    if (svg === null) parentPort?.postMessage(pdfs);
    else pdfs.push(await svgToPdf(svg));
  }); // a rejection ends the thread
});
