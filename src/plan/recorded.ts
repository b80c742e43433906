/** Names and identities of models that repeat a recording of others begin with it. */
export const recordedPrefix = 'recorded/';

/** Whether a model repeats a recording of others: its identity says so. */
export function isRecorded({ identity }: { readonly identity: string }): boolean {
  return identity.startsWith(recordedPrefix);
}

/**
 * Whether a model answers by where a call stands, not by what it asks: it repeats a recording, or a run, which may be of
 * one. A recording may hold two answers to one prompt (a question that stands in two groups).
 */
export function answersByPlace({ identity }: { readonly identity: string }): boolean {
  return identity.startsWith(recordedPrefix) || identity.startsWith('replay/');
}
