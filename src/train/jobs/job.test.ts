import { describe, expect, test } from 'vitest';
import { somePortSettings, someTrainingRequest } from '../../../test/support/train/requests.ts';
import type { TrainingJobKey } from '../../store/event.ts';
import { openAiPort } from '../hosts/openai.ts';
import { planJob } from '../training.ts';
import { jobFrom, jobKey, jobTag } from './job.ts';
import type { JobEvent } from './job-event.ts';

const port = openAiPort(somePortSettings('openai'), { environment: { OPENAI_API_KEY: 'key-of-the-test' } });
const { spec, estimate } = planJob(someTrainingRequest(), port);
const key = 'a'.repeat(64) as TrainingJobKey;

const intended: JobEvent = {
  kind: 'intended',
  spec,
  rows: { folder: 'rows', sha256: 'f', arm: 'self', targets: ['simulated/ada'] },
  estimate,
  price: null,
  sebVersion: '0.1.0',
  gitCommit: null,
  baseFacts: { fingerprint: null, shutdownDate: null },
};
const derive = (...events: readonly JobEvent[]) =>
  jobFrom(
    key,
    [intended, ...events].map((event, second) => ({ at: `2026-11-22T10:00:0${second}.000Z`, event })),
  );

describe('jobKey', () => {
  test('changes with everything that determines what is trained', () => {
    const changes = [
      { ...spec, base: 'other' },
      { ...spec, endpoint: 'https://other.example/v1' },
      { ...spec, seed: 2 },
      { ...spec, format: 'contents' as const },
      { ...spec, train: { ...spec.train, sha256: '0' } },
      { ...spec, validation: null },
      { ...spec, hyperParameters: { ...spec.hyperParameters, epochs: 2 } },
      { ...spec, settings: { ...spec.settings, port: 'azure' as const } },
    ];
    expect(new Set([spec, ...changes].map(jobKey)).size).toBe(changes.length + 1);
  });

  test("does not change with the key's variable or the folders", () => {
    const settings = { ...spec.settings, apiKeyVariable: 'OTHER', folder: 'elsewhere' };
    expect(jobKey({ ...spec, settings })).toBe(jobKey(spec));
  });
});

describe('jobFrom', () => {
  test.each<readonly [string, readonly JobEvent[]]>([
    ['intended', []],
    ['unresolved', [{ kind: 'submitting' }]],
    ['refused', [{ kind: 'submitting' }, { kind: 'refused', reason: 'no' }]],
    ['waiting', [{ kind: 'submitting' }, { kind: 'submitted', id: 'j', adopted: false }]],
    [
      'running',
      [
        { kind: 'submitted', id: 'j', adopted: true },
        { kind: 'status', state: 'running', word: 'r' },
      ],
    ],
    [
      'failed',
      [
        { kind: 'submitted', id: 'j', adopted: false },
        { kind: 'failed', reason: 'x' },
      ],
    ],
    ['cancelled', [{ kind: 'cancelled', reason: 'x' }]],
  ])('reads the state %s', (state, events) => {
    expect(derive(...events)?.state.kind).toBe(state);
  });

  test('starts another attempt with a new tag, and keeps the id of the earlier job', () => {
    const job = derive(
      { kind: 'submitted', id: 'j', adopted: false },
      { kind: 'failed', reason: 'x' },
      { kind: 'resubmitted' },
    );
    expect(job).toMatchObject({ attempt: 2, earlierIds: ['j'], state: { kind: 'intended' } });
    expect(jobTag(job!)).toBe(`seb2-${'a'.repeat(12)}`);
    expect(jobTag(job!)).not.toContain(jobTag({ key, attempt: 1 }));
  });

  test('forgets uploaded files that the host no longer has', () => {
    const uploaded: JobEvent = { kind: 'uploaded', set: 'train', file: 'f' };
    expect(derive(uploaded)?.files.train).toBe('f');
    expect(derive(uploaded, { kind: 'files-lost' })?.files.train).toBeNull();
  });
});
