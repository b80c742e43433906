import type { AnsweredCall, ScoredItem } from './outcome-rows.ts';

/** A call with its stored answer. */
export type StoredCall = AnsweredCall & { readonly stored: NonNullable<AnsweredCall['stored']> };

/** Passes on each stored answer once: conditions of an item are adjacent and may share answers, as calls with one text do. */
export class NewAnswers {
  readonly #seen = new Set<string>();
  #item: unknown = null;

  /** Returns the calls with a stored answer that the item did not have under another condition before. */
  of({ item, asked }: Pick<ScoredItem, 'item' | 'asked'>): readonly StoredCall[] {
    if (item !== this.#item) this.#seen.clear();
    this.#item = item;
    const found: StoredCall[] = [];
    for (const { call, model, stored } of asked()) {
      if (stored === null || this.#seen.has(stored.key)) continue;
      this.#seen.add(stored.key);
      found.push({ call, model, stored });
    }
    return found;
  }
}
