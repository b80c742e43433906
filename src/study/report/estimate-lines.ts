import { terminalTable } from '../../report/render/terminal-table.ts';
import { type Column, filled, left, right, textCell } from '../../report/tables/report-table.ts';
import { sum } from '../../stats/moments.ts';
import { counted, dollars as inDollars, pointsText } from '../../util/numbers.ts';
import { escapeControls, wrapText } from '../../util/text.ts';
import { fewestTrainings } from '../analyses/pair-estimates.ts';
import type { DetectableInModes, StepEstimate, StudyCosts } from '../steps/estimate-study.ts';

/**
 * Formats the estimate of a study in lines of at most `width` columns: calls, training tokens and cost of each step, and
 * the detectable effect. The training jobs of a base are one row.
 */
export function estimateLines(
  { steps, notes, testStrings, trainings, detectable, reasoning, power }: StudyCosts,
  width: number,
): readonly string[] {
  const calls = sum(steps.map((step) => (step.kind === 'calls' ? step.calls : 0)));
  const tokens = sum(steps.map((step) => (step.kind === 'training' ? step.tokens : 0)));
  const groups = [...Map.groupBy(steps, rowKey).values()];
  return wrapIndented(
    [
      ...underSteps(
        groups.map(titleOf),
        terminalTable({ id: 'estimate', title: '', lead: '', ...filled(groups, columns) }, width),
      ),
      '',
      `${count(calls)} calls and about ${count(tokens)} trained tokens in total, including stored answers and finished jobs. Cost: ${totalText(steps)}. Nothing was sent.`,
      `Smallest detectable ${trainings < fewestTrainings ? 'difference of two copies' : 'advantage of one model over a second one, equal in both directions, where trainings do not vary'} (power ${power}, level 5 %): ${sizeText(detectable)}, with ${counted(testStrings, 'test string')}.${neededText(detectable, { testStrings, trainings })}`,
      'This assumes the worst case: each string is one trial, and the two models are independently right in half of the strings.',
      ...reasoningText(reasoning, { power, testStrings }),
      ...notes.map(escapeControls),
    ],
    width,
  );
}

/** Returns the size of a difference in points, or that such studies miss every one. */
function sizeText(size: number | null): string {
  return size === null ? 'even the largest possible effect would usually be missed' : pointsText(size).slice(1);
}

/** An advantage that a study should be able to find; a larger smallest one needs more test strings. */
const wantedAdvantage = 0.05;

/** Returns how many test strings find the wanted advantage; empty where those of the study do. */
function neededText(
  detectable: number | null,
  { testStrings, trainings }: Pick<StudyCosts, 'testStrings' | 'trainings'>,
): string {
  if (detectable === null || detectable <= wantedAdvantage) return '';
  const needed = testStrings * (detectable / wantedAdvantage) ** 2; // the standard error falls with the root of the number
  return ` ${trainings < fewestTrainings ? 'A difference' : 'An advantage'} of ${sizeText(wantedAdvantage)} needs about ${(100 * Math.ceil(needed / 100)).toLocaleString('en')}.`;
}

function reasoningText(
  found: DetectableInModes | null,
  { power, testStrings }: Pick<StudyCosts, 'power' | 'testStrings'>,
): readonly string[] {
  if (found === null) return [];
  const { tests, ofUntrained, isTested } = found;
  const trained = isTested
    ? 'Of trained arms it also depends on how much trainings vary.'
    : `Trained arms have a word from ${fewestTrainings} trainings on (\`trainingSeeds\`).`;
  const size =
    ofUntrained === null
      ? []
      : [
          `Smallest detectable difference with and without reasoning (power ${power}, level 5 % over ${counted(tests, 'test')}, ${counted(testStrings, 'test string')}): ${sizeText(ofUntrained)} in the accuracy of an untrained model. The assumption is the same.`,
        ];
  return [[...size, trained].join(' ')];
}

/** Returns the lines of a table with the title of a step above its first row. `titles`: that of each row. */
function underSteps(titles: readonly string[], text: string): readonly string[] {
  const [names = '', rule = '', ...lines] = text.split('\n');
  const titled = lines.flatMap((line, row) => {
    const title = titles[row];
    return title === undefined || title === titles[row - 1] ? [line] : [`${title}:`, line];
  });
  return [names, rule, ...titled];
}

function titleOf(steps: readonly StepEstimate[]): string {
  const [first] = steps;
  if (first?.kind === 'calls') return first.step;
  return `training, ${steps.length} ${steps.length === 1 ? 'job' : 'jobs'} for each model`;
}

function rowKey(step: StepEstimate): string {
  return JSON.stringify([step.step, step.kind === 'calls' ? step.model : step.base]);
}

const columns: readonly Column<readonly StepEstimate[]>[] = [
  left('model', 'The model that is called or trained.', ([first]) =>
    textCell(escapeControls(first?.kind === 'calls' ? first.model : (first?.base ?? ''))),
  ),
  right('calls or rows', 'Number of calls, or the largest number of training rows of a job.', (steps) =>
    textCell(countText(steps)),
  ),
  right('tokens', 'Input tokens of calls, or trained tokens.', (steps) => textCell(tokensText(steps)), 1),
  right('money', 'Cost in US dollars.', (steps) => textCell(moneyText(steps))),
];

function countText(steps: readonly StepEstimate[]): string {
  const [first] = steps;
  if (first?.kind === 'calls') return count(first.calls);
  return `at most ${count(sum(steps.map((step) => (step.kind === 'training' ? step.maxRows : 0))))}`;
}

function tokensText(steps: readonly StepEstimate[]): string {
  const [first] = steps;
  if (first?.kind === 'calls') return `${count(first.inputTokens)} input`;
  return `${count(sum(steps.map((step) => (step.kind === 'training' ? step.tokens : 0))))} trained`;
}

function count(value: number): string {
  return value.toLocaleString('en');
}

/** Returns the cost of all steps together; where some have no price, that of the others. */
function totalText(steps: readonly StepEstimate[]): string {
  const priced = steps.filter(({ dollars }) => dollars !== null);
  if (priced.length === steps.length || priced.length === 0) return moneyText(steps);
  return `${moneyText(priced)}, and the steps of unknown price`;
}

/** Returns the cost of steps together. */
function moneyText(steps: readonly StepEstimate[]): string {
  if (steps.some(({ dollars }) => dollars === null)) return 'unknown price';
  const [low, high] = [sum(steps.map(({ dollars }) => dollars ?? 0)), sum(steps.map((step) => step.maxDollars ?? 0))];
  if (steps.some(({ maxDollars }) => maxDollars === null)) return `${inDollars(low)} or more`;
  return high === 0 ? 'free' : `${inDollars(low)} to ${inDollars(high)}`;
}

/** Returns lines of at most `width` columns; a continued line keeps the indent of its first line. */
function wrapIndented(lines: readonly string[], width: number): readonly string[] {
  return lines
    .flatMap((line) => line.split('\n'))
    .flatMap((line) => {
      const [indent = ''] = /^ */.exec(line) ?? [];
      return line.length <= width ? [line] : wrapText(line, width - indent.length).map((part) => `${indent}${part}`);
    });
}
