import { expect, test } from 'vitest';
import { someAnswer, withoutCall } from '../../test/support/answers.ts';
import type { StoredCall } from '../answers/outcomes/new-answers.ts';
import type { ScoredItem } from '../answers/outcomes/outcome-rows.ts';
import { experimentNamed, experimentRegistry } from '../experiments/registry.ts';
import type { ReadingCount } from '../results/answers.ts';
import { answerReadings } from './checks/answer-readings.ts';
import { ReadingCounts, readingWarnings, salvagedNotes } from './reading-counts.ts';

const experiments = experimentRegistry();
const place = { run: 'r', experiment: 'difficulty', model: 'ollama/tiny', calls: 'behave' as const };
const count = (read: Record<string, number>): ReadingCount => ({
  ...place,
  answers: Object.values(read).reduce((sum, each) => sum + each, 0),
  read,
});

test('says what to try when over 80 % were not read', () => {
  const [warning] = readingWarnings([count({ unparsed: 9, strict: 1 })], experiments);
  expect(warning).toContain('9 of 10 executions of ollama/tiny in difficulty could not be read (9 unparsed, 1 strict)');
  expect(warning).toContain('larger model');
  expect(readingWarnings([count({ truncated: 9, strict: 1 })], experiments)[0]).toContain('--max-output-tokens');
});

test('names only flags that the experiment takes', () => {
  const adviceOn = (experiment: string) =>
    readingWarnings([{ ...count({ unparsed: 9, strict: 1 }), experiment }], experiments)[0];
  for (const [name, { form, factors }] of experiments) {
    expect(adviceOn(name)?.includes('--constrain form'), name).toBe(form !== undefined);
    expect(adviceOn(name)?.includes('--mode'), name).toBe((factors.mode?.levels.length ?? 0) > 1);
  }
  expect(adviceOn('property')).not.toContain('--constrain');
});

test('is silent at 80 % and with few answers', () => {
  expect(readingWarnings([count({ unparsed: 8, strict: 2 }), count({ unparsed: 4 })], experiments)).toEqual([]);
});

test('counts salvaged answers', () => {
  expect(salvagedNotes([count({ salvaged: 3, strict: 1 }), count({ strict: 4 })])).toHaveLength(1);
  expect(salvagedNotes([count({ salvaged: 3, strict: 1 })])[0]).toContain('3 of 4 executions');
});

test.each(['restriction', 'cost'])('counts the whole responses of %s in the share of unread answers', (name) => {
  const experiment = experimentNamed(experimentRegistry(), name);
  const counts = new ReadingCounts();
  const response = (number: number, kind: 'answered' | 'truncated') => {
    const { answer, ...stored } = withoutCall(someAnswer(number));
    const call = { slot: 'execute', part: '', sample: 0, role: 'subject', messages: [] };
    return { call, model: 'a/b', stored: { ...stored, answer: { ...answer, kind } } };
  };
  const asked = Array.from({ length: 40 }, (_, number) => response(number, number < 11 ? 'truncated' : 'answered'));
  const item = { id: 'i' };
  const context = { item, condition: { mode: 'direct', wording: 'plain' } };
  // the fields that counting reads
  const scored = { work: { experiment, context } } as unknown as ScoredItem;
  counts.add('r', scored, { answers: asked as readonly StoredCall[], readingOf: answerReadings(scored) });
  const [count] = counts.list();
  expect(count).toMatchObject({ answers: 40, read: { text: 29, truncated: 11 } });
  expect(readingWarnings(counts.list(), experiments)).toEqual([]);
});
