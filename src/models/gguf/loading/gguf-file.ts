import { createHash } from 'node:crypto';
import type { Stats } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '../../../util/app-error.ts';

export interface GgufFile {
  readonly path: string;
  readonly bytes: number;
  /** All files of a split model, in order; usually a single file. */
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
  const why = code === 'ENOENT' ? 'file not found' : code === 'EACCES' ? 'permission denied' : String(code);
  return new AppError('no-model-file', `the model file ${file} cannot be opened: ${why}`, { hint: pathHint, cause });
}

const pathHint = 'give the path to a GGUF file, such as gguf/models/some.gguf or gguf//absolute/path.gguf';

/** Bytes of a GGUF header: magic, version, number of tensors, number of metadata entries. */
const headBytes = 24;

/** Newest version of the format. llama.cpp no longer reads version 1. */
const newestVersion = 3;

function damaged(wrong: string, hint = 'download it again'): AppError {
  return new AppError('bad-model-file', wrong, { hint });
}

/** Returns why the first bytes of a file are not a GGUF header; null when they are. */
function complaint(file: string, size: number, head: Buffer): AppError | null {
  if (size === 0) return damaged(`${file} is empty`);
  if (head.toString('latin1').startsWith('version https://git-lfs')) {
    return damaged(`${file} is not a GGUF file`, 'it is a Git LFS pointer: fetch the file itself with `git lfs pull`');
  }
  if (head.toString('latin1', 0, 4) !== 'GGUF') return damaged(`${file} is not a GGUF file`);
  if (size <= headBytes) return damaged(`${file} is truncated after ${size} bytes`);
  const version = head.readUInt32LE(4);
  if (version % 0x10000 === 0 && version !== 0) {
    return damaged(`${file} was written for big-endian machines`, 'download or convert it for little-endian machines');
  }
  if (version > newestVersion) {
    return damaged(
      `${file} has GGUF version ${version}; the newest supported version is ${newestVersion}`,
      'update node-llama-cpp; if that does not help, the file is damaged: download it again',
    );
  }
  const isHollow = version === 0 || head.readBigUInt64LE(16) === 0n;
  return isHollow ? damaged(`the header of ${file} is damaged: it does not describe a model`) : null;
}

async function readHead(file: string): Promise<Buffer> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(64), 0, 64, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Inspects a model file without loading it. AppError when it is missing or evidently not GGUF. */
export async function inspectGguf(file: string): Promise<GgufFile> {
  const full = path.resolve(file);
  const parts = partPaths(full);
  let bytes = 0;
  for (const part of parts) {
    const { found, head } = await look(part);
    const wrong = complaint(part, found.size, head);
    if (wrong !== null) throw wrong;
    bytes += found.size;
  }
  return { path: full, bytes, parts };
}

async function look(part: string): Promise<{ readonly found: Stats; readonly head: Buffer }> {
  try {
    const found = await stat(part);
    if (found.isFile()) return { found, head: await readHead(part) };
  } catch (error) {
    throw unreadable(part, error);
  }
  throw new AppError('no-model-file', `${part} is a folder or a device, not a model file`, { hint: pathHint });
}

/** Returns the hex sha256 over the file, or over all files of a split model in order. */
export async function hashGguf({ parts }: GgufFile): Promise<string> {
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafeSlow(1024 * 1024); // one buffer for all reads: a stream would allocate one per read
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
