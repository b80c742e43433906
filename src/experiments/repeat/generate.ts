import type { ItemGenerator } from '../../dataset/item-kind.ts';
import { questionLines } from '../../domain/question.ts';
import { seededRandom, shuffled } from '../../util/random.ts';
import { beginningOf, generateKnow } from '../know/generate.ts';
import type { RepeatItem } from './items.ts';
import { forms, things } from './requests.ts';

/** Seed of the shipped set. */
const repeatSeed = 71;

/** Returns the open requests: every form once with a new kind of thing, then every form with the next one, and so on. */
function openRequests(seed: number): readonly Omit<RepeatItem, 'id'>[] {
  const order = shuffled(forms, seededRandom('repeat', 'forms', seed));
  const rows = order.map((form) => ({ form, own: shuffled(things, seededRandom('repeat', seed, form)) }));
  return things.flatMap((_, turn) =>
    rows.map(({ form, own }) => ({ request: form.replace('{thing}', own[turn] ?? ''), template: form })),
  );
}

/**
 * Generates requests with short answers, in turn a multiple-choice question and an open request; a longer set begins with
 * the shorter one. RangeError when the forms are used up.
 */
export function generateRepeat(
  count: number,
  { seed = repeatSeed }: { readonly seed?: number } = {},
): readonly RepeatItem[] {
  const open = openRequests(seed);
  const half = Math.ceil(count / 2);
  if (half > open.length) throw new RangeError(`the forms make ${2 * open.length} requests`);
  const questions = generateKnow(half, { seed: seed + 1 });
  const pairs = questions.flatMap((question, place) => [
    { request: questionLines(question), template: beginningOf(question) },
    ...open.slice(place, place + 1),
  ]);
  return pairs.slice(0, count).map((item, index) => ({ id: `repeat-${String(index + 1).padStart(5, '0')}`, ...item }));
}

export const generator: ItemGenerator = {
  takesTopics: false,
  generate: (count, { seed = repeatSeed }) => generateRepeat(count, { seed }),
};
