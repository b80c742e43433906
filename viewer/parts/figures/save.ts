/** Downloads a text as a file, without a request. */
export function saveText(name: string, type: string, content: string): void {
  saveBlob(name, new Blob([content], { type }));
}

function saveBlob(name: string, blob: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** PNG pixels per CSS pixel (1/96 inch) for 300 dpi. */
const scale = 300 / 96;

/** Downloads a picture as PNG at 300 dpi: a figure 6 inches wide is 1,800 pixels wide. */
export async function savePng(name: string, svg: string): Promise<void> {
  const image = new Image();
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = Math.ceil(image.width * scale);
    canvas.height = Math.ceil(image.height * scale);
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    if (blob !== null) saveBlob(name, await withResolution(blob));
  } finally {
    URL.revokeObjectURL(url);
  }
}

const dotsAMeter = Math.round(300 / 0.0254);

/** Adds the chunk `pHYs` to a PNG, so that programs print it at its size (PNG specification, section 11.3.5.3). */
async function withResolution(png: Blob): Promise<Blob> {
  const bytes = new Uint8Array(await png.arrayBuffer());
  const header = 8 + 25; // signature and IHDR
  const chunk = new Uint8Array(21);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, 9);
  chunk.set([0x70, 0x48, 0x59, 0x73], 4);
  view.setUint32(8, dotsAMeter);
  view.setUint32(12, dotsAMeter);
  chunk[16] = 1;
  view.setUint32(17, crc32(chunk.subarray(4, 17)));
  return new Blob([bytes.subarray(0, header), chunk, bytes.subarray(header)], { type: 'image/png' });
}

/** Returns the CRC-32 as in PNG (ISO 3309), bit by bit: thirteen bytes need no table. */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ ((crc & 1) === 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
