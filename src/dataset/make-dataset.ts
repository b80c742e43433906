import { createHash } from 'node:crypto';
import type { ItemBase } from '../experiments/experiment.ts';
import { canonicalJson } from '../util/canonical-json.ts';
import type { Dataset } from './dataset.ts';
import type { Source } from './published.ts';

interface Parts<Item extends ItemBase> {
  readonly name: string;
  readonly experiment: string;
  readonly source: Source;
  readonly items: readonly Item[];
}

/** A data set with the hash of its items. */
export function makeDataset<Item extends ItemBase>({ name, experiment, source, items }: Parts<Item>): Dataset<Item> {
  return { name, experiment, ...source, sha256: hashOf(items), items };
}

/** Hex sha256 of the canonical JSON of the list, written item by item. */
function hashOf(items: readonly ItemBase[]): string {
  const hash = createHash('sha256').update('[');
  for (const [place, item] of items.entries()) hash.update(`${place === 0 ? '' : ','}${canonicalJson(item)}`);
  return hash.update(']').digest('hex');
}
