import { labelRubric } from '../../domain/judging.ts';
import { csvCell } from '../../report/render/csv.ts';
import type { StoredLabel } from '../../store/stored-label.ts';
import { AppError } from '../../util/app-error.ts';
import { oneLine } from '../../util/text.ts';
import { readFilledLines } from '../text/filled-lines.ts';
import { type JudgedResponse, labelValues } from './judged-responses.ts';

const sampleColumns = ['key', 'rubric', 'request', 'response', 'value', 'note'] as const;
const maxProblems = 10;

/** Returns responses to label as CSV; the person fills in `value` and `note`. */
export function sampleCsv(responses: readonly JudgedResponse[]): string {
  const rows = responses.map(({ key, request, response }) => [key, labelRubric, request, response, '', '']);
  return [sampleColumns, ...rows].map((row) => `${row.map((cell) => csvCell(cell)).join(',')}\r\n`).join('');
}

/** Returns every label as CSV, oldest first. */
export function labelsCsv(labels: readonly StoredLabel[]): string {
  const header = ['at', 'by', 'key', 'rubric', 'value', 'note'];
  const rows = labels.map(({ at, by, answer, rubric, value, note }) => [at, by, answer, rubric, value, note]);
  return [header, ...rows].map((row) => `${row.map((cell) => csvCell(cell)).join(',')}\r\n`).join('');
}

interface ImportOptions {
  readonly by: string;
  /** ISO 8601. */
  readonly at: string;
  /** Returns which of these keys belong to answers that can be labeled. */
  readonly known: (keys: readonly string[]) => Promise<ReadonlySet<string>>;
}

/** Reads the labels of a filled-in file; rows without a value are skipped. AppError with the lines that are invalid. */
export async function readLabels(text: string, { by, at, known }: ImportOptions): Promise<readonly StoredLabel[]> {
  const lines = readFilledLines(text, {
    columns: ['key', 'value'],
    code: 'bad-labels',
    hint: 'start from a file written by `seb label sample`',
  });
  const existing = await known(lines.map(({ cells }) => cells.key ?? ''));
  const seen = new Map<string, number>();
  const problems: string[] = [];
  const labels = lines.flatMap(({ number, cells }): StoredLabel[] => {
    const { key = '', rubric = labelRubric, value: written = '', note = '' } = cells;
    const value = written.trim().toLowerCase();
    const before = seen.get(key);
    if (before === undefined) seen.set(key, number);
    if (!existing.has(key)) problems.push(`line ${number}: unknown key "${oneLine(key, 70)}"`);
    else if (before !== undefined) problems.push(`line ${number}: duplicate key of line ${before}`);
    else if (rubric !== '' && rubric !== labelRubric) {
      problems.push(`line ${number}: unknown rubric "${oneLine(rubric, 40)}"; the rubric is ${labelRubric}`);
    } else if (value !== '' && !labelValues.some((each) => each === value)) {
      problems.push(`line ${number}: "${oneLine(written, 40)}" is not a value of the rubric`);
    } else if (value !== '') return [{ at, by, answer: key, rubric: labelRubric, value, note }];
    return [];
  });
  if (problems.length === 0) return labels;
  const more = problems.length > maxProblems ? `\nand ${problems.length - maxProblems} more` : '';
  throw new AppError('bad-labels', `${problems.slice(0, maxProblems).join('\n')}${more}`, {
    hint: `no label was added; values are ${labelValues.join(', ')}, or empty`,
  });
}
