import { oneForm } from '../../data/one-form.ts';
import type { CheckFinding } from '../../results/row-check.ts';
import type { RecordedItem, ScoredRow } from '../recording.ts';
import { isSameItem } from '../same-item.ts';
import { type CheckedSide, findingOn, itemOfRow } from './checked-side.ts';

/** Share of the items above which other texts under the same ids are another numbering. */
const maxOtherTexts = 0.05;
/** Fewest answers that are scored as right, smallest share of them that equals the key, and of answers that are some item's key. */
const [minRight, minEqual, minComparable] = [10, 0.9, 0.9];

/** Names logs in which ids stand for other items than in the other logs of the same task. */
export function checkOtherItems(sides: readonly CheckedSide[]): readonly CheckFinding[] {
  const tasks = Map.groupBy(sides, ({ log }) => JSON.stringify([log.task, log.format]));
  return [...tasks.values()].flatMap((own) => {
    const logs = [...new Set(own.map(({ log }) => log))];
    if (logs.length < 2) return [];
    const usual = usualItems(logs.map(({ items }) => items));
    return own.flatMap((side) => {
      const shared = side.rows.filter(({ item }) => usual.has(item));
      const other = shared.filter((row) => {
        const item = usual.get(row.item);
        return item !== undefined && !isSameItem(item, itemOfRow(side, row));
      });
      if (other.length <= maxOtherTexts * shared.length) return [];
      return [
        findingOn(side, other, {
          ...{ check: 'other items', kind: 'fault', changesRows: false },
          found: `${other.length} of ${shared.length} shared ids stand for another question or key than in the other logs`,
          effect: 'models are not compared on these items',
        }),
      ];
    });
  });
}

/** Returns the item that most logs have under an id; of two logs that differ, that of the first. */
function usualItems(logs: readonly ReadonlyMap<string, RecordedItem>[]): ReadonlyMap<string, RecordedItem> {
  const found = new Map<string, Map<string, { readonly item: RecordedItem; count: number }>>();
  for (const items of logs)
    for (const [id, item] of items) {
      const own = found.get(id) ?? new Map<string, { readonly item: RecordedItem; count: number }>();
      const known = own.get(item.sha256);
      if (known === undefined) own.set(item.sha256, { item, count: 1 });
      else known.count += 1;
      found.set(id, own);
    }
  return new Map(
    [...found].flatMap(([id, own]) => {
      const [usual] = [...own.values()].toSorted((one, another) => another.count - one.count);
      return usual === undefined ? [] : [[id, usual.item]];
    }),
  );
}

function isRight({ outcome }: ScoredRow): boolean {
  return outcome.kind === 'scored' && outcome.value === 1;
}

/** Returns whether the answer of a row is its key letter by letter, or there is nothing to compare. */
function isKey(side: CheckedSide, row: ScoredRow): boolean {
  const { key } = itemOfRow(side, row);
  return key === null || row.answer === null || row.answer === key || row.answer.trim() === '';
}

/** Names models whose answers, though scored as right, are not the key of their item: a column is displaced. */
export function checkOtherKeys(side: CheckedSide): readonly CheckFinding[] {
  if (!side.isBinary || side.rows.every((row) => !isRight(row) || isKey(side, row))) return [];
  const keyed = side.rows.flatMap((row) => {
    const { key } = itemOfRow(side, row);
    return key === null || row.answer === null || row.answer.trim() === ''
      ? []
      : [{ row, key: oneForm(key), answer: oneForm(row.answer) }];
  });
  const keys = new Set(keyed.map(({ key }) => key));
  const comparable = keyed.filter(({ answer }) => keys.has(answer));
  const right = comparable.filter(({ row }) => isRight(row));
  const other = right.filter(({ key, answer }) => key !== answer);
  const isComparable = comparable.length >= minComparable * keyed.length && right.length >= minRight;
  if (!isComparable || other.length <= (1 - minEqual) * right.length) return [];
  return [
    findingOn(
      side,
      other.map(({ row }) => row),
      {
        ...{ check: 'other keys', kind: 'fault', changesRows: false },
        found: `${other.length} of ${right.length} answers that are scored as right are not the key of their item`,
        effect: 'the column of outcomes counts; check the columns of answers and keys',
      },
    ),
  ];
}
