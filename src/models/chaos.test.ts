import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ChaosOptions, chaos, chaosEndpoint, faultNames } from '../../test/support/models/chaos.ts';
import { type LoopbackServer, loopbackServer } from '../../test/support/models/loopback-server.ts';
import { testRequest } from '../../test/support/models/request.ts';
import { attemptOnce } from '../answers/live/call-with-retry.ts';
import type { Answer } from '../domain/answer.ts';
import { hostedModel } from './ai-sdk/hosted.ts';
import type { LanguageModel } from './language-model.ts';
import type { ModelOptions } from './model-options.ts';
import { openAiCompatibleModel } from './openai-compatible/openai-compatible.ts';
import { plainDialect } from './openai-compatible/server-presets.ts';

const secret = 'sk-canary-0123456789abcdef';
const timeoutMs = 400;
const patienceMs = 60_000;
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

/** Every path to a model over HTTP; all must classify every fault equally. */
const paths: Readonly<Record<string, (baseUrl: string) => Promise<LanguageModel>>> = {
  'own path': async (baseUrl) =>
    openAiCompatibleModel({
      name: 'openai-compatible/m',
      model: 'm',
      baseUrl,
      apiKey: secret,
      concurrency: 1,
      dialect: plainDialect,
      logprobs: false,
    }),
  openai: (baseUrl) => hostedModel('openai', 'm', hosted(baseUrl)),
  openrouter: (baseUrl) => hostedModel('openrouter', 'm', hosted(baseUrl)),
  deepseek: (baseUrl) => hostedModel('deepseek', 'm', hosted(baseUrl)),
};

function hosted(baseUrl: string): ModelOptions {
  const environment = { OPENAI_API_KEY: secret, OPENROUTER_API_KEY: secret, DEEPSEEK_API_KEY: secret };
  return { baseUrl, concurrency: 1, environment };
}

async function endpoint(path: string, fault: ChaosOptions['fault']): Promise<LanguageModel> {
  const options = { elsewhere: elsewhere.url, timeoutMs, delayMs: 0 };
  server.handle(chaosEndpoint({ fault, content: (prompt) => `said to ${prompt}`, ...options }).handler);
  const open = paths[path];
  if (open === undefined) throw new Error(`no path ${path}`);
  return await open(`${server.url}/v1`);
}

function asking(prompt: string) {
  return testRequest({ messages: [{ role: 'user', content: prompt }] });
}

describe.each(Object.keys(paths))('%s', (path) => {
  const faults = faultNames.filter((name) => path !== 'openai' || name !== 'reasoning alone'); // OpenAI delivers no reasoning
  test.each(faults)('%s', async (name) => {
    const { comesTo } = chaos[name];
    const model = await endpoint(path, (prompt) => (prompt === 'first' ? name : null));
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

    // The next call over the same connections gets its own answer, whatever remains of the fault.
    for (const prompt of ['second', 'third']) {
      const next = (await attemptOnce(model, asking(prompt), patienceMs)).attempt;
      if (next.kind === 'failed') expect(next).toMatchObject({ code: 'network', retryable: true });
      else expect(next.text).toBe(`said to ${prompt}`);
    }
    await model.close();
    expect(elsewhere.received).toEqual([]); // no redirect carries the key to another host
  });
});
