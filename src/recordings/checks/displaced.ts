import { oneForm } from '../../data/one-form.ts';
import type { CheckFinding } from '../../results/row-check.ts';
import { mostDiffering } from '../../stats/least-numbers.ts';
import { counted } from '../../util/numbers.ts';
import type { RecordedItem, ScoredRow } from '../recording.ts';
import { isSameItem } from '../same-item.ts';
import { type CheckedSide, findingOn, itemOfRow } from './checked-side.ts';

/** Fewest answers that are scored as right, smallest share of them that equals the key, and of answers that are some item's key. */
const [minRight, minEqual, minComparable] = [10, 0.9, 0.9];

/** Names logs in which ids stand for other items than in the other logs of the same task. */
export function checkOtherItems(sides: readonly CheckedSide[]): readonly CheckFinding[] {
  const tasks = Map.groupBy(sides, ({ log }) => JSON.stringify([log.task, log.format]));
  return [...tasks.values()].flatMap((own) => {
    const logs = [...new Set(own.map(({ log }) => log))];
    if (logs.length < 2) return [];
    const usualItem = usualItemIn(logs.map(({ items }) => items));
    return own.flatMap((side) => {
      const other = side.rows.filter((row) => {
        const item = usualItem(row.item);
        return item !== undefined && !isSameItem(item, itemOfRow(side, row));
      });
      if (other.length <= mostDiffering * side.rows.length) return [];
      return [
        findingOn(side, other, {
          ...{ check: 'other items', kind: 'fault', changesRows: false },
          found: `${other.length} of ${side.rows.length} shared ids stand for another question or key than in the other logs`,
          effect: 'models are not compared on these items',
        }),
      ];
    });
  });
}

/** Fewest items of ids that are whole numbers without a gap, from which on a shift by one is no chance. */
const minNumbered = 10;

/**
 * Names models whose items have no texts and ids that are whole numbers without a gap, one higher than those of another model of as many
 * items: they may number the same items from 0 and from 1, and are paired with the neighbors.
 */
export function checkShiftedNumbers(sides: readonly CheckedSide[]): readonly CheckFinding[] {
  const tasks = Map.groupBy(sides, ({ log, score }) => JSON.stringify([log.task, log.format, score]));
  return [...tasks.values()].flatMap((own) => {
    if (own.length < 2) return [];
    const numbered = own.flatMap((side) => {
      const ids = new Set(side.rows.map(({ item }) => item));
      const range = ids.size < minNumbered ? null : numbersIn(ids);
      return range === null || side.rows.some((row) => itemOfRow(side, row).hasText) ? [] : [{ side, ...range }];
    });
    return numbered.flatMap(({ side, low, high }) => {
      const other = numbered.find((each) => each.low === low - 1 && each.high === high - 1);
      if (other === undefined) return [];
      return [
        findingOn(side, [], {
          ...{ check: 'other items', kind: 'fault', changesRows: false },
          found: `its ids go from ${low} to ${high}, those of ${other.side.model} from ${other.low} to ${other.high}: they may number the same items from ${low} and from ${other.low}`,
          effect: 'equal ids are taken for one item; give both the same ids',
        }),
      ];
    });
  });
}

/** Returns the lowest and the highest of ids that are whole numbers without a gap; null for other ids. */
function numbersIn(ids: ReadonlySet<string>): { readonly low: number; readonly high: number } | null {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const id of ids) {
    if (!/^\d{1,9}$/.test(id)) return null;
    low = Math.min(low, Number(id));
    high = Math.max(high, Number(id));
  }
  return high - low + 1 === ids.size ? { low, high } : null;
}

/** Logs up to which an item is looked up again and again, which needs no memory. */
const fewLogs = 4;

/** Returns a function that returns the item that most logs have under an id; of two logs that differ, that of the first. */
function usualItemIn(logs: readonly ReadonlyMap<string, RecordedItem>[]): (id: string) => RecordedItem | undefined {
  const known = new Map<string, RecordedItem>();
  return (id) => {
    const found = known.get(id);
    if (found !== undefined) return found;
    const items = logs.flatMap((own) => own.get(id) ?? []);
    const [first] = items;
    const most = items.every(({ sha256 }) => sha256 === first?.sha256) ? first : mostFrequent(items);
    if (most !== undefined && logs.length > fewLogs) known.set(id, most);
    return most;
  };
}

function mostFrequent(items: readonly RecordedItem[]): RecordedItem | undefined {
  const groups = [...Map.groupBy(items, ({ sha256 }) => sha256).values()];
  return groups.toSorted((one, other) => other.length - one.length)[0]?.[0];
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
        found: `${counted(other.length, `of ${right.length} answers that are scored as right is`, `of ${right.length} answers that are scored as right are`)} not the key of the item`,
        effect: 'the column of outcomes counts; check the columns of answers and keys',
      },
    ),
  ];
}
