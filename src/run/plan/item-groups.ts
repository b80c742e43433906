import type { ItemBase } from '../../domain/item.ts';
import type { Experiment } from '../../experiments/experiment.ts';

/**
 * Names the groups of items that intervals are clustered by. Items with equal text share the group of the first of them,
 * whatever their ids: a repeated item is not independent evidence.
 */
export class ItemGroups {
  readonly #groups = new Map<string, string>();

  of(experiment: Pick<Experiment, 'name' | 'cluster' | 'title'>, item: ItemBase): string {
    const text = `${experiment.name}\n${experiment.title(item)}`;
    const group = this.#groups.get(text) ?? experiment.cluster(item);
    this.#groups.set(text, group);
    return group;
  }
}
