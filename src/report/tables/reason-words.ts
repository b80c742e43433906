/** Words for why an execution has no outcome; other reasons are their own words. */
const reasonWords: Readonly<Record<string, string>> = {
  cancelled: 'cancelled',
  failed: 'failed',
  limit: 'over a limit',
  'no-answer': 'without an answer',
  unscored: 'without a score',
  unparsed: 'not readable',
  truncated: 'cut off',
  filtered: 'filtered',
  declined: 'declined',
};

/** Returns why an execution has no outcome, in words. */
export function reasonText(reason: string): string {
  return reasonWords[reason] ?? reason;
}
