import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { toJsonl } from '../../data/files/jsonl.ts';
import { unreadablePath } from '../../data/files/unreadable-path.ts';
import { AppError } from '../../util/app-error.ts';
import { sha256 } from '../../util/canonical-json.ts';
import { formats, type TrainingFormat, trainingText } from './formats.ts';
import type { RowSet } from './make-rows.ts';
import { type TrainingRow, trainingRowSchema } from './row.ts';
import { describeFile, type ManifestInput, manifestSchema, type RowsManifest, rowsManifest } from './rows-manifest.ts';

const manifestFile = 'rows.json';
const rowsFile = 'rows.jsonl';

const rowSchema = trainingRowSchema.extend({ set: z.enum(['train', 'validation']) });

export interface RowsFolder {
  readonly manifest: RowsManifest;
  /** Hex sha256 of rows.json. */
  readonly sha256: string;
  readonly train: readonly TrainingRow[];
  readonly validation: readonly TrainingRow[];
}

function rowsText({ train, validation }: Pick<RowSet, 'train' | 'validation'>): string {
  return toJsonl([
    ...train.map((row) => ({ set: 'train', ...row })),
    ...validation.map((row) => ({ set: 'validation', ...row })),
  ]);
}

/** Returns the content of every training file of a format, by file name. */
function formattedFiles(
  format: TrainingFormat,
  { train, validation }: Pick<RowSet, 'train' | 'validation'>,
): Readonly<Record<string, string>> {
  return {
    [format.files.train]: trainingText(format, train),
    ...(validation.length === 0 ? {} : { [format.files.validation]: trainingText(format, validation) }),
    ...format.extraFiles(validation.length > 0),
  };
}

/** Writes the rows, the training files of their format, and, last, rows.json. */
export async function writeRows(folder: string, input: Omit<ManifestInput, 'files'>): Promise<RowsManifest> {
  const { set, trainingFormat } = input;
  const format = formats[trainingFormat];
  const texts = formattedFiles(format, set);
  const all = [...set.train, ...set.validation];
  const text = (name: string) => texts[name] ?? '';
  const { train, validation } = format.files;
  const manifest = rowsManifest({
    ...input,
    files: {
      rows: describeFile(rowsFile, rowsText(set), all),
      train: describeFile(train, text(train), set.train),
      validation: set.validation.length === 0 ? null : describeFile(validation, text(validation), set.validation),
    },
  });
  await mkdir(folder, { recursive: true });
  for (const [name, content] of Object.entries(texts)) await writeFile(join(folder, name), content);
  await writeFile(join(folder, rowsFile), rowsText(set));
  await writeFile(join(folder, manifestFile), `${JSON.stringify(manifest, null, 2)}\n`);
  return manifest;
}

/** Reads a folder that `writeRows` wrote. AppError when the folder is not one, or a file was changed. */
export async function readRows(folder: string): Promise<RowsFolder> {
  const manifestText = await readText(folder, manifestFile);
  const manifest = parsed(manifestSchema, manifestText, join(folder, manifestFile));
  const text = await readText(folder, rowsFile);
  if (sha256(text) !== manifest.rows.sha256) {
    throw new AppError('rows-changed', `${join(folder, rowsFile)} does not match ${manifestFile}`, {
      hint: 'write the rows again with `seb train rows`',
    });
  }
  const lines = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => parsed(rowSchema, line, join(folder, rowsFile)));
  const of = (set: string) => lines.filter((line) => line.set === set).map(({ set: _, ...row }) => row);
  return { manifest, sha256: sha256(manifestText), train: of('train'), validation: of('validation') };
}

async function readText(folder: string, name: string): Promise<string> {
  return await readFile(join(folder, name), 'utf8').catch((cause) => {
    throw unreadablePath(join(folder, name), cause, { missing: 'set --rows to a folder written by `seb train rows`' });
  });
}

function parsed<Parsed>(schema: z.ZodType<Parsed>, text: string, file: string): Parsed {
  try {
    return schema.parse(JSON.parse(text));
  } catch (cause) {
    throw new AppError('bad-rows', `${file} was not written by \`seb train rows\``, {
      hint: 'write the rows again with `seb train rows`',
      cause,
    });
  }
}
