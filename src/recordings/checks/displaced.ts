import { isAscii, latinForm } from '../../data/look-alikes.ts';
import { oneForm } from '../../data/one-form.ts';
import type { CheckFinding } from '../../results/row-check.ts';
import { mostDiffering } from '../../stats/least-numbers.ts';
import { counted } from '../../util/numbers.ts';
import type { RecordedItem, RecordedLog, ScoredRow } from '../recording.ts';
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

/** Fewest wrong answers that are the key, and their smallest share of the wrong answers; smallest share of keys that score as right. */
const [minMatched, minMatchedShare, minRightKeys] = [5, 0.05, 0.5];

/** Smallest share of keys in ASCII from which on letters of other scripts are taken for the Latin ones that they look like. */
const minLatin = 0.5;

/** Returns the form of one word without brackets, quotes, stars and punctuation around it; '' for several words. */
export function wordForm(text: string): string {
  const form = oneForm(text.replace(/^[\s([{<"'*`]+|[\s)\]}>"'*`.,:;!]+$/gu, ''));
  return /\s/.test(form) ? '' : form;
}

/** Returns whether two keys differ only in case, brackets, quotes and punctuation, so that these tell answers apart. */
function haveOneForm(keys: readonly string[]): boolean {
  const forms = [...new Set(keys)].map(wordForm).filter((form) => form !== '');
  return new Set(forms).size < forms.length;
}

/**
 * Returns whether an answer is its key letter by letter, or one word that is the key but for case, brackets, quotes and punctuation.
 * `isLatin`: letters of other scripts stand for the Latin ones that they look like.
 */
function isKeyWord(answer: string, key: string, { isExact, isLatin }: KeyForm): boolean {
  if (answer.trim() === key.trim()) return true;
  const formOf = (text: string) => (isExact ? '' : wordForm(isLatin ? latinForm(text) : text));
  const form = formOf(key);
  return form !== '' && formOf(answer) === form;
}

/** How the keys of a log are compared with answers. */
interface KeyForm {
  /** Whether case, brackets, quotes or punctuation tell keys apart. */
  readonly isExact: boolean;
  /** Whether most keys are in ASCII, so that a letter of another script is hardly meant. */
  readonly isLatin: boolean;
}

/** Returns how keys are compared with answers. */
function keyFormOf(keys: readonly string[]): KeyForm {
  return { isExact: haveOneForm(keys), isLatin: keys.filter(isAscii).length >= minLatin * keys.length };
}

/** The rows of one score of a log whose answers are the key. */
interface KeyRows {
  readonly all: ReadonlySet<ScoredRow>;
  /** Whether the score goes by the key: most of these rows are right, and most right answers are keys; or nothing at all is right. */
  readonly isByKey: boolean;
}

const knownKeyRows = new WeakMap<RecordedLog, Map<string, KeyRows>>();

/** Returns the rows of a score whose answers are the key; a log is looked at once, whichever of its models is checked. */
function keyRowsOf({ log, score }: Pick<CheckedSide, 'log' | 'score'>): KeyRows {
  const ofLog = knownKeyRows.get(log) ?? new Map<string, KeyRows>();
  knownKeyRows.set(log, ofLog);
  const known = ofLog.get(score);
  if (known !== undefined) return known;
  const keyed: ScoredRow[] = [];
  const keys: string[] = []; // of these rows
  for (const row of log.rows) {
    if (row.score !== score || (row.answer ?? '').trim() === '') continue;
    const key = (log.items.get(row.item)?.key ?? '').trim();
    if (key === '') continue;
    keyed.push(row);
    keys.push(key);
  }
  const form = keyFormOf(keys);
  const all = new Set(keyed.filter(({ answer }, at) => isKeyWord(answer ?? '', keys[at] ?? '', form)));
  const right = keyed.filter(isRight);
  const rightKeys = right.filter((row) => all.has(row)).length;
  const isByKey = right.length === 0 || rightKeys >= minRightKeys * Math.max(all.size, right.length);
  const found = { all, isByKey };
  ofLog.set(score, found);
  return found;
}

/** Rows whose answers and outcomes do not go together, in words. */
interface OtherOutcomes {
  readonly rows: readonly ScoredRow[];
  readonly found: string;
  readonly effect: string;
}

/** Returns the rows that are scored as right although the answer is not the key; null where there are few. */
function rightOthers(side: CheckedSide): OtherOutcomes | null {
  if (side.rows.every((row) => !isRight(row) || isKey(side, row))) return null;
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
  if (!isComparable || other.length <= (1 - minEqual) * right.length) return null;
  return {
    rows: other.map(({ row }) => row),
    found: `${counted(other.length, `of ${right.length} answers that are scored as right is`, `of ${right.length} answers that are scored as right are`)} not the key of the item`,
    effect: 'check the columns of answers and keys',
  };
}

/**
 * Returns the rows that are scored as wrong although the answer is the key; null where there are few. Where another score of the log has
 * a row right, this one asks for more than the key, or goes by another answer.
 */
function wrongKeys(side: CheckedSide): OtherOutcomes | null {
  if (side.log.isOfRun) return null;
  const wrong = side.rows.filter(({ outcome }) => outcome.kind === 'scored' && outcome.value === 0);
  const { all, isByKey } = keyRowsOf(side);
  if (!isByKey || wrong.filter((row) => all.has(row)).length < minMatched) return null;
  const placeOf = ({ model, item, epoch }: ScoredRow) => JSON.stringify([model, item, epoch]);
  const others = side.log.scores.length === 1 ? [] : side.log.rows.filter(({ score }) => score !== side.score);
  const rightElsewhere = new Set(others.filter(isRight).map(placeOf));
  const isRightElsewhere = (row: ScoredRow) => rightElsewhere.size > 0 && rightElsewhere.has(placeOf(row));
  const rows = wrong.filter((row) => all.has(row) && !isRightElsewhere(row));
  if (rows.length < Math.max(minMatched, minMatchedShare * wrong.length)) return null;
  return {
    rows,
    found: `${rows.length} of ${wrong.length} answers that are scored as wrong are the key of the item`,
    effect: `if they are right, accuracy lacks ${Math.round((1000 * rows.length) / side.rows.length) / 10} points: score the answers again`,
  };
}

/** Names models whose answers are scored as right although they are not the key, or as wrong although they are. */
export function checkOtherKeys(side: CheckedSide): readonly CheckFinding[] {
  if (!side.isBinary) return [];
  const [first, ...more] = [rightOthers(side), wrongKeys(side)].flatMap((each) => each ?? []);
  if (first === undefined) return [];
  const all = [first, ...more];
  return [
    findingOn(
      side,
      all.flatMap(({ rows }) => rows),
      {
        ...{ check: 'other keys', kind: 'fault', changesRows: false },
        found: all.map(({ found }) => found).join(', and '),
        effect: ['the column of outcomes counts', ...all.map(({ effect }) => effect)].join('; '),
      },
    ),
  ];
}
