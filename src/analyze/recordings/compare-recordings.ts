import { basename } from 'node:path';
import { leastItems } from '../../recordings/checks/amounts.ts';
import type { RecordedLog } from '../../recordings/recording.ts';
import type { PairedContrast } from '../../results/contrast.ts';
import type { RecordedComparison, RecordedPair } from '../../results/log-comparison.ts';
import { shellWord } from '../../util/shell-word.ts';
import { comparedPairs, repeatedConditions } from '../contrasts/choose-pairs.ts';
import { gateSides, sharedWording } from '../contrasts/gate-sides.ts';
import { cureOfLogs, type MarginRule, makeContrasts, makeGateContrasts } from '../contrasts/make-contrasts.ts';
import {
  answeredMeasure,
  beforeAndAfter,
  type ComparedSides,
  comparedSides,
  rightMeasure,
} from '../contrasts/run-contrasts.ts';
import { settingNotes } from './differing-settings.ts';
import { isShared, type LogSide, type LogTable, logTables, sharedIds } from './log-tables.ts';
import { missingByReason } from './missing-executions.ts';
import { chosenScore, refused, whyIncomparable } from './refusals.ts';

interface Options {
  /** Name of the score; absent: the first log's own first score of right and wrong. */
  readonly score?: string | undefined;
  readonly gate?: MarginRule | undefined;
  /** Models that the user named, the new one before its baseline; absent: in the order of the rows. */
  readonly models?: readonly string[] | undefined;
}

/** Two sides of a table. */
interface PairOfSides {
  readonly table: LogTable;
  readonly a: LogSide;
  readonly b: LogSide;
}

/** Compares models of logs on the items that they share, as models of runs are compared. */
export async function compareRecordings(
  recordings: readonly RecordedLog[],
  { score: wanted, gate, models = [] }: Options = {},
): Promise<RecordedComparison> {
  const score = chosenScore(recordings, wanted);
  if ('reason' in score) return score;
  const found = await logTables(recordings, score.name);
  const tables = found.map(withoutPartial).map((table) => inNamedOrder(table, models));
  const pairs = tables.flatMap((table) =>
    comparedPairs(table.sides, { isRight: true }).map((pair): PairOfSides => ({ table, ...pair })),
  );
  if (pairs.length === 0)
    return refused(
      recordings.length > 1
        ? 'no model of one log goes with a model of another one'
        : 'there is one model in one log, or in the parts and attempts of one evaluation',
      'give two logs of the same task: `seb compare A.eval B.eval`',
    );
  for (const { table, a, b } of pairs) {
    const reason = whyIncomparable([a, b]);
    if (reason !== null) return table.set === null ? reason : { ...reason, reason: `${table.set}: ${reason.reason}` };
  }
  const checked = gate === undefined ? [] : checkedPairs(pairs);
  const unnamed = checked.find(({ a, b }) => a.log === b.log && ![a, b].every(({ model }) => models.includes(model)));
  if (unnamed !== undefined)
    return refused(
      `a gate checks a new side against its baseline, and ${basename(unnamed.a.log.file)} does not say which of its models is new`,
      `name both, the new one first: \`--model ${shellWord(unnamed.a.model)} ${shellWord(unnamed.b.model)}\` if ${unnamed.a.model} is new`,
    );
  const sides = pairs.map((pair) => sidesUnder(pair, rightMeasure));
  const counted = makeContrasts(sides);
  const answered = makeContrasts(pairs.map((pair) => sidesUnder(pair, answeredMeasure)));
  const checks = gate === undefined ? new Map() : checksOf(checked, gate);
  return {
    kind: 'compared',
    score: score.name,
    task: recordings[0]?.task ?? '',
    otherScores: (recordings[0]?.scores ?? []).filter(({ name }) => name !== score.name).map(({ name }) => name),
    pairs: pairs.map((pair, index) => {
      const [own, ofAnswered] = [counted[index], answered[index]] as [PairedContrast, PairedContrast]; // one of each pair
      return asPair(pair, {
        sides: sides[index] as ComparedSides,
        own,
        answered: ofAnswered,
        check: checks.get(pair) ?? null,
      });
    }),
    missing: missingOf(tables),
    notes: [
      ...tables.flatMap((table, index) => notesOn(table, found[index] ?? table, pairs)),
      ...(gate === undefined ? [] : uncheckedNotes(tables, checked)),
      ...settingNotes(recordings),
      ...recordings.flatMap(({ file, notes }) => notes.map((note) => `${file}: ${note}`)),
    ],
  };
}

/** Returns a table whose sides of one log stand in the order in which the user named their models. */
function inNamedOrder<Table extends Pick<LogTable, 'sides'>>(table: Table, models: readonly string[]): Table {
  const place = ({ model }: LogSide) => (models.includes(model) ? models.indexOf(model) : models.length);
  const byLog = Map.groupBy(table.sides, ({ log }) => log);
  return { ...table, sides: [...byLog.values()].flatMap((own) => own.toSorted((a, b) => place(a) - place(b))) };
}

function sidesUnder(
  { table, a, b }: PairOfSides,
  measure: typeof rightMeasure | typeof answeredMeasure,
): ComparedSides {
  const pair = { a: a.responses, b: b.responses };
  return comparedSides({ field: table.field, pair, measure }, (responses) => (responses === pair.a ? a.name : b.name));
}

/** Returns the pairs that a gate checks: of two logs, the new one's models against the baseline's, each with itself where it can be. */
function checkedPairs(pairs: readonly PairOfSides[]): readonly PairOfSides[] {
  return [...Map.groupBy(pairs, ({ table }) => table).values()].flatMap((own) => {
    if (new Set(own.flatMap(({ a, b }) => [a.log, b.log])).size !== 2) return own;
    const across = own.filter(({ a, b }) => a.log !== b.log);
    const same = across.filter(({ a, b }) => a.model === b.model);
    return same.length === 0 ? across : same;
  });
}

type Check = NonNullable<RecordedPair['check']>;

function checksOf(pairs: readonly PairOfSides[], gate: MarginRule): ReadonlyMap<PairOfSides, Check> {
  const found = pairs.map(({ table: { field }, a, b }) =>
    gateSides(
      { field, pair: { a: a.responses, b: b.responses }, measure: rightMeasure, alike: sharedWording(field) },
      { a: a.name, b: b.name, untested: null, cure: cureOfLogs },
    ),
  );
  const contrasts = makeGateContrasts(
    found.map(({ sides }) => sides),
    gate,
  );
  return new Map(
    pairs.map((pair, index): [PairOfSides, Check] => {
      const contrast = contrasts[index] as PairedContrast; // one of each pair
      return [pair, { ...contrast, note: contrast.reason === null ? (found[index]?.caution ?? null) : null }];
    }),
  );
}

/** Returns a table without the sides that lack items, where several models of one task are compared and two others remain. */
function withoutPartial(table: LogTable): LogTable {
  const { sides } = table;
  const [files, models] = [new Set(sides.map(({ log }) => log)), new Set(sides.map(({ model }) => model))];
  const isBeforeAndAfter = files.size === 2 && models.size < sides.length;
  if (sides.length <= 2 || isBeforeAndAfter) return table;
  const items = idsOf(table).size;
  const whole = sides.filter(({ units }) => units.size >= leastItems * items);
  return whole.length < 2 ? table : { ...table, sides: whole };
}

function idsOf({ sides }: LogTable): ReadonlySet<string> {
  return new Set(sides.flatMap(({ units }) => [...units.keys()]));
}

/** Names models that are left out, and data sets that one model alone has. */
function notesOn(table: LogTable, all: LogTable, pairs: readonly PairOfSides[]): readonly string[] {
  const { set, sides } = table;
  const of = set === null ? '' : ` of ${set}`;
  const left = all.sides
    .filter((side) => !table.sides.includes(side))
    .map(({ name, units }) => `${name} is left out: it has ${units.size} of ${idsOf(all).size} items${of}`);
  const repeated =
    repeatedConditions(sides, { isRight: true }).size === 0
      ? []
      : [`${set === null ? '' : `${set}: `}${beforeAndAfter}`];
  if (set === null || pairs.some((pair) => pair.table === table)) return [...left, ...repeated];
  return [...left, `${set} is left out: only ${all.sides.map(({ name }) => name).join(', ')} has it`];
}

/** Names models that no check is about. */
function uncheckedNotes(tables: readonly LogTable[], checked: readonly PairOfSides[]): readonly string[] {
  const sides = new Set(checked.flatMap(({ a, b }) => [a, b]));
  const alone = tables.flatMap((table) => table.sides.filter((side) => !sides.has(side)));
  return [...new Set(alone.map(({ model, log }) => `not checked: only ${basename(log.file)} has the model ${model}`))];
}

interface ContrastsOfPair {
  readonly sides: ComparedSides;
  readonly own: PairedContrast;
  readonly answered: PairedContrast;
  readonly check: Check | null;
}

function asPair({ table, a, b }: PairOfSides, { sides, own, answered, check }: ContrastsOfPair): RecordedPair {
  const { scores } = sides;
  const items = scores.own.length;
  const otherTexts = sharedIds(a, b).filter((id) => !isShared(a, b, id)).length;
  const ties = Array.from(scores.own).filter((score, unit) => score !== null && score === scores.other[unit]).length;
  const isSame = own.means.a === answered.means.a && own.means.b === answered.means.b;
  return {
    ...own,
    set: table.set,
    ...{ items, groups: scores.clusters, ties },
    alone: { a: a.units.size - items - otherTexts, b: b.units.size - items - otherTexts },
    otherTexts,
    answered: isSame ? null : answered,
    check,
  };
}

/** Returns the executions of each side without an outcome, over all data sets. */
function missingOf(tables: readonly LogTable[]): Extract<RecordedComparison, { kind: 'compared' }>['missing'] {
  const named = Map.groupBy(
    tables.flatMap(({ sides }) => sides),
    ({ name }) => name,
  );
  return [...named].flatMap(([side, own]) => {
    const of = own.reduce((sum, { responses }) => sum + responses.right.executions, 0);
    return missingByReason(own).map((each) => ({ ...each, side, of }));
  });
}
