import { AppError } from '../util/app-error.ts';
import { type HostedName, hostedProviders } from './ai-sdk/hosted-providers.ts';
import { type CredentialSets, type Environment, findCredentials } from './credentials.ts';
import type { LanguageModel } from './language-model.ts';
import { isProvider, type ProviderName, parseModelName, providerNames } from './model-name.ts';
import type { ModelOptions } from './model-options.ts';
import { plainDialect, type ServerPreset, serverPresets } from './openai-compatible/server-presets.ts';

/** What serves a provider's models: a paid service, a server of the user's, this process, or nobody. */
export type ProviderKind = 'hosted' | 'server' | 'in-process' | 'recorded' | 'simulated';

export interface Provider {
  readonly kind: ProviderKind;
  /** One line. */
  readonly about: string;
  readonly example: string;
  /** Environment variables that must be set; alternatives, the first complete one counts. */
  readonly credentials: CredentialSets;
  /** Opens a model; everything heavy is loaded here. */
  readonly open: (model: string, options: ModelOptions) => Promise<LanguageModel>;
}

/** Ceiling for a server of which nothing is known. */
const unknownCeiling = 32;

function hosted(name: HostedName): Provider {
  const { about, example, credentials } = hostedProviders[name];
  return {
    kind: 'hosted',
    about,
    example,
    credentials,
    async open(model, options) {
      const { hostedModel } = await import('./ai-sdk/hosted.ts');
      return await hostedModel(name, model, options);
    },
  };
}

function keyOf({ apiKeyVariable = null, environment = process.env }: ModelOptions): string | null {
  if (apiKeyVariable === null) return null;
  const key = findCredentials([[apiKeyVariable]], environment)?.[apiKeyVariable];
  if (key !== undefined) return key;
  throw new AppError('missing-key', `the key is to come from ${apiKeyVariable}, which is not set`, {
    hint: `export ${apiKeyVariable}=... or write it into .env`,
  });
}

function server(name: string, about: string, preset: ServerPreset | null): Provider {
  const example = preset === null ? 'openai-compatible/MODEL --base-url URL' : `${name}/MODEL`;
  return {
    kind: 'server',
    about: preset === null ? about : `${about} at ${preset.baseUrl}`,
    example,
    credentials: [],
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
      const apiKey = keyOf(options);
      const concurrency = options.concurrency ?? preset?.ceiling ?? unknownCeiling;
      const opened = openAiCompatibleModel({
        name: `${name}/${model}`,
        model: adapter?.adapter ?? model,
        baseUrl,
        apiKey,
        concurrency,
        dialect: preset ?? plainDialect,
        logprobs: options.logprobs ?? false,
      });
      if (adapter === null) return opened;
      if (options.adapterHash == null) options.onNote?.(unknownAdapter(`${name}/${model}`));
      return servedAdapter(opened, { ...adapter, baseUrl, apiKey, concurrency, hash: options.adapterHash ?? null });
    },
  };
}

/** What the user must know where no training job of the store recorded the adapter's hash. */
function unknownAdapter(model: string): string {
  return `${model}: the store has no training job of this adapter, so its hash is not part of the model's identity. Give retrained weights another name.`;
}

const inProcess = { kind: 'in-process', credentials: [] } as const;

/** Every provider, in the order in which they are listed. */
export const providers: Readonly<Record<ProviderName, Provider>> = {
  bundled: {
    ...inProcess,
    about: 'small demonstration models of this project',
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
    about: 'the answers of an earlier run or an import',
    example: 'replay/RUN',
    credentials: [],
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
    async open(text, { respond }) {
      if (respond === undefined) throw new Error('a simulated subject needs the experiments');
      const { simulatedModel } = await import('./simulated.ts');
      return simulatedModel(text, respond);
    },
  },
};

/** What serves the model of a name; null: a model object of the user's own, or a name that will be refused. */
export function kindOf(name: string): ProviderKind | null {
  const [provider = ''] = name.split('/', 1);
  return isProvider(provider) ? providers[provider].kind : null;
}

/** A provider with its name, and whether what it needs is set in the environment. */
export interface ListedProvider extends Provider {
  readonly name: ProviderName;
  readonly ready: boolean;
}

/** All providers, for `seb models` and `seb doctor`. Looks only at whether variables are set. */
export function listProviders(environment: Environment = process.env): readonly ListedProvider[] {
  return providerNames.map((name) => {
    const provider = providers[name];
    return { name, ...provider, ready: findCredentials(provider.credentials, environment) !== null };
  });
}

/**
 * Opens the model of a name: loads what it needs and checks key, address or file, but sends nothing. Throws an AppError
 * for what the user can mend.
 */
export async function createModel(name: string, options: ModelOptions = {}): Promise<LanguageModel> {
  const { provider, model } = parseModelName(name);
  return await providers[provider].open(model, options);
}
