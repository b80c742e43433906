import type { SharedV4ProviderOptions } from '@ai-sdk/provider';
import type { Sampling } from '../../domain/call.ts';
import { AppError } from '../../util/app-error.ts';
import type { Environment } from '../../util/types.ts';
import { type CredentialSets, type Credentials, findCredentials, requireCredentials } from '../credentials.ts';
import { beforeFirstRequest } from '../first-request.ts';
import { parseBaseUrl } from '../http/base-url.ts';
import { httpConnections } from '../http/http-connections.ts';
import { installCommand } from '../install-command.ts';
import { fileChoiceFor, hostLabel, refuseForeignKey } from '../key-destination.ts';
import { defaultMaxConcurrency, type LanguageModel } from '../language-model.ts';
import type { ModelOptions, ModelPurpose } from '../model-options.ts';
import { type AiSdkLanguageModel, aiSdkModel, isSdkModel } from './ai-sdk.ts';
import { hostedBatch } from './hosted-batch.ts';
import { type HostedSettings, isResponsesOnly, makeHosted } from './hosted-makers.ts';
import { type HostedName, type HostedProvider, hostedProviders } from './hosted-providers.ts';
import { pooledFetch } from './pooled-fetch.ts';

function credentialSets(
  { credentials }: HostedProvider,
  { apiKeyVariable = null }: ModelOptions,
  baseUrl: string | null,
): CredentialSets {
  const own = apiKeyVariable === null ? credentials : [[apiKeyVariable, ...(credentials[0] ?? []).slice(1)]];
  // A base URL replaces the resource name that the URL is built from.
  return baseUrl === null ? own : own.map((set) => set.filter((variable) => variable !== 'AZURE_RESOURCE_NAME'));
}

function secretsOf(credentials: Credentials): readonly string[] {
  return Object.entries(credentials).flatMap(([variable, value]) => (isPlace(variable) ? [] : [value]));
}

/** Returns whether a variable holds a location and not a secret. */
function isPlace(variable: string): boolean {
  return variable === 'AWS_REGION' || variable === 'AZURE_RESOURCE_NAME';
}

interface Asked {
  readonly provider: HostedName;
  readonly model: string;
  readonly logprobs: boolean;
}

/** Returns the options that only one provider's package knows. */
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

/** Returns an AppError with the command that installs a provider's package; null where the error has another cause. */
export function missingPackage(error: unknown, model: string, name: string): AppError | null {
  const isMissing = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
  if (!isMissing || !error.message.includes(name)) return null;
  return new AppError('no-provider-package', `${model} needs the package ${name}, which is not installed`, {
    hint: `${installCommand(name)} (in the folder in which seb is installed)`,
    cause: error,
  });
}

/** Makes a model for an estimate, from which nothing is sent. */
async function makeSilent({ model }: Pick<HostedSettings, 'model'>): Promise<AiSdkLanguageModel> {
  const refuse = () => Promise.reject(new Error(`${model} was opened for an estimate and cannot be called`));
  const fixed = { specificationVersion: 'v4', provider: 'none', supportedUrls: {} } as const;
  return { ...fixed, modelId: model, doGenerate: refuse, doStream: refuse };
}

/** An AppError for an installed package whose models this version cannot call. */
function unfitPackage(model: string, name: string, cause?: unknown): AppError {
  return new AppError('unfit-provider-package', `${model}: the installed version of ${name} is not compatible`, {
    hint: `${installCommand(`${name}@latest`)} (it must be for AI SDK 6 or 7)`,
    cause,
  });
}

/** The error of a hosted model's name that was given with the address of a server and without a key. */
function ownServer(name: string, model: string, variable: string): AppError {
  return new AppError('missing-key', `${name} needs a key: ${variable} is not set`, {
    hint: `for your own server, use openai-compatible/${model} with --base-url URL; otherwise run export ${variable}=... or add it to .env`,
  });
}

/**
 * Returns the credentials that a purpose needs: all; for files, those that are a part of the model's identity; for an estimate,
 * those that are set.
 */
function credentialsFor(
  purpose: ModelPurpose,
  { name, sets, environment }: Readonly<{ name: string; sets: CredentialSets; environment: Environment }>,
): Credentials {
  if (purpose === 'estimate') return findCredentials(sets, environment) ?? {};
  const needed = purpose === 'write' ? sets.map((set) => set.filter(isPlace)) : sets;
  return requireCredentials(name, needed, environment);
}

/** Opens a hosted model and loads its package. AppError with the name of a missing key's variable. */
export async function hostedModel(provider: HostedName, model: string, options: ModelOptions): Promise<LanguageModel> {
  const entry: HostedProvider = hostedProviders[provider];
  const environment = options.environment ?? process.env;
  const elsewhere = entry.baseUrlVariables?.find((variable) => environment[variable]);
  const given = options.baseUrl ?? (elsewhere === undefined ? null : (environment[elsewhere] ?? null));
  const baseUrl = given === null ? null : parseBaseUrl(given);
  const name = `${provider}/${model}`;
  const sets = credentialSets(entry, options, baseUrl);
  const { purpose = 'send' } = options;
  const found = findCredentials(sets, environment);
  if (given !== null && found === null && purpose === 'send') throw ownServer(name, model, sets[0]?.[0] ?? '');
  const credentials = credentialsFor(purpose, { name, sets, environment });
  const places = Object.entries(credentials).filter(([variable]) => isPlace(variable));
  for (const [variable, value] of places) hostLabel(variable, value);
  let remember = () => {};
  if (purpose === 'send') {
    remember = refuseForeignKey({
      provider,
      apiKeyVariable: options.apiKeyVariable ?? null,
      fileChoice: fileChoiceFor(options.fileChoice, options.baseUrl ?? null),
      keys: Object.keys(credentials).filter((variable) => !isPlace(variable)),
      addresses: [
        ...(elsewhere === undefined || options.baseUrl != null ? [] : [elsewhere]),
        ...(credentials.AZURE_RESOURCE_NAME === undefined ? [] : ['AZURE_RESOURCE_NAME']),
      ],
      baseUrl: given,
      protocol: 'http',
      environment,
    });
  }
  const concurrency = options.concurrency ?? defaultMaxConcurrency;
  const connections = httpConnections(baseUrl, concurrency);
  const apiKey = purpose === 'write' ? 'not sent' : (Object.values(credentials)[0] ?? '');
  const secrets = secretsOf(credentials);
  const settings = { model, credentials, apiKey, baseUrl, fetch: pooledFetch(connections, secrets) };
  const asked = { provider, model, logprobs: options.logprobs ?? false };
  const place = baseUrl ?? credentials.AZURE_RESOURCE_NAME ?? null;
  const make = purpose === 'estimate' ? makeSilent : makeHosted[provider];
  const made = await make(settings).catch(async (error: unknown) => {
    await connections.close();
    if (error instanceof TypeError) throw unfitPackage(name, entry.package, error); // such as an export that it lacks
    throw missingPackage(error, name, entry.package) ?? error;
  });
  if (!isSdkModel(made)) {
    await connections.close();
    throw unfitPackage(name, entry.package);
  }
  const opened = aiSdkModel(made, {
    name,
    identity: place === null ? name : `${name}@${place}`,
    endpoint: place ?? provider,
    concurrency,
    providerOptions: (sampling) => providerOptions(asked, sampling),
    secrets,
    ...(options.onWarning === undefined ? {} : { onWarning: options.onWarning }),
    prepare: async () => void (await connections.dispatcher()),
    close: connections.close,
  });
  const batch = hostedBatch(opened, { provider, settings, secrets });
  return beforeFirstRequest(batch === null ? opened : { ...opened, batch }, remember);
}
