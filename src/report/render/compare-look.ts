import type { ComparisonAnswer } from '../../analyze/compare/comparison-answer.ts';
import type { ComparedTask, Comparison, Tested } from '../../results/comparison.ts';
import type { ReportTable } from '../../results/page.ts';
import type { Quantity } from '../../results/quantity.ts';
import { stepOf } from '../../results/step.ts';
import { fixed } from '../../util/numbers.ts';
import { oneLine, shortenMiddle } from '../../util/text.ts';
import { wordOf } from '../tables/comparison-tables.ts';
import { filled, left, textCell } from '../tables/report-table.ts';
import { type ScreenOptions, screenText } from './screen.ts';

interface Look extends ScreenOptions {
  readonly answer: ComparisonAnswer;
  /** The compared runs and their state, one line each. */
  readonly about: readonly string[];
}

const maxNameWidth = 30;

/** Columns of the name of each of two that are compared; longer names are cut in the middle. */
const maxComparedName = 19;

/** Maximum number of paired differences on the first screen; `--wide` has all. */
const maxDifferences = 15;

/**
 * Returns the first screen of a comparison: the question, its answer, a row per task with what the own predictions add, its
 * interval and the word, and what to do next. Without a task that was asked, the paired differences.
 */
export function compareLook(comparison: Comparison, look: Look): string {
  const { answer, about } = look;
  const tables = hasAskedTask(comparison)
    ? taskTables(comparison.tasks)
    : [differencesOnScreen(comparison), ...askedOthersTables(comparison.tasks)];
  return screenText(
    {
      question: answer.question,
      answer: answer.answer,
      about,
      unfinished: [],
      maxNameColumns: 2 * maxNameWidth,
      tables,
      limits: [...answer.limits, ...comparison.limits],
      next: [...answer.next, 'seb compare --wide'].map(stepOf),
    },
    look,
  );
}

/** Whether a task has numbers of all models together. */
function hasAskedTask({ tasks }: Comparison): boolean {
  return tasks.some(({ together }) => together.kind === 'asked');
}

function taskTables(tasks: readonly ComparedTask[]): readonly ReportTable[] {
  const named = (task: ComparedTask) => nameOf(task, tasks);
  const added = tasks.map((task) => ({
    name: named(task),
    value: task.together.kind === 'asked' ? quantityText(task.together.private) : '',
    text: task.together.kind === 'asked' ? wordOf(task) : 'not asked',
  }));
  const reasons = tasks.flatMap((task) =>
    task.together.kind === 'asked' ? [] : [`${named(task)}: ${task.together.reason}`],
  );
  return [
    { ...rowsTable('what the own prediction adds', added), notes: [...reasons, ...wordLines(tasks)] },
    ...referenceTables('own score minus the label', tasks, ({ together }) =>
      together.kind === 'asked' ? together.label : null,
    ),
    ...askedOthersTables(tasks),
  ];
}

/** Returns the rows of tasks in which other models predicted the models by name. */
function askedOthersTables(tasks: readonly ComparedTask[]): readonly ReportTable[] {
  return referenceTables('own score minus asked others', tasks, ({ askedOthers }) => askedOthers);
}

function referenceTables(
  title: string,
  tasks: readonly ComparedTask[],
  of: (task: ComparedTask) => Tested | null,
): readonly ReportTable[] {
  const rows = tasks.flatMap((task) => {
    const tested = of(task);
    return tested === null
      ? []
      : [{ name: nameOf(task, tasks), value: quantityText(tested.difference), text: pText(tested.p) }];
  });
  return rows.length === 0 ? [] : [rowsTable(title, rows)];
}

interface Row {
  readonly name: string;
  readonly value: string;
  readonly text: string;
}

function rowsTable(title: string, rows: readonly Row[]): ReportTable {
  return {
    ...{ id: title.replaceAll(' ', '-'), title, lead: '' },
    ...filled(rows, [
      left('', 'What is compared.', ({ name }) => textCell(name)),
      left('', 'Value with its 95 % interval.', ({ value }) => textCell(value)),
      left('', 'The word.', ({ text }) => textCell(text)),
    ]),
  };
}

function differencesOnScreen({ differences }: Comparison): ReportTable {
  const shown = differences.slice(0, maxDifferences);
  const more = differences.length - shown.length;
  const detectable = differences.flatMap((each) => each.detectable ?? []);
  const range = rangeOf(detectable);
  return {
    ...{ id: 'differences', title: 'difference of scores on the same items', lead: '' },
    ...filled(shown, [
      left('', 'The first of the two.', ({ a }) => textCell(shortName(a))),
      left('', 'The second of the two.', ({ b }) => textCell(`− ${shortName(b)}`)),
      left('', 'Difference with its 95 % interval.', ({ difference }) => textCell(quantityText(difference))),
      left('', 'The word.', ({ word }) => textCell(word ?? 'no test')),
      left('', 'Adjusted p.', ({ adjusted }) => textCell(adjusted === null ? '' : pText(adjusted)), 1),
    ]),
    notes: [
      ...(more > 0 ? [`${more} more differences: seb compare --wide`] : []),
      ...(range === null ? [] : [`Differences below ${range} would usually be missed.`]),
    ],
  };
}

function shortName(name: string): string {
  return shortenMiddle(oneLine(name, 200), maxComparedName);
}

function nameOf({ experiment, condition }: ComparedTask, all: readonly ComparedTask[]): string {
  const same = all.filter((each) => each.experiment === experiment);
  return same.length === 1 ? experiment : `${experiment}, ${oneLine(condition, maxNameWidth)}`;
}

function quantityText({ value, interval }: Quantity): string {
  if (value === null) return 'n/a';
  const text = fixed(value, 2);
  return interval === null ? text : `${text} [${fixed(interval[0], 2)}, ${fixed(interval[1], 2)}]`;
}

function pText(p: number): string {
  return p < 0.001 ? 'p < 0.001' : `p = ${fixed(p, 3)}`;
}

function rangeOf(values: readonly number[]): string | null {
  if (values.length === 0) return null;
  const [low, high] = [Math.min(...values), Math.max(...values)].map((value) => fixed(value, 2)) as [string, string]; // two ends
  return low === high ? low : `${low} to ${high}`;
}

/** Returns what the numbers and words mean, and what the comparison would have found. */
function wordLines(tasks: readonly ComparedTask[]): readonly string[] {
  const asked = tasks.flatMap(({ together }) => (together.kind === 'asked' ? [together] : []));
  const range = rangeOf(asked.flatMap((each) => each.detectable ?? []));
  return [
    'adds: a correlation beyond what the other models’ answers tell; 0 means nothing',
    ...(asked.some(({ word }) => word !== null)
      ? ['beyond others: adds to what others tell, also beside the most similar model']
      : []),
    ...(range === null ? [] : [`Values below ${range} would usually be missed.`]),
  ];
}
