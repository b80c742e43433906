import { createHash } from 'node:crypto';

/**
 * One item in five (of requests, one contrast pair in five) is never asked in training: not executed, not forecast, not
 * judged.
 */
export function isHeldOut(id: string): boolean {
  return createHash('sha256').update(`held out ${id}`).digest().readUInt32LE(0) % 5 === 0;
}
