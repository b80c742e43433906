import type { ComparisonAnswer } from '../../analyze/compare/comparison-answer.ts';
import type { Comparison, ComparisonVerdict } from '../../analyze/compare/comparison-types.ts';
import { oneLine, wrapText } from '../../util/text.ts';
import { numberText } from '../figures/marks/number-text.ts';
import { advantageWords, formsOf } from '../tables/advantage-verdict-table.ts';
import { distinctNames } from '../tables/finding-numbers.ts';

export const allModels = 'all models together';

export const advantageMarks: Readonly<Record<ComparisonVerdict['verdict'], string>> = {
  advantage: '+',
  disadvantage: '-',
  none: '.',
  'needs-four-models': '?',
  insufficient: '?',
};

interface Head {
  readonly answer: ComparisonAnswer;
  /** The compared runs and their state, one line each. */
  readonly about: readonly string[];
  readonly width: number;
  /** Whether the question is cut to a line. */
  readonly isTight: boolean;
}

/** Returns the question and the answer of a comparison, the compared runs, and which tests are adjusted together. */
export function compareHead({ answer, about, width, isTight }: Head): readonly string[] {
  const { question, adjustedOver } = answer;
  const heading = `== ${question} ==`;
  return [
    ...(isTight ? [oneLine(heading, width)] : wrapText(heading, width)),
    ...[answer.answer, ...about, ...(adjustedOver === null ? [] : [`adjusted over ${adjustedOver}`])].flatMap((text) =>
      wrapText(text, width),
    ),
  ];
}

/** Returns what verdicts are grouped by as tasks: experiment, condition and form. */
export function taskOf({ experiment, condition, form }: ComparisonVerdict): string {
  return JSON.stringify([experiment, condition, form]);
}

/** Returns the name of a task: its experiment, with condition and form where the comparison has several. */
export function headOf([first]: readonly ComparisonVerdict[], all: readonly ComparisonVerdict[]): string {
  if (first === undefined) return '';
  const same = all.filter(({ experiment }) => experiment === first.experiment);
  const differs = (part: (each: ComparisonVerdict) => string) => new Set(same.map(part)).size > 1;
  return [
    first.experiment,
    ...(differs(({ condition }) => condition) ? [first.condition] : []),
    ...(differs(({ form }) => form) ? [first.form === 'asked' ? 'asked' : 'reused'] : []),
  ].join(' ');
}

/** Returns the row name of a verdict. */
export function verdictNames(verdicts: readonly ComparisonVerdict[]): (verdict: ComparisonVerdict) => string {
  const names = distinctNames(verdicts.flatMap(({ model }) => model ?? []));
  return ({ model }) => (model === null ? allModels : (names.get(model) ?? model));
}

/** Place of the form that the verdict tests. */
const testedForm = 2;

/** Returns the tested self-advantage as text. */
export function advantageText(comparison: Comparison, verdict: ComparisonVerdict): string {
  const value = formsOf(comparison, verdict)[testedForm]?.value ?? null;
  return value === null ? 'n/a' : numberText(value, 'correlation');
}

/** Returns what the marks of verdicts mean. */
export function advantageMarkText(verdicts: readonly ComparisonVerdict[]): string {
  const words = [...new Set(verdicts.map(({ verdict }) => verdict))].map(
    (word) => `${advantageMarks[word]} ${advantageWords[word]}`,
  );
  return `advantage (threshold form, which the verdict tests); ${words.join('; ')}`;
}
