import type { Condition } from '../domain/condition.ts';

/** A measure's name as people read it. */
export function measureName(measure: string): string {
  return names[measure] ?? measure.replaceAll('_', ' ');
}

const names: Readonly<Record<string, string>> = {
  mcc: 'MCC',
  f1: 'F1',
  d_prime: 'd′',
  auroc: 'AUROC',
  brier: 'Brier score',
  brier_reliability: 'Brier score, reliability',
  brier_resolution: 'Brier score, resolution',
  brier_uncertainty: 'Brier score, uncertainty',
  brier_within_bins: 'Brier score, rest within bins',
  always_false_accuracy: 'always “false” accuracy',
  over_niceness: 'over-niceness',
  tokens_sd_share: 'tokens, deviation inside a group / mean',
  self_execution_score: 'self-execution score (the paper’s)',
};

const factors: Readonly<Record<keyof Condition, string>> = {
  wording: 'wording',
  optionOrder: 'order of options',
  mode: 'mode',
  language: 'language',
  system: 'system prompt',
  systemOn: 'calls under the system prompt',
};

/** What was varied, as people say it. */
export function factorName(factor: keyof Condition): string {
  return factors[factor];
}
