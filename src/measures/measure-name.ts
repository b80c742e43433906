export function measureName(measure: string): string {
  return names[measure] ?? measure.replaceAll('_', ' ').replace(/^reexecution /, 're-execution ');
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

const factors: Readonly<Record<string, string>> = {
  optionOrder: 'order of options',
  system: 'system prompt',
  topP: 'top p',
  maxOutputTokens: 'maximum output tokens',
  reasoningEffort: 'reasoning effort',
};

export function factorName(factor: string): string {
  return factors[factor] ?? factor.replaceAll('-', ' ');
}
