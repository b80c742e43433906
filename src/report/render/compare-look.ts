import stringWidth from 'string-width';
import type { ComparisonAnswer } from '../../analyze/compare/comparison-answer.ts';
import type { Comparison, ComparisonVerdict } from '../../analyze/compare/comparison-types.ts';
import { wrapText } from '../../util/text.ts';
import { comparisonSection } from '../tables/report-sections.ts';
import {
  advantageMarks,
  advantageMarkText,
  advantageText,
  allModels,
  compareHead,
  headOf,
  taskOf,
  verdictNames,
} from './compare-parts.ts';
import { foldedCompare } from './folded-compare.ts';
import { type FirstLookOptions, fit, fitsOnScreen, letterOf, nextLines } from './look-parts.ts';
import { tablesLook } from './tables-look.ts';

const gap = '  ';
const maxTasks = 6;

interface Look extends FirstLookOptions {
  readonly answer: ComparisonAnswer;
  /** The compared runs and their state, one line each. */
  readonly about: readonly string[];
  /** Whether to say what the words and numbers mean. */
  readonly explain: boolean;
  /** Whether everything is shown, also what does not fit on a screen. */
  readonly isWhole: boolean;
}

/**
 * Returns the first screen of a comparison: the answer, a row per model and a column per task, the reasons, and what to do
 * next; without tested verdicts, the first tables instead. No line is wider than the terminal. Where `isWhole` is not set,
 * what does not fit on a screen is folded, and a line says so.
 */
export function compareLook(comparison: Comparison, look: Look): string {
  const { answer, about, width } = look;
  const table = tableLines(comparison, width);
  const isFolded = !look.isWhole && !look.explain;
  if (isFolded && table.length === 0) {
    const head = compareHead({ answer, about, width, isTight: false });
    const all = 'verdicts, matrices and paired differences: --wide';
    const limits = [...answer.limits, ...(comparison.limits ?? [])];
    const sections = [comparisonSection({ ...comparison, notes: [] })];
    return tablesLook(sections, { ...look, head, all, limits, next: answer.next });
  }
  const whole = lookWith(comparison, { ...look, table, isTight: false });
  if (!isFolded || fitsOnScreen(whole)) return whole;
  const tight = lookWith(comparison, { ...look, table, isTight: true });
  return fitsOnScreen(tight) ? tight : foldedCompare(comparison, look);
}

interface TableLook extends Look {
  readonly table: readonly string[];
  /** Whether the question is cut to a line, and nothing but the table has space around it. */
  readonly isTight: boolean;
}

function lookWith(comparison: Comparison, { table, isTight, answer, about, explain, ...options }: TableLook): string {
  const { width } = options;
  const wrapped = (text: string) => wrapText(text, width);
  return [
    ...compareHead({ answer, about, width, isTight }),
    ...(table.length === 0 ? [] : ['', ...table]),
    ...(explain && table.length > 0 ? ['', ...explained(comparison).flatMap(wrapped)] : []),
    ...(isTight ? [] : ['']),
    ...answer.limits.flatMap((text) => wrapped(`- ${text}`)),
    ...nextLines(answer, options),
    ...(table.length === 0 ? [] : wrapped('matrices, intervals and paired differences: --wide')),
  ].join('\n');
}

/** Whether verdicts are shown as a matrix of models and tasks, which needs tested models. */
export function hasVerdictMatrix({ verdicts = [] }: Comparison): boolean {
  const tasks = new Set(verdicts.map(taskOf));
  return verdicts.some(({ p }) => p !== null) && tasks.size <= maxTasks;
}

function tableLines(comparison: Comparison, width: number): readonly string[] {
  const { verdicts = [] } = comparison;
  if (!hasVerdictMatrix(comparison)) return [];
  const nameOf = verdictNames(verdicts);
  const tasks = [...Map.groupBy(verdicts, taskOf).values()];
  const shown = [...new Set(verdicts.toSorted(byModel).map(nameOf))];
  const reasons = [...new Set(verdicts.flatMap(({ reasons: own }) => (own.length === 0 ? [] : own.join('; '))))];
  const cell = (each: ComparisonVerdict | undefined) => {
    if (each === undefined) return '';
    const letter = each.reasons.length === 0 ? '' : ` ${letterOf(reasons.indexOf(each.reasons.join('; ')))}`;
    return `${advantageText(comparison, each)} ${advantageMarks[each.verdict]}${letter}`;
  };
  const columns = tasks.map((own) => {
    const cells = shown.map((name) => cell(own.find((each) => nameOf(each) === name)));
    const head = headOf(own, verdicts);
    return { head, cells, width: Math.max(stringWidth(head), ...cells.map((text) => stringWidth(text))) };
  });
  const room = width - columns.reduce((sum, each) => sum + each.width + gap.length, 0);
  const nameWidth = Math.max(8, Math.min(room, Math.max(...shown.map((name) => stringWidth(name)))));
  const line = (name: string, cells: readonly string[]) =>
    [fit(name, nameWidth), ...cells.map((text, index) => fit(text, columns[index]?.width ?? 0))].join(gap).trimEnd();
  return [
    line(
      '',
      columns.map(({ head }) => head),
    ),
    ...shown.map((name, row) =>
      line(
        name,
        columns.map(({ cells }) => cells[row] ?? ''),
      ),
    ),
    ...wrapText(advantageMarkText(verdicts), width),
    ...reasons.flatMap((reason, index) => wrapText(`${letterOf(index)}: ${reason}`, width)),
  ];
}

function byModel(a: ComparisonVerdict, b: ComparisonVerdict): number {
  return Number(a.model !== null) - Number(b.model !== null);
}

function explained({ verdicts = [] }: Comparison): readonly string[] {
  const has = (word: ComparisonVerdict['verdict']) => verdicts.some(({ verdict }) => verdict === word);
  return [
    'Each model predicted its own behavior. Its prediction is also scored against the behavior of every other model (reused), or the models predicted each other by name (asked).',
    'advantage: how much better a prediction fits the model itself than expected from how good it is as a predictor and how predictable it is as a target. The number is a correlation of prediction and outcome beyond what models share; above 0, the prediction fits the model itself better.',
    `${allModels}: the test of a task. The rows of single models are adjusted among themselves.`,
    ...(has('advantage')
      ? ['better than expected: all three forms of the expected score agree (--wide has them).']
      : []),
    ...(has('none')
      ? ['not distinguishable: the test or another form does not say so. It does not show that there is none.']
      : []),
    'A letter after a mark names its reason, listed below the table.',
  ];
}
