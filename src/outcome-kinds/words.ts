import { ownValue } from '../util/is-record.ts';
import type { ScoreWords } from './outcome-kind.ts';

const measures: Readonly<Record<string, string>> = {
  mcc: 'MCC',
  f1: 'F1',
  auroc: 'AUROC',
  brier: 'Brier score',
  brier_reliability: 'Brier score, reliability',
  brier_resolution: 'Brier score, resolution',
  brier_uncertainty: 'Brier score, uncertainty',
  brier_within_bins: 'Brier score, rest within bins',
  probability_score: 'score (one minus Brier)',
  accuracy_macro: 'accuracy, mean of groups',
  accuracy_micro: 'accuracy over all units',
  right: 'right answers',
  always_false_accuracy: 'always “false” accuracy',
  over_niceness: 'over-niceness',
  tokens_sd_share: 'tokens, deviation inside a group / mean',
  self_execution_score: 'self-execution score (the paper’s)',
};

/** Returns the name of a measure as a reader sees it. */
export function measureName(measure: string): string {
  return measures[measure] ?? measure.replaceAll('_', ' ').replace(/^reexecution /, 're-execution ');
}

const factors: Readonly<Record<string, string>> = {
  optionOrder: 'order of options',
  system: 'system prompt',
  topP: 'top p',
  maxOutputTokens: 'maximum output tokens',
  reasoningEffort: 'reasoning effort',
};

/** Returns the name of a factor of a condition as a reader sees it. */
export function factorName(factor: string): string {
  return ownValue(factors, factor) ?? factor.replaceAll('-', ' ');
}

/** Slots of the shipped experiments whose stored names are older than the glossary's words. */
const slots: ReadonlyMap<string, string> = new Map([
  ['forecast', 'prediction'],
  ['execute', 'execution'],
]);
const storedNames: ReadonlyMap<string, string> = new Map([...slots].map(([stored, word]) => [word, stored]));

/** Returns the name of a slot as a reader sees it: "prediction" for the stored name `forecast`. */
export function slotText(slot: string): string {
  return slots.get(slot) ?? slot;
}

/** Returns a stored reason (`forecast: not-asked`) as a reader sees it: "prediction: not asked". */
export function reasonText(reason: string): string {
  return renamed(reason, slotText).replace('not-asked', 'not asked');
}

/** Returns the stored reason for what a reader typed: accepts what `reasonText` returns, and stored reasons. */
export function storedReason(text: string): string {
  return renamed(text, (word) => storedNames.get(word) ?? word).replace('not asked', 'not-asked');
}

/** Returns reasons with their counts as text: "prediction: declined 60, execution: truncated 2". */
export function reasonCountsText(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([reason, count]) => `${reasonText(reason)} ${count}`)
    .join(', ');
}

function renamed(text: string, nameOf: (slot: string) => string): string {
  const end = text.indexOf(':');
  return end < 0 ? text : `${nameOf(text.slice(0, end))}${text.slice(end)}`;
}

/** How the score of a stated probability is shown: one minus Brier's score, so that higher is better. */
export const probabilityWords = {
  measure: 'probability_score',
  unit: 'share',
  better: 'higher',
} as const satisfies ScoreWords;
