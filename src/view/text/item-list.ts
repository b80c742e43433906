import { reasonText } from '../../outcome-kinds/words.ts';
import { csvCell } from '../../report/render/csv.ts';
import { oneLine, wrapText } from '../../util/text.ts';
import type { ItemView } from '../contract/contract-items.ts';

const marks: Readonly<Record<ItemView['state'], string>> = {
  right: 'right',
  wrong: 'WRONG',
  mixed: 'mixed',
  missing: 'missing',
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
  const predicted = prediction === '' ? 'no prediction' : `predicted: ${oneLine(prediction, 60)}`;
  const did = outcome === '' ? 'no outcome' : `did: ${oneLine(outcome, 60)} (${agree} of ${executions})`;
  const alike = others === null || others === 0 ? '' : `; same outcome in ${same} of ${others} other models`;
  return `${about}${predicted}; ${did}${alike}`;
}

const csvColumns = [
  ...['run', 'experiment', 'model', 'condition', 'item', 'unit', 'title', 'prediction', 'outcome', 'state', 'reason'],
  ...['score', 'agree', 'executions', 'same', 'others', 'judgesDiffer', 'part'],
] as const satisfies readonly (keyof ItemView)[];

export const itemCsvHeader = csvColumns.join(',');

export function itemCsvLine(row: ItemView): string {
  const cells: Readonly<Record<string, string | number | boolean | null>> = row;
  const texts = csvColumns.map((name) => {
    const value = cells[name] ?? null;
    return csvCell(typeof value === 'boolean' ? String(value) : value);
  });
  return texts.join(',');
}
