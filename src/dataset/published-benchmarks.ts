import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dataFolder } from './shipped-datasets.ts';

/** Returns the published benchmark table, from which abilities are estimated, as CSV. */
export function publishedBenchmarks(): string {
  return readFileSync(join(dataFolder, 'published', 'benchmarks.csv'), 'utf8');
}
