import { type Speaker, speaker } from './speaker.ts';

/** The two bundled models. Each is trained to behave as one speaker of its own. */
export const subjectNames = ['ada', 'bo'] as const;
export type SubjectName = (typeof subjectNames)[number];

export function subject(name: SubjectName): Speaker {
  return speaker(`subject ${name}`);
}
