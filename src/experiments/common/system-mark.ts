import { sha256 } from '../../util/canonical-json.ts';

/** Returns the mark of a system prompt that fits in the name of a simulated model: a short hash. */
export function systemMark(system: string): string {
  return sha256(system).slice(0, 8);
}
