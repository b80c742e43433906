import { recordedPrefix } from '../../domain/recorded.ts';
import { displayNames } from '../../results/display-names.ts';
import type { LogFacts } from '../../results/log-facts.ts';
import type { ReportSection, ReportTable } from '../../results/page.ts';
import type { Results } from '../../results/results.ts';
import type { RightAnswers } from '../../results/right-answers.ts';
import type { ResultChecks } from '../../results/row-check.ts';
import { counted, fixed, pointsRange } from '../../util/numbers.ts';
import { oneLine } from '../../util/text.ts';
import { type NamedRow, rowNames } from './finding-numbers.ts';
import { reasonText } from './reason-words.ts';
import {
  absentCell,
  filled,
  left,
  maxNameWidth,
  numberCell,
  ofPair,
  pairCell,
  right,
  textCell,
} from './report-table.ts';

/** Rows of the table on the first screen up to which all are listed, and the first ones of more */
const [maxListed, firstOfMany] = [9, 6];
/** Notes on missing executions on the first screen; of more, one line says how many there are. */
const maxMissingNotes = 4;
/** Possible wrong keys on the first screen. */
const maxKeys = 10;

const rightTableId = 'right-answers';
const wrongKeysId = 'wrong-keys';

const percent = (share: number) => `${fixed(100 * share, 1)} %`;

function percentCell(value: number | null, reason: string) {
  return value === null ? absentCell(reason) : numberCell(value, percent(value));
}

/** Returns the table of how often answers are right; null where no answer is right or wrong. */
function rightTable(all: readonly RightAnswers[], logs?: LogFacts): ReportTable | null {
  if (all.length === 0) return null;
  const tasks = [...Map.groupBy(all, ({ task }) => task)];
  const rows = tasks.flatMap(([, of]) => of);
  const nameOf = rowNames(rows);
  const isGraded = rows.some(({ kind }) => kind === 'graded');
  const share = isGraded ? 'grade' : 'right';
  return {
    id: rightTableId,
    title: isGraded ? 'How good are the answers?' : 'How often are the answers right?',
    lead: 'As the experiment, or the tool of a log, counts missing answers; with the 95 % interval over groups of items.',
    ...filled(rows, [
      left(displayNames.model, 'Model name as given by the user.', (row) =>
        textCell(oneLine(nameOf(row), maxNameWidth), `run ${row.run}`),
      ),
      right('items', 'Number of items with an answer, or with a reason why there is none.', ({ items }) =>
        numberCell(items, items.toLocaleString('en')),
      ),
      right(share, 'Share of the answers that are right, or mean grade as a share of its range.', (row) =>
        percentCell(row.right.value, row.right.missing ?? 'no answer counts'),
      ),
      ofPair(
        [`${share} low`, `${share} high`],
        right('95 %', 'Interval of this share over groups of items (Wilson).', ({ right: { interval, missing } }) =>
          interval === null ? absentCell(missing ?? 'too few groups') : pairCell(interval, pointsRange(interval)),
        ),
      ),
      right(
        'answered',
        'The same share of the executions with an outcome alone; empty where it is equal.',
        (row) =>
          row.answered === row.right.value ? textCell('') : percentCell(row.answered, 'no execution has an outcome'),
        1,
      ),
      right(
        'groups',
        'Number of independent groups of items.',
        (row) => numberCell(row.right.clusters, String(row.right.clusters)),
        2,
      ),
      right(
        'executions',
        'Number of executions that were asked.',
        (row) => numberCell(row.executions, row.executions.toLocaleString('en')),
        3,
      ),
      right(
        'se',
        'Standard error of the share over groups of items.',
        ({ se }) => (se === null ? absentCell('fewer than two groups') : numberCell(se, fixed(se, 3))),
        3,
      ),
    ]),
    groups: tasks.map(([task, of]) => ({ title: taskTitle(task, of, logs), rows: of.length })),
    notes: [...missingNotes(rows, nameOf, logs), ...groupNotes(rows, logs), ...statedNotes(rows, nameOf, logs)],
  };
}

/** Returns the name of a task, with the range of its grades. */
function taskTitle(task: string, of: readonly RightAnswers[], logs: LogFacts | undefined): string {
  const range = logs?.ranges.find(({ run }) => of.some((each) => each.run === run))?.range;
  return range === undefined ? task : `${task} (graded, ${range[0]} to ${range[1]})`;
}

type NameOf = (row: NamedRow) => string;

function missingNotes(rows: readonly RightAnswers[], nameOf: NameOf, logs: LogFacts | undefined): readonly string[] {
  const [format, ...others] = logs?.formats ?? [];
  return rows.flatMap((row) => {
    const isKnown = row.missing.every(({ reason }) => reason !== 'unscored') || format === 'Inspect'; // others may print NaN
    const isOurs = logs?.checks.some((check) => leavesOut(check, row)) === true; // the tool counts these as wrong
    const isSaid = format !== undefined && others.length === 0 && isKnown && !isOurs; // which of several formats a row has is not known
    const as = isSaid ? ` (as in ${format === 'table' ? 'the table' : format})` : '';
    const parts = row.missing.map(
      ({ reason, executions, counted: asWrong }) =>
        `${executions.toLocaleString('en')} ${reasonText(reason)}, ${asWrong ? 'counted as wrong' : 'not counted'}`,
    );
    return parts.length === 0
      ? []
      : [`${nameOf(row)}, ${row.task}, of ${counted(row.executions, 'execution')}: ${parts.join('; ')}${as}`];
  });
}

/** Returns whether a check of logs takes outcomes from the rows of a model that the log counts as wrong. */
function leavesOut({ check, kind, models }: ResultChecks[number], { model }: RightAnswers): boolean {
  const isMissing = kind === 'fault' && (check === 'errors' || check === 'not asked');
  return isMissing && models.some((own) => model === `${recordedPrefix}${own}`);
}

/** Says that items of one group are dependent, and why intervals then differ from the errors that a tool states. */
function groupNotes(rows: readonly RightAnswers[], logs: LogFacts | undefined): readonly string[] {
  const grouped = rows.filter(({ right: { clusters }, items }) => clusters < items);
  const [first] = grouped;
  if (first === undefined) return [];
  const isStated = grouped.some(({ run }) => logs?.stated.some((each) => each.run === run && each.stderr !== null));
  const than = isStated ? '; the standard errors that the tool states take them for independent' : '';
  return [
    `items of one group are dependent: ${counted(first.items, 'item')} are in ${counted(first.right.clusters, 'group')}${than}`,
  ];
}

/** Says where the tool of a log itself states another value. */
function statedNotes(rows: readonly RightAnswers[], nameOf: NameOf, logs: LogFacts | undefined): readonly string[] {
  return rows.flatMap((row) => {
    const stated = logs?.stated.find(({ run }) => run === row.run);
    const { value } = row.right;
    return stated === undefined || value === null || Math.abs(stated.value - value) <= 1e-9
      ? []
      : [`${nameOf(row)}, ${row.task}: the log itself states ${percent(stated.value)}`];
  });
}

/** Returns the items whose key may be wrong as a table; null where they were not looked for, or where there are none. */
function wrongKeysTable({ possibleWrongKeys: keys }: Pick<LogFacts, 'possibleWrongKeys'>): ReportTable | null {
  if (keys === null || keys.length === 0) return null;
  return {
    id: wrongKeysId,
    title: `Possible wrong keys: on ${counted(keys.length, 'item')} 80 % of the models agree on another answer than the key. No item is left out.`,
    lead: '',
    ...filled(keys, [
      left('item', 'Id of the item.', ({ item }) => textCell(oneLine(item, 20))),
      left('key', 'Right answer by the log.', ({ key }) => textCell(oneLine(key, 12))),
      left('models say', 'What most models answer.', ({ answer }) => textCell(oneLine(answer, 12))),
      ofPair(
        ['agree', 'models'],
        right('agree', 'Number of models that say so, of those that answered.', ({ agree, of }) =>
          pairCell([agree, of], `${agree} of ${of}`),
        ),
      ),
      left('question', 'Beginning of what was asked.', ({ text }) => textCell(oneLine(text, 200)), 1),
    ]),
  };
}

/** Says that wrong keys were not looked for, or that there are none. */
function wrongKeysNote({ possibleWrongKeys: keys, wrongKeysNeed }: LogFacts): readonly string[] {
  if (keys === null) return [`possible wrong keys were not looked for: it needs ${wrongKeysNeed}`];
  return keys.length === 0
    ? ['possible wrong keys: none (items on which 80 % of the models agree on another answer)']
    : [];
}

/** Returns the section of how often answers are right, with what only logs tell; null where no answer is right or wrong. */
export function rightSection({ right: all = [], logs }: Pick<Results, 'right' | 'logs'>): ReportSection | null {
  const table = rightTable(all, logs);
  if (table === null) return null;
  const keys = logs === undefined ? null : wrongKeysTable(logs);
  const notes = [...(table.notes ?? []), ...(logs === undefined ? [] : wrongKeysNote(logs))];
  return {
    id: rightTableId,
    title: 'Right answers',
    lead: null,
    absence: null,
    tables: [{ ...table, notes }, ...(keys === null ? [] : [keys])],
  };
}

/** Returns these tables as the first screen shows them: the first rows of many. */
export function rightScreenTables(results: Pick<Results, 'right' | 'logs'>): readonly ReportTable[] {
  return (rightSection(results)?.tables ?? []).map((whole) => {
    const table = { ...whole, notes: withoutMany(whole.notes ?? [], results) };
    const isLong = table.rows.length > maxListed;
    const most = table.id === wrongKeysId ? maxKeys : isLong ? firstOfMany : maxListed;
    const more = table.rows.length - most;
    const shown = { ...table, columns: table.columns.filter(({ rank }) => rank <= 1) };
    const rows = table.rows
      .slice(0, Math.max(most, 0))
      .map((row) => row.filter((_, at) => (table.columns[at]?.rank ?? 0) <= 1));
    if (more <= 0) return { ...shown, rows };
    const { groups, ...rest } = shown;
    const notes = [`and ${more} more (--table ${table.id})`, ...(table.notes ?? [])];
    return { ...rest, rows, ...(groups === undefined ? {} : { groups: cutGroups(groups, most) }), notes };
  });
}

/** Returns notes in which those on the missing executions of many scores are one line. */
function withoutMany(
  notes: readonly string[],
  { right: rows = [], logs }: Pick<Results, 'right' | 'logs'>,
): readonly string[] {
  const ofRows = new Set(missingNotes(rows, rowNames(rows), logs));
  const at = notes.findIndex((note) => ofRows.has(note));
  if (ofRows.size <= maxMissingNotes || at < 0) return notes;
  const reasons = Map.groupBy(
    rows.flatMap(({ missing }) => missing),
    ({ reason, counted: asWrong }) => `${reasonText(reason)}, ${asWrong ? 'counted as wrong' : 'not counted'}`,
  );
  const parts = [...reasons].map(([text, of]) => {
    const all = of.map(({ executions }) => executions);
    const [low, high] = [Math.min(...all), Math.max(...all)];
    const range =
      low === high ? counted(high, 'execution') : `${low.toLocaleString('en')} to ${counted(high, 'execution')}`;
    return `${range} of ${of.length === 1 ? '1 score' : `each of ${of.length} scores`} ${text}`;
  });
  const one = `${parts.join('; ')} (--table ${rightTableId} has each)`;
  return [...notes.slice(0, at), one, ...notes.slice(at).filter((note) => !ofRows.has(note))];
}

function cutGroups(groups: NonNullable<ReportTable['groups']>, most: number): NonNullable<ReportTable['groups']> {
  let left = most;
  return groups.flatMap(({ title, rows }) => {
    const own = Math.min(rows, left);
    left -= own;
    return own === 0 ? [] : [{ title, rows: own }];
  });
}
