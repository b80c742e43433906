import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dataFolder } from '../dataset/shipped.ts';

/** The published benchmark table that abilities are taken from, as CSV. */
export function publishedBenchmarks(): string {
  return readFileSync(join(dataFolder, 'published', 'benchmarks.csv'), 'utf8');
}
