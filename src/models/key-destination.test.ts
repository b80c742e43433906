import { afterEach, describe, expect, it } from 'vitest';
import { openStore } from '../store/open.ts';
import { systemClock } from '../train/clock.ts';
import { openPort, type PortName } from '../train/hosts/registry.ts';
import { replaceFolderVariable, setFolderVariables } from './folder-variables.ts';
import { hostLabel, proxyVariables } from './key-destination.ts';
import { probeModel } from './probe.ts';
import { createModel } from './registry.ts';

type Variables = Readonly<Record<string, string>>;

const url = 'http://192.0.2.1:9/v1'; // no server has this address, and nothing is sent
const before = new Map<string, string | undefined>();

/** Sets variables of the environment and of .env, until the test ends. */
function surround(environment: Variables, dotEnv: Variables): void {
  for (const name of [...Object.keys(environment), ...Object.keys(dotEnv)]) {
    if (!before.has(name)) before.set(name, process.env[name]);
  }
  Object.assign(process.env, environment);
  setFolderVariables(dotEnv);
}

afterEach(() => {
  for (const [name, value] of before) {
    replaceFolderVariable(name);
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
  before.clear();
});

const settings = {
  baseUrl: null,
  apiKeyVariable: null,
  account: null,
  trainingType: null,
  folder: null,
  template: null,
  command: null,
  adapter: null,
};

async function port(
  name: PortName,
  given: Partial<typeof settings> | { baseUrl: string; apiKeyVariable?: string } = {},
) {
  const access = { environment: process.env, clock: systemClock };
  await (await openPort({ ...settings, ...given, port: name }, access)).close();
}

async function model(name: string, options: Parameters<typeof createModel>[1] = {}) {
  await (await createModel(name, options)).close();
}

interface Case {
  /** What decides, and what would be sent. */
  readonly what: string;
  /** Keys of the environment. */
  readonly keys: Variables;
  /** What .env has. */
  readonly dotEnv: Variables;
  readonly open: () => Promise<void>;
}

const secret = 'sk-of-the-user';
const aws = { AWS_ACCESS_KEY_ID: 'AKIA', AWS_SECRET_ACCESS_KEY: secret, AWS_REGION: 'us-east-1' };
const givenUrl = { baseUrl: url };
const ownKey = { MY_KEY: secret };
const keyOf: Readonly<Record<string, string>> = {
  openai: 'OPENAI_API_KEY',
  anthropic: 'ANTHROPIC_API_KEY',
  google: 'GEMINI_API_KEY',
  mistral: 'MISTRAL_API_KEY',
  deepseek: 'DEEPSEEK_API_KEY',
  xai: 'XAI_API_KEY',
  groq: 'GROQ_API_KEY',
  togetherai: 'TOGETHER_API_KEY',
  openrouter: 'OPENROUTER_API_KEY',
};
const servers = ['ollama', 'vllm', 'lmstudio', 'llamacpp', 'openai-compatible'];
const hosted = Object.entries(keyOf);
const trainers = [
  ['openai', 'OPENAI_API_KEY'],
  ['mistral', 'MISTRAL_API_KEY'],
  ['together', 'TOGETHER_API_KEY'],
  ['fireworks', 'FIREWORKS_API_KEY'],
] as const;
const account = { FIREWORKS_ACCOUNT_ID: 'me' };

const cases: readonly Case[] = [
  ...hosted.map(([name, key]) => ({
    what: `SEB_BASE_URL and ${key}`,
    keys: { [key]: secret },
    dotEnv: { SEB_BASE_URL: url },
    open: () => model(`${name}/m`, givenUrl),
  })),
  ...hosted.flatMap(([name, key]) =>
    proxyVariables.map((variable) => ({
      what: `${variable} and ${key}`,
      keys: { [key]: secret },
      dotEnv: { [variable]: url },
      open: () => model(`${name}/m`),
    })),
  ),
  ...servers.map((name) => ({
    what: `SEB_BASE_URL and a key for ${name}`,
    keys: ownKey,
    dotEnv: { SEB_BASE_URL: url },
    open: () => model(`${name}/m`, { ...givenUrl, apiKeyVariable: 'MY_KEY' }),
  })),
  ...[...servers, 'openai', 'anthropic'].map((name) => ({
    what: `SEB_API_KEY_VARIABLE for ${name}`,
    keys: ownKey,
    dotEnv: { SEB_API_KEY_VARIABLE: 'MY_KEY' },
    open: () => model(`${name}/m`, { ...givenUrl, apiKeyVariable: 'MY_KEY' }),
  })),
  {
    what: 'a server with the name of its key and its address from .env',
    keys: { GITHUB_TOKEN: secret },
    dotEnv: { SEB_BASE_URL: url, SEB_API_KEY_VARIABLE: 'GITHUB_TOKEN' },
    open: () => model('openai-compatible/m', { ...givenUrl, apiKeyVariable: 'GITHUB_TOKEN' }),
  },
  {
    what: 'an address of one model',
    keys: ownKey,
    dotEnv: { SEB_BASE_URL: `vllm/m=${url},vllm/n=http://localhost:1/v1` },
    open: () => model('vllm/m', { ...givenUrl, apiKeyVariable: 'MY_KEY' }),
  },
  ...(
    [
      ['openai', 'OPENAI_BASE_URL', { OPENAI_API_KEY: secret }],
      ['anthropic', 'ANTHROPIC_BASE_URL', { ANTHROPIC_API_KEY: secret }],
      ['bedrock', 'AWS_ENDPOINT_URL', aws],
      ['bedrock', 'AWS_ENDPOINT_URL_BEDROCK_RUNTIME', aws],
      ['bedrock', 'AWS_ENDPOINT_URL', { AWS_BEARER_TOKEN_BEDROCK: secret, AWS_REGION: 'us-east-1' }],
      ['azure', 'AZURE_RESOURCE_NAME', { AZURE_API_KEY: secret }],
    ] as const
  ).flatMap(([name, variable, keys]) => {
    const dotEnv = { [variable]: variable === 'AZURE_RESOURCE_NAME' ? 'theirs' : url };
    const probed = async () => {
      const { ok, line, hint } = await probeModel(`${name}/m`, {}, { timeoutMs: 1 });
      if (!ok) throw Object.assign(new Error(line), { hint });
    };
    return [
      { what: `${variable} for ${name}`, keys, dotEnv, open: () => model(`${name}/m`) },
      { what: `${variable} for ${name}, in seb doctor`, keys, dotEnv, open: probed },
    ];
  }),
  {
    what: 'OPENAI_BASE_URL for training',
    keys: { OPENAI_API_KEY: secret },
    dotEnv: { OPENAI_BASE_URL: url },
    open: () => port('openai'),
  },
  {
    what: 'AZURE_RESOURCE_NAME for training',
    keys: { AZURE_API_KEY: secret },
    dotEnv: { AZURE_RESOURCE_NAME: 'theirs' },
    open: () => port('azure'),
  },
  {
    what: 'SEB_BASE_URL for training at an own server',
    keys: ownKey,
    dotEnv: { SEB_BASE_URL: url },
    open: () => port('openai-compatible', { baseUrl: url, apiKeyVariable: 'MY_KEY' }),
  },
  ...trainers.map(([name, key]) => ({
    what: `a proxy for training at ${name}`,
    keys: { [key]: secret, ...account },
    dotEnv: { HTTPS_PROXY: url },
    open: () => port(name),
  })),
  {
    what: 'SEB_STORE and PGPASSWORD',
    keys: { PGPASSWORD: secret },
    dotEnv: { SEB_STORE: 'postgres://me@192.0.2.1/db' },
    open: async () => void (await openStore('postgres://me@192.0.2.1/db')),
  },
  {
    what: 'PGHOST and PGPASSWORD',
    keys: { PGPASSWORD: secret },
    dotEnv: { PGHOST: '192.0.2.1' },
    open: async () => void (await openStore('postgres:///db')),
  },
];

describe('refuseForeignKey', () => {
  it.each(cases)('refuses $what when only .env has the address', async ({ keys, dotEnv, open }) => {
    surround(keys, dotEnv);
    const refusal = await open().then(
      () => expect.unreachable(),
      (error: Error & { readonly hint: string }) => error,
    );
    expect(refusal.message).toMatch(/in \.env of this folder decides where the key in \S+ is sent/);
    expect(refusal.hint).toMatch(/(run export|add --(base-url|api-key-variable|store)) /);
    expect(`${refusal.message} ${refusal.hint}`).not.toContain(secret);
  });

  it.each(cases.filter(({ what }) => !/STORE|PGHOST|doctor/.test(what)))(
    'allows $what when both are from .env',
    async ({ keys, dotEnv, open }) => {
      surround({}, { ...keys, ...dotEnv });
      await open();
    },
  );

  it.each(cases.filter(({ what }) => !/STORE|PGHOST|doctor/.test(what)))(
    'allows $what when both are from the environment, or a flag replaces .env',
    async ({ keys, dotEnv, open }) => {
      surround(keys, dotEnv);
      for (const name of Object.keys(dotEnv)) replaceFolderVariable(name);
      await open();
    },
  );

  it('allows an address of .env to which no key is sent, and a proxy that this machine is called without', async () => {
    surround(ownKey, { SEB_BASE_URL: url, HTTP_PROXY: url });
    await model('openai-compatible/m', givenUrl);
    await model('openai-compatible/m', { baseUrl: 'http://127.0.0.1:9/v1', apiKeyVariable: 'MY_KEY' });
  });
});

describe('hostLabel', () => {
  it.each(['evil.example/', 'a/b', 'a.b', 'a@b', 'a:1', 'a#', 'a?b', '-a', 'a b', ''])('refuses %j', (value) => {
    expect(() => hostLabel('AZURE_RESOURCE_NAME', value)).toThrow('not a part of a host name');
  });

  it('refuses a region that names another host', async () => {
    surround({ AWS_BEARER_TOKEN_BEDROCK: secret, AWS_REGION: 'evil.example/' }, {});
    await expect(model('bedrock/m')).rejects.toThrow('AWS_REGION is not a part of a host name');
  });
});
