import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type LoopbackServer, loopbackServer, sendJson } from '../../../test/support/models/loopback-server.ts';
import { openStore } from '../../store/open.ts';
import type { Store } from '../../store/store.ts';
import { batchJobs } from '../jobs/batch-job.ts';
import { prepareRun } from '../prepare/prepare.ts';
import type { PreparedRun } from '../prepare/prepared-run.ts';
import { advanceBatches } from './run-batch.ts';

const root = mkdtempSync(join(tmpdir(), 'seb-hosts-'));
afterAll(() => rmSync(root, { recursive: true }));
let number = 0;
let store: Store;
let server: LoopbackServer;
const notes: string[] = [];

beforeEach(async () => {
  number += 1;
  store = await openStore(join(root, `${number}.sqlite`));
  server = await loopbackServer();
  notes.length = 0;
  return async () => {
    vi.unstubAllEnvs();
    await store.close();
    await server.close();
  };
});

const prepare = (model: string) =>
  prepareRun({ model: [model], baseUrl: `${server.url}/v1`, experiment: ['association'], limit: 3 }, {}, store);
const pass = (prepared: PreparedRun, resubmit = false) =>
  advanceBatches(prepared, {
    store,
    stop: new AbortController().signal,
    resubmit,
    isStart: false,
    note: (line) => notes.push(line),
    pace: { retries: 1, pauseFactor: 0.001, maxRequests: null, searchAgainMs: 1 },
  });

interface Entry {
  readonly custom_id: string;
}

/** Anthropic's batches: no label, the requests come with the creation. */
function anthropicHost() {
  const jobs: { id: string; requests: readonly Entry[]; created: string; ended: boolean }[] = [];
  const host = { jobs, loseReply: false, isListed: true, expired: 0, creations: 0 };
  const view = ({ id, requests, created, ended }: (typeof jobs)[number]) => {
    const done = ended ? requests.length - host.expired : 0;
    const counts = {
      processing: ended ? 0 : requests.length,
      succeeded: done,
      errored: 0,
      canceled: 0,
      expired: ended ? host.expired : 0,
    };
    return {
      id,
      type: 'message_batch',
      processing_status: ended ? 'ended' : 'in_progress',
      created_at: created,
      expires_at: created,
      request_counts: counts,
    };
  };
  const message = {
    ...{ id: 'm', type: 'message', role: 'assistant', model: 'claude', stop_reason: 'end_turn', stop_sequence: null },
    ...{ content: [{ type: 'text', text: 'words' }], usage: { input_tokens: 3, output_tokens: 2 } },
  };
  server.handle(({ method, path, body }, response) => {
    const [, id, isResults] = /\/batches\/([^/?]+)(\/results)?/.exec(path) ?? [];
    if (method === 'POST') {
      host.creations += 1;
      const { requests }: { requests: readonly Entry[] } = JSON.parse(body);
      const job = { id: `batch-${jobs.length + 1}`, requests, created: new Date().toISOString(), ended: false };
      jobs.push(job);
      return host.loseReply ? void response.destroy() : sendJson(response, 200, view(job));
    }
    if (id === undefined) {
      return sendJson(response, 200, {
        data: host.isListed ? jobs.map(view) : [],
        has_more: false,
        last_id: jobs.at(-1)?.id,
      });
    }
    const job = jobs.find((each) => each.id === id);
    if (job === undefined)
      return sendJson(response, 404, { type: 'error', error: { type: 'not_found_error', message: 'no' } });
    if (isResults === undefined) return sendJson(response, 200, view(job));
    const lines = job.requests.map(({ custom_id }, at) => ({
      custom_id,
      result: at < host.expired ? { type: 'expired' } : { type: 'succeeded', message },
    }));
    response.writeHead(200).end(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  });
  return host;
}

describe('a host without labels (Anthropic)', () => {
  it('adopts the batch whose creation got no reply by the ids in its results, and creates no second one', async () => {
    vi.stubEnv('ANTHROPIC_API_KEY', 'sk-ant-test');
    const host = anthropicHost();
    host.loseReply = true;
    const prepared = await prepare('anthropic/claude-test');
    expect((await pass(prepared)).open).toMatchObject([{ state: { kind: 'unresolved' } }]);
    for (let again = 0; again < 3; again += 1) await pass(prepared);
    expect(host.creations).toBe(1);
    expect(notes.join('\n')).toContain('1 batches at');
    for (const job of host.jobs) job.ended = true;
    expect(await pass(prepared)).toMatchObject({ status: 'finished', answered: 6, failed: 0 });
    expect(host.creations).toBe(1);
    expect((await batchJobs(store, null)).map(({ state }) => state)).toMatchObject([{ kind: 'collected', stored: 6 }]);
  });

  it('creates no second batch while the host does not show the first, unless the user gives it up', async () => {
    vi.stubEnv('ANTHROPIC_API_KEY', 'sk-ant-test');
    const host = anthropicHost();
    Object.assign(host, { loseReply: true, isListed: false });
    const prepared = await prepare('anthropic/claude-test');
    for (let again = 0; again < 4; again += 1) await pass(prepared);
    expect(host.creations).toBe(1);
    expect(notes.join('\n')).toContain('--resubmit');
    host.loseReply = false;
    await pass(prepared, true);
    expect(host.creations).toBe(2);
  });

  it('leaves an expired call open for the next wave', async () => {
    vi.stubEnv('ANTHROPIC_API_KEY', 'sk-ant-test');
    const host = anthropicHost();
    host.expired = 1;
    const prepared = await prepare('anthropic/claude-test');
    await pass(prepared);
    for (const job of host.jobs) job.ended = true;
    expect(await pass(prepared)).toMatchObject({ status: 'paused', answered: 5, submitted: [expect.anything()] });
    host.expired = 0;
    for (const job of host.jobs) job.ended = true;
    expect(await pass(prepared)).toMatchObject({ status: 'finished', answered: 6 });
    expect(host.jobs.map(({ requests }) => requests.length)).toEqual([6, 1]);
  });
});

describe('hosts without batches', () => {
  it('refuses a batch for Mistral before anything is sent', async () => {
    vi.stubEnv('MISTRAL_API_KEY', 'test-key');
    let requests = 0;
    server.handle((_, response) => {
      requests += 1;
      response.writeHead(500).end();
    });
    await expect(pass(await prepare('mistral/mistral-small-latest'))).rejects.toThrow(
      'batches of mistral/mistral-small-latest are not supported',
    );
    expect(requests).toBe(0);
  });
});
