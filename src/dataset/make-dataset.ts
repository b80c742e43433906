import { createHash } from 'node:crypto';
import type { ItemBase } from '../experiments/experiment.ts';
import { canonicalJson } from '../util/canonical-json.ts';
import type { Dataset, Items } from './dataset.ts';
import type { Source } from './published.ts';

interface Parts<Item extends ItemBase, List extends Items<Item>> {
  readonly name: string;
  readonly experiment: string;
  readonly source: Source;
  readonly items: List;
}

/** A data set with the hash of its items. */
export function makeDataset<Item extends ItemBase, List extends Items<Item>>({
  name,
  experiment,
  source,
  items,
}: Parts<Item, List>): Dataset<Item, List> {
  return { name, experiment, ...source, sha256: hashOf(items), items };
}

/** Hex sha256 of the canonical JSON of the list, written item by item. */
function hashOf(items: Items<ItemBase>): string {
  const hash = createHash('sha256');
  let before = '[';
  for (const item of items) {
    hash.update(`${before}${canonicalJson(item)}`);
    before = ',';
  }
  return hash.update(items.length === 0 ? '[]' : ']').digest('hex');
}
