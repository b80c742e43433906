/** Ends the name of a field whose name is that of a stated confidence: `metadata.certainty`, `Confidence (%)`, `p_correct`. */
const statedName =
  /(?:^|[._\s-])(?:confidence|certainty|probability|p_correct|prob|conf)(?:[\s_-]*(?:score|value|level|pct|percent|\(?%\)?))?$/i;

/** Returns whether a field may hold a stated confidence by its name. Probabilities of tokens, weights and counts are no statements. */
export function mayBeStated(field: string): boolean {
  return statedName.test(field) && !/token|logprob|log_prob|cumulative|weight|count/i.test(field);
}
