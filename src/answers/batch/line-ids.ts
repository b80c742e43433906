/** A line of a request or result file: the id of its call, and in how many request files the call was with this one, from 1. */
interface LineId {
  readonly call: string;
  readonly round: number;
}

/**
 * Returns the `custom_id` of a line: the call's id, and from its second request file on the number of the file, `ID.2`. So an
 * error in results of an earlier file does not end the wait for a later one.
 */
export function lineIdText({ call, round }: LineId): string {
  return round === 1 ? call : `${call}.${round}`;
}

/** Returns what a `custom_id` names. A text of another form is the id of no call. */
export function lineIdOf(text: string): LineId {
  const [, call, round] = /^([\w-]+)\.([1-9]\d*)$/.exec(text) ?? [];
  return call === undefined ? { call: text, round: 1 } : { call, round: Number(round) };
}
