/** Names and identities of models that repeat a recording of others begin with it. */
export const recordedPrefix = 'recorded/';

/** Whether a model repeats a recording of others: its identity says so. */
export function isRecorded({ identity }: { readonly identity: string }): boolean {
  return identity.startsWith(recordedPrefix);
}
