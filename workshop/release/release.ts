/**
 * Writes the release of 10,000 examples: JSON lines, hashes and Croissant metadata, the same bytes on every machine:
 *   node workshop/release/release.ts FOLDER
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { canonicalJson } from '../../src/util/canonical-json.ts';
import { generateItems } from '../generators.ts';
import { croissant, type ReleasedSet } from './croissant.ts';

const plan = z.strictObject({ version: z.string(), examples: z.record(z.string(), z.int().min(1)) });

/** Returns the version of the release, and its examples of each experiment. A changed count needs a new version. */
function readPlan(): z.infer<typeof plan> {
  return plan.parse(JSON.parse(readFileSync(new URL('release.json', import.meta.url), 'utf8')));
}

/** The files of the release, by their paths in its folder. */
interface Release {
  readonly version: string;
  readonly examples: number;
  /** Hex sha256 of the line "sha256  path" of every data file: the name of the release's content. */
  readonly sha256: string;
  readonly files: readonly { readonly path: string; readonly text: string }[];
}

/** Generates the release from the generators of the experiments, with their default seeds. */
export function makeRelease(): Release {
  const { version, examples } = readPlan();
  const made = Object.entries(examples).map(([name, count]) => setOf(name, count));
  const sums = made.map(({ sha256, path }) => `${sha256}  ${path}\n`).join('');
  return {
    version,
    examples: made.reduce((sum, set) => sum + set.examples, 0),
    sha256: sha256Of(sums),
    files: [
      ...made.map(({ path, text }) => ({ path, text })),
      { path: 'SHA256SUMS', text: sums },
      { path: 'croissant.json', text: croissant(version, made) },
    ],
  };
}

function setOf(experiment: string, examples: number): ReleasedSet & { readonly text: string } {
  const text = generateItems(experiment, examples)
    .map((item) => `${canonicalJson(item)}\n`)
    .join('');
  const path = `data/${experiment}.jsonl`;
  return { experiment, path, examples, text, sha256: sha256Of(text), bytes: Buffer.byteLength(text) };
}

function sha256Of(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = process.argv[2] ?? '';
  if (folder === '') throw new Error('name the folder to write');
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new Error(`${folder} is not empty`);
  const { version, examples, sha256, files } = makeRelease();
  for (const { path, text } of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  process.stdout.write(`${examples} examples in ${folder}, version ${version}, sha256 ${sha256}\n`);
}
