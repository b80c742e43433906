import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Answer } from '../call/answer.ts';
import { attemptOnce } from '../call/attempt.ts';
import { openAiCompatibleModel } from './openai-compatible.ts';
import { plainDialect } from './server-presets.ts';
import { type ChaosOptions, chaos, chaosEndpoint, faultNames } from './testing/chaos.ts';
import { type LoopbackServer, loopbackServer } from './testing/loopback-server.ts';
import { testRequest } from './testing/request.ts';

const secret = 'sk-canary-0123456789abcdef';
const timeoutMs = 400;
const patienceMs = 20_000;
let server: LoopbackServer;
let elsewhere: LoopbackServer;
beforeAll(async () => {
  server = await loopbackServer();
  elsewhere = await loopbackServer();
});
afterAll(async () => {
  await server.close();
  await elsewhere.close();
});

function endpoint(fault: ChaosOptions['fault']) {
  const options = { elsewhere: elsewhere.url, timeoutMs, delayMs: 0 };
  server.handle(chaosEndpoint({ fault, content: (prompt) => `said to ${prompt}`, ...options }).handler);
  return openAiCompatibleModel({
    name: 'openai-compatible/m',
    model: 'm',
    baseUrl: `${server.url}/v1`,
    apiKey: secret,
    concurrency: 1,
    dialect: plainDialect,
    logprobs: false,
  });
}

function asking(prompt: string) {
  return testRequest({ messages: [{ role: 'user', content: prompt }] });
}

test.each(faultNames)('%s', async (name) => {
  const { comesTo } = chaos[name];
  const model = endpoint((prompt) => (prompt === 'first' ? name : null));
  const { attempt, latencyMs } = await attemptOnce(
    model,
    asking('first'),
    comesTo === 'timeout' ? timeoutMs : patienceMs,
  );
  if (comesTo === 'answered' || comesTo === 'answered-empty') {
    expect(attempt.kind).toBe('answered');
    expect((attempt as Answer).text.trim()).toBe(comesTo === 'answered' ? 'said to first' : '');
  } else expect(attempt).toMatchObject({ kind: 'failed', code: comesTo });
  expect(latencyMs).toBeLessThan(patienceMs);
  expect(JSON.stringify(attempt)).not.toContain(secret);

  // The next call over the same connections is answered with its own answer, whatever is left of the fault.
  for (const prompt of ['second', 'third']) {
    const next = (await attemptOnce(model, asking(prompt), patienceMs)).attempt;
    if (next.kind === 'failed') expect(next).toMatchObject({ code: 'network', retryable: true });
    else expect(next.text).toBe(`said to ${prompt}`);
  }
  await model.close();
  expect(elsewhere.received).toEqual([]); // no redirect carries the key to another host
});
