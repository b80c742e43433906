import { type JoinedGroups, joinGroups } from '../data/joined-groups.ts';
import { oneForm } from '../data/one-form.ts';

/** Maximum number of items, and of characters of their texts as written, that are compared: 20,000 items take a few seconds. */
const maxItems = 20_000;
const maxCharacters = 40_000_000;

interface ItemTexts {
  /** Declared group of the item; its id where the data declare none. */
  readonly group: string;
  /** Its question with choices and key, as written. */
  readonly texts: readonly string[];
  /** Whether the data declare a group of the item. */
  readonly isGrouped: boolean;
}

/** The texts of the items of a log, as long as they are few enough to be compared. Their forms are made when they are compared. */
export class JoinedTexts {
  #items: ItemTexts[] | null = [];
  #characters = 0;

  /** Adds an item; one without texts, whose question the log does not have, is like no other. */
  add(item: ItemTexts): void {
    if (this.#items === null || item.texts.length === 0) return;
    for (const text of item.texts) this.#characters += text.length;
    this.#items.push(item);
    if (this.#items.length > maxItems || this.#characters > maxCharacters) this.#items = null;
  }

  /** Whether the items were too many, so that none are joined. */
  get isTooMuch(): boolean {
    return this.#items === null;
  }

  /** Whether the data declare a group of any item. */
  get isAnyGrouped(): boolean {
    return this.#items?.some(({ isGrouped }) => isGrouped) === true;
  }

  /** Returns the groups of the items, joined by their texts as runs join them. */
  groups(): JoinedGroups {
    return joinGroups(
      (this.#items ?? []).flatMap(({ group, texts, isGrouped }) => {
        const text = texts.map(oneForm).join(' ');
        return text.trim() === '' ? [] : [{ group, texts: [text], near: isGrouped ? null : text }];
      }),
    );
  }
}
