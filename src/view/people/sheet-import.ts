import { fieldProblem, fieldsOf } from '../../answers/people/answer-fields.ts';
import { type PeopleRun, type PersonCall, personCalls } from '../../answers/people/person-calls.ts';
import { personState } from '../../answers/people/person-session.ts';
import { type CheckedAnswer, checkedAnswer, storeSheet } from '../../answers/people/store-answers.ts';
import { AppError } from '../../util/app-error.ts';
import { oneLine } from '../../util/text.ts';
import { type FilledLine, readFilledLines } from '../text/filled-lines.ts';
import { agreedAnswer, consentKey, rowKey } from './sheet-file.ts';

/** What an import did. */
interface SheetResult {
  /** Answers that were stored. */
  readonly stored: number;
  /** Answers that were stored before, with the same text. */
  readonly known: number;
  /** Questions without any value, which stay open. */
  readonly empty: number;
}

const maxProblems = 10;

interface ImportOptions {
  readonly person: string;
  readonly now: Date;
}

/**
 * Stores the answers of a filled sheet of a person. A question without any value stays open. AppError, with nothing stored,
 * that lists the lines that are invalid.
 */
export async function importSheet(open: PeopleRun, text: string, { person, now }: ImportOptions): Promise<SheetResult> {
  const lines = readFilledLines(text, {
    columns: ['key', 'answer'],
    code: 'bad-sheet',
    hint: 'start from a file written by `seb people sheet`',
  });
  const state = await personState(open, person, now);
  const openKeys = new Set<string>(state.kind === 'open' ? state.calls.map(({ key }) => key) : []);
  const own = (await personCalls(open)).filter((each) => each.person === person);
  const problems = [...consentProblems(lines), ...keyProblems(lines, own, person)];
  const checked: CheckedAnswer[] = [];
  let [known, empty] = [0, 0];
  for (const asked of own) {
    const result = readQuestion(lines, asked);
    if (result === null) continue;
    if (result.kind === 'empty') empty += 1;
    else if (result.kind === 'problems') problems.push(...result.problems);
    else if (asked.stored?.answer.text === result.answer.answer.text) known += 1;
    else if (asked.stored !== null)
      problems.push(`line ${result.line}: the store has another answer; the first counts`);
    else if (!openKeys.has(asked.key))
      problems.push(`line ${result.line}: this question is not open for ${person} yet`);
    else checked.push(result.answer);
  }
  if (problems.length > 0) throw refusal(problems);
  return { stored: await storeSheet(open, checked, { person, now }), known, empty };
}

function consentProblems(lines: readonly FilledLine[]): readonly string[] {
  const line = lines.find(({ cells }) => cells.key === consentKey);
  if (line === undefined) return [`the row "${consentKey}" is missing: the person has not agreed`];
  if (line.cells.answer?.trim().toLowerCase() === agreedAnswer) return [];
  return [`line ${line.number}: the person has not agreed (answer "${agreedAnswer}")`];
}

/** Returns the rows that belong to no question of the person, and those that occur twice. */
function keyProblems(lines: readonly FilledLine[], own: readonly PersonCall[], person: string): readonly string[] {
  const keys = new Set(own.flatMap((asked) => fieldsOf(asked.form).map((_, index) => rowKey(asked, index))));
  const seen = new Map<string, number>();
  return lines.flatMap(({ number, cells: { key = '' } }) => {
    const before = seen.get(key);
    seen.set(key, before ?? number);
    if (before !== undefined) return [`line ${number}: duplicate key of line ${before}`];
    if (key === consentKey || keys.has(key)) return [];
    return [`line ${number}: ${person} has no question with the key "${oneLine(key, 70)}"`];
  });
}

type QuestionResult =
  | { readonly kind: 'answer'; readonly answer: CheckedAnswer; readonly line: number }
  | { readonly kind: 'empty' }
  | { readonly kind: 'problems'; readonly problems: readonly string[] };

/** Reads the rows of one question; null if the file has none of them. */
function readQuestion(lines: readonly FilledLine[], asked: PersonCall): QuestionResult | null {
  const fields = fieldsOf(asked.form);
  const rows = fields.map((field, index) => {
    const line = lines.find(({ cells }) => cells.key === rowKey(asked, index));
    return { field, number: line?.number ?? null, value: line?.cells.answer ?? '' };
  });
  const line = rows.find(({ number }) => number !== null)?.number ?? null;
  if (line === null) return null;
  if (rows.every(({ value }) => value.trim() === '')) return { kind: 'empty' };
  const problems = rows.flatMap(({ field, number, value }) => {
    if (number === null) return [`line ${line}: the row of "${oneLine(field.name, 40)}" is missing`];
    const problem = fieldProblem(field, value);
    return problem === null ? [] : [`line ${number}: ${oneLine(problem, 120)}`];
  });
  if (problems.length > 0) return { kind: 'problems', problems };
  try {
    const answer = checkedAnswer(
      asked,
      rows.map(({ value }) => value),
    );
    return { kind: 'answer', answer, line };
  } catch (error) {
    if (error instanceof AppError) return { kind: 'problems', problems: [`line ${line}: ${error.message}`] };
    throw error;
  }
}

function refusal(problems: readonly string[]): AppError {
  const more = problems.length > maxProblems ? `\nand ${problems.length - maxProblems} more` : '';
  return new AppError('bad-sheet', `${problems.slice(0, maxProblems).join('\n')}${more}`, {
    hint: 'nothing was stored; correct the file and import it again',
  });
}
