import type { CheckFinding } from '../../results/row-check.ts';
import { counted } from '../../util/numbers.ts';
import { oneLine } from '../../util/text.ts';
import type { RecordedItem } from '../recording.ts';
import type { CheckedSide } from './checked-side.ts';

/** Returns the form of a name without upper case, and one separator for spaces, `_` and `-`. */
function nameForm(name: string): string {
  return name
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, '-');
}

/** Returns the form of an id without upper case and leading zeros. */
function idForm(id: string): string {
  return id.toLowerCase().replace(/(?<!\d)0+(?=\d)/g, '');
}

function mayBeOne(one: RecordedItem, other: RecordedItem): boolean {
  const isTextEqual = !one.hasText || !other.hasText || one.text === other.text;
  return isTextEqual && (one.key === null || other.key === null || one.key === other.key);
}

/** Returns lists of names that differ only in upper case, spaces, `_` and `-`. */
export function alikeNames(names: Iterable<string>): readonly (readonly string[])[] {
  return [...Map.groupBy(new Set(names), nameForm).values()].filter((own) => own.length > 1);
}

/** What is in doubt about models of names that are alike. */
export const alikeModels = {
  ...{ check: 'alike names', kind: 'fault', rows: [], changesRows: false },
  found: 'their names differ only in upper case, spaces, _ or -',
  effect: 'they count as different models; give one model one name',
} as const satisfies Partial<CheckFinding>;

/** Names models whose names differ only in upper case, spaces, `_` and `-`: they may be one model. */
export function checkAlikeModels(sides: readonly CheckedSide[]): readonly CheckFinding[] {
  return alikeNames(sides.map(({ model }) => model)).map((models) => {
    const first = sides.find(({ model }) => model === models[0]);
    return { ...alikeModels, file: first?.log.file ?? '', score: first?.score ?? '', models };
  });
}

/** Names ids of one log that differ only in upper case or leading zeros, and do not stand for different texts. */
export function checkAlikeIds(sides: readonly CheckedSide[]): readonly CheckFinding[] {
  const logs = new Map(sides.map((side) => [side.log, side]));
  return [...logs].flatMap(([log, { score }]) => {
    const alike = [...Map.groupBy(log.items.values(), ({ id }) => idForm(id)).values()].filter((own) =>
      own.some((item, at) => own.slice(at + 1).some((other) => mayBeOne(item, other))),
    );
    const [first] = alike;
    if (first === undefined) return [];
    const ids = first.map(({ id }) => oneLine(id, 40)).join(' and ');
    return [
      {
        ...{ check: 'alike names', kind: 'fault', file: log.file, score, models: [], changesRows: false },
        rows: alike.flatMap((own) => own.map(({ id }) => ({ item: id, epoch: 1 }))),
        found: `${counted(alike.length, 'id stands', 'ids stand')} there again in upper case or with leading zeros, first ${ids}`,
        effect: 'they count as different items; write one item with one id',
      },
    ];
  });
}
