import { z } from 'zod';
import { sha256 } from '../../util/canonical-json.ts';
import { type ArmName, armNames } from './arm.ts';
import { type FormatName, formatNames } from './formats.ts';
import type { RowOptions, RowSet } from './make-rows.ts';
import { labelOf, type TrainingRow } from './row.ts';
import { sourceSchema } from './source-example.ts';

const fileSchema = z.strictObject({
  file: z.string(),
  sha256: z.string(),
  rows: z.int().min(1),
  /** Number of characters of all messages, for the estimate of tokens. */
  characters: z.int().min(0),
});

const groupSchema = z.strictObject({
  task: z.string(),
  property: z.string(),
  rows: z.int().min(1),
  distinctLabels: z.int().min(1),
  /** Shannon entropy of the labels, in bits. */
  entropyBits: z.number().min(0),
});

/** Content of rows.json: the contents and the origin of the training files. */
export const manifestSchema = z.strictObject({
  format: z.literal('seb-rows-1'),
  sebVersion: z.string(),
  gitCommit: z.string().nullable(),
  arm: z.enum(armNames),
  sources: z.array(sourceSchema.omit({ sampleKeys: true })).min(1),
  seed: z.int(),
  cap: z.int().positive(),
  size: z.int().positive().nullable(),
  wordings: z.array(z.string()).min(1),
  heldOutWordings: z.array(z.string()).min(1),
  duplicates: z.int().min(0),
  beyondCap: z.int().min(0),
  trainingFormat: z.enum(formatNames),
  /** All rows with their provenance, from which every training format can be written. */
  rows: fileSchema,
  train: fileSchema,
  validation: fileSchema.nullable(),
  groups: z.array(groupSchema).min(1),
});
export type RowsManifest = z.infer<typeof manifestSchema>;
type RowsFile = z.infer<typeof fileSchema>;

/** Returns the Shannon entropy in bits of the counts of values. */
export function entropyBits(counts: Iterable<number>): number {
  const all = [...counts].filter((count) => count > 0);
  const total = all.reduce((sum, count) => sum + count, 0);
  return Math.max(0, -all.reduce((sum, count) => sum + (count / total) * Math.log2(count / total), 0));
}

/** Returns the counts of rows and labels for each group of task and property of the training rows, sorted by name. */
export function rowGroups(rows: readonly TrainingRow[]): RowsManifest['groups'] {
  const groups = Map.groupBy(rows, ({ task, property }) => JSON.stringify([task, property]));
  return [...groups.keys()].sort().map((name) => {
    const members = groups.get(name) ?? [];
    const [task, property] = JSON.parse(name) as [string, string]; // written two lines above
    const labels = Map.groupBy(members, labelOf);
    return {
      task,
      property,
      rows: members.length,
      distinctLabels: labels.size,
      entropyBits: entropyBits([...labels.values()].map(({ length }) => length)),
    };
  });
}

export function describeFile(file: string, text: string, rows: readonly TrainingRow[]): RowsFile {
  const characters = rows.reduce(
    (sum, { messages }) => messages.reduce((total, { content }) => total + content.length, sum),
    0,
  );
  return { file, sha256: sha256(text), rows: rows.length, characters };
}

export interface ManifestInput {
  readonly arm: ArmName;
  readonly options: Pick<RowOptions, 'seed' | 'cap' | 'size' | 'wordings'>;
  readonly set: RowSet;
  readonly trainingFormat: FormatName;
  readonly files: Pick<RowsManifest, 'rows' | 'train' | 'validation'>;
  readonly sebVersion: string;
  readonly gitCommit: string | null;
}

/** Builds the content of rows.json. */
export function rowsManifest({ arm, options, set, trainingFormat, files, ...program }: ManifestInput): RowsManifest {
  const sources = new Map(
    [...set.train, ...set.validation].map(({ from: { sampleKeys: _, ...source } }) => [
      [source.run, source.identity, source.system ?? ''].join(' '),
      source,
    ]),
  );
  return {
    format: 'seb-rows-1',
    ...program,
    arm,
    sources: [...sources.keys()].sort().flatMap((name) => sources.get(name) ?? []),
    seed: options.seed,
    cap: options.cap,
    size: options.size,
    wordings: [...options.wordings],
    heldOutWordings: [...set.heldOutWordings],
    duplicates: set.duplicates,
    beyondCap: set.beyondCap,
    trainingFormat,
    ...files,
    groups: rowGroups(set.train),
  };
}
