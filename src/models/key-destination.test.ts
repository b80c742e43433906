import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { testRequest } from '../../test/support/models/request.ts';
import { queueLocation, withQueue } from '../answers/workers/queue-run.ts';
import { readQueuedBlocks } from '../answers/workers/queued-blocks.ts';
import { openStore, openStoreToRead } from '../store/open.ts';
import { systemClock } from '../train/hosts/clock.ts';
import { openPort, type PortName } from '../train/hosts/registry.ts';
import { replaceFolderVariable, setFolderVariables } from './folder-variables.ts';
import { type FileChoice, hostLabel, proxyVariables } from './key-destination.ts';
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

const stateFolders: string[] = [];

afterEach(() => {
  for (const folder of stateFolders.splice(0)) rmSync(folder, { recursive: true });
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
  given: Partial<Record<'baseUrl' | 'apiKeyVariable', string>> = {},
  fileChoice: FileChoice | null = null,
) {
  const access = { environment: process.env, clock: systemClock, fileChoice };
  await (await openPort({ ...settings, ...given, port: name }, access)).close();
}

async function model(name: string, options: Parameters<typeof createModel>[1] = {}) {
  await (await createModel(name, options)).close();
}

/** Opens a model and sends its first request, which ends before it reaches the network. */
async function called(name: string, options: Parameters<typeof createModel>[1] = {}) {
  const opened = await createModel(name, options);
  await opened.ask({ ...testRequest(), signal: AbortSignal.abort() }).catch(() => {});
  await opened.close();
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

/** Addresses that the program rewrites for pg, and one that it does not. */
const storeAddresses = [
  '',
  '?sslmode=require',
  '?sslmode=prefer',
  '?a=b&sslmode=verify-ca',
  '?sslmode=verify-full',
].map((query) => `postgres://me@192.0.2.1/db${query}`);
/** Everything that connects to the server of a store. */
const storeConnections = {
  'the store': openStore,
  'the store of a command that reads': openStoreToRead,
  'the queue': async (address: string) => withQueue(queueLocation(address), async () => {}),
  'the list of the queue': readQueuedBlocks,
} as const;

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
  ...storeAddresses.flatMap((address) =>
    Object.entries(storeConnections).map(([connection, open]) => ({
      what: `PGPASSWORD for ${connection}, SEB_STORE ending in ${address.slice(-16)}`,
      keys: { PGPASSWORD: secret },
      dotEnv: { SEB_STORE: address },
      open: async () => void (await open(address)),
    })),
  ),
  ...[
    ['PGHOST', '192.0.2.1', 'postgres:///db'],
    ['PGPORT', '5997', 'postgres://me@127.0.0.1/db'],
    ['PGPORT', '5997', 'postgres:///db?host=127.0.0.1'],
    ['PGSSLMODE', 'disable', 'postgres://me@127.0.0.1:5997/db'],
  ].map(([variable = '', value = '', address = '']) => ({
    what: `${variable} and PGPASSWORD for a STORE at ${address}`,
    keys: { PGPASSWORD: secret },
    dotEnv: { [variable]: value },
    open: async () => void (await openStore(address)),
  })),
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

/** Sets a state folder in which nothing is remembered, until the test ends. Returns the file of destinations. */
function forgetDestinations(): string {
  const folder = mkdtempSync(join(tmpdir(), 'seb-state-'));
  surround({ XDG_STATE_HOME: folder }, {});
  stateFolders.push(folder);
  return join(folder, 'self-execution-benchmark', 'key-destinations');
}

/** What a store or a study in JSON decides, and what the key of the environment would do. */
interface FileCase {
  readonly what: string;
  readonly keys: Variables;
  /** The destination as the user allows it. */
  readonly destination: string;
  readonly open: (fileChoice: FileChoice | null) => Promise<void>;
}

const all = { file: 'the store', baseUrl: true, apiKeyVariable: true };
const fileCases: readonly FileCase[] = [
  ...hosted.map(([name, key]) => ({
    what: `the address of ${name}`,
    keys: { [key]: secret },
    destination: `${key}=${url}`,
    open: (fileChoice: FileChoice | null) => called(`${name}/m`, { ...givenUrl, fileChoice }),
  })),
  ...hosted.map(([name]) => ({
    what: `the name of a key for ${name}`,
    keys: { GITHUB_TOKEN: secret },
    destination: `GITHUB_TOKEN=${name}`,
    open: (fileChoice: FileChoice | null) => called(`${name}/m`, { apiKeyVariable: 'GITHUB_TOKEN', fileChoice }),
  })),
  ...servers.map((name) => ({
    what: `address and key of ${name}`,
    keys: ownKey,
    destination: `MY_KEY=${url}`,
    open: (fileChoice: FileChoice | null) => called(`${name}/m`, { ...givenUrl, apiKeyVariable: 'MY_KEY', fileChoice }),
  })),
  {
    what: 'an address on this machine',
    keys: ownKey,
    destination: 'MY_KEY=http://127.0.0.1:9/v1',
    open: (fileChoice) => called('vllm/m', { baseUrl: 'http://127.0.0.1:9/v1', apiKeyVariable: 'MY_KEY', fileChoice }),
  },
  ...trainers.map(([name, key]) => ({
    what: `the address of training at ${name}`,
    keys: { [key]: secret, ...account },
    destination: `${key}=${url}`,
    open: (fileChoice: FileChoice | null) => port(name, givenUrl, fileChoice),
  })),
  {
    what: 'the name of a key for training',
    keys: { GITHUB_TOKEN: secret },
    destination: 'GITHUB_TOKEN=openai',
    open: (fileChoice) => port('openai', { apiKeyVariable: 'GITHUB_TOKEN' }, fileChoice),
  },
];

describe('refuseForeignKey, for what a data file chose', () => {
  it.each(fileCases)('refuses $what, and says how to allow it', async ({ keys, destination, open }) => {
    const file = forgetDestinations();
    surround({ ...keys }, {});
    const refusal = await open(all).then(
      () => expect.unreachable(),
      (error: Error & { readonly hint: string }) => error,
    );
    expect(refusal.message).toMatch(/^the store decides that the key in \S+ is sent to \S+, and this user has not/);
    expect(refusal.hint).toContain(`run export SEB_ALLOW_KEY=${destination} once`);
    expect(`${refusal.message} ${refusal.hint}`).not.toContain(secret);
    expect(existsSync(file)).toBe(false);
    surround({ SEB_ALLOW_KEY: destination }, {});
    await open(all);
    expect(readFileSync(file, 'utf8')).toBe(`${destination}\n`);
  });

  const named = { ...givenUrl, apiKeyVariable: 'MY_KEY' };
  it.each([
    ['a hosted model', 'openai/m', ['ask', 'batch']],
    ['a server', 'vllm/m', ['ask', 'facts', 'batch', 'listedNames']],
    ['a server with an adapter', 'vllm/m:a', ['ask', 'facts', 'listedNames']],
  ] as const)(
    'remembers where a key of %s goes at the first request of any kind, and not before',
    async (_, name, ways) => {
      surround({ ...ownKey }, {});
      for (const way of ways) {
        const file = forgetDestinations();
        const opened = await createModel(name, named);
        await opened.prepare?.();
        expect(existsSync(file), way).toBe(false);
        if (way === 'ask') await opened.ask({ ...testRequest(), signal: AbortSignal.abort() }).catch(() => {});
        else if (way === 'batch') await (await opened.batch?.open())?.close();
        else void opened[way]?.().catch(() => {}); // nothing has the address
        expect(readFileSync(file, 'utf8'), way).toBe(`MY_KEY=${url}\n`);
        await opened.close();
      }
    },
  );

  it.each(['estimate', 'write'] as const)('needs no key and remembers nothing to %s', async (purpose) => {
    const file = forgetDestinations();
    for (const keys of [{}, { MY_KEY: secret, OPENAI_API_KEY: secret }]) {
      surround(keys, {});
      for (const name of ['openai/m', 'vllm/m', 'vllm/m:a', 'openai-compatible/m']) {
        await called(name, { ...named, purpose });
        await called(name, { ...named, purpose, fileChoice: all });
      }
    }
    expect(existsSync(file)).toBe(false);
  });

  it.each(fileCases)('allows $what where the user chose the same before', async ({ keys, open }) => {
    forgetDestinations();
    surround({ ...keys }, {});
    await open(null);
    await open(all);
  });

  it('refuses the same key elsewhere, and another key at the same address', async () => {
    forgetDestinations();
    surround({ MY_KEY: secret, OTHER_KEY: secret }, {});
    const opened = (baseUrl: string, apiKeyVariable: string, fileChoice: FileChoice | null) =>
      called('vllm/m', { baseUrl, apiKeyVariable, fileChoice });
    await opened(url, 'MY_KEY', null);
    await expect(opened(`${url}/other`, 'MY_KEY', all)).rejects.toThrow('has not sent it there before');
    await expect(opened(url, 'OTHER_KEY', all)).rejects.toThrow('has not sent it there before');
    await expect(opened(url, 'OTHER_KEY', { ...all, baseUrl: false })).rejects.toThrow('has not sent it there before');
    await opened(`${url}/`, 'MY_KEY', all);
    await opened(`${url}/other`, 'OTHER_KEY', { ...all, baseUrl: false, apiKeyVariable: false });
    await opened(`${url}/other`, 'OTHER_KEY', all);
  });

  it('learns nothing from .env, and takes no permission from it', async () => {
    forgetDestinations();
    const chosen = { baseUrl: url, apiKeyVariable: 'MY_KEY' };
    surround({}, { SEB_BASE_URL: url, SEB_API_KEY_VARIABLE: 'MY_KEY', MY_KEY: secret });
    await called('vllm/m', chosen); // the key is from .env, too
    for (const name of ['SEB_BASE_URL', 'SEB_API_KEY_VARIABLE', 'MY_KEY']) replaceFolderVariable(name);
    surround(ownKey, { SEB_ALLOW_KEY: `MY_KEY=${url}` });
    await expect(model('vllm/m', { ...chosen, fileChoice: all })).rejects.toThrow('has not sent it there before');
  });

  it('refuses a key of .env, too: the folder may be the own one, and the store from elsewhere', async () => {
    forgetDestinations();
    surround({}, ownKey);
    const chosen = { baseUrl: url, apiKeyVariable: 'MY_KEY', fileChoice: all };
    await expect(model('vllm/m', chosen)).rejects.toThrow('has not sent it there before');
  });

  it('takes a file of a second user for none', async () => {
    if (process.getuid?.() !== 0) return;
    const file = forgetDestinations();
    surround(ownKey, {});
    await called('vllm/m', { ...givenUrl, apiKeyVariable: 'MY_KEY' });
    chownSync(file, 12_345, 12_345);
    const chosen = { baseUrl: url, apiKeyVariable: 'MY_KEY', fileChoice: all };
    await expect(model('vllm/m', chosen)).rejects.toThrow('has not sent it there before');
  });

  it('asks for nothing where the environment or the provider has the address, and the file none', async () => {
    forgetDestinations();
    surround({ OPENAI_API_KEY: secret, OPENAI_BASE_URL: url, MY_KEY: secret }, {});
    await called('openai/m', { fileChoice: all });
    await port('openai', {}, all);
    await called('vllm/m', { apiKeyVariable: 'MY_KEY', fileChoice: { ...all, apiKeyVariable: false } });
  });

  it('asks for nothing where no key is sent, and where nothing was chosen', async () => {
    forgetDestinations();
    surround({ OPENAI_API_KEY: secret }, {});
    await called('openai-compatible/m', { ...givenUrl, fileChoice: all });
    await called('openai/m', { fileChoice: all });
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
