import { sha256 } from '../../util/canonical-json.ts';
import { normalizedString } from '../../util/normalized-string.ts';
import type { PropertyItem } from './items.ts';

type Split = 'train' | 'test';

/**
 * Returns the split of an item: the release's own, or train where sha256("seb-split-1" + normalized string) mod 10 < 8.
 * All tasks and properties of a string share a split.
 */
export function splitOf({ string, split }: Pick<PropertyItem, 'string' | 'split'>): Split {
  if (split !== undefined) return split;
  const hash = BigInt(`0x${sha256(`seb-split-1${normalizedString(string)}`)}`);
  return hash % 10n < 8n ? 'train' : 'test';
}
