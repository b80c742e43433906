import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunId } from '../../domain/run-config.ts';
import { openStore } from '../../store/open.ts';
import type { Store } from '../../store/store.ts';
import { studyReport } from './study-report.ts';
import { storyOfSelection } from './study-story.ts';

let store: Store;

beforeAll(async () => {
  store = await openStore(join(await mkdtemp(join(tmpdir(), 'seb-study-')), 'store.sqlite'));
  await store.putStudy({
    id: 'abcdef0123456789',
    at: '2026-01-01T00:00:00.000Z',
    record: {
      step: 'predictions',
      place: 3,
      steps: 6,
      runs: [
        { step: 'executions', run: 'a1' },
        { step: 'predictions', run: 'b2' },
      ],
    },
  });
});

afterAll(() => store.close());

test('the runs of a study that has not finished say where it is, and how it goes on', async () => {
  const runs = ['a1', 'b2'] as RunId[];
  const story = await storyOfSelection(store, { kind: 'study', name: 'study abcdef012345', runs, unfinished: [] });
  expect(story?.answer).toBe('no verdict; study abcdef012345 is at step 3 of 6, predictions of all arms.');
  expect(story?.next).toEqual([
    {
      command: null,
      about:
        'to go on, type `seb study introspection` again with the same study file (or --bundled): it continues where it stopped',
    },
    { command: 'seb report b2', about: 'what its last run says alone' },
  ]);
});

test('its report is refused with what to do', async () => {
  await expect(studyReport(store, null)).rejects.toMatchObject({ code: 'study-unfinished' });
});
