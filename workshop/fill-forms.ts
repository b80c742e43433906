import { seededRandom, shuffled } from '../src/util/random.ts';

/** A text made from a form, and the form. */
export interface FilledForm {
  readonly text: string;
  readonly template: string;
}

/**
 * Returns every form with every filler in place of `{slot}`: each form once with a new filler, then each form with the
 * next one, and so on. `name` and `seed` determine both orders.
 */
export function fillForms(
  {
    forms,
    slot,
    fillers,
  }: { readonly forms: readonly string[]; readonly slot: string; readonly fillers: readonly string[] },
  { name, seed }: { readonly name: string; readonly seed: number },
): readonly FilledForm[] {
  const order = shuffled(forms, seededRandom(name, 'forms', seed));
  const rows = order.map((form) => ({ form, own: shuffled(fillers, seededRandom(name, seed, form)) }));
  return fillers.flatMap((_, turn) =>
    rows.map(({ form, own }) => ({ text: form.replace(`{${slot}}`, own[turn] ?? ''), template: form })),
  );
}

/** Returns the first items of a list with ids (`know-00001`). RangeError, which names the `things`, if there are fewer. */
export function numbered<Item>(
  items: readonly Item[],
  { name, things, count }: { readonly name: string; readonly things: string; readonly count: number },
): readonly (Item & { readonly id: string })[] {
  if (count > items.length) throw new RangeError(`the templates make ${items.length} ${things}`);
  return items.slice(0, count).map((item, index) => ({ id: `${name}-${String(index + 1).padStart(5, '0')}`, ...item }));
}
