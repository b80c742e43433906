/** A measure's name as people read it. */
export function measureName(measure: string): string {
  return names[measure] ?? measure.replaceAll('_', ' ');
}

const names: Readonly<Record<string, string>> = {
  mcc: 'MCC',
  f1: 'F1',
  always_false_accuracy: 'always “false” accuracy',
  over_niceness: 'over-niceness',
  tokens_sd_share: 'tokens, deviation inside a group / mean',
  self_execution_score: 'self-execution score (the paper’s)',
};
