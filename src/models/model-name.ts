import { recordedPrefix } from '../domain/recorded.ts';
import { AppError } from '../util/app-error.ts';
import { nearestNames } from '../util/nearest-names.ts';

/** Every provider that a model name may start with; registry.ts lists their requirements. */
export const providerNames = [
  'bundled',
  'openai',
  'anthropic',
  'google',
  'mistral',
  'deepseek',
  'xai',
  'groq',
  'togetherai',
  'openrouter',
  'bedrock',
  'azure',
  'ollama',
  'vllm',
  'lmstudio',
  'llamacpp',
  'openai-compatible',
  'gguf',
  'replay',
  'simulated',
] as const;
export type ProviderName = (typeof providerNames)[number];

/** A parsed model name: `openrouter/openai/gpt-4.1` is model `openai/gpt-4.1` of provider `openrouter`. */
interface ModelName {
  readonly provider: ProviderName;
  readonly model: string;
}

export function isProvider(name: string): name is ProviderName {
  return (providerNames as readonly string[]).includes(name); // widened for the search
}

function didYouMean(names: readonly string[]): string {
  return names.length === 0 ? '' : `did you mean ${names.join(' or ')}? `;
}

function looksLikeModelFile(name: string): boolean {
  return /\.gguf$/i.test(name) || /^\.{0,2}[\\/]/.test(name) || /^[a-z]:[\\/]/i.test(name);
}

/** Parses `provider/model`. AppError with the nearest provider names for an unknown provider. */
export function parseModelName(name: string): ModelName {
  const slash = name.indexOf('/');
  const provider = slash === -1 ? name : name.slice(0, slash);
  const model = slash === -1 ? '' : name.slice(slash + 1);
  if (name.startsWith(recordedPrefix)) {
    throw new AppError('recorded-model', `${name} is a recording and cannot answer new calls`, {
      hint: '`seb report` reads the recordings in the store; `seb import` adds more',
    });
  }
  if (!isProvider(provider)) {
    const nearest = nearestNames(provider, providerNames);
    if (looksLikeModelFile(name)) {
      throw new AppError('unknown-provider', `${name} looks like a model file, but has no provider`, {
        hint: `for a file, write gguf/${name.replace(/^\.\//, '')}; \`seb models\` lists the providers`,
      });
    }
    const what = slash === -1 ? `"${name}" has no provider` : `unknown model provider "${provider}"`;
    throw new AppError('unknown-provider', what, {
      hint: `${didYouMean(nearest)}write provider/model, for example openai/gpt-4.1-mini; for your own server: openai-compatible/${name} with --base-url URL; \`seb models\` lists the providers`,
    });
  }
  if (model === '') {
    throw new AppError('unknown-model', `"${name}" has no model name`, {
      hint: `write ${provider}/MODEL; \`seb models\` shows an example for every provider`,
    });
  }
  return { provider, model };
}
