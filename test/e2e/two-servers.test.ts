import { expect, test } from 'vitest';
import { sebHere } from '../support/in-process.ts';
import { completion } from '../support/models/completion.ts';
import { type LoopbackServer, loopbackServer, sendJson } from '../support/models/loopback-server.ts';
import { newStore } from '../support/refusal.ts';

async function serverThatAnswers(): Promise<LoopbackServer> {
  const server = await loopbackServer();
  server.handle((_, response) => sendJson(response, 200, completion('Certainly. {"choice": "A"}')));
  return server;
}

test('calls subjects and judge at their own --base-url', async () => {
  const [subject, judge] = [await serverThatAnswers(), await serverThatAnswers()];
  try {
    const models = ['--model', 'openai-compatible/one', '--judge', 'openai-compatible/judge'];
    const urls = ['--base-url', `openai-compatible/one=${subject.url}/v1`, `openai-compatible/judge=${judge.url}/v1`];
    const size = ['--experiment', 'restriction', '--limit', '3', '--store', newStore(), '--json'];
    const { code, stderr } = await sebHere(['run', ...models, ...urls, ...size]);
    expect(code, stderr).toBe(0);
    const asked = ({ received }: LoopbackServer) => new Set(received.map(({ body }) => JSON.parse(body).model));
    expect([asked(subject), asked(judge)]).toEqual([new Set(['one']), new Set(['judge'])]);
    expect([subject.received.length, judge.received.length]).toEqual([6, 3]);
  } finally {
    await subject.close();
    await judge.close();
  }
});
