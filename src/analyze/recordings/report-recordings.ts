import { z } from 'zod';
import { absences, type RecordedLog } from '../../recordings/recording.ts';
import { type ClusterEstimate, ratioOfSums, shareBounds } from '../../stats/jackknife.ts';
import { auroc, brier } from '../../stats/probability.ts';
import { makerOf } from '../self-knowledge/relatives.ts';
import { type ItemScore, itemOf, meanOf, missingByReason, type RecordedSide, sidesOf } from './recorded-sides.ts';
import type { MeasuredScore } from './refusals.ts';

const numberOrNull = z.number().nullable();

/** How often one model of a log is right under one score. */
const recordedAccuracy = z.object({
  score: z.string(),
  /** `graded`: shares of the range in place of right and wrong. */
  kind: z.enum(['right-or-wrong', 'graded']),
  range: z.tuple([z.number(), z.number()]),
  model: z.string(),
  items: z.number(),
  groups: z.number(),
  executions: z.number(),
  accuracy: numberOrNull.describe(
    'mean over items as the tool counts missing answers, in [0, 1], with its standard error and 95 % interval over groups',
  ),
  se: numberOrNull,
  interval: z.tuple([z.number(), z.number()]).nullable(),
  answered: numberOrNull.describe('mean over the executions with an outcome alone'),
  missing: z.array(z.object({ reason: z.enum(absences), executions: z.number(), counted: z.boolean() })),
  tool: z
    .object({ accuracy: z.number(), stderr: numberOrNull })
    .nullable()
    .describe('what the tool itself states; null where the log has no value'),
});
export type RecordedAccuracy = z.infer<typeof recordedAccuracy>;

/** What the stated confidence of one model is worth. Levels of `asked` are never pooled. */
const recordedConfidence = z.object({
  score: z.string(),
  model: z.string(),
  asked: z.enum(['before', 'with-answer', 'after-answer', 'never']),
  n: z.number().describe('executions with a stated confidence and an outcome'),
  absent: z
    .object({ 'not-stated': z.number(), unreadable: z.number(), 'ambiguous-scale': z.number() })
    .describe('executions with an outcome whose confidence is absent'),
  values: z.number().describe('distinct stated values; equal ones are ties'),
  mean: numberOrNull,
  right: numberOrNull.describe('share of these executions that are right'),
  brier: numberOrNull,
  brierOfConstant: numberOrNull.describe('brier score of stating the share of right answers each time'),
  auroc: numberOrNull,
});
export type RecordedConfidence = z.infer<typeof recordedConfidence>;

/** An item on which most models agree on another answer than its key. */
const possibleWrongKey = z.object({
  item: z.string(),
  text: z.string(),
  key: z.string(),
  answer: z.string(),
  agree: z.number().describe('models that give this answer, and models that answered'),
  of: z.number(),
});
type PossibleWrongKey = z.infer<typeof possibleWrongKey>;

/** Report of logs of other tools. */
export const recordedReportSchema = z.object({
  accuracies: z.array(recordedAccuracy),
  confidences: z.array(recordedConfidence),
  possibleWrongKeys: z
    .array(possibleWrongKey)
    .nullable()
    .describe('null where fewer than five models of three makers answered the same items'),
  unread: z
    .array(z.object({ score: z.string(), reason: z.string(), advice: z.string() }))
    .describe('scores whose values the logs and the flags leave open, with what settles it'),
  notes: z.array(z.string()),
});
export type RecordedReport = z.infer<typeof recordedReportSchema>;

/** Reports the accuracy of each model under each score of right and wrong, the mean grade under others, and what stated confidences are worth. */
export function reportRecordings(recordings: readonly RecordedLog[]): RecordedReport {
  const names = [...new Set(recordings.flatMap(({ scores }) => scores.map(({ name }) => name)))];
  const unread = new Map(
    recordings.flatMap(({ scores }) =>
      scores.flatMap((score) => (score.kind === 'unread' ? [[score.name, score] as const] : [])),
    ),
  );
  const sides = names
    .filter((name) => !unread.has(name))
    .flatMap((name) => sidesOf(recordings, name).map((side) => ({ score: scoreOf(side, name), side })));
  return {
    accuracies: sides.map(({ score, side }) => accuracyOf(score, side)),
    confidences: sides.flatMap(({ score, side }) =>
      score.kind === 'graded' ? [] : (confidenceOf(score.name, side) ?? []),
    ),
    possibleWrongKeys: wrongKeys(recordings),
    unread: [...unread.values()].map(({ name, reason, advice }) => ({ score: name, reason, advice })),
    notes: recordings.flatMap(({ file, notes }) => notes.map((note) => `${file}: ${note}`)),
  };
}

function scoreOf({ recording }: RecordedSide, name: string): MeasuredScore {
  const score = recording.scores.find((each) => each.name === name);
  if (score === undefined || score.kind === 'unread') throw new RangeError('a side has a measured score');
  return score;
}

function accuracyOf({ name: score, kind, range }: MeasuredScore, side: RecordedSide): RecordedAccuracy {
  const counted = meanByGroup(side, 'counted');
  const bounds = counted === null ? null : shareBounds(counted, side.scores.size);
  const stated = side.recording.stated.find((each) => each.score === score && each.model === side.model);
  return {
    ...{ score, kind, range: [...range], model: side.name, items: side.scores.size, executions: side.rows.length },
    groups: new Set([...side.scores.keys()].map((id) => itemOf(side, id).group)).size,
    ...{
      accuracy: counted?.value ?? null,
      se: counted?.se ?? null,
      answered: meanByGroup(side, 'answered')?.value ?? null,
    },
    interval: bounds?.kind === 'known' ? [...bounds.value] : null,
    missing: missingByReason(side.rows),
    tool:
      stated === undefined || stated.accuracy === null ? null : { accuracy: stated.accuracy, stderr: stated.stderr },
  };
}

/** Returns the mean over items, with its standard error over groups; null where no item has a score. */
function meanByGroup(side: RecordedSide, reading: keyof ItemScore): ClusterEstimate | null {
  const groups = new Map<string, [sum: number, items: number]>();
  for (const [id, score] of side.scores) {
    const value = score[reading];
    if (value === null) continue;
    const own = groups.get(itemOf(side, id).group) ?? [0, 0];
    groups.set(itemOf(side, id).group, [own[0] + value, own[1] + 1]);
  }
  const sums = [...groups.values()];
  return ratioOfSums(
    sums.map(([sum]) => sum),
    sums.map(([, items]) => items),
  );
}

function confidenceOf(score: string, { name, rows, recording }: RecordedSide): RecordedConfidence | null {
  const scored = rows.flatMap(({ confidence, outcome }) =>
    outcome.kind === 'scored' ? [{ confidence, outcome: outcome.value }] : [],
  );
  const points = scored.flatMap(({ confidence, outcome }) =>
    confidence.kind === 'stated' ? [{ prediction: confidence.value, outcome }] : [],
  );
  const absent = (reason: string) =>
    scored.filter(({ confidence }) => confidence.kind === 'absent' && confidence.reason === reason).length;
  if (points.length === 0 && absent('not-stated') === scored.length) return null;
  const right = meanOf(points.map(({ outcome }) => outcome));
  return {
    ...{ score, model: name, asked: recording.asked, n: points.length },
    absent: {
      'not-stated': absent('not-stated'),
      unreadable: absent('unreadable'),
      'ambiguous-scale': absent('ambiguous-scale'),
    },
    values: new Set(points.map(({ prediction }) => prediction)).size,
    ...{ mean: meanOf(points.map(({ prediction }) => prediction)), right, brier: brier(points) },
    brierOfConstant: right === null ? null : brier(points.map(({ outcome }) => ({ prediction: right, outcome }))),
    auroc: auroc(points),
  };
}

/** Share of the models that must agree on another answer, and fewest models and makers. */
const [leastAgreement, fewestModels, fewestMakers] = [0.8, 5, 3];

/** Returns items on which 80 % of at least five models of three makers agree on another answer than the key; none is left out of any score. */
function wrongKeys(recordings: readonly RecordedLog[]): PossibleWrongKey[] | null {
  const score = recordings[0]?.scores.find(({ kind }) => kind !== 'unread');
  const sides = score === undefined ? [] : sidesOf(recordings, score.name);
  if (sides.length < fewestModels) return null;
  const byItem = new Map<string, { readonly side: RecordedSide; readonly answer: string }[]>();
  for (const side of sides)
    for (const [id, rows] of Map.groupBy(side.rows, (row) => row.item)) {
      const answer = commonest(
        rows.flatMap((row) => ((row.answer ?? '').trim() === '' ? [] : [row.answer?.trim() ?? ''])),
      );
      const place = JSON.stringify([id, itemOf(side, id).sha256]);
      if (answer !== null && itemOf(side, id).key !== null)
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
    const { text, key } = itemOf(first.side, id);
    const answer = commonest(answers.map((each) => each.answer)) ?? '';
    const agree = answers.filter((each) => each.answer === answer).length;
    const isOther = key !== null && answer !== key.trim() && agree >= leastAgreement * answers.length;
    return isOther ? [{ item: id, text, key, answer, agree, of: answers.length }] : [];
  });
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
