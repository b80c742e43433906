import type { Dataset } from '../../domain/dataset.ts';
import { type Experiments, experimentNamed } from '../../experiments/registry.ts';
import type { OutcomeRow } from '../../outcome-kinds/outcome-kinds.ts';
import type { RunRecord } from '../../store/store.ts';

/** Finds titles of a run's items, which arrive in the order of their data set, so that no title is cached. */
export class ItemTitles {
  readonly #run: RunRecord;
  readonly #experiments: Experiments;
  readonly #datasets: ReadonlyMap<string, Dataset>;
  #experiment = '';
  #items: Iterator<Dataset['items'] extends Iterable<infer Item> ? Item : never> | null = null;
  #last: { readonly item: string; readonly title: string } | null = null;

  constructor(run: RunRecord, experiments: Experiments, datasets: ReadonlyMap<string, Dataset>) {
    this.#run = run;
    this.#experiments = experiments;
    this.#datasets = datasets;
  }

  /** Returns the title of a row's item; its id if the data set does not have it. */
  titleOf({ experiment, item }: Pick<OutcomeRow, 'experiment' | 'item'>): string {
    if (experiment === this.#experiment && this.#last?.item === item) return this.#last.title;
    if (experiment !== this.#experiment) this.#begin(experiment);
    const found = this.#search(item) ?? this.#again(experiment, item) ?? item;
    this.#last = { item, title: found };
    return found;
  }

  #begin(experiment: string): void {
    this.#experiment = experiment;
    const planned = this.#run.config.experiments.find(({ name }) => name === experiment);
    const dataset = planned === undefined ? undefined : this.#datasets.get(planned.dataset.sha256);
    this.#items = dataset === undefined ? null : dataset.items[Symbol.iterator]();
  }

  #again(experiment: string, item: string): string | null {
    this.#begin(experiment);
    return this.#search(item);
  }

  #search(item: string): string | null {
    for (let next = this.#items?.next(); next !== undefined && next.done !== true; next = this.#items?.next()) {
      if (next.value.id === item) return experimentNamed(this.#experiments, this.#experiment).title(next.value);
    }
    return null;
  }
}
