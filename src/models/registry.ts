import { z } from 'zod';
import { type ModelCapability, modelCapabilities } from '../domain/model-capability.ts';
import { AppError } from '../util/app-error.ts';
import { anyObject, checkArguments } from '../util/check-arguments.ts';
import type { Environment } from '../util/types.ts';
import { type HostedName, type HostedProvider, hostedProviders } from './ai-sdk/hosted-providers.ts';
import { type CredentialSets, findCredentials, requireCredentials } from './credentials.ts';
import { beforeFirstRequest } from './first-request.ts';
import { fileChoiceFor, refuseForeignKey } from './key-destination.ts';
import type { LanguageModel } from './language-model.ts';
import { parseModelName } from './model-name.ts';
import type { ModelOptions } from './model-options.ts';
import { plainDialect, type ServerPreset, serverPresets } from './openai-compatible/server-presets.ts';

/** What serves a provider's models: a paid service, the user's server, this process, or nothing (recordings). */
export type ProviderKind = 'hosted' | 'server' | 'in-process' | 'recorded' | 'simulated';

interface Provider {
  readonly kind: ProviderKind;
  /** Description in one line. */
  readonly about: string;
  readonly example: string;
  /** Required environment variables; of the alternatives, the first complete one counts. */
  readonly credentials: CredentialSets;
  /** Returns a model's capabilities beyond answering messages. */
  readonly capabilities: (model: string) => readonly ModelCapability[];
  /** Opens a model; heavy packages are loaded here. */
  readonly open: (model: string, options: ModelOptions) => Promise<LanguageModel>;
}

/** Upper bound on calls in flight for an unknown server. */
const defaultConcurrency = 32;

function hosted(name: HostedName): Provider {
  const { about, example, credentials, logprobs }: HostedProvider = hostedProviders[name];
  return {
    kind: 'hosted',
    about,
    example,
    credentials,
    capabilities: (model) => (logprobs?.test(model) ? ['logprobs', 'tools'] : ['tools']),
    async open(model, options) {
      const { hostedModel } = await import('./ai-sdk/hosted.ts');
      return await hostedModel(name, model, options);
    },
  };
}

interface ServerKey {
  /** Null where none is named or needed. */
  readonly apiKey: string | null;
  /** Remembers that the user sent the key to the server. */
  readonly remember: () => void;
}

/** Returns the key of a server. AppError if it is not set, or must not be sent to the server. */
function keyOf(
  name: string,
  { apiKeyVariable = null, baseUrl = null, fileChoice = null, environment = process.env, purpose }: ModelOptions,
): ServerKey {
  if (apiKeyVariable === null || purpose === 'write' || purpose === 'estimate')
    return { apiKey: null, remember: () => {} };
  const [apiKey = null] = Object.values(requireCredentials(name, [[apiKeyVariable]], environment));
  const remember = refuseForeignKey({
    ...{ provider: name, keys: [apiKeyVariable], apiKeyVariable, addresses: [], baseUrl },
    ...{ protocol: 'http', fileChoice, environment },
  });
  return { apiKey, remember };
}

function server(name: string, about: string, preset: ServerPreset | null): Provider {
  const example = preset === null ? 'openai-compatible/MODEL --base-url URL' : `${name}/MODEL`;
  return {
    kind: 'server',
    about: preset === null ? about : `${about} at ${preset.baseUrl}`,
    example,
    credentials: [],
    capabilities: () => serverCapabilities(preset),
    async open(model, options) {
      const baseUrl = options.baseUrl ?? preset?.baseUrl;
      if (baseUrl === undefined) {
        throw new AppError('no-base-url', `${name}/${model} needs the address of its server`, {
          hint: 'add --base-url URL, for example --base-url http://127.0.0.1:9000/v1',
        });
      }
      const { openAiCompatibleModel } = await import('./openai-compatible/openai-compatible.ts');
      const { parseServedAdapter, servedAdapter } = await import('./openai-compatible/served-adapter.ts');
      const adapter = preset?.servesAdapters ? parseServedAdapter(model) : null;
      const fileChoice = fileChoiceFor(options.fileChoice, options.baseUrl ?? null);
      const { apiKey, remember } = keyOf(`${name}/${model}`, { ...options, baseUrl, fileChoice });
      const concurrency = options.concurrency ?? preset?.maxConcurrency ?? defaultConcurrency;
      const openAs = (served: string) =>
        openAiCompatibleModel({
          name: `${name}/${model}`,
          model: served,
          baseUrl,
          apiKey,
          concurrency,
          dialect: preset ?? plainDialect,
          logprobs: options.logprobs ?? false,
          ...(options.maxTokensField == null ? {} : { maxTokensField: options.maxTokensField }),
        });
      if (adapter === null) return beforeFirstRequest(openAs(model), remember);
      const hash = options.adapterHash ?? null;
      const onAdapter = () => {
        if (hash === null) options.onNote?.(unknownAdapter(`${name}/${model}`));
      };
      const whole = openAs(model);
      const served = servedAdapter(openAs(adapter.adapter), {
        ...adapter,
        whole,
        baseUrl,
        apiKey,
        concurrency,
        hash,
        onAdapter,
      });
      return beforeFirstRequest(served, remember);
    },
  };
}

function serverCapabilities(preset: ServerPreset | null): readonly ModelCapability[] {
  return [
    'form',
    'tools',
    ...(preset?.logprobs === true ? (['logprobs'] as const) : []),
    ...(preset?.continuesFinalMessage === true ? (['prefill'] as const) : []),
  ];
}

/** Returns the note for an adapter whose hash no training job of the store recorded. */
function unknownAdapter(model: string): string {
  return `${model}: the store has no training job for this adapter, so the model's identity does not include its hash. Give retrained weights a different name.`;
}

const inProcess: Pick<Provider, 'kind' | 'credentials' | 'capabilities'> = {
  kind: 'in-process',
  credentials: [],
  capabilities: () => ['prefill', 'form', 'inject'],
};

/** To add a provider, create its folder and add one entry here. */
const providerTable = {
  bundled: {
    ...inProcess,
    about: 'small demonstration models trained by us',
    example: 'bundled/ada',
    async open(model, options) {
      const { bundledModel } = await import('./gguf/bundled.ts');
      return await bundledModel(model, options);
    },
  },
  openai: hosted('openai'),
  anthropic: hosted('anthropic'),
  google: hosted('google'),
  mistral: hosted('mistral'),
  deepseek: hosted('deepseek'),
  xai: hosted('xai'),
  groq: hosted('groq'),
  togetherai: hosted('togetherai'),
  openrouter: hosted('openrouter'),
  bedrock: hosted('bedrock'),
  azure: hosted('azure'),
  ollama: server('ollama', 'Ollama', serverPresets.ollama),
  vllm: server('vllm', 'vLLM', serverPresets.vllm),
  lmstudio: server('lmstudio', 'LM Studio', serverPresets.lmstudio),
  llamacpp: server('llamacpp', 'llama-server of llama.cpp', serverPresets.llamacpp),
  'openai-compatible': server('openai-compatible', 'any server with /chat/completions', null),
  gguf: {
    ...inProcess,
    about: 'a GGUF file, run by llama.cpp on CPU or GPU',
    example: 'gguf/models/some-model.gguf',
    async open(model, options) {
      const { ggufModel } = await import('./gguf/gguf.ts');
      return await ggufModel(`gguf/${model}`, model, options);
    },
  },
  replay: {
    kind: 'recorded',
    about: 'answers of an earlier run or an import',
    example: 'replay/RUN',
    credentials: [],
    capabilities: () => modelCapabilities, // those of the models that gave the recorded answers
    async open(run, { recorded }) {
      if (recorded === undefined) throw new Error('replay needs the answers of an earlier run');
      const { replayModel } = await import('./replay.ts');
      return replayModel(run, await recorded(run));
    },
  },
  simulated: {
    kind: 'simulated',
    about: 'a subject with known parameters, for tests and teaching',
    example: 'simulated/sam?self=0.5&format=0.02',
    credentials: [],
    capabilities: () => ['prefill', 'form', 'inject', 'tools'],
    async open(text, { respond }) {
      if (respond === undefined) throw new Error('a simulated subject needs the experiments');
      const { simulatedModel } = await import('./simulated.ts');
      return simulatedModel(text, respond);
    },
  },
} satisfies Readonly<Record<string, Provider>>;

type ProviderName = keyof typeof providerTable;

/** Every provider, in listing order. */
export const providers: Readonly<Record<ProviderName, Provider>> = providerTable;

/** Names of all providers, in listing order. */
export const providerNames = Object.keys(providers) as readonly ProviderName[]; // as Object.keys types them

function isProvider(name: string): name is ProviderName {
  return Object.hasOwn(providers, name);
}

/** Returns what serves the model of this name; null for a user's model object, or for a name that will be refused. */
export function kindOf(name: string): ProviderKind | null {
  const [provider = ''] = name.split('/', 1);
  return isProvider(provider) ? providers[provider].kind : null;
}

/** Returns the capabilities of the model of this name; null for a user's model object, or for a name that will be refused. */
export function capabilitiesOf(name: string): readonly ModelCapability[] | null {
  const [provider = '', ...model] = name.split('/');
  return isProvider(provider) ? providers[provider].capabilities(model.join('/')) : null;
}

/** Returns the providers that send requests and whose models, or some of them, have a capability. */
export function providersWith(capability: ModelCapability): readonly ProviderName[] {
  return providerNames.filter((name) => {
    const { kind, example, capabilities } = providers[name];
    return (
      kind !== 'recorded' && kind !== 'simulated' && capabilities(example.slice(name.length + 1)).includes(capability)
    );
  });
}

/** A provider with its name, and whether its required variables are set. */
export interface ListedProvider extends Provider {
  readonly name: ProviderName;
  readonly ready: boolean;
}

/** Returns all providers, for `seb models` and `seb doctor`. Only checks whether variables are set. */
export function listProviders(environment: Environment = process.env): readonly ListedProvider[] {
  return providerNames.map((name) => {
    const provider = providers[name];
    return { name, ...provider, ready: findCredentials(provider.credentials, environment) !== null };
  });
}

const createArguments = z.object({ name: z.string(), options: anyObject });

/**
 * Opens the model of this name: loads what it needs and checks key, address or file, but sends nothing. AppError for a
 * problem that the user can fix.
 */
export async function createModel(name: string, options: ModelOptions = {}): Promise<LanguageModel> {
  checkArguments('createModel', createArguments, { name, options });
  const { provider, model } = parseModelName(name, providerNames);
  const { open, capabilities } = providers[provider];
  return { ...(await open(model, options)), capabilities: capabilities(model) };
}
