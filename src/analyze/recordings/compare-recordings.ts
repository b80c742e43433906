import { basename } from 'node:path';
import { leastItems } from '../../recordings/checks/amounts.ts';
import type { RecordedLog } from '../../recordings/recording.ts';
import type { PairedContrast } from '../../results/contrast.ts';
import type { RecordedComparison, RecordedPair } from '../../results/log-comparison.ts';
import {
  type CheckedSides,
  cureOfLogs,
  type MarginRule,
  makeContrasts,
  makeGateContrasts,
  type Sides,
} from '../contrasts/make-contrasts.ts';
import { answeredMeasure, type ComparedMeasure, rightMeasure, scoresOfPair } from '../contrasts/run-contrasts.ts';
import { NameNumbers } from '../contrasts/unit-tables.ts';
import { settingNotes } from './differing-settings.ts';
import {
  itemOf,
  missingByReason,
  ofSet,
  type RecordedSide,
  responsesTo,
  sameTexts,
  setsOf,
  sharedItems,
  sidesOf,
} from './recorded-sides.ts';
import { chosenScore, refused, type SidePair, whyIncomparable } from './refusals.ts';

interface Options {
  /** Name of the score; absent: the first log's own first score of right and wrong. */
  readonly score?: string | undefined;
  readonly gate?: MarginRule | undefined;
}

/** Compares models of logs on the items that they share: each item's executions averaged, paired by id, clustered by group. */
export function compareRecordings(
  recordings: readonly RecordedLog[],
  { score: wanted, gate }: Options = {},
): RecordedComparison {
  const score = chosenScore(recordings, wanted);
  if ('reason' in score) return score;
  const sets = setsOf(recordings, score.name);
  const parts =
    sets.length < 2 ? [partOf(recordings, score.name, null)] : sets.map((set) => partOf(recordings, score.name, set));
  if (parts.every(({ pairs }) => pairs.length === 0))
    return refused(
      recordings.length > 1
        ? 'no model of one log goes with a model of another one'
        : 'there is one model in one log, or in the parts and attempts of one evaluation',
      'give two logs of the same task: `seb compare A.eval B.eval`',
    );
  for (const { set, pairs } of parts)
    for (const pair of pairs) {
      const reason = whyIncomparable(pair);
      if (reason !== null) return set === null ? reason : { ...reason, reason: `${set}: ${reason.reason}` };
    }
  const measured = parts.flatMap(({ set, pairs }) => pairs.map((pair) => measure(pair, set)));
  const counted = makeContrasts(measured.map((each) => each.counted));
  const answered = makeContrasts(measured.map((each) => each.answered));
  const checks = gate === undefined ? [] : makeGateContrasts(measured.map(asChecked), gate);
  return {
    kind: 'compared',
    score: score.name,
    task: recordings[0]?.task ?? '',
    otherScores: (recordings[0]?.scores ?? []).filter(({ name }) => name !== score.name).map(({ name }) => name),
    pairs: measured.map((each, index) =>
      asPair(each, {
        counted: counted[index] as PairedContrast, // one of each pair
        answered: answered[index] as PairedContrast,
        check: checks[index] ?? null,
      }),
    ),
    missing: [
      ...Map.groupBy(
        parts.flatMap(({ sides }) => sides),
        ({ name }) => name,
      ),
    ].flatMap(([name, own]) =>
      missingOf(
        name,
        own.flatMap(({ rows }) => rows),
      ),
    ),
    notes: [
      ...parts.flatMap(notesOn),
      ...settingNotes(recordings),
      ...recordings.flatMap(({ file, notes }) => notes.map((note) => `${file}: ${note}`)),
    ],
  };
}

/** The sides of one data set, and which of them are compared. */
interface ComparedPart {
  /** Name of the data set; null where the logs have one. */
  readonly set: string | null;
  readonly all: readonly RecordedSide[];
  readonly sides: readonly RecordedSide[];
  readonly pairs: readonly SidePair[];
}

function partOf(recordings: readonly RecordedLog[], score: string, set: string | null): ComparedPart {
  const all = sidesOf(set === null ? recordings : ofSet(recordings, set), score);
  const sides = withoutPartial(all, recordings.length);
  return { set, all, sides, pairs: pairsOf(sides, recordings.length) };
}

/** Names models that are left out, and data sets that one model alone has. */
function notesOn({ set, all, sides, pairs }: ComparedPart): readonly string[] {
  const of = set === null ? '' : ` of ${set}`;
  const left = all
    .filter((side) => !sides.includes(side))
    .map(({ name, scores }) => `${name} is left out: it has ${scores.size} of ${itemsOf(all)} items${of}`);
  if (pairs.length === 0 && set !== null)
    return [...left, `${set} is left out: only ${all.map(({ name }) => name).join(', ')} has it`];
  const alone = sides.filter((side) => !pairs.some((pair) => pair.includes(side)));
  return [...left, ...alone.map(({ model, file }) => `not compared: only ${basename(file)} has the model ${model}`)];
}

function itemsOf(sides: readonly RecordedSide[]): number {
  return new Set(sides.flatMap(({ scores }) => [...scores.keys()])).size;
}

/** Returns the sides with nearly all items where several models of one task are compared, if two of them remain. */
function withoutPartial(sides: readonly RecordedSide[], files: number): readonly RecordedSide[] {
  const isBeforeAndAfter = files === 2 && new Set(sides.map(({ model }) => model)).size < sides.length;
  if (sides.length <= 2 || isBeforeAndAfter) return sides;
  const items = itemsOf(sides);
  const whole = sides.filter(({ scores }) => scores.size >= leastItems * items);
  return whole.length < 2 ? sides : whole;
}

/** Two logs of the same models: each model before and after. Otherwise all pairs, in the order of the logs. */
function pairsOf(sides: readonly RecordedSide[], files: number): readonly SidePair[] {
  const [before, after] = [...Map.groupBy(sides, ({ recording }) => recording).values()];
  if (files === 2 && before !== undefined && after !== undefined) {
    const same = before.flatMap((one): SidePair[] =>
      after.filter(({ model }) => model === one.model).map((other) => [one, other]),
    );
    if (same.length > 0) return same;
    return before.flatMap((one) => after.map((other): SidePair => [one, other]));
  }
  return sides.flatMap((one, index) => sides.slice(index + 1).map((other): SidePair => [one, other]));
}

interface Measured {
  readonly pair: SidePair;
  readonly set: string | null;
  readonly ids: readonly string[];
  readonly otherTexts: number;
  readonly ties: number;
  /** As the tool counts missing answers; what it does not count is missing. */
  readonly counted: Sides;
  /** Executions with an outcome alone: the others are left out. */
  readonly answered: Sides;
}

function measure(pair: SidePair, set: string | null): Measured {
  const [first, second] = pair;
  const shared = sharedItems(first, second);
  const ids = sameTexts(pair, shared);
  const groups = new NameNumbers();
  const field = { itemOf: [...ids.keys()], clusterOf: ids.map((id) => groups.of(itemOf(first, id).group)) };
  const [a, b] = [responsesTo(first, ids), responsesTo(second, ids)];
  const sidesOn = (measured: ComparedMeasure): Sides => ({
    ...{ a: first.name, b: second.name, measure: measured, untested: null },
    scores: scoresOfPair(field, { a, b }, measured),
  });
  const isTie = (id: string) => {
    const [one, other] = [first, second].map(({ scores }) => scores.get(id)?.score ?? null);
    return one !== null && one === other;
  };
  return {
    ...{ pair, set, ids, otherTexts: shared.length - ids.length, ties: ids.filter(isTie).length },
    ...{ counted: sidesOn(rightMeasure), answered: sidesOn(answeredMeasure) },
  };
}

/** Returns the sides of a gate. */
function asChecked({ pair: [now, baseline], counted }: Measured): CheckedSides {
  const scored = ({ scores }: RecordedSide) => [...scores.values()].filter(({ score }) => score !== null).length;
  return {
    ...counted,
    baselineUnits: baseline.scores.size,
    usable: [scored(now), scored(baseline)],
    cure: cureOfLogs,
  };
}

interface ContrastsOfPair {
  readonly counted: PairedContrast;
  readonly answered: PairedContrast;
  readonly check: PairedContrast | null;
}

function asPair(
  { pair: [first, second], set, ids, otherTexts, ties }: Measured,
  { counted, answered, check }: ContrastsOfPair,
): RecordedPair {
  const isSame = counted.means.a === answered.means.a && counted.means.b === answered.means.b;
  return {
    ...counted,
    set,
    items: ids.length,
    groups: new Set(ids.map((id) => itemOf(first, id).group)).size,
    ties,
    alone: { a: first.scores.size - ids.length - otherTexts, b: second.scores.size - ids.length - otherTexts },
    otherTexts,
    answered: isSame ? null : answered,
    check,
  };
}

function missingOf(name: string, rows: RecordedSide['rows']) {
  return missingByReason(rows).map((each) => ({ ...each, side: name, of: rows.length }));
}
