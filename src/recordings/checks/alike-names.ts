import { latinForm } from '../../data/look-alikes.ts';
import { nameForm } from '../../data/one-form.ts';
import type { CheckFinding } from '../../results/row-check.ts';
import { withoutUnseen } from '../../util/escape-controls.ts';
import { counted } from '../../util/numbers.ts';
import { oneLine } from '../../util/text.ts';
import { mayBeOne } from '../same-item.ts';
import type { CheckedSide } from './checked-side.ts';

/** Returns a name without upper case, and with one separator for spaces, `_` and `-`. */
function plainForm(name: string): string {
  return nameForm(name.normalize('NFKC'))
    .toLowerCase()
    .replace(/[\s_-]+/g, '-');
}

/** Returns a name in plain form without invisible characters, with Latin letters for those that look like them. */
function alikeForm(name: string): string {
  return plainForm(latinForm(withoutUnseen(name)));
}

/** Matches leading zeros of a number; those after a decimal point or comma are digits of the number: `1.05`, `.05`. */
const leadingZeros = /(?<!\d|(?<![a-z_])[.,])0+(?=\d)/g;

/** Returns the form of an id without upper case, leading zeros and invisible characters, with Latin letters for those that look like them. */
export function idForm(id: string): string {
  return latinForm(withoutUnseen(id)).toLowerCase().replace(leadingZeros, '');
}

/** Returns lists of names that look alike: they differ only in upper case, spaces, `_`, `-` and letters of other scripts. */
export function alikeNames(names: Iterable<string>): readonly (readonly string[])[] {
  return [...Map.groupBy(new Set(names), alikeForm).values()].filter((own) => own.length > 1);
}

/** Returns what is in doubt about models of names that look alike. */
export function alikeModels(models: readonly string[]) {
  const isUnseen = new Set(models.map(withoutUnseen)).size < models.length;
  const isOtherScript = new Set(models.map((model) => plainForm(withoutUnseen(model)))).size > 1;
  return {
    ...{ check: 'alike names', kind: 'fault', rows: [], changesRows: false, models },
    found: isOtherScript
      ? 'their names differ in letters of other scripts that look alike, such as Cyrillic ones'
      : `their names differ only in upper case, spaces, _${isUnseen ? ', - or invisible characters' : ' or -'}`,
    effect: 'they count as different models; give one model one name',
  } as const satisfies Partial<CheckFinding>;
}

/** Names models whose names look alike: they may be one model. */
export function checkAlikeModels(sides: readonly CheckedSide[]): readonly CheckFinding[] {
  return alikeNames(sides.map(({ model }) => model)).map((models) => {
    const first = sides.find(({ model }) => model === models[0]);
    return { ...alikeModels(models), file: first?.log.file ?? '', score: first?.score ?? '' };
  });
}

/** Names ids of one log that differ only in upper case, leading zeros or letters that look alike, and do not stand for different texts. */
export function checkAlikeIds(sides: readonly CheckedSide[]): readonly CheckFinding[] {
  const logs = new Map(sides.map((side) => [side.log, side]));
  return [...logs].flatMap(([log, { score }]) => {
    if ([...log.items.keys()].every((id) => idForm(id) === id)) return []; // no two have one form
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
        found: `${counted(alike.length, 'id stands', 'ids stand')} there again in upper case, with leading zeros or letters that look alike, first ${ids}`,
        effect: 'they count as different items; write one item with one id',
      },
    ];
  });
}
