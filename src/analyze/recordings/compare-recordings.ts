import { notesOfLogs } from '../../recordings/notes-of-logs.ts';
import type { RecordedLog } from '../../recordings/recording.ts';
import type { Comparison, GateCheck, PrintedComparison } from '../../results/comparison.ts';
import { pathEnds } from '../../results/distinct-files.ts';
import { oneLine } from '../../util/text.ts';
import { comparedPairs, repeatedConditions } from '../contrasts/choose-pairs.ts';
import type { TextOfItem } from '../contrasts/differing-items.ts';
import { checkPairs, type GatePair } from '../contrasts/gate-sides.ts';
import { cureOfLogs, type MarginRule } from '../contrasts/make-contrasts.ts';
import { missingOfSides } from '../contrasts/missing-executions.ts';
import { beforeAndAfter, makeDifferences, type NamedPair, rightMeasure } from '../contrasts/run-contrasts.ts';
import { aloneText, comparableGroups } from '../contrasts/shared-items.ts';
import { checkedPairs, namesOfSides, ownerText, type PairOfSides, setName, uncheckedNotes } from './checked-pairs.ts';
import { settingNotes } from './differing-settings.ts';
import { countShared, itemOf, type LogSide, type LogTable, logTables } from './log-tables.ts';
import { chosenScore, type RefusedLogs, refused, whyIncomparable } from './refusals.ts';

interface Options {
  /** Name of the score; absent: the first log's own first score of right and wrong. */
  readonly score?: string | undefined;
  /** Absent or null: none. */
  readonly gate?: MarginRule | null;
  /** Models that the user named, the new one before its baseline; absent: in the order of the rows. */
  readonly models?: readonly string[] | undefined;
}

/** What a comparison of logs found, with the pairs that it compared. */
export interface ComparedLogs extends Pick<Comparison, 'differences' | 'missing' | 'notes'> {
  readonly kind: 'compared';
  readonly logs: Omit<NonNullable<PrintedComparison['logs']>, 'checks'>;
  /** One for each difference. */
  readonly pairs: readonly NamedPair[];
  readonly textOf: TextOfItem;
  readonly gate: MarginRule | null;
  /** What the gate says; null without one. */
  readonly checks: readonly GateCheck[] | null;
  /** Names of the new side and its baseline; null without a check. */
  readonly gateSides: readonly [string, string] | null;
  /** Which models no check is about, one sentence each. */
  readonly notChecked: readonly string[];
}

/** Compares models of logs on the items that they share, as models of runs are compared. */
export async function compareRecordings(
  recordings: readonly RecordedLog[],
  { score: wanted, gate = null, models = [] }: Options = {},
): Promise<ComparedLogs | RefusedLogs> {
  const score = chosenScore(recordings, wanted);
  if ('reason' in score) return score;
  const found = await logTables(recordings, score.name);
  const whole = found.map((table) => inNamedOrder(table, models));
  const tables = whole.flatMap(comparableTables);
  const pairs = tables.flatMap((table) =>
    comparedPairs(table.sides, { isRight: true }).map((pair): PairOfSides => ({ table, ...pair })),
  );
  if (pairs.length === 0) return whyNoPair(recordings, tables);
  for (const { table, a, b } of pairs) {
    const reason = whyIncomparable([a, b]);
    if (reason !== null) return table.set === null ? reason : { ...reason, reason: `${table.set}: ${reason.reason}` };
  }
  const checked = gate === null ? [] : checkedPairs(whole, models); // a gate leaves no log out
  if ('reason' in checked) return checked;
  const named = pairs.map(namedPair);
  const firstOf = new Map(named.map((pair, index) => [pair, pairs[index]?.a.log]));
  return {
    kind: 'compared',
    logs: {
      score: score.name,
      task: commonTask(recordings),
      otherScores: (recordings[0]?.scores ?? []).filter(({ name }) => name !== score.name).map(({ name }) => name),
    },
    pairs: named,
    textOf: (pair, item) => itemOf(firstOf.get(pair), item).text,
    differences: makeDifferences(named),
    missing: missingOfSides(tables.flatMap(({ sides }) => sides)),
    gate,
    checks: gate === null ? null : checkPairs(checked.map(gatePair), gate),
    gateSides: namesOfSides(checked),
    notChecked: gate === null ? [] : uncheckedNotes(whole, checked),
    notes: [
      ...whole.flatMap((table) => aloneNotes(table, { pairs, task: recordings[0]?.task || score.name })),
      ...whole.flatMap(groupNotes),
      ...tables.flatMap(repeatedNotes),
      ...taskNotes(recordings, tables),
      ...settingNotes(recordings),
      ...notesOfLogs(recordings, ({ file }) => file),
    ],
  };
}

/** Maximum number of data sets that a message names. */
const maxSets = 4;

/** Returns why no two models of logs can be compared, and what would give pairs. */
function whyNoPair(recordings: readonly RecordedLog[], tables: readonly LogTable[]): RefusedLogs {
  const sameTask = 'give two logs of the same task: `seb compare A.eval B.eval`';
  if (recordings.length < 2)
    return refused('there is one model in one log, or in the parts and attempts of one evaluation', sameTask);
  const ends = pathEnds(recordings.map(({ file }) => file));
  const sets = tables.flatMap(({ set, sides }) => {
    const files = [...new Set(sides.map(({ log }) => ends.get(log.file) ?? log.file))];
    return set === null ? [] : [`${oneLine(set, 40)} in ${oneLine(files.join(' and '), 80)}`];
  });
  if (sets.length === 0) return refused('no model of one log goes with a model of another one', sameTask);
  const more = sets.length > maxSets ? ` and ${sets.length - maxSets} more` : '';
  return refused(
    `no data set has models of two logs: ${sets.slice(0, maxSets).join(', ')}${more}`,
    'give logs of the same data sets, with one name for each',
  );
}

/** Returns the task of logs; empty where they have several. */
function commonTask(recordings: readonly RecordedLog[]): string {
  const tasks = new Set(recordings.map(({ task }) => task));
  return tasks.size === 1 ? (recordings[0]?.task ?? '') : '';
}

/** Names the tasks of logs that are compared as one although they name different ones. */
function taskNotes(recordings: readonly RecordedLog[], tables: readonly LogTable[]): readonly string[] {
  const named = recordings.filter(({ task }) => task !== '');
  const areSets = tables.some(({ set }) => set !== null);
  const ends = pathEnds(recordings.map(({ file }) => file));
  const places = [...new Map(named.map(({ task, file }) => [task, `${task} in ${ends.get(file) ?? file}`])).values()];
  return areSets || places.length < 2 ? [] : [`the logs are of different tasks: ${places.join(', ')}`];
}

/** Returns a table whose sides of one log stand in the order in which the user named their models. */
function inNamedOrder<Table extends Pick<LogTable, 'sides'>>(table: Table, models: readonly string[]): Table {
  const place = ({ model }: LogSide) => (models.includes(model) ? models.indexOf(model) : models.length);
  const byLog = Map.groupBy(table.sides, ({ log }) => log);
  return { ...table, sides: [...byLog.values()].flatMap((own) => own.toSorted((a, b) => place(a) - place(b))) };
}

/** Returns a pair as `contrasts/` compares it, with what only logs tell. */
function namedPair({ table, a, b }: PairOfSides): NamedPair {
  return {
    ...{ field: table.field, pair: { a: a.responses, b: b.responses }, measure: rightMeasure, names: [a.name, b.name] },
    logs: {
      ...{ models: [a.model, b.model], set: table.set },
      otherTexts: countShared(a, b).differing,
    },
  };
}

function gatePair(pair: PairOfSides): GatePair {
  return { ...namedPair(pair), untested: null, cure: cureOfLogs };
}

/**
 * Returns a table in parts of sides that have enough items in common, as runs are joined; sides that go with no other one are in none.
 * Two sides, and models before and after, stay in one table, so that what cannot be compared is refused.
 */
function comparableTables(table: LogTable): readonly LogTable[] {
  const { sides } = table;
  const [files, models] = [new Set(sides.map(({ log }) => log)), new Set(sides.map(({ model }) => model))];
  const isBeforeAndAfter = files.size === 2 && models.size < sides.length;
  if (sides.length <= 2 || isBeforeAndAfter) return [table];
  const groups = comparableGroups(
    sides.toSorted((a, b) => b.units.size - a.units.size),
    countShared,
  ).filter((group) => group.length > 1);
  if (groups.length === 0) return [table];
  return groups.map((group) => ({ ...table, sides: sides.filter((side) => group.includes(side)) }));
}

interface ComparedPairs {
  readonly pairs: readonly PairOfSides[];
  readonly task: string;
}

/** Names models that no other one is compared with, and a data set that one model alone has. */
function aloneNotes(table: LogTable, { pairs, task }: ComparedPairs): readonly string[] {
  const { set, sides } = table;
  const isCompared = (side: LogSide) => pairs.some(({ a, b }) => a === side || b === side);
  if (set !== null && !sides.some(isCompared)) {
    const owners = sides.map((side) => ownerText(side, pairs)).join(', ');
    return setName(table) === set
      ? [`${set} is left out: only ${owners} has it`]
      : [`${setName(table)} are left out: only ${owners} has them`];
  }
  const alone = sides.filter((side) => !isCompared(side)).map(({ name, units }) => ({ name, items: units.size }));
  return alone.length === 0 ? [] : [aloneText(set ?? task, alone)];
}

/** Says which models are compared with each other where those of one data set are compared in several groups. */
function groupNotes(table: LogTable): readonly string[] {
  const groups = comparableTables(table);
  if (groups.length < 2) return [];
  const listed = groups.map(({ sides }) => sides.map(({ name }) => oneLine(name, 40)).join(', ')).join('; ');
  return [`${table.set === null ? '' : `${table.set}: `}compared in groups of models with the same items: ${listed}`];
}

/** Says where each model is compared with itself alone. */
function repeatedNotes({ set, sides }: LogTable): readonly string[] {
  if (repeatedConditions(sides, { isRight: true }).size === 0) return [];
  return [`${set === null ? '' : `${set}: `}${beforeAndAfter}`];
}
