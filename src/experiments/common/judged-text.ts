import type { SlotState } from '../../domain/slot.ts';

/** Returns the response for the judge; a truncated one still shows what the judge is asked about. */
export function judgedText(response: SlotState): string | null {
  return (response.kind === 'answered' || response.kind === 'truncated') && response.text.trim() !== ''
    ? response.text
    : null;
}
