import { nearEqualTo } from '../data/near-equal-texts.ts';
import { oneForm } from '../data/one-form.ts';

/** Maximum number of items, and of characters of their texts, that are compared: 20,000 items take a few seconds. */
const maxItems = 20_000;
const maxCharacters = 40_000_000;

interface Text {
  readonly id: string;
  readonly text: string;
  /** Whether the data declare a group of the item. */
  readonly isGrouped: boolean;
}

/** The texts of the items of a log, as long as they are few enough to be compared. */
export class JoinedTexts {
  #texts: Text[] | null = [];
  #characters = 0;

  /** Adds an item: its question with choices and key; '' where the log has no question, which is like no other. */
  add(text: Text): void {
    if (this.#texts === null || text.text.trim() === '') return;
    this.#characters += text.text.length;
    this.#texts.push(text);
    if (this.#texts.length > maxItems || this.#characters > maxCharacters) this.#texts = null;
  }

  /** Whether the items were too many, so that none are joined. */
  get isTooMuch(): boolean {
    return this.#texts === null;
  }

  /**
   * Returns for each item whose text is equal to that of an earlier item (in one form), or near-equal where the data declare no group of
   * either, the id of that item. Runs join items alike.
   */
  joined(): ReadonlyMap<string, string> {
    const texts = this.#texts ?? [];
    const firsts = new Map<string, string>();
    const joined = new Map<string, string>();
    const open: Text[] = [];
    for (const each of texts) {
      const form = oneForm(each.text);
      const first = firsts.get(form);
      if (first === undefined) firsts.set(form, each.id);
      else if (!each.isGrouped) joined.set(each.id, first);
      if (!each.isGrouped && first === undefined) open.push(each);
    }
    for (const [index, first] of nearEqualTo(open.map(({ text }) => text)).entries())
      if (first !== index) joined.set((open[index] as Text).id, (open[first] as Text).id); // both are places of `open`
    return joined;
  }
}
