import { describe, expect, it } from 'vitest';
import { notesOfLogs } from './notes-of-logs.ts';

const logs = (...notes: readonly (readonly string[])[]) => notes.map((own, at) => ({ file: `l${at}`, notes: own }));

describe('notesOfLogs', () => {
  it.each([
    ['none', logs([], []), []],
    ['one log', logs(['cut'], []), ['l0: cut']],
    ['three logs', logs(['cut'], ['cut'], ['cut']), ['l0, l1, and l2: cut']],
    ['many logs', logs(...Array.from({ length: 30 }, () => ['cut'])), ['l0 and 29 other logs: cut']],
    ['several notes', logs(['cut', 'late'], ['late']), ['l0: cut', 'l0 and l1: late']],
  ])('writes a note once, with its logs: %s', (_, own, expected) => {
    expect(notesOfLogs(own, ({ file }) => file)).toEqual(expected);
  });
});
