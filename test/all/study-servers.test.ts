import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { StudyDesign } from '../../src/study/design/design.ts';
import { answeringFake, answeringServer, chatRequest } from '../support/answering-server.ts';
import { sebHere } from '../support/in-process.ts';
import { deadUrl, type LoopbackServer } from '../support/models/loopback-server.ts';
import { FakeHost } from '../support/train/fake-host.ts';

const folder = mkdtempSync(join(tmpdir(), 'seb-study-servers-'));
const [one, two] = ['openai-compatible/one', 'openai-compatible/two'];
const key = 'canary-key-of-the-servers';
let servers: readonly [LoopbackServer, LoopbackServer];
let host: FakeHost;

beforeAll(async () => {
  const made = await sebHere(['data', 'print', 'property/animals', '--limit', '300']);
  writeFileSync(join(folder, 'items.jsonl'), made.stdout);
}, 240_000);
beforeEach(async () => {
  vi.stubEnv('SERVER_KEY', key);
  servers = [await answeringServer(), await answeringServer()];
  host = await FakeHost.start(answeringFake);
  const allowed = servers.map(({ url }) => `SERVER_KEY=${url}/v1`); // a study in JSON may be from elsewhere
  vi.stubEnv('SEB_ALLOW_KEY', allowed.join(','));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await Promise.all([...servers, host.server].map((server) => server.close()));
});
afterAll(() => rmSync(folder, { recursive: true }));

const addresses = () => [`${one}=${servers[0].url}/v1`, `${two}=${servers[1].url}/v1`];

const design = (): StudyDesign => ({
  targets: [one, two],
  arms: ['untrained', 'self', 'cross', 'scramble'],
  items: 'items.jsonl',
  itemsPerTask: { train: 12, test: 8 },
  port: { port: 'openai-compatible', baseUrl: host.baseUrl, hyperParameters: { epochs: 1 }, price: 1 },
  baseUrl: addresses(),
  apiKeyVariable: 'SERVER_KEY',
  resamples: 100,
});

let files = 0;

function study(change: Partial<StudyDesign>, ...args: readonly string[]) {
  files += 1;
  const content = JSON.stringify({ ...design(), ...change });
  writeFileSync(join(folder, `${files}.json`), content);
  return sebHere(['study', 'introspection', `${files}.json`, '--store', `${files}.sqlite`, ...args], { folder });
}

/** Returns the models that a server was called for. */
function calledAt({ received }: LoopbackServer): ReadonlySet<string> {
  return new Set(received.map((each) => chatRequest(each).model.replace(/-\d+$/, '')));
}

describe('seb study introspection with models on two servers', () => {
  it('calls each target and the models trained from it at its own server, with the key', async () => {
    const { code, stdout, stderr } = await study({}, '--wait');
    expect(code, stderr).toBe(0);
    expect(stdout).toContain(`${one} and ${two}: `);
    expect(servers.map(calledAt)).toEqual([new Set(['one', 'ft:trained-ftjob']), new Set(['two', 'ft:trained-ftjob'])]);
    const trained = host.jobs.map(({ id, body }) => [`ft:trained-${id}`, body.model] as const);
    expect(trained).toHaveLength(8);
    const called = servers.map((server) => new Set(server.received.map((each) => chatRequest(each).model)));
    for (const [model, base] of trained)
      expect(called.map((names) => names.has(model))).toEqual([base === 'one', base === 'two']);
    const keys = servers.flatMap(({ received }) => received.map(({ headers }) => headers.authorization));
    expect(new Set(keys)).toEqual(new Set([`Bearer ${key}`]));
    expect(stdout + stderr).not.toContain(key);
  }, 240_000);

  it('estimates it with --dry-run, with unknown prices, and sends nothing', async () => {
    const { code, stdout, stderr } = await study({}, '--dry-run');
    expect(code, stderr).toBe(0);
    expect(stdout).toMatch(
      /predictions of all arms:\n.*\n?openai-compatible\/two +[\d,]+ +[\d,]+ input +unknown price/,
    );
    expect([...servers, host.server].flatMap(({ received }) => received)).toEqual([]);
  }, 60_000);

  it('prices adapters on a server as their base, from a price file', async () => {
    const cost = (input: number) => ({ cost: { input, output: input } });
    const listed = { 'openai-compatible': { models: { one: cost(1), two: cost(2) } } };
    writeFileSync(join(folder, 'prices.json'), JSON.stringify(listed));
    const dry = await study({ prices: 'prices.json' }, '--dry-run', '--json', '--budget', '5');
    expect(dry.code, dry.stderr).toBe(0);
    const { steps } = JSON.parse(dry.stdout) as { steps: { step: string; model: string; dollars: number }[] };
    const [first = 0, second = 0] = steps
      .filter(({ step }) => step.startsWith('predictions'))
      .map(({ dollars }) => dollars);
    expect(second / first).toBeCloseTo(2);
    const { code, stderr } = await study({ prices: 'prices.json' }, '--wait', '--budget', '5');
    expect(code, stderr).toBe(0);
  }, 240_000);

  it.each<[string, Partial<StudyDesign>, string]>([
    ['a target without an address', { baseUrl: undefined }, `${one} needs the address of its server`],
    ['one address for two of several models', { baseUrl: ['http://a/v1', 'http://b/v1'] }, 'has two addresses'],
    ['an address of another model', { baseUrl: ['vllm/three=http://a/v1'] }, 'vllm/three, which is not a model of'],
    ['a key that is not set', { apiKeyVariable: 'SERVER_KEY_2' }, 'SERVER_KEY_2 is not set'],
    ['a budget without the price of a server', { budget: 5 }, `--budget needs the price of ${one}`],
    [
      'a predictor without an address',
      { predictors: ['openai-compatible/six'] },
      'openai-compatible/six needs the address',
    ],
    ['a text for the concurrency', JSON.parse('{ "concurrency": "eight" }'), 'concurrency: '],
    [
      'prices of a model that is not trained',
      { callPrices: { 'vllm/x': { input: 1, output: 1 } } },
      'callPrices has vllm/x',
    ],
  ])('refuses %s before any call', async (_, change, message) => {
    const ended = await study(change);
    expect(ended).toMatchObject({ code: 1, stdout: '' });
    expect(ended.stderr).toContain(message);
    expect([...servers, host.server].flatMap(({ received }) => received)).toEqual([]);
  });

  it('names the server that does not answer', async () => {
    const url = await deadUrl();
    const { code, stderr } = await study({ baseUrl: [`${one}=${url}/v1`, `${two}=${servers[1].url}/v1`], retries: 0 });
    expect(code).not.toBe(0);
    expect(stderr).toContain(new URL(url).host);
  }, 60_000);

  it('moves a study with --base-url', async () => {
    const ended = await study(
      { baseUrl: undefined, arms: ['self', 'cross'] },
      '--wait',
      ...addresses().flatMap((each) => ['--base-url', each]),
    );
    expect(ended.code, ended.stderr).toBe(0);
    expect(servers.every(({ received }) => received.length > 0)).toBe(true);
  }, 240_000);
});

describe('seb study introspection with a hosted model and a server', () => {
  it('never sends the key of one to the other', async () => {
    vi.stubEnv('OPENAI_API_KEY', 'canary-key-of-openai');
    vi.stubEnv('OPENAI_BASE_URL', host.baseUrl);
    const targets = ['openai/gpt-4.1-mini', two];
    const trained: StudyDesign['trained'] = [
      { model: 'openai/ft:mini', base: 'openai/gpt-4.1-mini', arm: 'self', target: 'openai/gpt-4.1-mini' },
      { model: 'openai-compatible/two-b', base: two, arm: 'cross', target: 'openai/gpt-4.1-mini' },
    ];
    const change = { targets, trained, arms: undefined, port: undefined, baseUrl: `${servers[1].url}/v1` };
    const ended = await study(change);
    expect(ended.code, ended.stderr).toBe(0);
    const keysAt = (server: LoopbackServer) => new Set(server.received.map(({ headers }) => headers.authorization));
    expect(keysAt(host.server)).toEqual(new Set(['Bearer canary-key-of-openai']));
    expect(keysAt(servers[1])).toEqual(new Set([`Bearer ${key}`]));
    expect(servers[0].received).toEqual([]);
  }, 120_000);

  it('refuses a budget without the price of calls to hosted trained models before any call', async () => {
    vi.stubEnv('OPENAI_API_KEY', 'canary-key-of-openai');
    vi.stubEnv('OPENAI_BASE_URL', host.baseUrl);
    const hosted: Partial<StudyDesign> = {
      targets: ['openai/gpt-4.1-mini', 'openai/gpt-4.1-nano'],
      port: { port: 'openai', price: 5 },
      ...{ baseUrl: undefined, apiKeyVariable: undefined, budget: 50 },
    };
    const refused = await study(hosted, '--dry-run');
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain('price of calls to the models trained from openai/gpt-4.1-mini');
    expect(host.server.received).toEqual([]);
    const callPrices = {
      'openai/gpt-4.1-mini': { input: 0.8, output: 3.2 },
      'openai/gpt-4.1-nano': { input: 0.2, output: 0.8 },
    };
    const ended = await study({ ...hosted, callPrices }, '--wait');
    expect(ended.code, ended.stderr).toBe(0);
    expect(host.charges).toBe(8);
    expect(readdirSync(folder)).toContain(`${files}.sqlite`);
  }, 240_000);
});
