import type { ItemBase } from '../experiments/experiment.ts';
import { canonicalJson, sha256 } from '../util/canonical-json.ts';
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
  return { name, experiment, ...source, sha256: sha256(canonicalJson(items)), items };
}
