import { dirname } from 'node:path';
import { unnamedSet } from '../../recordings/formats/perhaps-sets.ts';
import { pathEnds } from '../../results/distinct-files.ts';
import { leastUsable } from '../../stats/least-numbers.ts';
import { counted } from '../../util/numbers.ts';
import { oneLine } from '../../util/text.ts';
import { gatePairs, type ModelPair, openGate, pairedModels } from '../contrasts/choose-pairs.ts';
import type { LogSide, LogTable } from './log-tables.ts';
import { type RefusedLogs, refused, whereSet } from './refusals.ts';

/** Two sides of a table. */
export interface PairOfSides {
  readonly table: LogTable;
  readonly a: LogSide;
  readonly b: LogSide;
}

/** A side of one data set. */
interface SideOfSet {
  readonly table: LogTable;
  readonly side: LogSide;
}

/**
 * Returns the pairs that a gate checks, by the rule of runs: of two logs of a task, the first is the new side; of one log, the model
 * that the user named first. Why not, where the user must say it, or where one side lacks whole data sets.
 */
export function checkedPairs(
  tables: readonly LogTable[],
  models: readonly string[],
): readonly PairOfSides[] | RefusedLogs {
  const checked: PairOfSides[] = [];
  for (const table of tables) {
    const sides = [...Map.groupBy(table.sides, ({ log }) => log).values()];
    const [now = [], before = now, ...more] = sides;
    if (more.length > 0)
      return refused(
        `a gate compares two logs, and ${table.set === null ? 'there are' : `${table.set} has`} ${sides.length}`,
        'give the new log first, then its baseline: `seb compare NEW.eval BASELINE.eval --fail-if-lower 0.05`',
      );
    const paired = sides.length === 1 ? namedModels(now, models) : pairedModels(modelsOf(now), modelsOf(before));
    if (paired !== null) {
      checked.push(...gatePairs({ now, before }, paired, { isRight: true }).map((pair) => ({ table, ...pair })));
      continue;
    }
    const [first, second = first] = sides.map(([side]) => side);
    const other = sides.length === 1 ? now[1] : second;
    if (first === undefined || other === undefined) continue;
    const open = openGate(
      [...pathEnds(sides.flatMap(([side]) => side?.log.file ?? [])).values()],
      [first.model, other.model],
    );
    return refused(open.reason, open.advice);
  }
  return lackingSets(tables, checked) ?? checked;
}

const modelsOf = (sides: readonly LogSide[]) => sides.map(({ model }) => model);

/** Returns the models of one log as the user named them, the new one first; null where two of it are not named. */
function namedModels(sides: readonly LogSide[], models: readonly string[]): readonly ModelPair[] | null {
  const [now, before, ...more] = new Set(models.filter((model) => modelsOf(sides).includes(model)));
  if (sides.length < 2) return [];
  return now === undefined || before === undefined || more.length > 0 ? null : [[now, before]];
}

/**
 * Returns why a gate cannot be measured where a model that it checks lacks whole data sets on one side, with over 10 % of the items of the
 * other: what is absent may be what went wrong. Null where it has them. The sets of a side may be in one log or in several.
 */
function lackingSets(tables: readonly LogTable[], checked: readonly PairOfSides[]): RefusedLogs | null {
  const alone = sidesAlone(tables, checked);
  const logs = new Set(checked.flatMap(({ a, b }) => [a.log, b.log]));
  for (const place of ['a', 'b'] as const)
    for (const [model, pairs] of Map.groupBy(checked, (pair) => pair[place].model)) {
      const own = new Set(pairs.map((pair) => pair[place].log));
      const lacking = alone.filter(
        ({ side }) => side.model === model && (own.has(side.log) || !logs.has(side.log)), // a log of one set may be of either side
      );
      const items = itemsIn(lacking.map(({ side }) => side));
      const all = items + itemsIn(pairs.map((pair) => pair[place]));
      const [first] = lacking;
      if (first === undefined || items <= (1 - leastUsable) * all + 1e-9) continue;
      const where = whereSet(new Set(tables.flatMap(({ sides }) => sides.map(({ log }) => log))));
      const sets = lacking.map(({ table }) => setName(table)).join(', ');
      return refused(
        `only ${ownerText(first.side, checked)} has ${sets}, ${items} of its ${counted(all, 'item')}`,
        `give both sides the same ${first.side.log.setField === null ? 'tasks' : 'data sets'}${where === null ? '' : `, or compare one that both have: ${where}`}`,
      );
    }
  return null;
}

/** Returns the sides of data sets that one side alone has, of the models that a gate checks. */
function sidesAlone(tables: readonly LogTable[], checked: readonly PairOfSides[]): readonly SideOfSet[] {
  const compared = new Set(checked.flatMap(({ a, b }) => [a, b]));
  const models = new Set([...compared].map(({ model }) => model));
  const isAlone = (side: LogSide) => models.has(side.model) && !compared.has(side);
  return tables.flatMap((table) => table.sides.filter(isAlone).map((side) => ({ table, side })));
}

function itemsIn(sides: readonly LogSide[]): number {
  return sides.reduce((sum, { rows }) => sum + new Set(rows.map(({ item }) => item)).size, 0);
}

/** Returns the name of a data set; of items without a value of the column, that they are these. */
export function setName({ set, sides }: LogTable): string {
  const column = sides[0]?.log.setField ?? null;
  if (set === null || column === null || set !== unnamedSet(column))
    return oneLine(set ?? 'items without a data set', 40);
  return `items without a value of ${oneLine(column, 60)}`;
}

/** Returns the name of a side, with its log where both sides of a pair are its model. */
export function ownerText({ model, name, log }: LogSide, pairs: readonly PairOfSides[]): string {
  const isBoth = pairs.some(({ a, b }) => a.model === model && b.model === model);
  const files = [log.file, ...pairs.flatMap(({ a, b }) => [a.log.file, b.log.file])];
  return isBoth && name === model ? `${name} (${oneLine(pathEnds(files).get(log.file) ?? log.file, 80)})` : name;
}

/** Names models that no check is about, and data sets of checked models that one side alone has. */
export function uncheckedNotes(tables: readonly LogTable[], checked: readonly PairOfSides[]): readonly string[] {
  const compared = new Set(checked.flatMap(({ a, b }) => [a, b]));
  const alone = new Set(sidesAlone(tables, checked).map(({ side }) => side));
  const ends = pathEnds(tables.flatMap(({ sides }) => sides.map(({ log }) => log.file)));
  const notes = tables.flatMap((table) =>
    table.sides.flatMap((side) => {
      if (compared.has(side)) return [];
      const file = ends.get(side.log.file) ?? side.log.file;
      return alone.has(side) && table.set !== null
        ? [`only ${ownerText(side, checked)} has ${setName(table)}`]
        : [`only ${file} has the model ${side.model}`];
    }),
  );
  return [...new Set(notes)];
}

/** Returns names of the new side and its baseline: their logs, or the models of one log; null without a check. */
export function namesOfSides(checked: readonly PairOfSides[]): readonly [string, string] | null {
  const [first] = checked;
  if (first === undefined) return null;
  const [now, before] = [checked.map(({ a }) => a.log.file), checked.map(({ b }) => b.log.file)];
  if (first.a.log === first.b.log) return [first.a.model, first.b.model];
  const folders = [foldersOf(now), foldersOf(before)];
  const areFolders =
    folders.every((own) => own.size === 1) && [...(folders[0] ?? [])][0] !== [...(folders[1] ?? [])][0];
  const ends = pathEnds([...now, ...before]);
  const textOf = (files: readonly string[]) => {
    const [path = '', ...others] = new Set(files);
    if (others.length > 0 && areFolders) return dirname(path);
    return `${ends.get(path) ?? path}${others.length === 0 ? '' : ` and ${counted(others.length, 'other log')}`}`;
  };
  return [textOf(now), textOf(before)];
}

function foldersOf(files: readonly string[]): ReadonlySet<string> {
  return new Set(files.map(dirname));
}
