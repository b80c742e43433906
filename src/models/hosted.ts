import type { SharedV4ProviderOptions } from '@ai-sdk/provider';
import type { Sampling } from '../plan/call.ts';
import { aiSdkModel } from './ai-sdk.ts';
import { parseBaseUrl } from './base-url.ts';
import { type CredentialSets, type Credentials, requireCredentials } from './credentials.ts';
import { type HostedName, isResponsesOnly, makeHosted } from './hosted-makers.ts';
import { httpDispatcher } from './http-dispatcher.ts';
import type { LanguageModel } from './language-model.ts';
import type { ModelOptions } from './model-options.ts';
import { pooledFetch } from './pooled-fetch.ts';

export interface HostedProvider {
  readonly about: string;
  readonly example: string;
  /** The first variable of a set holds the key. */
  readonly credentials: CredentialSets;
  /** Variable that the provider's own tools read another address from. */
  readonly baseUrlVariable?: string;
}

/** Providers that are reached through their AI SDK package. */
export const hostedProviders = {
  openai: {
    about: 'OpenAI',
    example: 'openai/gpt-4.1-mini',
    credentials: [['OPENAI_API_KEY']],
    baseUrlVariable: 'OPENAI_BASE_URL',
  },
  anthropic: {
    about: 'Anthropic',
    example: 'anthropic/claude-haiku-4-5',
    credentials: [['ANTHROPIC_API_KEY']],
    baseUrlVariable: 'ANTHROPIC_BASE_URL',
  },
  google: {
    about: 'Google Gemini API',
    example: 'google/gemini-2.5-flash',
    credentials: [['GOOGLE_GENERATIVE_AI_API_KEY'], ['GEMINI_API_KEY'], ['GOOGLE_API_KEY']],
  },
  mistral: { about: 'Mistral', example: 'mistral/mistral-small-latest', credentials: [['MISTRAL_API_KEY']] },
  deepseek: { about: 'DeepSeek', example: 'deepseek/deepseek-chat', credentials: [['DEEPSEEK_API_KEY']] },
  xai: { about: 'xAI', example: 'xai/grok-4', credentials: [['XAI_API_KEY']] },
  groq: { about: 'Groq', example: 'groq/llama-3.3-70b-versatile', credentials: [['GROQ_API_KEY']] },
  togetherai: {
    about: 'Together AI',
    example: 'togetherai/meta-llama/Llama-3.3-70B-Instruct-Turbo',
    credentials: [['TOGETHER_API_KEY'], ['TOGETHER_AI_API_KEY']],
  },
  openrouter: {
    about: 'OpenRouter (says which upstream served an answer)',
    example: 'openrouter/openai/gpt-4.1-mini',
    credentials: [['OPENROUTER_API_KEY']],
  },
  bedrock: {
    about: 'Amazon Bedrock',
    example: 'bedrock/us.anthropic.claude-haiku-4-5-20251001-v1:0',
    credentials: [
      ['AWS_BEARER_TOKEN_BEDROCK', 'AWS_REGION'],
      ['AWS_SECRET_ACCESS_KEY', 'AWS_ACCESS_KEY_ID', 'AWS_SESSION_TOKEN', 'AWS_REGION'],
      ['AWS_SECRET_ACCESS_KEY', 'AWS_ACCESS_KEY_ID', 'AWS_REGION'],
    ],
  },
  azure: {
    about: 'Azure OpenAI (the model is the name of the deployment)',
    example: 'azure/my-deployment',
    credentials: [['AZURE_API_KEY', 'AZURE_RESOURCE_NAME']],
  },
} as const satisfies Readonly<Record<HostedName, HostedProvider>>;

export const hostedConcurrency = 10;

function credentialSets(
  { credentials }: HostedProvider,
  { apiKeyVariable = null }: ModelOptions,
  baseUrl: string | null,
): CredentialSets {
  const own = apiKeyVariable === null ? credentials : [[apiKeyVariable, ...(credentials[0] ?? []).slice(1)]];
  // A base URL takes the place of the resource that the address is made of.
  return baseUrl === null ? own : own.map((set) => set.filter((variable) => variable !== 'AZURE_RESOURCE_NAME'));
}

function secretsOf(credentials: Credentials): readonly string[] {
  return Object.entries(credentials).flatMap(([variable, value]) => (isPlace(variable) ? [] : [value]));
}

/** Variables that say where, not who: no secret. */
function isPlace(variable: string): boolean {
  return variable === 'AWS_REGION' || variable === 'AZURE_RESOURCE_NAME';
}

interface Asked {
  readonly provider: HostedName;
  readonly model: string;
  readonly logprobs: boolean;
}

/** Fields that only one provider's package knows. */
function providerOptions({ provider, model, logprobs }: Asked, { reasoningEffort }: Sampling): SharedV4ProviderOptions {
  const openai = { ...(logprobs ? { logprobs: true } : {}), ...(isResponsesOnly(model) ? { store: false } : {}) };
  switch (provider) {
    case 'openai':
    case 'azure':
      return { openai };
    case 'openrouter':
      if (reasoningEffort === undefined) return {};
      return {
        openrouter: { reasoning: reasoningEffort === 'none' ? { enabled: false } : { effort: reasoningEffort } },
      };
    default:
      return {};
  }
}

/** Opens a hosted model; its package is loaded now. Throws an AppError that names a missing key's variable. */
export async function hostedModel(provider: HostedName, model: string, options: ModelOptions): Promise<LanguageModel> {
  const entry: HostedProvider = hostedProviders[provider];
  const environment = options.environment ?? process.env;
  const elsewhere = entry.baseUrlVariable === undefined ? undefined : environment[entry.baseUrlVariable];
  const given = options.baseUrl ?? (elsewhere === undefined || elsewhere === '' ? null : elsewhere);
  const baseUrl = given === null ? null : parseBaseUrl(given);
  const name = `${provider}/${model}`;
  const credentials = requireCredentials(name, credentialSets(entry, options, baseUrl), environment);
  const concurrency = options.concurrency ?? hostedConcurrency;
  const dispatcher = httpDispatcher(baseUrl, concurrency);
  const apiKey = Object.values(credentials)[0] ?? '';
  const settings = { model, credentials, apiKey, baseUrl, fetch: pooledFetch(dispatcher) };
  const asked = { provider, model, logprobs: options.logprobs ?? false };
  const place = baseUrl ?? credentials.AZURE_RESOURCE_NAME ?? null;
  return aiSdkModel(await makeHosted[provider](settings), {
    name,
    identity: place === null ? name : `${name}@${place}`,
    endpoint: place ?? provider,
    concurrency,
    providerOptions: (sampling) => providerOptions(asked, sampling),
    secrets: secretsOf(credentials),
    ...(options.onWarning === undefined ? {} : { onWarning: options.onWarning }),
    close: () => dispatcher.destroy(),
  });
}
