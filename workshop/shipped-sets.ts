/**
 * Writes the shipped sets into `data/`: node workshop/shipped-sets.ts
 * Then run the tests of this folder: they compare the files with the generators and with the SOURCE.md of each folder.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { toJsonl } from '../src/data/files/jsonl.ts';
import { dataFolder } from '../src/data/shipped-datasets.ts';
import type { ItemBase } from '../src/domain/dataset.ts';
import { canonicalJson, sha256 } from '../src/util/canonical-json.ts';
import type { GeneratorOptions } from './generator.ts';
import { generateItems } from './generators.ts';

/** A file of `data/` that a generator makes. */
export interface ShippedFile {
  readonly experiment: string;
  /** Name of the file without its ending; `items` is the starter set. */
  readonly file: string;
  /** Number of items. */
  readonly count: number;
  readonly options: GeneratorOptions;
}

/** Items of each starter set. */
const starter: Readonly<Record<string, number>> = {
  ...{ association: 500, restriction: 400, difficulty: 100, stump: 50, verbatim: 240, property: 390, know: 500 },
  ...{ cost: 500, repeat: 500, recognize: 500, delegate: 500, flip: 500, injection: 500 },
};

/** Items of each large set; the release of 10,000 examples (`release/`) is the beginning of these. */
const large: Readonly<Record<string, number>> = {
  ...{ association: 2000, restriction: 2000, difficulty: 500, stump: 100, verbatim: 400, property: 2000 },
  ...{ know: 1500, cost: 1000, repeat: 1000 },
};

const ofTask = (task: string, count: number): ShippedFile => ({
  ...{ experiment: 'property', file: task, count, options: { task } },
});

/** Every file of `data/` that a generator makes. */
export const shippedFiles: readonly ShippedFile[] = [
  ...Object.entries(starter).map(([experiment, count]) => ({ experiment, file: 'items', count, options: {} })),
  ...Object.entries(large).map(([experiment, count]) => ({ experiment, file: 'large', count, options: {} })),
  { experiment: 'property', file: 'ladder', count: 1200, options: { ladder: true } },
  ...[ofTask('animals', 4000), ofTask('words', 4000), ofTask('claims', 500), ofTask('sights', 500)],
];

/** Generates the items of a shipped file. */
export function itemsOf({ experiment, count, options }: ShippedFile): readonly ItemBase[] {
  return generateItems(experiment, count, options);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const shipped of shippedFiles) {
    const items = itemsOf(shipped);
    const path = join(dataFolder, shipped.experiment, `${shipped.file}.jsonl`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, toJsonl(items));
    process.stdout.write(
      `${shipped.experiment}/${shipped.file}.jsonl ${items.length} ${sha256(canonicalJson(items))}\n`,
    );
  }
}
