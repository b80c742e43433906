import { reasonText } from '../../outcome-kinds/words.ts';
import { csvCell } from '../../report/render/csv.ts';
import { counted } from '../../util/numbers.ts';
import { oneLine, wrapText } from '../../util/text.ts';
import type { ItemView } from '../contract/contract-items.ts';

const marks: Readonly<Record<ItemView['state'], string>> = {
  right: 'right',
  wrong: 'WRONG',
  mixed: 'mixed',
  missing: 'missing',
  graded: 'graded',
};
const indent = ' '.repeat(9);
const maxIdColumns = 30;
const maxFailureColumns = 200;

/** Returns the heading of the rows of one experiment, model and condition. */
export function groupHeading({ experiment, model, condition }: ItemView, columns: number): string {
  return oneLine(`${experiment} · ${model} · ${condition}`, columns);
}

/**
 * Returns a row of the items list: state, id and text of the item, and below it the prediction and the outcome, or why a call
 * failed.
 */
export function itemRowLines(
  row: ItemView,
  { columns, failure }: { readonly columns: number; readonly failure: string | null },
): readonly string[] {
  const id = oneLine(row.item, maxIdColumns);
  const title = oneLine(row.title, columns - indent.length - id.length - 2);
  const why = failure === null ? '' : ` (${oneLine(failure, maxFailureColumns)})`;
  const facts = wrapText(`${factsOf(row)}${why}`, columns - indent.length);
  return [`${marks[row.state].padEnd(7)}  ${id}  ${title}`, ...facts.map((line) => `${indent}${line}`)];
}

function factsOf({ unit, state, reason, prediction, outcome, agree, executions, same, others }: ItemView): string {
  const about = unit === '' ? '' : `${oneLine(unit, 40)}: `;
  if (state === 'missing') return `${about}missing: ${reason === null ? 'no outcome' : reasonText(reason)}`;
  if (state === 'graded') return `${about}${gradeOf(prediction, outcome, executions)}`;
  const predicted = prediction === '' ? 'no prediction' : `predicted: ${oneLine(prediction, 60)}`;
  const did = outcome === '' ? 'no outcome' : `did: ${oneLine(outcome, 60)}${timesText(agree, executions)}`;
  const alike = others === null || others === 0 ? '' : `, like ${same ?? 0} of ${counted(others, 'other model')}`;
  return `${about}${predicted}; ${did}${alike}`;
}

/** Returns the grade of an item and the confidence stated beside it. */
function gradeOf(confidence: string, grade: string, executions: number): string {
  const stated = confidence === '' ? '' : `; confidence: ${confidence}`;
  return `${grade}${executions > 1 ? ` (mean of ${executions})` : ''}${stated}`;
}

/** Returns in how many of several executions the model did so. */
function timesText(agree: number, executions: number): string {
  return executions === 1 ? '' : ` (in ${agree} of ${executions} executions)`;
}

/** What each column of the CSV of items holds. */
const csvHelp = {
  run: 'Id of the run.',
  experiment: 'Name of the experiment.',
  model: 'Model name as given by the user.',
  condition: 'How the item was asked: wording, order, mode, language and other settings.',
  item: 'Id of the item.',
  unit: 'What of the item is scored, such as an option word; empty where the item is one unit.',
  title: 'Beginning of the text of the item.',
  prediction: 'What the model predicted.',
  outcome: 'What it did: the most frequent value of its usable executions.',
  state:
    'Whether the prediction is right, wrong, mixed (right in some executions), missing or graded (a grade is neither right nor wrong).',
  reason: 'Why it is missing: the call and its reason.',
  score: 'Share of the usable executions that match the prediction.',
  agree: 'Number of usable executions with the most frequent value.',
  executions: 'Number of usable executions.',
  same: 'Number of other models of the run with the same outcome.',
  others: 'Number of other models of the run with an outcome.',
  judgesDiffer: 'Whether two judges disagree on a response of the item.',
  part: 'Part of the run in which the prediction was sent; empty where its calls had no planned order.',
} as const satisfies Partial<Record<keyof ItemView, string>>;

const csvColumns = Object.keys(csvHelp) as readonly (keyof typeof csvHelp)[]; // its own keys

/** What the CSV of items holds, and each of its columns. */
export const itemCsvTable = {
  lead: 'A row for each scored unit of an item, model and condition.',
  columns: csvColumns.map((name) => ({ name, help: csvHelp[name] })),
} as const;

export const itemCsvHeader = csvColumns.join(',');

export function itemCsvLine(row: ItemView): string {
  const cells: Readonly<Record<string, string | number | boolean | null>> = row;
  const texts = csvColumns.map((name) => {
    const value = cells[name] ?? null;
    return csvCell(typeof value === 'boolean' ? String(value) : value);
  });
  return texts.join(',');
}
