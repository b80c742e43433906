import { type LoggedScore, loggedScores } from '../../recordings/import/import-logs.ts';
import type { RecordedLog } from '../../recordings/recording.ts';
import { isAbsentText } from '../../recordings/same-item.ts';
import type { PossibleWrongKey } from '../../results/log-facts.ts';
import { makerOf } from '../self-knowledge/relatives.ts';
import { itemOf } from './log-tables.ts';

/** Share of the models that must agree on another answer, and fewest models and makers. */
const [leastAgreement, fewestModels, fewestMakers] = [0.8, 5, 3];

/** Returns items on which 80 % of at least five models of three makers agree on another answer than the key; none is left out of any score. */
export function possibleWrongKeys(recordings: readonly RecordedLog[]): readonly PossibleWrongKey[] | null {
  if (recordings.reduce((sum, { models }) => sum + models.length, 0) < fewestModels) return null;
  const score = recordings[0]?.scores.find(({ kind }) => kind !== 'unread');
  const sides = score === undefined ? [] : recordings.flatMap(loggedScores).filter((side) => side.score === score.name);
  if (sides.length < fewestModels) return null;
  const byItem = new Map<string, { readonly side: LoggedScore; readonly answer: string }[]>();
  for (const side of sides)
    for (const [id, rows] of Map.groupBy(side.rows, (row) => row.item)) {
      const answer = commonest(
        rows.flatMap((row) => (isAbsentText(row.answer ?? '') ? [] : [row.answer?.trim() ?? ''])),
      );
      const place = JSON.stringify([id, itemOf(side.log, id).sha256]);
      if (answer !== null && itemOf(side.log, id).key !== null)
        byItem.set(place, [...(byItem.get(place) ?? []), { side, answer }]);
    }
  const panels = [...byItem].filter(
    ([, answers]) =>
      answers.length >= fewestModels &&
      new Set(answers.flatMap(({ side }) => originOf(side.model) ?? [])).size >= fewestMakers,
  );
  if (panels.length === 0) return null;
  return panels.flatMap(([place, answers]) => {
    const [id] = JSON.parse(place) as [string, string]; // made above
    const [first] = answers;
    if (first === undefined) return [];
    const { text, key } = itemOf(first.side.log, id);
    const answer = commonest(answers.map((each) => each.answer)) ?? '';
    const agree = answers.filter((each) => each.answer === answer).length;
    const isOther = key !== null && answer !== key.trim() && agree >= leastAgreement * answers.length;
    return isOther ? [{ item: id, text, key, answer, agree, of: answers.length }] : [];
  });
}

/** Returns what logs lack for wrong keys to be looked for; of tables alone also the flag that names its column. */
export function whatKeysNeed(recordings: readonly RecordedLog[]): string {
  const areTables = recordings.every(({ format }) => format === 'table'); // the flag reads the log of a tool as a table
  const flag = (part: 'key' | 'answer') => (areTables ? ` (--columns ${part}=NAME names its column)` : '');
  const isKeyed = recordings.some(({ items }) => [...items.values()].some(({ key }) => key !== null));
  if (!isKeyed) return `the right answer of each item${flag('key')}`;
  const isAnswered = recordings.some(({ rows }) => rows.some(({ answer }) => !isAbsentText(answer ?? '')));
  if (!isAnswered) return `what each model answered${flag('answer')}`;
  return `${fewestModels} models of ${fewestMakers} makers on the same items`;
}

/** Returns the maker of a model, or the organization that its name begins with; null where the name has neither. */
function originOf(model: string): string | null {
  const [organization, ...rest] = model.split('/');
  return makerOf(model) ?? (rest.length === 0 ? null : (organization ?? null));
}

/** Returns the most frequent text, the first of equals; null for none. */
function commonest(texts: readonly string[]): string | null {
  const groups = [...Map.groupBy(texts, (text) => text)];
  return groups.toSorted(([, one], [, other]) => other.length - one.length)[0]?.[0] ?? null;
}
