import stringWidth from 'string-width';
import type { ComparisonAnswer } from '../../analyze/compare/comparison-answer.ts';
import type { ComparedTask, Comparison, Tested } from '../../results/comparison.ts';
import type { Quantity } from '../../results/quantity.ts';
import { fixed } from '../../util/numbers.ts';
import { oneLine, wrapText } from '../../util/text.ts';
import { wordOf } from '../tables/comparison-tables.ts';
import { comparisonSection } from '../tables/report-sections.ts';
import { type FirstLookOptions, fit, nextLines } from './look-parts.ts';
import { tablesLook } from './tables-look.ts';

interface Look extends FirstLookOptions {
  readonly answer: ComparisonAnswer;
  /** The compared runs and their state, one line each. */
  readonly about: readonly string[];
}

/** Fewest columns for the word beside a number; on narrower terminals, numbers and words are below the task. */
const minTextWidth = 16;

/** Width of the column of tasks. */
const taskWidth = 30;
const gap = '  ';

/**
 * Returns the first screen of a comparison: the question, its answer, a row per task with what the own predictions add, its
 * interval and the word, and what to do next. Without a task that was asked, the paired differences. At most 80 columns
 * wide on a terminal of 80 columns.
 */
export function compareLook(comparison: Comparison, look: Look): string {
  const { answer, about, width } = look;
  const wrapped = (text: string) => wrapText(text, width);
  const head = [answer.question, answer.answer, ...about].flatMap(wrapped);
  const limits = [...answer.limits, ...comparison.limits];
  const { tasks } = comparison;
  if (!hasAskedTask(comparison)) {
    const all = 'all numbers: --wide';
    const section = comparisonSection({ ...comparison, tasks: [], notes: [] });
    return tablesLook([section], { ...look, head, all, limits, next: answer.next });
  }
  return [
    ...head,
    '',
    ...rowLines('what the own prediction adds', tasks.map(addedRow(tasks)), width),
    ...referenceLines('own score minus the label', tasks, labelOf, width),
    ...referenceLines('own score minus asked others', tasks, ({ askedOthers }) => askedOthers, width),
    ...wordLines(tasks).flatMap(wrapped),
    '',
    ...limits.flatMap((text) => wrapped(`- ${text}`)),
    ...nextLines(answer, look),
    ...wrapped('each model, and paired differences: --wide'),
  ].join('\n');
}

/** Whether a task has numbers of all models together. */
function hasAskedTask({ tasks }: Comparison): boolean {
  return tasks.some(({ together, askedOthers }) => together.kind === 'asked' || askedOthers !== null);
}

function labelOf({ together }: ComparedTask): Tested | null {
  return together.kind === 'asked' ? together.label : null;
}

interface Row {
  readonly name: string;
  readonly value: string;
  readonly text: string;
}

function addedRow(all: readonly ComparedTask[]): (task: ComparedTask) => Row {
  return (task) => {
    const { together } = task;
    const name = nameOf(task, all);
    if (together.kind === 'not asked') return { name, value: '', text: together.reason };
    return { name, value: quantityText(together.private), text: wordOf(task) };
  };
}

function referenceLines(
  head: string,
  tasks: readonly ComparedTask[],
  of: (task: ComparedTask) => Tested | null,
  width: number,
): readonly string[] {
  const rows = tasks.flatMap((task): readonly Row[] => {
    const tested = of(task);
    return tested === null
      ? []
      : [{ name: nameOf(task, tasks), value: quantityText(tested.difference), text: pText(tested.p) }];
  });
  return rows.length === 0 ? [] : rowLines(head, rows, width);
}

/** Returns rows under a head: name, number with interval, and text, which is wrapped below itself. */
function rowLines(head: string, rows: readonly Row[], width: number): readonly string[] {
  const values = Math.max(...rows.map(({ value }) => stringWidth(value)), 0);
  const names = Math.min(
    taskWidth,
    Math.max(...[head, ...rows.map(({ name }) => name)].map((name) => stringWidth(name))),
  );
  const start = names + gap.length + values + gap.length;
  if (start + minTextWidth > width) {
    const stacked = rows.flatMap(({ name, value, text }) =>
      [name, `${gap}${value}${value === '' ? '' : gap}${text}`].flatMap((line) => wrapText(line, width)),
    );
    return [...wrapText(head, width), ...stacked];
  }
  return [
    fit(head, names).trimEnd(),
    ...rows.flatMap(({ name, value, text }) => {
      const first = value === '' ? `${fit(name, names)}${gap}` : `${fit(name, names)}${gap}${fit(value, values)}${gap}`;
      const indent = Math.min(value === '' ? names + gap.length : start, Math.floor(width / 2));
      const [line = '', ...more] = wrapText(text, width - stringWidth(first));
      return [`${first}${line}`.trimEnd(), ...more.map((rest) => `${' '.repeat(indent)}${rest}`)];
    }),
  ];
}

function nameOf({ experiment, condition }: ComparedTask, all: readonly ComparedTask[]): string {
  const same = all.filter((each) => each.experiment === experiment);
  return same.length === 1 ? experiment : `${experiment}, ${oneLine(condition, taskWidth)}`;
}

function quantityText({ value, interval }: Quantity): string {
  if (value === null) return 'n/a';
  const text = fixed(value, 2);
  return interval === null ? text : `${text} [${fixed(interval[0], 2)}, ${fixed(interval[1], 2)}]`;
}

function pText(p: number): string {
  return p < 0.001 ? 'p < 0.001' : `p = ${fixed(p, 3)}`;
}

/** Returns what the numbers and words mean, and what the comparison would have found. */
function wordLines(tasks: readonly ComparedTask[]): readonly string[] {
  const asked = tasks.flatMap(({ together }) => (together.kind === 'asked' ? [together] : []));
  const detectable = asked.flatMap((each) => each.detectable ?? []);
  const [low, high] = [Math.min(...detectable), Math.max(...detectable)].map((value) => fixed(value, 2));
  return [
    'adds: a correlation beyond what the other models’ answers tell; 0 means nothing',
    ...(asked.some(({ word }) => word !== null)
      ? ['beyond others: adds to what others tell, also beside the most similar model']
      : []),
    ...(detectable.length === 0
      ? []
      : [`Values below ${low === high ? low : `${low} to ${high}`} would usually be missed.`]),
  ];
}
