import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import type { ListedDataset } from '../../domain/dataset.ts';
import { canonicalJson } from '../../util/canonical-json.ts';
import { readText } from '../files/read-text.ts';
import { generateDataset } from '../generate-dataset.ts';
import type { ItemKind } from '../item-kind.ts';
import { dataFolder } from '../shipped-datasets.ts';
import { croissant } from './croissant.ts';
import { hubCard } from './hub-card.ts';
import type { Release, ReleasedSet } from './released-set.ts';

const plan = z.strictObject({ version: z.string(), examples: z.record(z.string(), z.int().min(1)) });

/** Returns the version of the release, and its examples of each experiment. */
function readPlan(): z.infer<typeof plan> {
  return plan.parse(JSON.parse(readText(join(dataFolder, 'release', 'release.json'))));
}

/**
 * Generates the release from the generators of the experiments, with their default seeds: the same bytes on every
 * machine. AppError for an experiment without a generator.
 */
export async function makeRelease(kinds: ReadonlyMap<string, ItemKind>): Promise<Release> {
  const made: (ReleasedSet & { readonly text: string })[] = [];
  const { version, examples } = readPlan();
  for (const [name, count] of Object.entries(examples)) {
    const kind = kinds.get(name) ?? { name };
    made.push(setOf(name, await generateDataset(kind, count)));
  }
  const sums = made.map(({ sha256, path }) => `${sha256}  ${path}\n`).join('');
  const release = {
    version,
    examples: made.reduce((sum, set) => sum + set.examples, 0),
    sha256: sha256Of(sums),
  };
  return {
    ...release,
    files: [
      ...made.map(({ path, text }) => ({ path, text })),
      { path: 'SHA256SUMS', text: sums },
      { path: 'croissant.json', text: croissant(release, made) },
      { path: 'README.md', text: hubCard(release, made) },
    ],
  };
}

function setOf(experiment: string, { items, licence }: ListedDataset): ReleasedSet & { readonly text: string } {
  const text = items.map((item) => `${canonicalJson(item)}\n`).join('');
  const fields = [...new Set(items.flatMap((item) => Object.keys(item)))].toSorted();
  return {
    ...{ experiment, path: `data/${experiment}.jsonl`, examples: items.length, fields, licence, text },
    ...{ sha256: sha256Of(text), bytes: Buffer.byteLength(text) },
  };
}

function sha256Of(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
