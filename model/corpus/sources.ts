import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type AssociationItem, associationItem } from '../../src/experiments/association/items.ts';
import { type DifficultyItem, difficultyItem } from '../../src/experiments/difficulty/items.ts';
import { type RestrictionItem, restrictionItem } from '../../src/experiments/restriction/items.ts';
import { type StumpItem, stumpItem } from '../../src/experiments/stump/items.ts';
import { type VerbatimItem, verbatimItem } from '../../src/experiments/verbatim/items.ts';

/** What the corpus is made of: the shipped data sets and, for each cue, the words that people associate with it. */
export interface Sources {
  readonly association: readonly AssociationItem[];
  readonly pools: ReadonlyMap<string, readonly string[]>;
  readonly restriction: readonly RestrictionItem[];
  readonly difficulty: readonly DifficultyItem[];
  readonly verbatim: readonly VerbatimItem[];
  readonly stump: readonly StumpItem[];
}

function readLines<Item>(path: string, schema: z.ZodType<Item>): Item[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => schema.parse(JSON.parse(line)));
}

const pool = z.looseObject({ target: z.string(), words: z.array(z.string()).min(8) });

export function readSources(folder: string): Sources {
  const items = <Item>(set: string, schema: z.ZodType<Item>) => readLines(join(folder, set, 'items.jsonl'), schema);
  const optional = <Item>(set: string, schema: z.ZodType<Item>) =>
    existsSync(join(folder, set, 'items.jsonl')) ? items(set, schema) : [];
  const pools = readLines(join(folder, 'association', 'pools.jsonl'), pool);
  return {
    association: items('association', associationItem),
    pools: new Map(pools.map(({ target, words }) => [target, words])),
    restriction: items('restriction', restrictionItem),
    difficulty: items('difficulty', difficultyItem),
    verbatim: optional('verbatim', verbatimItem),
    stump: optional('stump', stumpItem),
  };
}
