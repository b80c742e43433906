import stringWidth from 'string-width';
import type { ComparisonAnswer } from '../../analyze/compare/comparison-answer.ts';
import type { Comparison, ComparisonVerdict } from '../../analyze/compare/comparison-types.ts';
import { shortenMiddle, wrapCommand, wrapText } from '../../util/text.ts';
import { numberText } from '../figures/marks/number-text.ts';
import { advantageWords, formsOf } from '../model/advantage-verdict-table.ts';
import { distinctNames } from '../model/finding-text.ts';
import type { FirstLookOptions } from './first-look.ts';

const gap = '  ';
const maxTasks = 6;
const allModels = 'all models together';

const marks: Readonly<Record<ComparisonVerdict['verdict'], string>> = {
  advantage: '+',
  disadvantage: '-',
  none: '.',
  'needs-four-models': '?',
  insufficient: '?',
};

interface Look extends FirstLookOptions {
  readonly answer: ComparisonAnswer;
  /** The compared runs and their state, one line each. */
  readonly about: readonly string[];
  /** Whether to say what the words and numbers mean. */
  readonly explain: boolean;
}

/**
 * Returns the first screen of a comparison: the answer, a row per model and a column per task, the reasons, and what to do
 * next. No line is wider than the terminal.
 */
export function compareLook(
  comparison: Comparison,
  { answer, about, width, explain, command = (text) => text }: Look,
): string {
  const { question, answer: sentence, adjustedOver, next } = answer;
  const table = tableLines(comparison, width);
  const wrapped = (text: string) => wrapText(text, width);
  return [
    ...wrapped(`== ${question} ==`),
    ...wrapped(sentence),
    ...about.flatMap(wrapped),
    ...(adjustedOver === null ? [] : wrapped(`adjusted over ${adjustedOver}`)),
    ...(table.length === 0 ? [] : ['', ...table]),
    ...(explain && table.length > 0 ? ['', ...explained(comparison).flatMap(wrapped)] : []),
    '',
    'next:',
    ...next.flatMap((text) => wrapCommand(command(text), width)),
    ...(table.length === 0 ? [] : wrapped('matrices, intervals and paired differences: --wide')),
  ].join('\n');
}

/** Whether verdicts are shown as a matrix of models and tasks, which needs tested models. */
export function hasVerdictMatrix({ verdicts = [] }: Comparison): boolean {
  const tasks = new Set(verdicts.map(taskOf));
  return verdicts.some(({ p }) => p !== null) && tasks.size <= maxTasks;
}

function taskOf({ experiment, condition, form }: ComparisonVerdict): string {
  return JSON.stringify([experiment, condition, form]);
}

function tableLines(comparison: Comparison, width: number): readonly string[] {
  const { verdicts = [] } = comparison;
  if (!hasVerdictMatrix(comparison)) return [];
  const names = distinctNames(verdicts.flatMap(({ model }) => model ?? []));
  const nameOf = ({ model }: ComparisonVerdict) => (model === null ? allModels : (names.get(model) ?? model));
  const tasks = [...Map.groupBy(verdicts, taskOf).values()];
  const shown = [...new Set(verdicts.toSorted(byModel).map(nameOf))];
  const reasons = [...new Set(verdicts.flatMap(({ reasons: own }) => (own.length === 0 ? [] : own.join('; '))))];
  const cell = (each: ComparisonVerdict | undefined) => {
    if (each === undefined) return '';
    const value = formsOf(comparison, each)[testedForm]?.value ?? null;
    const letter = each.reasons.length === 0 ? '' : ` ${letterOf(reasons.indexOf(each.reasons.join('; ')))}`;
    return `${value === null ? 'n/a' : numberText(value, 'correlation')} ${marks[each.verdict]}${letter}`;
  };
  const columns = tasks.map((own) => {
    const cells = shown.map((name) => cell(own.find((each) => nameOf(each) === name)));
    const head = headOf(own, verdicts);
    return { head, cells, width: Math.max(stringWidth(head), ...cells.map((text) => stringWidth(text))) };
  });
  const room = width - columns.reduce((sum, each) => sum + each.width + gap.length, 0);
  const nameWidth = Math.max(8, Math.min(room, Math.max(...shown.map((name) => stringWidth(name)))));
  const fit = (text: string, of: number) => {
    const short = shortenMiddle(text, of);
    return short + ' '.repeat(Math.max(0, of - stringWidth(short)));
  };
  const line = (name: string, cells: readonly string[]) =>
    [fit(name, nameWidth), ...cells.map((text, index) => fit(text, columns[index]?.width ?? 0))].join(gap).trimEnd();
  const words = [...new Set(verdicts.map(({ verdict }) => verdict))].map(
    (word) => `${marks[word]} ${advantageWords[word]}`,
  );
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
    ...wrapText(`advantage (threshold form, which the verdict tests); ${words.join('; ')}`, width),
    ...reasons.flatMap((reason, index) => wrapText(`${letterOf(index)}: ${reason}`, width)),
  ];
}

/** Place of the form that the verdict tests. */
const testedForm = 2;

function byModel(a: ComparisonVerdict, b: ComparisonVerdict): number {
  return Number(a.model !== null) - Number(b.model !== null);
}

function headOf([first]: readonly ComparisonVerdict[], all: readonly ComparisonVerdict[]): string {
  if (first === undefined) return '';
  const same = all.filter(({ experiment }) => experiment === first.experiment);
  const differs = (part: (each: ComparisonVerdict) => string) => new Set(same.map(part)).size > 1;
  return [
    first.experiment,
    ...(differs(({ condition }) => condition) ? [first.condition] : []),
    ...(differs(({ form }) => form) ? [first.form === 'asked' ? 'asked' : 'reused'] : []),
  ].join(' ');
}

function letterOf(index: number): string {
  return index < 26
    ? String.fromCharCode(97 + index)
    : `${letterOf(Math.floor(index / 26) - 1)}${letterOf(index % 26)}`;
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
