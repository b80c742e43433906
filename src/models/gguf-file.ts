import { createHash } from 'node:crypto';
import { open, stat } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '../util/app-error.ts';

export interface GgufFile {
  readonly path: string;
  readonly bytes: number;
  /** All files of a split model, in order; usually the one. */
  readonly parts: readonly string[];
}

function partPaths(file: string): readonly string[] {
  const split = /^(.*-)00001-of-(\d{5})\.gguf$/.exec(file);
  if (split === null) return [file];
  const [, stem = '', total = ''] = split;
  return Array.from(
    { length: Number(total) },
    (_, part) => `${stem}${String(part + 1).padStart(5, '0')}-of-${total}.gguf`,
  );
}

function unreadable(file: string, cause: unknown): AppError {
  const code = cause instanceof Error && 'code' in cause ? cause.code : null;
  const why = code === 'ENOENT' ? 'there is no such file' : code === 'EACCES' ? 'it may not be read' : String(code);
  return new AppError('no-model-file', `the model file ${file} cannot be opened: ${why}`, {
    hint: 'give the path of a GGUF file, as in gguf/models/some.gguf or gguf//absolute/path.gguf',
    cause,
  });
}

function notGguf(file: string, start: Buffer): AppError {
  const pointer = start.toString('latin1').startsWith('version https://git-lfs');
  const hint = pointer ? 'it is a Git LFS pointer: fetch the file itself with `git lfs pull`' : 'download it again';
  return new AppError('bad-model-file', `${file} is not a GGUF file`, { hint });
}

/** Looks at a model file without loading it; throws an AppError when it is missing or plainly no GGUF file. */
export async function inspectGguf(file: string): Promise<GgufFile> {
  const full = path.resolve(file);
  const parts = partPaths(full);
  let bytes = 0;
  for (const part of parts) {
    try {
      const found = await stat(part);
      if (!found.isFile()) throw Object.assign(new Error('not a file'), { code: 'it is no file' });
      bytes += found.size;
      const handle = await open(part);
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(32), 0, 32, 0).finally(() => handle.close());
      if (bytesRead < 8 || buffer.toString('latin1', 0, 4) !== 'GGUF') throw notGguf(part, buffer);
    } catch (error) {
      throw error instanceof AppError ? error : unreadable(part, error);
    }
  }
  return { path: full, bytes, parts };
}

/** Hex sha256 over the file, or over all files of a split model in order. */
export async function hashGguf({ parts }: GgufFile): Promise<string> {
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafeSlow(1024 * 1024); // one for all: a stream would leave a buffer a read to the collector
  for (const part of parts) {
    const handle = await open(part);
    try {
      for (;;) {
        const { bytesRead } = await handle.read(buffer, 0, buffer.length);
        if (bytesRead === 0) break;
        hash.update(buffer.subarray(0, bytesRead));
      }
    } finally {
      await handle.close();
    }
  }
  return hash.digest('hex');
}
