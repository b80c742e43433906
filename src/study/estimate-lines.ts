import { escapeControls, fraction, dollars as inDollars, table } from '../util/text.ts';
import type { StepEstimate, StudyCosts } from './estimate-study.ts';

/** Formats the estimate of a study: calls, training tokens and cost of each step, and the detectable effect. */
export function estimateLines({ steps, notes, testStrings, detectable, power }: StudyCosts): readonly string[] {
  const calls = steps.reduce((sum, step) => sum + (step.kind === 'calls' ? step.calls : 0), 0);
  const tokens = steps.reduce((sum, step) => sum + (step.kind === 'training' ? step.tokens : 0), 0);
  return [
    table(['step', 'model or arm', 'calls or rows', 'tokens', 'money'], steps.map(cellsOf), [
      'left',
      'left',
      'right',
      'right',
      'right',
    ]),
    '',
    `${calls} calls and about ${tokens} trained tokens in total, including stored answers and finished jobs. Nothing was sent.`,
    `Smallest detectable advantage of one model over a second one (power ${power}, level 5 %): ${fraction(detectable)}, ${testStrings} test strings.`,
    'This assumes the worst case: each string is one trial, and the two models are independently right in half of the strings.',
    ...notes.map(escapeControls),
  ];
}

function cellsOf(step: StepEstimate): readonly string[] {
  const money = moneyText(step);
  switch (step.kind) {
    case 'calls':
      return [step.step, escapeControls(step.model), String(step.calls), `${step.inputTokens} input`, money];
    case 'training':
      return [step.step, escapeControls(step.arm), `${step.maxRows} or fewer`, `${step.tokens} trained`, money];
  }
}

function moneyText({ dollars, maxDollars }: StepEstimate): string {
  if (dollars === null) return 'unknown price';
  return maxDollars === null ? `${inDollars(dollars)} or more` : `${inDollars(dollars)} to ${inDollars(maxDollars)}`;
}
