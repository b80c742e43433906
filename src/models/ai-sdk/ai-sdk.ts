import type { LanguageModelV3, LanguageModelV4, SharedV4ProviderOptions, SharedV4Warning } from '@ai-sdk/provider';
import { APICallError } from '@ai-sdk/provider';
import type { Sampling } from '../../domain/call.ts';
import { AppError } from '../../util/app-error.ts';
import { keyEcho } from '../http/key-echo.ts';
import { rateWindows } from '../http/rate-windows.ts';
import { defaultMaxConcurrency, type LanguageModel } from '../language-model.ts';
import { type GenerateResult, sdkAnswer } from './ai-sdk-answer.ts';
import { sdkFailure } from './ai-sdk-failure.ts';
import { callOptions } from './ai-sdk-prompt.ts';
import { EndedReply } from './pooled-fetch.ts';

/** A language model object of the Vercel AI SDK, version 6 or 7. */
export type AiSdkLanguageModel = LanguageModelV4 | LanguageModelV3;

export interface AiSdkOptions {
  /** `provider/model`; the object's own provider and model names when absent. */
  readonly name?: string;
  /** What answers are keyed by; the name when absent. Say it where settings inside the object decide answers. */
  readonly identity?: string;
  readonly endpoint?: string;
  readonly concurrency?: number;
  /** What is sent with a request beyond the common fields, as the provider's package documents it. */
  readonly providerOptions?: (sampling: Sampling) => SharedV4ProviderOptions;
  /** Texts that no failure may repeat. */
  readonly secrets?: readonly string[];
  /** Told once of each thing that the provider did not take as it was asked, such as a temperature. */
  readonly onWarning?: (warning: string) => void;
  readonly close?: () => Promise<void>;
}

function isSdkModel(value: unknown): value is AiSdkLanguageModel {
  if (typeof value !== 'object' || value === null || !('doGenerate' in value)) return false;
  return (
    'specificationVersion' in value && (value.specificationVersion === 'v4' || value.specificationVersion === 'v3')
  );
}

function warningText(warning: SharedV4Warning | { readonly type: string; readonly feature?: string }): string {
  const feature = 'feature' in warning && warning.feature !== undefined ? ` ${warning.feature}` : '';
  const details = 'details' in warning ? warning.details : 'message' in warning ? warning.message : undefined;
  return `${warning.type}${feature}${details === undefined ? '' : `: ${details}`}`;
}

/** What our own `fetch` threw, also where a package wrapped it. */
function endedReply(error: unknown): EndedReply | null {
  if (error instanceof EndedReply) return error;
  return error instanceof Error && error.cause instanceof EndedReply ? error.cause : null;
}

/** Any AI SDK language model as a model of a run. The SDK's retries are not used: one request is one attempt. */
export function aiSdkModel(sdkModel: AiSdkLanguageModel, options: AiSdkOptions = {}): LanguageModel {
  if (!isSdkModel(sdkModel)) {
    throw new AppError('bad-model-object', 'a model of the configuration is no AI SDK language model', {
      hint: "give what an AI SDK 6 or 7 provider makes, as openai.chat('gpt-4.1-mini')",
    });
  }
  const { providerOptions = () => ({}), secrets = [], onWarning = () => {} } = options;
  const name = options.name ?? `${sdkModel.provider.split('.')[0]}/${sdkModel.modelId}`;
  const told = new Set<string>();
  const warn = (warnings: readonly Parameters<typeof warningText>[0][]) => {
    for (const text of warnings.map(warningText)) {
      if (told.has(text)) continue;
      told.add(text);
      onWarning(`${name}: ${text}`);
    }
  };
  return {
    name,
    identity: options.identity ?? name,
    endpoint: options.endpoint ?? sdkModel.provider,
    defaultConcurrency: options.concurrency ?? defaultMaxConcurrency,
    capacity: 'unknown',
    async ask(request) {
      request.signal.throwIfAborted();
      const sent = { ...callOptions(request), providerOptions: providerOptions(request.sampling) };
      try {
        // A v3 model differs in fields that are not used here, and in that it does not know `reasoning`.
        const result: GenerateResult = await (sdkModel as LanguageModelV4).doGenerate(sent);
        warn(result.warnings);
        request.onRateWindows?.(rateWindows(result.response?.headers ?? {}));
        const attempt = sdkAnswer(result, name);
        return (secrets.length === 0 ? null : keyEcho(JSON.stringify(attempt), secrets, name)) ?? attempt;
      } catch (error) {
        if (request.signal.aborted) throw error;
        const ended = endedReply(error);
        if (ended !== null) {
          request.onRateWindows?.(rateWindows(ended.headers));
          return ended.attempt;
        }
        if (APICallError.isInstance(error)) request.onRateWindows?.(rateWindows(error.responseHeaders ?? {}));
        return sdkFailure(error, name, secrets);
      }
    },
    close: options.close ?? (async () => {}),
  };
}
