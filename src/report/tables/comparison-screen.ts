import { maxDifferences } from '../../analyze/next-steps/after-contrasts.ts';
import type { ComparedTask, Comparison, Difference } from '../../results/comparison.ts';
import { type Contrast, isFound, isTestedContrast, type PairedContrast } from '../../results/contrast.ts';
import { displayNames } from '../../results/display-names.ts';
import { addsToText, type Finding } from '../../results/finding.ts';
import type { ReportTable } from '../../results/page.ts';
import type { Quantity } from '../../results/quantity.ts';
import type { Results } from '../../results/results.ts';
import { counted, fixed, pRelation, signedText } from '../../util/numbers.ts';
import { oneLine } from '../../util/text.ts';
import { differenceIntervalText } from '../figures/marks/number-text.ts';
import type { ComparisonAnswer } from './comparison-answer.ts';
import { wordOf } from './comparison-tables.ts';
import {
  contrastNotes,
  contrastWordText,
  cureOf,
  firstRank,
  namedContrasts,
  sizeText,
  untestedText,
} from './contrast-table.ts';
import { distinctNames, pairName } from './finding-numbers.ts';
import { reasonText } from './reason-words.ts';
import { filled, left, textCell } from './report-table.ts';
import { scoreMeaning } from './score-meaning.ts';

/** What a comparison is shown with. */
export interface ShownWith {
  readonly answer: ComparisonAnswer;
  /** The compared runs and their state, one line each. */
  readonly about: readonly string[];
  /** What the report of the same runs finds about each model. */
  readonly findings: readonly Finding[];
}

/** The first screen of a comparison. */
type ComparisonScreen = Pick<Results, 'question' | 'answer' | 'limits' | 'next'> &
  Pick<ShownWith, 'about'> & { readonly tables: readonly ReportTable[] };

/** Columns of a name in a table of the screen. */
export const maxNameWidth = 30;

/**
 * Returns the first screen of a comparison: the question, its answer, a row per task with what the own predictions add, its
 * interval and the word, and what to do next. Without a task that was asked, the paired differences.
 */
export function comparisonScreen(comparison: Comparison, { answer, about, findings }: ShownWith): ComparisonScreen {
  const asked = findings.filter(({ rungs: { beyondOthers } }) => beyondOthers.kind === 'tested');
  const isByModel = !hasAskedTask(comparison) && asked.length > 0;
  const tables = hasAskedTask(comparison)
    ? taskTables(comparison.tasks)
    : isByModel
      ? [modelsTable(asked)]
      : [differencesOnScreen(comparison), ...askedOthersTables(comparison.tasks)];
  return {
    question: isByModel ? ownQuestion : answer.question,
    answer: isByModel ? modelsAnswer(asked) : answer.answer,
    about,
    tables,
    limits: [...missingLines(comparison), ...comparison.limits, ...answer.limits],
    next: answer.next,
  };
}

const ownQuestion = 'Do the models’ own predictions add to what other models tell?';

/** Returns the answer for models one by one, where too few are complete for all of them together. */
function modelsAnswer(asked: readonly Finding[]): string {
  const found = asked.filter(({ beyond }) => beyond === 'yes').length;
  const shown = found === 0 ? 'Not shown in' : `Yes in ${found} of`;
  return `${shown} ${counted(asked.length, 'score')}. All models together: not asked, because fewer than six have 98 % of the answers.`;
}

function modelsTable(asked: readonly Finding[]): ReportTable {
  const rows = [...Map.groupBy(asked, ({ task }) => task)].map(([task, of]) => {
    const found = of.filter(({ beyond }) => beyond === 'yes').length;
    return {
      name: task,
      value: `${found} of ${of.length} models`,
      text: `${displayNames.beyond}: ${found === 0 ? 'not shown' : 'yes'}`,
    };
  });
  return {
    ...rowsTable('models whose own predictions add to what other models tell', rows),
    notes: [`${displayNames.beyond}: ${addsToText(asked)}`],
  };
}

/** Returns the word on a task with its question, or why it has none. */
function wordText(task: ComparedTask): string {
  const { together } = task;
  const hasWord = together.kind === 'asked' && together.beyond !== 'not asked';
  return hasWord ? `${displayNames.beyond}: ${together.beyond}` : wordOf(task);
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
    text: task.together.kind === 'asked' ? wordText(task) : 'not asked',
  }));
  const reasons = tasks.flatMap((task) =>
    task.together.kind === 'asked' ? [] : [`${named(task)}: ${task.together.reason}`],
  );
  return [
    {
      ...rowsTable(`what the own predictions add, mean of ${meanedText(tasks)}`, added),
      notes: [...reasons, ...wordLines(tasks)],
    },
    ...referenceTables('own score minus the label', tasks, ({ together }) =>
      together.kind === 'asked' ? together.label : null,
    ),
    ...askedOthersTables(tasks),
  ];
}

/** Returns over how many models the means of tasks are: `6 models`, or `6 to 8 models`. */
function meanedText(tasks: readonly ComparedTask[]): string {
  const counts = tasks.flatMap(({ together }) => (together.kind === 'asked' ? [together.models] : []));
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  return least === most ? counted(least, 'model') : `${least} to ${most} models`;
}

/** Returns the rows of tasks in which other models predicted the models by name. */
function askedOthersTables(tasks: readonly ComparedTask[]): readonly ReportTable[] {
  return referenceTables('own score minus others who were asked', tasks, ({ askedOthers }) => askedOthers);
}

function referenceTables(
  title: string,
  tasks: readonly ComparedTask[],
  of: (task: ComparedTask) => Contrast | null,
): readonly ReportTable[] {
  const rows = tasks.flatMap((task) => {
    const tested = of(task);
    return tested === null
      ? []
      : [
          {
            name: nameOf(task, tasks),
            value: differenceIntervalText(tested.quantity.value ?? 0, tested.quantity.interval, 'difference'),
            text: `p ${pRelation(tested.p ?? 1)}`,
          },
        ];
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

/** Says which executions have no outcome, and whether they count as wrong. */
function missingLines({ missing }: Comparison): readonly string[] {
  return missing.map(
    ({ side, reason, executions, of, counted: isWrong }) =>
      `${side}: ${executions} of ${counted(of, 'execution')} ${reasonText(reason)}, ${isWrong ? 'counted as wrong' : 'not counted'}`,
  );
}

/** A row of the screen: a pair, or the same pair without its missing answers. */
interface ShownContrast {
  readonly pair: Difference;
  readonly contrast: PairedContrast;
}

function differencesOnScreen(comparison: Comparison): ReportTable {
  const { differences } = comparison;
  if (differences.length > maxDifferences) return countsTable(comparison);
  const names = distinctNames(differences.flatMap(({ a, b }) => [a, b]));
  const only = new Set(differences.flatMap(({ models }) => models)).size === 1;
  const named = (name: string, model: string) => {
    const condition = only && name.startsWith(`${model} (`) ? name.slice(model.length + 2, -1) : null;
    return oneLine(condition ?? names.get(name) ?? name, maxNameWidth);
  };
  const byTask = Map.groupBy(differences, ({ experiment }) => experiment);
  const answered = differences.filter((pair) => pair.answered !== null).length;
  const hasBoth = differences.length + answered <= maxDifferences; // else `--wide` has these
  const rowsOf = (pairs: readonly Difference[]) =>
    pairs.flatMap((pair): ShownContrast[] => [
      { pair, contrast: pair },
      ...(pair.answered === null || !hasBoth ? [] : [{ pair, contrast: pair.answered }]),
    ]);
  const groups = [...byTask].map(([task, pairs]) => ({
    title: `${task}${scoreMeaning(pairs)}`,
    rows: rowsOf(pairs),
  }));
  const rows = [...byTask.values()].flat();
  const [first] = rows;
  return firstRank({
    ...{ id: 'differences-on-screen', title: 'difference of scores on the same items', lead: '' },
    ...namedContrasts(
      groups.flatMap((group) => group.rows),
      {
        nameOf: ({ pair, contrast }) =>
          contrast === pair ? pairName(named(pair.a, pair.models[0]), named(pair.b, pair.models[1])) : missingLeftOut,
        contrastOf: ({ contrast }) => contrast,
      },
    ),
    groups: groups.map(({ title, rows: { length } }) => ({ title, rows: length })),
    notes: [
      ...missedLines(rows),
      ...(rows.length === 1 && first !== undefined ? pairLines(first, named) : []),
      ...reasonNotes(rows),
      ...contrastNotes(rows, cureOf(rows)),
    ],
  });
}

/** Names the row of a difference among the executions that have an outcome. */
const missingLeftOut = 'missing left out';

/** Says on how many items sides are compared, and which real differences such a comparison would usually miss. */
function missedLines(differences: readonly Difference[]): readonly string[] {
  const known = differences.filter(({ detectable }) => detectable !== null);
  const [unit, ...others] = new Set((known.length === 0 ? differences : known).map((each) => each.unit));
  if (unit === undefined || others.length > 0) return [];
  const sizes = known.flatMap(({ detectable }) => detectable ?? []);
  if (sizes.length === 0)
    return differences.some(isTestedContrast)
      ? ['Such a comparison would usually miss every difference that the score allows.']
      : [];
  const [least, most] = [sizeText(Math.min(...sizes), unit), sizeText(Math.max(...sizes), unit)];
  const range = least === most ? least : `${least.replace(' points', '')} to ${most}`;
  return [`Differences below about ${range} would usually be missed${itemsText(known)}.`];
}

/** Maximum number of reasons without a test on a screen that has no room for the pairs. */
const maxReasons = 2;

/** Maximum number of tasks whose numbers of items are listed. */
const maxItemNumbers = 4;

/**
 * Returns the number of items of differences, and of their groups: ` with 110 items in 40 groups`. Where these differ, those of each
 * of few tasks, else their range.
 */
function itemsText(differences: readonly Difference[]): string {
  const sizeOf = ({ asked, groups }: Difference) =>
    `${counted(asked, 'item')}${groups === asked ? '' : ` in ${counted(groups, 'group')}`}`;
  const sizes = new Set(differences.map(sizeOf));
  if (sizes.size < 2) return sizes.size === 0 ? '' : ` with ${[...sizes].join()}`;
  const tasks = [...Map.groupBy(differences, ({ experiment }) => experiment)];
  const isEqual = tasks.every(([, of]) => new Set(of.map(sizeOf)).size === 1);
  if (isEqual && tasks.length <= maxItemNumbers)
    return ` with ${tasks.map(([task, [first]]) => (first === undefined ? '' : `${sizeOf(first)} (${task})`)).join(', ')}`;
  const [least, most] = [Math.min, Math.max].map((of) => of(...differences.map(({ asked }) => asked)));
  return least === most ? ` with ${counted(least ?? 0, 'item')}` : ` with ${least} to ${most} items`;
}

/** Returns what decides a single difference, and what is left out of it. */
function pairLines(pair: Difference, named: (name: string, model: string) => string): readonly string[] {
  const { asked, ties, alone, otherTexts = 0, answered, missing, quantity } = pair;
  const [a, b] = [named(pair.a, pair.models[0]), named(pair.b, pair.models[1])];
  const count = (n: number) => n.toLocaleString('en');
  const decides = [
    `equal on ${count(ties)} of ${counted(quantity.n, quantity.n === pair.items ? 'item' : 'unit')}${pair.items === asked ? '' : ' that both have a score for'}; ${quantity.n - ties === 1 ? 'the other one decides' : `the other ${count(quantity.n - ties)} decide`}${missing.units === 0 ? '' : `, and ${count(missing.units)} that lack an answer, at their worst`}`,
  ];
  return [
    ...(quantity.n === 0 ? [] : decides),
    ...(answered === null || answered.word === pair.word
      ? []
      : [
          `the word depends on how missing answers are counted: ${contrastWordText(pair)}, or ${contrastWordText(answered)} among the answered ones`,
        ]),
    ...(alone.a + alone.b === 0
      ? []
      : [
          `left out of ${count(asked + alone.a + alone.b + otherTexts)} items: ${alone.a} that only ${a} has, ${alone.b} that only ${b} has`,
        ]),
    ...(otherTexts === 0 ? [] : [`left out: ${counted(otherTexts, 'item')} whose texts differ under one id`]),
  ];
}

/** Says why differences have no test, a line for each reason. */
function reasonNotes(rows: readonly Difference[]): readonly string[] {
  const reasons = Map.groupBy(
    rows.filter(({ reason }) => reason !== null),
    untestedText,
  );
  return [...reasons].map(([text, of]) =>
    of.length === rows.length ? `${text}.` : `${counted(of.length, 'difference')}: ${text}.`,
  );
}

/** Returns the reasons why differences have no test where these are few; else how many reasons there are. */
function fewReasonNotes(differences: readonly Difference[]): readonly string[] {
  const notes = reasonNotes(differences);
  if (notes.length <= maxReasons) return notes;
  const untested = differences.filter(({ reason }) => reason !== null).length;
  return [`${counted(untested, 'difference')} without a test, for ${notes.length} reasons that stand with the pairs.`];
}

/** Returns how many pairs differ in each task, where a list of pairs has no room. */
function countsTable({ differences }: Comparison): ReportTable {
  const rows = [...Map.groupBy(differences, ({ experiment }) => experiment)].map(([task, of]) => ({
    name: task,
    value: `${of.filter(isFound).length} of ${of.length} pairs`,
    text: 'differ',
  }));
  return {
    ...rowsTable('pairs of models whose scores differ on the same items', rows),
    notes: [
      ...missedLines(differences),
      ...fewReasonNotes(differences),
      ...contrastNotes(differences, cureOf(differences)),
    ],
  };
}

function nameOf({ experiment, condition }: ComparedTask, all: readonly ComparedTask[]): string {
  const same = all.filter((each) => each.experiment === experiment);
  return same.length === 1 ? experiment : `${experiment}, ${oneLine(condition, maxNameWidth)}`;
}

function quantityText({ value, interval }: Quantity): string {
  if (value === null) return 'n/a';
  const text = signedText(value, 2);
  return interval === null ? text : `${text} [${fixed(interval[0], 2)}, ${fixed(interval[1], 2)}]`;
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
    'adds: fit to own answers that other models’ answers do not explain; 0 means none',
    ...(asked.some(({ beyond }) => beyond !== 'not asked')
      ? ['beyond others: adds to what other models tell, also beside the most similar model']
      : []),
    ...(range === null ? [] : [`Values below ${range} would usually be missed.`]),
  ];
}
