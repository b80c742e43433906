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
import { EndedReply } from './ended-reply.ts';

/** A language model object of the Vercel AI SDK, version 6 or 7. */
export type AiSdkLanguageModel = LanguageModelV4 | LanguageModelV3;

export interface AiSdkOptions {
  /** `provider/model`; if absent, the object's own provider and model names. */
  readonly name?: string;
  /** Key of the answers; if absent, the name. Set it if settings inside the object change answers. */
  readonly identity?: string;
  readonly endpoint?: string;
  readonly concurrency?: number;
  /** Returns provider options beyond the common fields, as the provider's package documents them. */
  readonly providerOptions?: (sampling: Sampling) => SharedV4ProviderOptions;
  /** Texts that no failure message may contain. */
  readonly secrets?: readonly string[];
  /** Called once for each setting that the provider did not apply as requested, such as a temperature. */
  readonly onWarning?: (warning: string) => void;
  /** Loads what sending needs; see `LanguageModel.prepare`. */
  readonly prepare?: () => Promise<void>;
  readonly close?: () => Promise<void>;
}

export function isSdkModel(value: unknown): value is AiSdkLanguageModel {
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

/** Returns the error that our own `fetch` threw, also if a package wrapped it; null for other errors. */
function endedReply(error: unknown): EndedReply | null {
  if (error instanceof EndedReply) return error;
  return error instanceof Error && error.cause instanceof EndedReply ? error.cause : null;
}

/** Returns a run's model for any AI SDK language model. The SDK's retries are disabled: one request is one attempt. */
export function aiSdkModel(sdkModel: AiSdkLanguageModel, options: AiSdkOptions = {}): LanguageModel {
  if (!isSdkModel(sdkModel)) {
    throw new AppError('bad-model-object', 'a model in the configuration is not an AI SDK language model', {
      hint: "use a model object from an AI SDK 6 or 7 provider, such as openai.chat('gpt-4.1-mini')",
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
        // A v3 model differs only in fields that are not used here and in lacking `reasoning`.
        const result: GenerateResult = await (sdkModel as LanguageModelV4).doGenerate(sent);
        warn(result.warnings);
        request.onRateWindows?.(rateWindows(result.response?.headers ?? {}));
        const exchange = {
          offersTools: request.tools !== undefined,
          prompt: request.messages.map(({ content }) => content),
        };
        const attempt = sdkAnswer(result, name, exchange);
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
    ...(options.prepare === undefined ? {} : { prepare: options.prepare }),
    close: options.close ?? (async () => {}),
  };
}
