import { type JoinedGroups, joinGroups } from '../data/joined-groups.ts';

/** Maximum number of items, and of characters of their texts, that are compared: 20,000 items take a few seconds. */
const maxItems = 20_000;
const maxCharacters = 40_000_000;

interface Text {
  /** Declared group of the item; its id where the data declare none. */
  readonly group: string;
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

  /** Whether the data declare a group of any item. */
  get isAnyGrouped(): boolean {
    return this.#texts?.some(({ isGrouped }) => isGrouped) === true;
  }

  /** Returns the groups of the items, joined by their texts as runs join them. */
  groups(): JoinedGroups {
    return joinGroups(
      (this.#texts ?? []).map(({ group, text, isGrouped }) => ({
        group,
        texts: [text],
        near: isGrouped ? null : text,
      })),
    );
  }
}
