import type { FrontierRow } from './recordings.ts';

/** Length at which the recordings of MMLU cut a question. */
const cutAt = 80;
/** Items with one cut beginning from which it is a form of questions; a pair of items may be two questions on one passage. */
const minOfForm = 5;

/** Returns what a recording tells of a question: its subject and beginning. */
function beginningOf({ kind, question }: FrontierRow): string {
  return JSON.stringify([kind, question]);
}

/** Returns the ids of the items with each beginning. */
function itemsByBeginning(rows: readonly FrontierRow[]): ReadonlyMap<string, ReadonlySet<string>> {
  const items = new Map<string, Set<string>>();
  for (const row of rows) {
    const beginning = beginningOf(row);
    const known = items.get(beginning);
    if (known === undefined) items.set(beginning, new Set([row.item]));
    else known.add(row.item);
  }
  return items;
}

/** Items of a recording that a second one has, too. */
export interface SharedItems {
  /** Their subject and beginning is that of one item in each of the two recordings. */
  readonly items: ReadonlySet<string>;
  /** Items whose beginning is in both, and in one of them that of several items: which of them are in both is not known. */
  readonly unclear: ReadonlySet<string>;
  /** Largest number of the unclear ones that can be in both. */
  readonly maxUnclear: number;
}

/** Returns which items of a recording are in a second one. */
export function sharedItems(rows: readonly FrontierRow[], others: readonly FrontierRow[]): SharedItems {
  const theirs = itemsByBeginning(others);
  const inBoth = [...itemsByBeginning(rows)].flatMap(([beginning, own]) => {
    const other = theirs.get(beginning);
    return other === undefined ? [] : [{ own, other }];
  });
  const [clear, unclear] = [true, false].map((isClear) =>
    inBoth.filter(({ own, other }) => (own.size === 1 && other.size === 1) === isClear),
  ) as [typeof inBoth, typeof inBoth]; // two lists
  return {
    items: new Set(clear.flatMap(({ own }) => [...own])),
    unclear: new Set(unclear.flatMap(({ own }) => [...own])),
    maxUnclear: unclear.reduce((sum, { own, other }) => sum + Math.min(own.size, other.size), 0),
  };
}

/**
 * Returns rows without the question where it is a cut beginning that at least five items share. Such a beginning tells nothing of
 * the rest, and `seb` would take the items for one text; without a question, an item is like no other.
 */
export function withoutForms(rows: readonly FrontierRow[]): readonly FrontierRow[] {
  const items = itemsByBeginning(rows);
  const isForm = (row: FrontierRow) =>
    row.question.length >= cutAt && (items.get(beginningOf(row))?.size ?? 0) >= minOfForm;
  return rows.map((row) => (isForm(row) ? { ...row, question: '' } : row));
}
