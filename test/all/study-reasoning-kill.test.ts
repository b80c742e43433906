import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { StudyDesign } from '../../src/study/design/design.ts';
import { answeringFake, chatAnswer } from '../support/answering-server.ts';
import { start } from '../support/command.ts';
import { sebHere } from '../support/in-process.ts';
import { sqlitePlace } from '../support/killed-run.ts';
import { type Handler, type LoopbackServer, loopbackServer } from '../support/models/loopback-server.ts';
import { FakeHost } from '../support/train/fake-host.ts';

let server: LoopbackServer;
let host: FakeHost;
beforeEach(async () => {
  server = await loopbackServer();
  host = await FakeHost.start(answeringFake);
});
afterEach(() => Promise.all([server.close(), host.server.close()]));

/** Requests for predictions with reasoning that the server answers before it leaves the rest without an answer. */
const answeredBefore = 5;

it('seb study, killed with SIGKILL in its predictions in the other mode, goes on where it was', async () => {
  const place = sqlitePlace();
  const made = await sebHere(['data', 'print', 'property/animals', '--limit', '300']);
  writeFileSync(join(place.folder, 'items.jsonl'), made.stdout);
  const design: StudyDesign = {
    targets: ['openai-compatible/one', 'openai-compatible/two'],
    arms: ['untrained', 'self', 'cross'],
    items: 'items.jsonl',
    itemsPerTask: { train: 12, test: 8 },
    port: { port: 'openai-compatible', baseUrl: host.baseUrl, hyperParameters: { epochs: 1 }, price: 1 },
    baseUrl: [`${server.url}/v1`],
    apiKeyVariable: 'SERVER_KEY',
    modes: ['direct', 'deliberate'],
    resamples: 100,
  };
  writeFileSync(join(place.folder, 'design.json'), JSON.stringify(design));
  const reasoned: string[] = [];
  let holds = true;
  const answer = chatAnswer();
  const handle: Handler = (received, response) => {
    if (received.body.includes('You may reason first')) {
      if (holds && reasoned.length === answeredBefore) return undefined; // never answered
      reasoned.push(received.body);
    }
    return answer(received, response);
  };
  server.handle(handle);
  const command = ['study', 'introspection', 'design.json', '--json'];
  const options = {
    folder: place.folder,
    environment: { SERVER_KEY: 'a-key', SEB_ALLOW_KEY: `SERVER_KEY=${server.url}/v1` },
  };
  const { child, said, ended } = start(command, options);
  await said('predictions in the other mode');
  while (reasoned.length < answeredBefore) await sleep(50);
  const before = await settled(async () => (await place.stored()).size);
  child.kill('SIGKILL');
  expect((await ended).signal).toBe('SIGKILL');
  const jobs = host.jobs.length;
  const kept = await place.stored();
  expect(kept.size).toBe(before);
  holds = false;
  const resumed = await start(command, options).ended;
  expect(resumed, resumed.stderr).toMatchObject({ code: 0, signal: null });
  expect(new Set(reasoned).size).toBe(reasoned.length); // no request is answered twice
  expect(reasoned.length).toBeGreaterThan(2 * answeredBefore);
  expect(host.jobs).toHaveLength(jobs);
  const stored = await place.stored();
  for (const [key, position] of kept) expect(stored.get(key)).toBe(position);
  const { reasoning } = JSON.parse(resumed.stdout) as { reasoning?: { arms: unknown[] } };
  expect(reasoning?.arms).toHaveLength(6);
}, 240_000);

/** Returns a value once it has stayed the same for a second. */
async function settled(read: () => Promise<number>): Promise<number> {
  for (let before = await read(); ; ) {
    await sleep(1_000);
    const now = await read();
    if (now === before) return now;
    before = now;
  }
}
